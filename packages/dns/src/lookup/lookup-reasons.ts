import { type LookupReason, type LookupReasonCode, reason } from './lookup-reason.js';
import { type LookupTarget, lookupTarget, namespacesOf, withinCluster } from './lookup-target.js';
import { ask, type LookupClient, type LookupWalk, walkLookup } from './lookup-walk.js';
import { serviceReason } from './service-reason.js';

/** A failed lookup, with what is known of it. */
interface FailedLookup extends LookupWalk {
  /** The name that was looked up. */
  readonly name: string;
  /** The namespace of the Pod. */
  readonly namespace: string;
  /** A command line that does something in the Pod. */
  readonly inPod: (command: string) => string;
}

/** A name that has records of a port has an address, too. */
const TYPES = ['A', 'AAAA'];

/** Tells why a lookup fails: what the Pod's resolver does, then what the cluster does not have. */
export function lookupReasons(lookup: FailedLookup, client: LookupClient): readonly LookupReason[] {
  const { name, namespace, search, inPod } = lookup;
  const { zone } = client;
  const list = inPod('cat /etc/resolv.conf');
  if (search.rule === 'ADDRESS') {
    return [];
  }
  if (search.rule === 'INVALID') {
    return [reason('INVALID_NAME', `${name} can be no name, so nothing is asked`, list)];
  }
  const target = lookupTarget(name, namespace, zone);
  const cut = cutReasons(lookup, client, list);
  if (target === undefined) {
    return [...cut, outsideReason(lookup, client)];
  }
  const policy = policyReasons(client, list);
  const missing = targetReasons(target, client);
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
    message:
      'on the network of the node, ClusterFirst counts as Default; ClusterFirstWithHostNet does not',
  },
  NO_CLUSTER_DNS: {
    code: 'POLICY_FALLS_BACK',
    message: 'the kubelet knows no DNS server of the cluster, so the policy counts as Default',
  },
  DEFAULT: {
    code: 'POLICY_NOT_CLUSTER',
    message: 'the policy Default asks the servers of the node',
  },
  NONE: {
    code: 'POLICY_NOT_CLUSTER',
    message: 'the policy None asks the servers of dnsConfig alone',
  },
};

function policyReasons(
  { resolvConf, asksCluster }: LookupClient,
  check: string,
): readonly LookupReason[] {
  const policy = POLICIES[resolvConf.rule];
  if (asksCluster || policy === undefined) {
    return [];
  }
  const { code, message } = policy;
  return [reason(code, `${message}: these do not know the names of the cluster`, check)];
}

function outsideReason({ name, inPod }: FailedLookup, { zone }: LookupClient): LookupReason {
  return withinCluster(name, zone) === undefined
    ? reason(
        'NOT_IN_CLUSTER',
        `${name} is the name of no object that is given: other servers have to know it`,
        inPod(`nslookup ${shellWord(name)}`),
      )
    : reason('NO_SUCH_SERVICE', `${name} is the name of no Service`, 'kubectl get svc -A');
}

/** The search domains that a limit took away, and that have an answer, or may have one elsewhere. */
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
  const message = `because of the limits these search domains are not used: ${useful.join(' ')}`;
  const suggestions = useful.map((domain) => `${name}.${domain}`);
  return [reason('SEARCH_LIST_CUT', message, check, suggestions)];
}

function mightHelp(name: string, domain: string, client: LookupClient): boolean {
  const { code } = ask(`${name}.${domain}`, TYPES, client);
  return code === 'NOERROR' || code === 'NOT_IN_ZONE';
}

/** Of a name that exists, but that the search list does not lead to. */
function unsearchedReason(
  { name, search }: FailedLookup,
  full: string,
  client: LookupClient,
  check: string,
): LookupReason {
  const isSearchable = client.resolvConf.searches.some(
    (domain) => ask(`${name}.${domain}`, TYPES, client).code === 'NOERROR',
  );
  if (search.rule === 'ENOUGH_DOTS' && isSearchable) {
    const message = `${name} has at least ${search.ndots} dots (ndots), so that ${client.libc} asks it as it is alone`;
    return reason('NDOTS_TOO_LOW', message, check, [full]);
  }
  const message = `no name that is asked is the full one, ${full}`;
  return reason('NOT_SEARCHED', message, check, [full]);
}

function fullName({ type, prefix, name, namespace }: LookupTarget, { zone }: LookupClient): string {
  return [...prefix, name, namespace, type, zone.clusterDomain].join('.');
}

/** What is wrong with the Service or the Pod itself; nothing if it has an answer. */
function targetReasons(target: LookupTarget, client: LookupClient): readonly LookupReason[] {
  const { type, name, namespace } = target;
  const { zone } = client;
  const { answers } = ask(fullName(target, client), TYPES, { ...client, asksCluster: true });
  if (answers.length > 0) {
    return [];
  }
  if (!zone.namespaces.has(namespace)) {
    const message = `the namespace ${namespace} is not known from the objects that are given`;
    const names = type === 'svc' ? otherNames(target, client) : [];
    return [reason('NO_SUCH_NAMESPACE', message, 'kubectl get namespaces', names)];
  }
  if (type === 'pod') {
    const message =
      zone.pods === 'disabled'
        ? 'the DNS server gives no names to Pods'
        : `the DNS server knows no Pod ${name} in the namespace ${namespace}`;
    return [reason('NO_SUCH_POD', message, `kubectl get pods -n ${namespace} -o wide`)];
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
  const message = `no Service ${name} is given in the namespace ${namespace}`;
  if (first === undefined) {
    return reason('NO_SUCH_SERVICE', message, `kubectl get svc ${shellWord(name)} -n ${namespace}`);
  }
  const namespaces = namespacesOf(name, client.zone).join(', ');
  return reason(
    'WRONG_NAMESPACE',
    `${message}, but in ${namespaces}: the name has to say the namespace`,
    `kubectl get svc ${name} -n ${first}`,
    otherNames(target, client),
  );
}

/** The same name with each namespace that has such a Service: short if the Pod's resolver finds that. */
function otherNames(target: LookupTarget, client: LookupClient): readonly string[] {
  const { prefix, name } = target;
  const shorts = namespacesOf(name, client.zone).map((each) => [...prefix, name, each].join('.'));
  const [first] = shorts;
  if (first === undefined || walkLookup(first, client).hit !== undefined) {
    return shorts;
  }
  return shorts.map((short) => `${short}.svc.${client.zone.clusterDomain}`);
}

/** A text as one word of a command line: musl and Windows ask any text for a name. */
function shellWord(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`;
}
