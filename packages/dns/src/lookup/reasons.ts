import { type Problem } from '@kubesem/core';
import { problemOf } from '@kubesem/core/internal';
import { escapeName } from '../names/dns-name.js';
import type { Zone, ZoneService } from '../zone/zone.js';
import type { LOOKUP_CODES } from './codes.js';
import { type LookupTarget, lookupTarget, namespacesOf, withinCluster } from './target.js';
import { type LookupClient, type LookupWalk, queryTypes, typesOf, walkLookup } from './walk.js';

/** Codes of the reasons why a lookup fails, according to the objects of the zone. */
export type LookupReasonCode = keyof typeof LOOKUP_CODES | 'CLUSTER_IP_MISSING' | 'NAME_INVALID';

/** One reason why a lookup fails. It has no segments. */
export interface LookupReason extends Problem<LookupReasonCode> {
  /** A command line that checks it. */
  readonly check: string;
  /** Names that resolve instead; may be empty. */
  readonly suggestions: readonly string[];
}

/** Makes a reason. */
function reason(
  code: LookupReasonCode,
  message: string,
  check: string,
  suggestions: readonly string[] = [],
): LookupReason {
  return { ...problemOf({ code, message }), check, suggestions };
}

/** Quotes a string for a command line: names can have any characters. */
export function shellWord(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`;
}

/** A failed lookup. */
interface FailedLookup extends LookupWalk {
  /** The name that was looked up. */
  readonly name: string;
  /** The namespace of the Pod. */
  readonly namespace: string;
  /** Returns a command line that runs a command in the Pod. */
  readonly inPod: (command: string) => string;
}

/** Finds the reasons why a lookup fails: in the configuration of the Pod's resolver, then in the cluster. */
export function lookupReasons(lookup: FailedLookup, client: LookupClient): readonly LookupReason[] {
  const { name, namespace, search, inPod } = lookup;
  const { zone } = client;
  const list = inPod('cat /etc/resolv.conf');
  if (search.rule === 'ADDRESS') {
    return [];
  }
  if (search.rule === 'INVALID') {
    const message = `${name} is not a valid DNS name, so the resolver sends no query`;
    return [reason('NAME_INVALID', message, list)];
  }
  const target = lookupTarget(name, namespace, zone);
  const cut = cutReasons(lookup, client, list);
  if (target === undefined) {
    return [...cut, outsideReason(lookup, client)];
  }
  const policy = policyReasons(client, list);
  const missing = targetReasons(target, typesOf(name), client);
  if (search.rule === 'ABSOLUTE' && withinCluster(name, client.zone) === undefined) {
    // The final dot excludes the search domains, so the name would not resolve even if the object existed.
    return missing.length > 0
      ? [outsideReason(lookup, client)]
      : [...policy, unsearchedReason(lookup, fullName(target, client), client, list)];
  }
  if (missing.length > 0 || policy.length > 0) {
    return [...policy, ...missing];
  }
  const full = fullName(target, client);
  if (cut.some(({ suggestions }) => suggestions.includes(full))) {
    return cut;
  }
  return [unsearchedReason(lookup, full, client, list)];
}

const POLICIES: {
  readonly [rule: string]: { readonly code: LookupReasonCode; readonly message: string };
} = {
  HOST_NETWORK: {
    code: 'POLICY_FALLS_BACK',
    message: 'with hostNetwork, ClusterFirst counts as Default; use ClusterFirstWithHostNet',
  },
  NO_CLUSTER_DNS: {
    code: 'POLICY_FALLS_BACK',
    message: 'the kubelet has no cluster DNS server, so the policy counts as Default',
  },
  DEFAULT: {
    code: 'POLICY_NOT_CLUSTER',
    message: 'the policy Default uses the name servers of the node',
  },
  NONE: {
    code: 'POLICY_NOT_CLUSTER',
    message: 'the policy None uses only the name servers of dnsConfig',
  },
};

function policyReasons(
  { resolvConf, usesClusterDns }: LookupClient,
  check: string,
): readonly LookupReason[] {
  const policy = POLICIES[resolvConf.rule];
  if (usesClusterDns || policy === undefined) {
    return [];
  }
  const { code, message } = policy;
  return [reason(code, `${message}; the Pod does not query the cluster DNS`, check)];
}

function outsideReason({ name, inPod }: FailedLookup, { zone }: LookupClient): LookupReason {
  return withinCluster(name, zone) === undefined
    ? reason(
        'NAME_OUTSIDE_CLUSTER',
        `${name} is not a name of the cluster, so another DNS server must resolve it`,
        inPod(`nslookup ${shellWord(name)}`),
      )
    : reason('SERVICE_NOT_FOUND', `${name} is not the name of a Service`, 'kubectl get svc -A');
}

/** Finds the search domains that exceed a limit and complete the name, or could complete it outside the cluster. */
function cutReasons(
  { name, search }: FailedLookup,
  client: LookupClient,
  check: string,
): readonly LookupReason[] {
  if (search.rule === 'ABSOLUTE') {
    return [];
  }
  const { omitted, searches } = client.resolvConf;
  const isCut = search.rule === 'SEARCH_LINE_TOO_LONG';
  const domains = [...(isCut ? searches : []), ...omitted.searches.map(({ domain }) => domain)];
  const useful = domains.filter((domain) => mightHelp(name, domain, client));
  if (useful.length === 0) {
    return [];
  }
  const message = `these search domains exceed a limit and are ignored: ${useful.join(' ')}`;
  const suggestions = useful.map((domain) => `${name}.${domain}`);
  return [reason('SEARCH_LIST_CUT', message, check, suggestions)];
}

function mightHelp(name: string, domain: string, client: LookupClient): boolean {
  const { code } = queryTypes(`${name}.${domain}`, typesOf(name), client);
  return code === 'NOERROR' || code === 'NOT_IN_ZONE';
}

/** Returns the reason for a name that exists, but that the resolver does not query. */
function unsearchedReason(
  { name, search }: FailedLookup,
  full: string,
  client: LookupClient,
  check: string,
): LookupReason {
  const isSearchable = client.resolvConf.searches.some(
    (domain) => queryTypes(`${name}.${domain}`, typesOf(name), client).code === 'NOERROR',
  );
  if (search.rule === 'ENOUGH_DOTS' && isSearchable) {
    const message = `${name} has ${search.ndots} or more dots (ndots), so ${client.libc} tries it only as an absolute name`;
    return reason('NDOTS_TOO_LOW', message, check, [full]);
  }
  const message =
    search.rule === 'ABSOLUTE'
      ? `${name} is absolute because of its final dot, so no search domain completes it to ${full}`
      : `no search domain completes ${name} to ${full}`;
  return reason('NAME_NOT_SEARCHED', message, check, [full]);
}

function fullName({ type, prefix, name, namespace }: LookupTarget, { zone }: LookupClient): string {
  return [...prefix, name, namespace, type, zone.clusterDomain].join('.');
}

/** Finds what is wrong with the Service or Pod itself; nothing if its full name has an answer. */
function targetReasons(
  target: LookupTarget,
  types: readonly string[],
  client: LookupClient,
): readonly LookupReason[] {
  const { type, name, namespace } = target;
  const { zone } = client;
  const { answers } = queryTypes(fullName(target, client), types, {
    ...client,
    usesClusterDns: true,
  });
  if (answers.length > 0) {
    return [];
  }
  if (!zone.namespaces.has(namespace)) {
    const message = `namespace ${namespace} does not exist or has no objects`;
    const names = type === 'svc' ? otherNames(target, client) : [];
    return [reason('NAMESPACE_NOT_FOUND', message, 'kubectl get namespaces', names)];
  }
  if (type === 'pod') {
    const message =
      zone.pods === 'disabled'
        ? 'the DNS server has no names for Pods'
        : `the DNS server has no name for the Pod ${name} in namespace ${namespace}`;
    return [
      reason('POD_NOT_FOUND', message, `kubectl get pods -n ${shellWord(namespace)} -o wide`),
    ];
  }
  const service = zone.services.get(`${namespace}/${name}`);
  return [
    service === undefined
      ? missingService(target, client)
      : serviceReason(service, target.prefix, zone),
  ];
}

function missingService(target: LookupTarget, client: LookupClient): LookupReason {
  const { name, namespace } = target;
  const [first] = namespacesOf(name, client.zone);
  const message = `Service ${name} does not exist in namespace ${namespace}`;
  if (first === undefined) {
    return reason(
      'SERVICE_NOT_FOUND',
      message,
      `kubectl get svc ${shellWord(name)} -n ${shellWord(namespace)}`,
    );
  }
  const namespaces = namespacesOf(name, client.zone).join(', ');
  return reason(
    'NAMESPACE_WRONG',
    `${message}, only in ${namespaces}; add the namespace to the name`,
    `kubectl get svc ${shellWord(name)} -n ${shellWord(first)}`,
    otherNames(target, client),
  );
}

/** Returns the names that resolve with another namespace, in the short form if the Pod's resolver completes it. */
function otherNames(target: LookupTarget, client: LookupClient): readonly string[] {
  const { prefix, name } = target;
  return namespacesOf(name, client.zone).flatMap((namespace) => {
    const short = [...prefix, name, namespace].join('.');
    const forms = [short, `${short}.svc.${client.zone.clusterDomain}`];
    return forms.find((form) => walkLookup(form, client).hit !== undefined) ?? [];
  });
}

/**
 * Finds the reason why a name of an existing Service has no answer.
 *
 * @param service - the Service
 * @param prefix - the labels before its name
 * @param zone - the zone of the cluster
 * @returns the reason, with a command from the documentation about debugging Services
 */
function serviceReason(service: ZoneService, prefix: readonly string[], zone: Zone): LookupReason {
  const { name, namespace, externalName, isHeadless, hosts, hasSlices, endpoints } = service;
  const own = `Service ${name} in namespace ${namespace}`;
  const inNamespace = `-n ${shellWord(namespace)}`;
  const asObject = `kubectl get svc ${shellWord(name)} ${inNamespace} -o yaml`;
  const slices = `kubectl get endpointslices -l kubernetes.io/service-name=${shellWord(name)} ${inNamespace}`;
  const because = (code: LookupReasonCode, message: string, check: string): LookupReason =>
    reason(code, `${own} ${message}`, check);
  const noneReady = (which: string): LookupReason =>
    hasSlices
      ? because('ENDPOINTS_NOT_READY', `has no ready endpoint${which}`, slices)
      : because(
          'ENDPOINT_SLICES_MISSING',
          'has no EndpointSlice in the input, so its endpoints are unknown',
          slices,
        );
  if (escapeName(name) !== name) {
    return because('NAME_INVALID', 'has a name that the DNS server does not find', asObject);
  }
  if (externalName !== undefined) {
    const problem =
      prefix.length > 0
        ? 'so there are no names below it'
        : 'which is an address or does not resolve';
    return because('EXTERNAL_NAME', `is an alias of ${externalName}, ${problem}`, asObject);
  }
  const isEmpty = endpoints.length === 0;
  if (isEmpty && (isHeadless || zone.ignoreEmptyService)) {
    return noneReady('');
  }
  // A Service without an address has no SRV record, whether or not it has the port.
  if (prefix.length > 1 && (isHeadless || hosts.some(({ type }) => type !== undefined))) {
    const port = prefix.join('.');
    return because('SERVICE_PORT_NOT_FOUND', `has no port ${port} (_<port>._<protocol>)`, asObject);
  }
  if (prefix.length !== 1) {
    return because('CLUSTER_IP_MISSING', 'has no cluster IP', asObject);
  }
  const [label = ''] = prefix;
  if (endpoints.every(({ hostname }) => hostname !== '')) {
    return noneReady(` named ${label}`);
  }
  return because(
    'HEADLESS_WITHOUT_HOSTNAME',
    `has endpoints without a host name; set hostname and subdomain (${name}) in their Pods`,
    `kubectl get pods ${inNamespace} -o custom-columns=NAME:.metadata.name,HOSTNAME:.spec.hostname,SUBDOMAIN:.spec.subdomain`,
  );
}
