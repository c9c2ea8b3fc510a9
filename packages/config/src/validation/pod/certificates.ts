import {
  type ClusterTrustBundleProjection,
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  nameErrorMessage,
  type PodCertificateProjection,
  utf8Length,
} from '@kubesem/core';
import { type Checked, checkSyntax, requiredText } from './checks.js';

/**
 * Checks which ClusterTrustBundles a file has: one with a name, or all of a signer. What a label selector selects is not checked.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateClusterTrustBundleName`.
 */
export function checkTrustBundle(source: Checked<ClusterTrustBundleProjection>): void {
  const name = source.text('name');
  if (source.has('name') && source.has('signerName')) {
    const message = 'only one of name and signerName may be used';
    source.invalid(source.path, message, undefined, 'SOURCE_CONFLICT');
  } else if (source.has('name')) {
    requiredText(source, 'name');
    checkBundleName(source, name);
    if (source.has('labelSelector')) {
      const message = 'labelSelector must be unset if name is specified';
      source.invalid('labelSelector', message, undefined, 'SOURCE_CONFLICT');
    }
  } else if (source.has('signerName')) {
    if (requiredText(source, 'signerName') === '') {
      // The API server reports it twice.
      requiredText(source, 'signerName');
    }
    checkSignerName(source);
  } else {
    const message = 'either name or signerName must be specified';
    source.required(source.path, message, 'SOURCE_REQUIRED');
  }
}

/** The name of a bundle of a signer starts with that of the signer, such as `example.com:signer:bundle`. */
function checkBundleName(source: Checked<ClusterTrustBundleProjection>, name: string): void {
  const at = name.lastIndexOf(':');
  if (at === 0) {
    const message = 'a ClusterTrustBundle without a signer cannot have ":" in its name';
    source.invalid('name', message, name, 'INVALID_NAME');
  } else if (name.slice(0, Math.max(at, 0)).includes('/')) {
    const message = 'separate the parts of the signer by ":", not by "/"';
    source.invalid('name', message, name, 'INVALID_NAME');
  } else {
    checkSyntax(source, 'name', 'dns1123Subdomain', name.slice(at + 1));
  }
}

/** What names a signer. */
type Signed = Pick<PodCertificateProjection, 'signerName'>;

const MAX_DOMAIN_BYTES = 253;
const MAX_SIGNER_BYTES = 571;

/**
 * Checks the name of a signer, such as `example.com/signer`; an empty one is reported elsewhere.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateSignerName`.
 */
function checkSignerName(source: Checked<Signed>): void {
  const name = source.text('signerName');
  if (name === '') {
    return;
  }
  const [domain = '', rest, ...more] = name.split('/');
  if (rest === undefined || more.length > 0) {
    const message =
      "must be a fully qualified domain and path of the form 'example.com/signer-name'";
    source.invalid('signerName', message, name, 'INVALID_NAME');
    return;
  }
  checkLength(source, domain, MAX_DOMAIN_BYTES);
  const labels = domain.split('.');
  checkFirst(source, labels, 'dns1123Label');
  if (labels.length < 2) {
    const message = 'should be a domain with at least two segments separated by dots';
    source.invalid('signerName', message, domain, 'INVALID_NAME');
  }
  checkFirst(source, rest.split('.'), 'dns1123Subdomain');
  checkLength(source, name, MAX_SIGNER_BYTES);
}

/** Checks parts up to the first invalid one. */
function checkFirst(
  source: Checked<Signed>,
  parts: readonly string[],
  syntax: 'dns1123Label' | 'dns1123Subdomain',
): void {
  const errorsOf = syntax === 'dns1123Label' ? dns1123LabelErrors : dns1123SubdomainErrors;
  const wrong = parts.find((part) => errorsOf(part).length > 0);
  for (const broken of wrong === undefined ? [] : errorsOf(wrong)) {
    source.invalid('signerName', nameErrorMessage(syntax, broken), wrong, 'INVALID_NAME');
  }
}

function checkLength(source: Checked<Signed>, text: string, most: number): void {
  if (utf8Length(text) > most) {
    const message = `may not be more than ${most} bytes`;
    source.problem('signerName', 'TOO_LONG', message, text, 'INVALID_NAME');
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
export function checkPodCertificate(source: Checked<PodCertificateProjection>): void {
  const signer = requiredText(source, 'signerName');
  checkSignerName(source);
  source.supported('keyType', source.text('keyType'), KEY_TYPES);
  const seconds = source.integer('maxExpirationSeconds');
  const most = /^([^/]*\.)?kubernetes\.io(\/|$)/.test(signer) ? DAY_SECONDS : 91 * DAY_SECONDS;
  if (seconds !== undefined && (seconds < HOUR_SECONDS || seconds > most)) {
    const message = `must be between ${HOUR_SECONDS} and ${most} seconds`;
    source.invalid('maxExpirationSeconds', message, seconds, 'EXPIRATION_OUT_OF_RANGE');
  }
}
