import type {
  ClusterTrustBundleProjection,
  LabelSelector,
  PodCertificateProjection,
} from '@kubesem/core';
import { type Fields, goQuote, utf8Length } from '@kubesem/core/internal';
import { checkLabelSelector } from '../../rules/labels.js';
import { nameErrors, requiredText, type Syntax } from '../../rules/names.js';

/**
 * Checks which ClusterTrustBundles a file has: one with a name, or those of a signer that have labels.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateProjectionSources`.
 */
export function checkTrustBundle(source: Fields<ClusterTrustBundleProjection>): void {
  const name = source.optionalText('name');
  const signer = source.optionalText('signerName');
  if (name !== undefined && signer !== undefined) {
    source.invalid(source.path, 'only one of name and signerName may be used');
  } else if (name !== undefined) {
    if (name === '') {
      source.required('name', 'must be a valid object name');
    }
    for (const message of bundleNameErrors(name)) {
      source.invalid('name', `not a valid clustertrustbundlename: ${message}`, name);
    }
    if (source.has('labelSelector')) {
      source.invalid('labelSelector', 'labelSelector must be unset if name is specified');
    }
  } else if (signer !== undefined) {
    if (signer === '') {
      source.required('signerName', 'must be a valid signer name');
    }
    checkSignerName(source);
    checkLabelSelector(source.at('labelSelector') as Fields<LabelSelector>);
  } else {
    source.required(source.path, 'either name or signerName must be specified');
  }
}

/**
 * The name of a bundle of a signer starts with that of the signer, such as `example.com:signer:bundle`.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateClusterTrustBundleName`.
 */
function bundleNameErrors(name: string): readonly string[] {
  const at = name.lastIndexOf(':');
  if (at === 0) {
    return ['ClusterTrustBundle without signer name must not have ":" in its name'];
  }
  const signer = name.slice(0, Math.max(at, 0)).replace(/:/g, '/');
  const prefix = at < 0 ? '' : `${signer.replace(/\//g, ':')}:`;
  return name.startsWith(prefix)
    ? nameErrors('dns1123Subdomain', name.slice(prefix.length))
    : [`ClusterTrustBundle for signerName ${signer} must be named with prefix ${prefix}`];
}

/** What names a signer. */
type Signed = Pick<PodCertificateProjection, 'signerName'>;

const MAX_DOMAIN_BYTES = 253;
const MAX_SIGNER_BYTES = 571;

/**
 * Checks the name of a signer, such as `example.com/signer`.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateSignerName`.
 */
function checkSignerName(source: Fields<Signed>): void {
  const name = requiredText(source, 'signerName');
  if (name === '') {
    return;
  }
  const [domain = '', rest, ...more] = name.split('/');
  if (rest === undefined || more.length > 0) {
    const message =
      "must be a fully qualified domain and path of the form 'example.com/signer-name'";
    source.invalid('signerName', message, name);
    return;
  }
  checkLength(source, domain, MAX_DOMAIN_BYTES);
  checkLabels(source, domain, 'dns1123Label');
  if (!domain.includes('.')) {
    const message = 'should be a domain with at least two segments separated by dots';
    source.invalid('signerName', message, domain);
  }
  checkLabels(source, rest, 'dns1123Subdomain');
  checkLength(source, name, MAX_SIGNER_BYTES);
}

/** Checks the labels of a part of the name up to the first invalid one. */
function checkLabels(source: Fields<Signed>, part: string, syntax: Syntax): void {
  const wrong = part.split('.').find((label) => nameErrors(syntax, label).length > 0);
  for (const error of wrong === undefined ? [] : nameErrors(syntax, wrong)) {
    source.invalid('signerName', `validating label ${goQuote(wrong as string)}: ${error}`, part);
  }
}

function checkLength(source: Fields<Signed>, text: string, most: number): void {
  if (utf8Length(text) > most) {
    source.problem('signerName', 'TOO_LONG', `may not be more than ${most} bytes`);
  }
}

const KEY_TYPES = ['RSA3072', 'RSA4096', 'ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519'];
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/**
 * Checks a certificate of a Pod, except for its paths and annotations.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateProjectionSources`;
 * `k8s.io/kubernetes/pkg/apis/certificates` v1.37.1, `MaxMaxExpirationSeconds` and `KubernetesMaxMaxExpirationSeconds`.
 */
export function checkPodCertificate(source: Fields<PodCertificateProjection>): void {
  checkSignerName(source as Fields<Signed>);
  source.supported('keyType', source.text('keyType'), KEY_TYPES);
  const seconds = source.integer('maxExpirationSeconds') ?? DAY_SECONDS;
  const isOfKubernetes = /^([^/]*\.)?kubernetes\.io(\/|$)/.test(source.text('signerName'));
  const most = isOfKubernetes ? DAY_SECONDS : 91 * DAY_SECONDS;
  const limit =
    seconds < HOUR_SECONDS ? `>= ${HOUR_SECONDS}` : seconds > most ? `<= ${most}` : undefined;
  if (limit !== undefined) {
    const message = `if provided, maxExpirationSeconds must be ${limit}`;
    source.invalid('maxExpirationSeconds', message, seconds);
  }
}
