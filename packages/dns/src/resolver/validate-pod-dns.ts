import {
  childPath,
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  type FieldErrorType,
  type FieldPath,
  type FieldProblem,
  fieldProblem,
  formatFieldPath,
  type PodLike,
  podParts,
  type ReportProblem,
  readBoolean,
  readIpAddress,
  readString,
  utf8Length,
} from '@kubesem/core';
import { type DnsConfigFields, readDnsConfig } from './dns-config.js';
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
  const problems: FieldProblem<PodDnsProblemCode>[] = [];
  const fields = readDnsFields(podLike, (problem) => problems.push(problem));
  // Their neutral values would break rules that the Pod does not break.
  const unreadable = new Set(
    problems.flatMap(({ segments }) =>
      segments.map((_, index) => formatFieldPath(segments.slice(0, index + 1))),
    ),
  );
  const add: Add = (code, path, message, value) => {
    const shown = value === undefined ? {} : { value };
    const problem = fieldProblem({ type: typeOf(code), code, path, message, ...shown });
    if (!unreadable.has(problem.path)) {
      problems.push(problem);
    }
  };
  checkPolicy(fields, add);
  checkHostnames(fields, add);
  checkConfig(fields, add);
  return problems;
}

/** Adds a problem. */
type Add = (
  code: Exclude<PodDnsProblemCode, 'INVALID_TYPE'>,
  path: FieldPath,
  message: string,
  value?: string,
) => void;

function typeOf(code: PodDnsProblemCode): FieldErrorType {
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

/** The fields of a Pod spec that are checked; absent strings are empty, except the override, which is a pointer. */
interface DnsFields {
  readonly specPath: FieldPath | undefined;
  readonly dnsPolicy: string;
  readonly hostname: string;
  readonly subdomain: string;
  readonly hostnameOverride: string | undefined;
  readonly setHostnameAsFQDN: boolean;
  readonly hostNetwork: boolean;
  readonly dnsConfig: DnsConfigFields | undefined;
}

function readDnsFields(podLike: PodLike, report: ReportProblem<'INVALID_TYPE'>): DnsFields {
  // A status of the wrong type does not concern DNS.
  const { spec, specPath } = podParts(podLike, () => undefined);
  const text = (field: 'dnsPolicy' | 'hostname' | 'subdomain' | 'hostnameOverride') =>
    readString(spec[field], childPath(specPath, field), report);
  const flag = (field: 'setHostnameAsFQDN' | 'hostNetwork') =>
    readBoolean(spec[field], childPath(specPath, field), report) === true;
  return {
    specPath,
    dnsPolicy: text('dnsPolicy'),
    hostname: text('hostname'),
    subdomain: text('subdomain'),
    hostnameOverride: spec.hostnameOverride == null ? undefined : text('hostnameOverride'),
    setHostnameAsFQDN: flag('setHostnameAsFQDN'),
    hostNetwork: flag('hostNetwork'),
    dnsConfig: readDnsConfig(spec.dnsConfig, childPath(specPath, 'dnsConfig'), report),
  };
}

const POLICIES: readonly string[] = ['ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None'];

function checkPolicy({ specPath, dnsPolicy }: DnsFields, add: Add): void {
  if (dnsPolicy !== '' && !POLICIES.includes(dnsPolicy)) {
    const path = childPath(specPath, 'dnsPolicy');
    add('DNS_POLICY_NOT_SUPPORTED', path, `expected one of ${POLICIES.join(', ')}`, dnsPolicy);
  }
}

function checkHostnames(fields: DnsFields, add: Add): void {
  const { specPath, hostnameOverride, setHostnameAsFQDN, hostNetwork } = fields;
  for (const field of ['hostname', 'subdomain'] as const) {
    const label = fields[field];
    if (label !== '' && dns1123LabelErrors(label).length > 0) {
      const message = "expected a DNS-1123 label, such as 'my-name', of at most 63 bytes";
      add('INVALID_HOSTNAME', childPath(specPath, field), message, label);
    }
  }
  if (hostnameOverride === undefined) {
    return;
  }
  const path = childPath(specPath, 'hostnameOverride');
  if (setHostnameAsFQDN || hostNetwork) {
    const message = 'cannot be combined with setHostnameAsFQDN or hostNetwork';
    add('HOSTNAME_OVERRIDE_FORBIDDEN', path, message, hostnameOverride);
  }
  if (utf8Length(hostnameOverride) > 64) {
    add('HOSTNAME_OVERRIDE_TOO_LONG', path, 'expected at most 64 bytes', hostnameOverride);
  }
  if (dns1123SubdomainErrors(hostnameOverride).length > 0) {
    const message = "expected a DNS-1123 subdomain, such as 'example.com'";
    add('INVALID_HOSTNAME', path, message, hostnameOverride);
  }
}

function checkConfig({ specPath, dnsPolicy, dnsConfig }: DnsFields, add: Add): void {
  const path = childPath(specPath, 'dnsConfig');
  const nameserversPath = childPath(path, 'nameservers');
  const { nameservers, searches, options } = dnsConfig ?? EMPTY;
  if (dnsPolicy === 'None' && nameservers.length === 0) {
    const message = 'the policy None requires at least one name server in dnsConfig';
    if (dnsConfig === undefined) {
      add('DNS_CONFIG_REQUIRED', path, message);
    } else {
      add('NAMESERVER_REQUIRED', nameserversPath, message);
    }
    // The API server checks nothing else then.
    return;
  }
  if (nameservers.length > MAX_NAMESERVERS) {
    add('TOO_MANY_NAMESERVERS', nameserversPath, `expected at most ${MAX_NAMESERVERS}`);
  }
  for (const [index, nameserver] of nameservers.entries()) {
    if (!isPlainAddress(nameserver)) {
      const message = 'expected an IP address without leading zeros and without a zone';
      add('INVALID_NAMESERVER', childPath(nameserversPath, index), message, nameserver);
    }
  }
  checkSearches(searches, childPath(path, 'searches'), add);
  for (const [index, { name }] of options.entries()) {
    if (name === '') {
      const optionPath = childPath(childPath(path, 'options'), index);
      add('OPTION_NAME_REQUIRED', optionPath, 'set the name of the option');
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

function checkSearches(searches: readonly string[], path: FieldPath, add: Add): void {
  if (searches.length > MAX_SEARCHES) {
    add('TOO_MANY_SEARCHES', path, `expected at most ${MAX_SEARCHES}`);
  }
  if (utf8Length(searches.join(' ')) > MAX_SEARCH_LIST_BYTES) {
    const message = `expected at most ${MAX_SEARCH_LIST_BYTES} bytes, including the spaces between the domains`;
    add('SEARCH_LIST_TOO_LONG', path, message);
  }
  for (const [index, search] of searches.entries()) {
    if (search !== '.' && !isSearchDomain(search.replace(/\.$/, ''))) {
      const message =
        "expected a domain in lower case, such as 'example.com', of at most 253 bytes";
      add('INVALID_SEARCH', childPath(path, index), message, search);
    }
  }
}

/** Reports whether a domain is a DNS-1123 subdomain in which labels can also start with or contain `_`. */
function isSearchDomain(domain: string): boolean {
  const isLabel = (label: string) => /^_?[a-z0-9][a-z0-9_-]*$/.test(label) && !/[_-]$/.test(label);
  return utf8Length(domain) <= MAX_SEARCH_BYTES && domain.split('.').every(isLabel);
}
