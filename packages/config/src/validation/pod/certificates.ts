import {
  childPath,
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  type FieldPath,
  nameErrorMessage,
  utf8Length,
} from '@kubesem/core';
import type { Fields, PodChecks } from './checks.js';

/**
 * Checks which ClusterTrustBundles a file has: one with a name, or all of a signer. What a label selector selects is not checked.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateClusterTrustBundleName`.
 */
export function checkTrustBundle(checks: PodChecks, source: Fields, path: FieldPath): void {
  const name = checks.text(source, 'name', path);
  const isNamed = source.name != null;
  if (isNamed && source.signerName != null) {
    checks.invalid(path, 'SOURCE_CONFLICT', 'only one of name and signerName may be used');
  } else if (isNamed) {
    checks.required(source, 'name', path);
    checkBundleName(checks, name, childPath(path, 'name'));
    if (source.labelSelector != null) {
      const message = 'labelSelector must be unset if name is specified';
      checks.invalid(childPath(path, 'labelSelector'), 'SOURCE_CONFLICT', message);
    }
  } else if (source.signerName != null) {
    if (checks.required(source, 'signerName', path) === '') {
      // The API server reports it twice.
      checks.required(source, 'signerName', path);
    }
    checkSignerName(checks, checks.text(source, 'signerName', path), childPath(path, 'signerName'));
  } else {
    const message = 'either name or signerName must be specified';
    checks.add(path, { type: 'FieldValueRequired', code: 'SOURCE_REQUIRED', message });
  }
}

/** The name of a bundle of a signer starts with that of the signer, such as `example.com:signer:bundle`. */
function checkBundleName(checks: PodChecks, name: string, path: FieldPath): void {
  const at = name.lastIndexOf(':');
  if (at === 0) {
    const message = 'a ClusterTrustBundle without a signer cannot have ":" in its name';
    checks.invalid(path, 'INVALID_NAME', message, name);
  } else if (name.slice(0, Math.max(at, 0)).includes('/')) {
    const message = 'separate the parts of the signer by ":", not by "/"';
    checks.invalid(path, 'INVALID_NAME', message, name);
  } else {
    checks.syntax('dns1123Subdomain', name.slice(at + 1), path);
  }
}

const MAX_DOMAIN_BYTES = 253;
const MAX_SIGNER_BYTES = 571;

/**
 * Checks the name of a signer, such as `example.com/signer`; an empty one is reported elsewhere.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateSignerName`.
 */
function checkSignerName(checks: PodChecks, name: string, path: FieldPath): void {
  if (name === '') {
    return;
  }
  const [domain = '', rest, ...more] = name.split('/');
  if (rest === undefined || more.length > 0) {
    const message =
      "must be a fully qualified domain and path of the form 'example.com/signer-name'";
    checks.invalid(path, 'INVALID_NAME', message, name);
    return;
  }
  checkLength(checks, domain, MAX_DOMAIN_BYTES, path);
  const labels = domain.split('.');
  checkFirst(checks, labels, 'dns1123Label', path);
  if (labels.length < 2) {
    const message = 'should be a domain with at least two segments separated by dots';
    checks.invalid(path, 'INVALID_NAME', message, domain);
  }
  checkFirst(checks, rest.split('.'), 'dns1123Subdomain', path);
  checkLength(checks, name, MAX_SIGNER_BYTES, path);
}

/** Checks parts up to the first invalid one. */
function checkFirst(
  checks: PodChecks,
  parts: readonly string[],
  syntax: 'dns1123Label' | 'dns1123Subdomain',
  path: FieldPath,
): void {
  const errorsOf = syntax === 'dns1123Label' ? dns1123LabelErrors : dns1123SubdomainErrors;
  const wrong = parts.find((part) => errorsOf(part).length > 0);
  for (const broken of wrong === undefined ? [] : errorsOf(wrong)) {
    checks.invalid(path, 'INVALID_NAME', nameErrorMessage(syntax, broken), wrong);
  }
}

function checkLength(checks: PodChecks, text: string, most: number, path: FieldPath): void {
  if (utf8Length(text) > most) {
    const message = `may not be more than ${most} bytes`;
    checks.add(path, { type: 'FieldValueTooLong', code: 'INVALID_NAME', message, value: text });
  }
}

const KEY_TYPES = ['RSA3072', 'RSA4096', 'ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519'];
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/**
 * Checks a certificate of a Pod, except for its paths and annotations.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/certificates` v1.37.1, `MaxMaxExpirationSeconds` and `KubernetesMaxMaxExpirationSeconds`.
 */
export function checkPodCertificate(checks: PodChecks, source: Fields, path: FieldPath): void {
  const signer = checks.required(source, 'signerName', path);
  checkSignerName(checks, signer, childPath(path, 'signerName'));
  const keyType = checks.text(source, 'keyType', path);
  checks.supported(childPath(path, 'keyType'), 'NOT_SUPPORTED', keyType, KEY_TYPES);
  const field = 'maxExpirationSeconds';
  const seconds = checks.integer(source, field, path);
  const most = /^([^/]*\.)?kubernetes\.io(\/|$)/.test(signer) ? DAY_SECONDS : 91 * DAY_SECONDS;
  if (seconds !== undefined && (seconds < HOUR_SECONDS || seconds > most)) {
    const message = `must be between ${HOUR_SECONDS} and ${most} seconds`;
    checks.invalid(childPath(path, field), 'EXPIRATION_OUT_OF_RANGE', message, seconds);
  }
}
