import {
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  type FieldErrorType,
  type FieldPath,
  type FieldProblem,
  FieldProblems,
  type Fields,
  type PodLike,
  type PodSpec,
  podFields,
  readIpAddress,
  utf8Length,
} from '@kubesem/core';
import { type DnsConfigFields, readDnsConfig } from './pod-resolv-conf.js';
import {
  MAX_NAMESERVERS,
  MAX_SEARCH_BYTES,
  MAX_SEARCH_LIST_BYTES,
  MAX_SEARCHES,
} from './resolver-limits.js';

/**
 * Codes of the problems with the DNS fields of a Pod.
 *
 * - `DNS_POLICY_NOT_SUPPORTED`: not `ClusterFirst`, `ClusterFirstWithHostNet`, `Default` or `None`
 * - `DNS_CONFIG_REQUIRED`, `NAMESERVER_REQUIRED`: the policy is `None`, and `dnsConfig` is absent or has no name server
 * - `TOO_MANY_NAMESERVERS`: more than 3 name servers
 * - `INVALID_NAMESERVER`: not an IP address, or one with leading zeros, with a zone, or an IPv4-mapped IPv6 address
 * - `TOO_MANY_SEARCHES`, `SEARCH_LIST_TOO_LONG`: more than 32 search domains, or more than 2048 bytes including spaces
 * - `INVALID_SEARCH`: not `.` and not a DNS-1123 subdomain; `_` and one trailing dot are allowed
 * - `OPTION_NAME_REQUIRED`: an option without a name
 * - `INVALID_HOSTNAME`: `hostname` or `subdomain` is not a DNS-1123 label, or `hostnameOverride` not a DNS-1123 subdomain
 * - `HOSTNAME_OVERRIDE_TOO_LONG`: `hostnameOverride` has more than 64 bytes
 * - `HOSTNAME_OVERRIDE_FORBIDDEN`: `hostnameOverride` with `setHostnameAsFQDN` or with `hostNetwork`
 * - `INVALID_TYPE`: a field has the wrong JSON type; no other rule is checked for it and for the fields that contain it
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

/**
 * Checks the DNS policy, DNS configuration and host names of a new Pod, as the API server does.
 *
 * The kubelet checks little of it: {@link podResolvConf} and {@link podHostname} follow the kubelet.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec
 * @returns the reasons why the API server rejects the Pod; empty if there are none
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
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
export function validatePodDns(podLike: PodLike): readonly FieldProblem<PodDnsProblemCode>[] {
  const problems = new FieldProblems<PodDnsProblemCode>();
  const { spec } = podFields(podLike, problems);
  const read = readDnsFields(spec);
  checkPolicy(spec, read);
  checkHostnames(spec, read);
  checkConfig(spec, read);
  return problems.list();
}

type Spec = Fields<PodSpec, PodDnsProblemCode>;

/** Reports a problem. */
function reject(
  spec: Spec,
  where: (keyof PodSpec & string) | FieldPath,
  code: Exclude<PodDnsProblemCode, 'INVALID_TYPE'>,
  message: string,
  value?: string,
): void {
  spec.problem(where, typeOf(code), message, value, code);
}

function typeOf(code: PodDnsProblemCode): FieldErrorType {
  switch (code) {
    case 'DNS_POLICY_NOT_SUPPORTED':
      return 'NOT_SUPPORTED';
    case 'DNS_CONFIG_REQUIRED':
    case 'NAMESERVER_REQUIRED':
    case 'OPTION_NAME_REQUIRED':
      return 'REQUIRED';
    case 'HOSTNAME_OVERRIDE_TOO_LONG':
      return 'TOO_LONG';
    case 'HOSTNAME_OVERRIDE_FORBIDDEN':
      return 'FORBIDDEN';
    default:
      return 'INVALID';
  }
}

/** The fields of a Pod spec that are checked; absent strings are empty, except the override, which is a pointer. */
interface DnsFields {
  readonly dnsPolicy: string;
  readonly hostname: string;
  readonly subdomain: string;
  readonly hostnameOverride: string | undefined;
  readonly setHostnameAsFQDN: boolean;
  readonly hostNetwork: boolean;
  readonly dnsConfig: DnsConfigFields | undefined;
}

function readDnsFields(spec: Spec): DnsFields {
  return {
    dnsPolicy: spec.text('dnsPolicy'),
    hostname: spec.text('hostname'),
    subdomain: spec.text('subdomain'),
    hostnameOverride: spec.optionalText('hostnameOverride'),
    setHostnameAsFQDN: spec.flag('setHostnameAsFQDN') === true,
    hostNetwork: spec.flag('hostNetwork') === true,
    dnsConfig: readDnsConfig(spec),
  };
}

const POLICIES: readonly string[] = ['ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None'];

function checkPolicy(spec: Spec, { dnsPolicy }: DnsFields): void {
  if (dnsPolicy !== '' && !POLICIES.includes(dnsPolicy)) {
    const message = `expected one of ${POLICIES.join(', ')}`;
    reject(spec, 'dnsPolicy', 'DNS_POLICY_NOT_SUPPORTED', message, dnsPolicy);
  }
}

function checkHostnames(spec: Spec, read: DnsFields): void {
  const { hostnameOverride, setHostnameAsFQDN, hostNetwork } = read;
  for (const field of ['hostname', 'subdomain'] as const) {
    const label = read[field];
    if (label !== '' && dns1123LabelErrors(label).length > 0) {
      const message = "expected a DNS-1123 label, such as 'my-name', of at most 63 bytes";
      reject(spec, field, 'INVALID_HOSTNAME', message, label);
    }
  }
  if (hostnameOverride === undefined) {
    return;
  }
  const rejectOverride = (code: Parameters<typeof reject>[2], message: string) =>
    reject(spec, 'hostnameOverride', code, message, hostnameOverride);
  if (setHostnameAsFQDN || hostNetwork) {
    const message = 'cannot be combined with setHostnameAsFQDN or hostNetwork';
    rejectOverride('HOSTNAME_OVERRIDE_FORBIDDEN', message);
  }
  if (utf8Length(hostnameOverride) > 64) {
    rejectOverride('HOSTNAME_OVERRIDE_TOO_LONG', 'expected at most 64 bytes');
  }
  if (dns1123SubdomainErrors(hostnameOverride).length > 0) {
    rejectOverride('INVALID_HOSTNAME', "expected a DNS-1123 subdomain, such as 'example.com'");
  }
}

function checkConfig(spec: Spec, { dnsPolicy, dnsConfig }: DnsFields): void {
  const pathOf = (...below: readonly (string | number)[]) => spec.pathOf('dnsConfig', ...below);
  const { nameservers, searches, options } = dnsConfig ?? EMPTY;
  if (dnsPolicy === 'None' && nameservers.length === 0) {
    const message = 'the policy None requires at least one name server in dnsConfig';
    if (dnsConfig === undefined) {
      reject(spec, 'dnsConfig', 'DNS_CONFIG_REQUIRED', message);
    } else {
      reject(spec, pathOf('nameservers'), 'NAMESERVER_REQUIRED', message);
    }
    // The API server checks nothing else then.
    return;
  }
  if (nameservers.length > MAX_NAMESERVERS) {
    const message = `expected at most ${MAX_NAMESERVERS}`;
    reject(spec, pathOf('nameservers'), 'TOO_MANY_NAMESERVERS', message);
  }
  for (const [index, nameserver] of nameservers.entries()) {
    if (!isPlainAddress(nameserver)) {
      const message = 'expected an IP address without leading zeros and without a zone';
      reject(spec, pathOf('nameservers', index), 'INVALID_NAMESERVER', message, nameserver);
    }
  }
  checkSearches(spec, searches);
  for (const [index, { name }] of options.entries()) {
    if (name === '') {
      const path = pathOf('options', index);
      reject(spec, path, 'OPTION_NAME_REQUIRED', 'set the name of the option');
    }
  }
}

const EMPTY: DnsConfigFields = { nameservers: [], searches: [], options: [] };

/** Since 1.36 the API server rejects leading zeros and IPv4-mapped IPv6 addresses. */
function isPlainAddress(nameserver: string): boolean {
  const address = readIpAddress(nameserver);
  return (
    typeof address !== 'string' &&
    address.zone === '' &&
    nameserver.includes(':') === (address.family === 'IPv6')
  );
}

function checkSearches(spec: Spec, searches: readonly string[]): void {
  const path = spec.pathOf('dnsConfig', 'searches');
  if (searches.length > MAX_SEARCHES) {
    reject(spec, path, 'TOO_MANY_SEARCHES', `expected at most ${MAX_SEARCHES}`);
  }
  if (utf8Length(searches.join(' ')) > MAX_SEARCH_LIST_BYTES) {
    const message = `expected at most ${MAX_SEARCH_LIST_BYTES} bytes, including the spaces between the domains`;
    reject(spec, path, 'SEARCH_LIST_TOO_LONG', message);
  }
  for (const [index, search] of searches.entries()) {
    if (search !== '.' && !isSearchDomain(search.replace(/\.$/, ''))) {
      const message =
        "expected a domain in lower case, such as 'example.com', of at most 253 bytes";
      const at = spec.pathOf('dnsConfig', 'searches', index);
      reject(spec, at, 'INVALID_SEARCH', message, search);
    }
  }
}

/** Reports whether a domain is a DNS-1123 subdomain in which labels can also start with or contain `_`. */
function isSearchDomain(domain: string): boolean {
  const isLabel = (label: string) => /^_?[a-z0-9][a-z0-9_-]*$/.test(label) && !/[_-]$/.test(label);
  return utf8Length(domain) <= MAX_SEARCH_BYTES && domain.split('.').every(isLabel);
}
