import {
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  type PodLike,
  type PodSpec,
  utf8Length,
} from '@kubesem/core';
import type { DnsError } from '../dns-errors.js';
import { safeParseIpAddress } from '../names/ip-address.js';
import { list, podWithPath, text, texts } from '../pod-fields.js';
import {
  MAX_NAMESERVERS,
  MAX_SEARCH_BYTES,
  MAX_SEARCH_LIST_BYTES,
  MAX_SEARCHES,
} from './resolver-limits.js';

/**
 * What can be wrong with the DNS fields of a Pod.
 *
 * - `DNS_POLICY_NOT_SUPPORTED`: none of `ClusterFirst`, `ClusterFirstWithHostNet`, `Default`, `None`
 * - `DNS_CONFIG_REQUIRED`, `NAMESERVER_REQUIRED`: the policy `None` without `dnsConfig`, or without a name server in it
 * - `TOO_MANY_NAMESERVERS`: more than 3
 * - `INVALID_NAMESERVER`: no IP address, one with leading zeros or a zone, or one of IPv4 in IPv6
 * - `TOO_MANY_SEARCHES`, `SEARCH_LIST_TOO_LONG`: more than 32, or than 2048 bytes with the spaces between them
 * - `INVALID_SEARCH`: neither `.` nor a DNS-1123 subdomain, in which `_` may stand and which may end in a dot
 * - `OPTION_NAME_REQUIRED`: an option without a name
 * - `INVALID_HOSTNAME`: `hostname` or `subdomain` is no DNS-1123 label, or `hostnameOverride` no DNS-1123 subdomain
 * - `HOSTNAME_OVERRIDE_TOO_LONG`: more than 64 bytes
 * - `HOSTNAME_OVERRIDE_FORBIDDEN`: beside `setHostnameAsFQDN`, or on the network of the node
 * - `INVALID_TYPE`: a field holds another JSON type than it should; what follows it is not looked at
 */
export type PodDnsProblemCode =
  | 'DNS_POLICY_NOT_SUPPORTED'
  | 'DNS_CONFIG_REQUIRED'
  | 'NAMESERVER_REQUIRED'
  | 'TOO_MANY_NAMESERVERS'
  | 'INVALID_NAMESERVER'
  | 'TOO_MANY_SEARCHES'
  | 'SEARCH_LIST_TOO_LONG'
  | 'INVALID_SEARCH'
  | 'OPTION_NAME_REQUIRED'
  | 'INVALID_HOSTNAME'
  | 'HOSTNAME_OVERRIDE_TOO_LONG'
  | 'HOSTNAME_OVERRIDE_FORBIDDEN'
  | 'INVALID_TYPE';

/** One reason of the API server not to take a Pod. */
export interface PodDnsProblem {
  /** What kind of problem it is, in the words of Kubernetes. */
  readonly type:
    | 'FieldValueForbidden'
    | 'FieldValueInvalid'
    | 'FieldValueNotSupported'
    | 'FieldValueRequired'
    | 'FieldValueTooLong'
    | 'FieldValueTypeInvalid';
  /** Path of the field in the object that was passed in, such as `spec.dnsConfig.nameservers[1]`. */
  readonly path: string;
  /** The value, if it is a text. */
  readonly value: string | undefined;
  /** Stable identifier; programs and tests match on this. */
  readonly code: PodDnsProblemCode;
  /** What was expected, for people; without the path. */
  readonly message: string;
}

/**
 * What the API server has against the DNS fields of a Pod that is to be created: policy, configuration, host names.
 *
 * The kubelet itself checks little of it: {@link podResolvConf} and {@link podHostname} do as it does.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec
 * @returns the problems, empty if there are none
 * @throws `KubesemError` `NOT_A_POD` if the object is of another kind
 * @example
 * ```ts
 * import { validatePodDns } from '@kubesem/dns';
 *
 * const spec = { dnsPolicy: 'None', dnsConfig: { nameservers: ['10.0.0.010'], searches: ['a..b'] } };
 * const problems = validatePodDns({ spec });
 * problems.map(({ code }) => code) // => ['INVALID_NAMESERVER', 'INVALID_SEARCH']
 * problems.map(({ path }) => path) // => ['spec.dnsConfig.nameservers[0]', 'spec.dnsConfig.searches[0]']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateDNSPolicy`, `validatePodDNSConfig`,
 * `validatePodHostName`, `ValidatePodSpec`.
 */
export function validatePodDns(podLike: PodLike): readonly PodDnsProblem[] {
  const { pod, path } = podWithPath(podLike);
  const problems: PodDnsProblem[] = [];
  const report: Report = (code, field, expected, value) => {
    const message = `expected ${expected}`;
    problems.push({ type: typeOf(code), path: path + field, value, code, message });
  };
  try {
    checkPolicy(pod.spec ?? {}, path, report);
    checkHostnames(pod.spec ?? {}, path, report);
    checkConfig(pod.spec ?? {}, path, report);
  } catch (error) {
    const { path: place = path, message, input } = error as DnsError;
    const rest = message.replace(`${place}: `, '');
    problems.push({
      type: 'FieldValueTypeInvalid',
      path: place,
      value: input,
      code: 'INVALID_TYPE',
      message: rest,
    });
  }
  return problems;
}

/** Notes a problem; `field` is its path below the spec. */
type Report = (code: PodDnsProblemCode, field: string, expected: string, value?: string) => void;

function typeOf(code: PodDnsProblemCode): PodDnsProblem['type'] {
  switch (code) {
    case 'DNS_POLICY_NOT_SUPPORTED':
      return 'FieldValueNotSupported';
    case 'DNS_CONFIG_REQUIRED':
    case 'NAMESERVER_REQUIRED':
    case 'OPTION_NAME_REQUIRED':
      return 'FieldValueRequired';
    case 'HOSTNAME_OVERRIDE_TOO_LONG':
      return 'FieldValueTooLong';
    case 'HOSTNAME_OVERRIDE_FORBIDDEN':
      return 'FieldValueForbidden';
    default:
      return 'FieldValueInvalid';
  }
}

function checkPolicy({ dnsPolicy }: PodSpec, path: string, report: Report): void {
  const policy = text(dnsPolicy, `${path}dnsPolicy`);
  const known = ['', 'ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None'];
  if (!known.includes(policy)) {
    report('DNS_POLICY_NOT_SUPPORTED', 'dnsPolicy', `one of${known.join(' ')}`, policy);
  }
}

function checkHostnames(spec: PodSpec, path: string, report: Report): void {
  for (const field of ['hostname', 'subdomain'] as const) {
    const label = text(spec[field], path + field);
    if (label !== '' && dns1123LabelErrors(label).length > 0) {
      report('INVALID_HOSTNAME', field, 'a DNS-1123 label', label);
    }
  }
  const field = 'hostnameOverride';
  if (spec.hostnameOverride == null) {
    return;
  }
  const override = text(spec.hostnameOverride, path + field);
  if (spec.setHostnameAsFQDN === true || spec.hostNetwork === true) {
    const expected = 'none beside setHostnameAsFQDN, and none on the network of the node';
    report('HOSTNAME_OVERRIDE_FORBIDDEN', field, expected, override);
  }
  if (utf8Length(override) > 64) {
    report('HOSTNAME_OVERRIDE_TOO_LONG', field, 'at most 64 bytes', override);
  }
  if (dns1123SubdomainErrors(override).length > 0) {
    report('INVALID_HOSTNAME', field, 'a DNS-1123 subdomain', override);
  }
}

function checkConfig({ dnsPolicy, dnsConfig }: PodSpec, path: string, report: Report): void {
  const place = `${path}dnsConfig`;
  const nameservers = texts(dnsConfig?.nameservers, `${place}.nameservers`);
  if (dnsPolicy === 'None' && nameservers.length === 0) {
    const field = dnsConfig == null ? 'dnsConfig' : 'dnsConfig.nameservers';
    const code = dnsConfig == null ? 'DNS_CONFIG_REQUIRED' : 'NAMESERVER_REQUIRED';
    report(code, field, 'a name server beside the policy None');
    // The API server looks no further.
    return;
  }
  if (nameservers.length > MAX_NAMESERVERS) {
    report('TOO_MANY_NAMESERVERS', 'dnsConfig.nameservers', `at most ${MAX_NAMESERVERS}`);
  }
  for (const [index, nameserver] of nameservers.entries()) {
    if (!isPlainAddress(nameserver)) {
      const expected = 'an IP address without leading zeros and without a zone';
      report('INVALID_NAMESERVER', `dnsConfig.nameservers[${index}]`, expected, nameserver);
    }
  }
  checkSearches(texts(dnsConfig?.searches, `${place}.searches`), report);
  for (const [index, option] of list(dnsConfig?.options, `${place}.options`).entries()) {
    const field = `dnsConfig.options[${index}]`;
    text(option?.value, `${path}${field}.value`);
    if (text(option?.name, `${path}${field}.name`) === '') {
      report('OPTION_NAME_REQUIRED', field, 'a name');
    }
  }
}

/** Since 1.36 the API server wants no leading zeros, and none of IPv4 in IPv6. */
function isPlainAddress(nameserver: string): boolean {
  const address = safeParseIpAddress(nameserver).value;
  return address?.zone === '' && nameserver.includes(':') === (address.family === 'IPv6');
}

function checkSearches(searches: readonly string[], report: Report): void {
  const field = 'dnsConfig.searches';
  if (searches.length > MAX_SEARCHES) {
    report('TOO_MANY_SEARCHES', field, `at most ${MAX_SEARCHES}`);
  }
  if (utf8Length(searches.join(' ')) > MAX_SEARCH_LIST_BYTES) {
    const expected = `at most ${MAX_SEARCH_LIST_BYTES} bytes with the spaces between them`;
    report('SEARCH_LIST_TOO_LONG', field, expected);
  }
  for (const [index, search] of searches.entries()) {
    if (search !== '.' && !isSearchDomain(search.replace(/\.$/, ''))) {
      const expected = "a domain in lower case, as in 'example.com', of at most 253 bytes";
      report('INVALID_SEARCH', `${field}[${index}]`, expected, search);
    }
  }
}

/** A DNS-1123 subdomain, in which `_` may stand before a label and within it. */
function isSearchDomain(domain: string): boolean {
  const isLabel = (label: string) => /^_?[a-z0-9][a-z0-9_-]*$/.test(label) && !/[_-]$/.test(label);
  return utf8Length(domain) <= MAX_SEARCH_BYTES && domain.split('.').every(isLabel);
}
