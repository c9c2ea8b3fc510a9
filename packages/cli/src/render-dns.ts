import {
  type DnsRecord,
  formatRecord,
  type LookupExplanation,
  type PodResolvConf,
} from '@kubesem/dns';
import type { DnsNames } from '@kubesem/inspect';
import { renderTable } from './table.js';
import { type Colors, visible } from './terminal.js';

/**
 * Lays out one line for each name of each object.
 *
 * @param objects - Services and Pods
 * @param colors - for the terminal
 * @returns the table; objects without a name have one line
 */
export function renderDnsNames(objects: readonly DnsNames[], colors: Colors): string {
  return renderTable(
    ['OBJECT', 'NAME OF', 'NAME'].map((head) => ({ head: colors.bold(head) })),
    objects.flatMap(({ kind, namespace, name, names }) => {
      const object = `${kind} ${visible(namespace)}/${visible(name)}`;
      return names.length === 0
        ? [[object, '-', '-']]
        : names.map((one, index) => [index === 0 ? object : '', one.of, one.name]);
    }),
  );
}

/**
 * Lays out records.
 *
 * @param heading - of the names
 * @param records - the records
 * @param colors - for the terminal
 * @returns the table
 */
export function renderRecords(
  heading: string,
  records: readonly DnsRecord[],
  colors: Colors,
): string {
  return renderTable(
    [heading, 'TTL', 'TYPE', 'DATA'].map((head) => ({ head: colors.bold(head) })),
    records.map((record) => [
      visible(record.name),
      `${record.ttlSeconds}`,
      record.type,
      recordData(record),
    ]),
  );
}

/** An alias alone leads out of the cluster. */
function answersText(answers: readonly DnsRecord[]): string {
  const text = answers.map((record) => `${record.type} ${recordData(record)}`).join(', ');
  const isAlias = answers.every(({ type }) => type === 'CNAME');
  return isAlias ? `${text}, whose address is asked elsewhere` : text;
}

/** What stands behind name, seconds, class and type. */
function recordData(record: DnsRecord): string {
  const start = `${record.name} ${record.ttlSeconds} IN ${record.type} `;
  return visible(formatRecord(record).slice(start.length));
}

/** Source: the constants of `@kubesem/dns`, as the kubelet applies them. */
const OMITTED = {
  TOO_MANY: 'there are 32 before it',
  TOO_LONG: 'it has more than 253 bytes',
  LIST_TOO_LONG: 'the list has more than 2048 bytes with it',
} as const;

/**
 * Says why a `resolv.conf` is as it is: the rule, what was cut, the events of the kubelet.
 *
 * @param resolvConf - of a Pod
 * @param colors - for the terminal
 * @returns the lines
 */
export function renderResolvConfNotes(
  { base, rule, omitted, events }: PodResolvConf,
  colors: Colors,
): string {
  const lines = [
    `from ${FROM[base]}: ${RULES[rule]}`,
    ...omitted.nameservers.map((ip) => `left out: nameserver ${ip}, there are 3 before it`),
    ...omitted.searches.map((one) => `left out: search ${one.domain}, ${OMITTED[one.rule]}`),
    ...events.map(({ object, type, reason, message }) => {
      return `event of the ${object}: ${type} ${reason} ${message}`;
    }),
  ];
  return lines.map((line) => `${colors.dim(visible(line))}\n`).join('');
}

const FROM = {
  cluster: "the cluster's DNS",
  node: "the node's resolv.conf",
  none: 'dnsConfig alone',
} as const;

const RULES: { readonly [rule in PodResolvConf['rule']]: string } = {
  NONE: 'the policy is None',
  CLUSTER_FIRST: 'the policy is ClusterFirst',
  CLUSTER_FIRST_WITH_HOST_NET: 'the policy is ClusterFirstWithHostNet',
  UNKNOWN_POLICY: 'the policy is unknown, and counts as ClusterFirst',
  DEFAULT: 'the policy is Default',
  HOST_NETWORK: 'the policy ClusterFirst counts as Default on the network of the node',
  NO_CLUSTER_DNS: 'the kubelet knows no DNS server of the cluster',
};

/**
 * Lays out how a lookup goes: each name that is asked, and its answer; then why there is none.
 *
 * @param explanation - of the lookup
 * @param colors - for the terminal
 * @returns the table and the reasons
 */
export function renderLookup(
  { attempts, hit, reasons, rule }: LookupExplanation,
  colors: Colors,
): string {
  if (rule === 'ADDRESS') {
    return 'nothing is asked: this is an address\n';
  }
  const table = renderTable(
    ['TRY', 'NAME', 'CODE', 'ANSWER'].map((head) => ({ head: colors.bold(head) })),
    attempts.map(({ name, code, answers, server }, index) => [
      `${index + 1}`,
      visible(name),
      index === hit ? colors.green(code) : code,
      answers.length > 0 ? answersText(answers) : server === 'other' ? 'asked elsewhere' : '-',
    ]),
  );
  const why = reasons.map(
    ({ code, message, check, suggestions }) =>
      `\n${colors.bold(code)}: ${visible(message)}\n` +
      suggestions.map((name) => `  try    ${visible(name)}\n`).join('') +
      `  check  ${visible(check)}\n`,
  );
  return `${attempts.length > 0 ? table : ''}${why.join('')}`;
}
