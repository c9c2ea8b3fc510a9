import type { EndpointSlice, Service } from '@kubesem/core';
import {
  type DnsRecord,
  dnsZone,
  formatRecord,
  queryZone,
  type Zone,
  type ZoneObjects,
  zoneRecords,
} from '@kubesem/dns';
import type { Comparison } from '../../harness/comparison.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import { cluster } from './cluster.js';
import { clusters } from './examples.js';
import { type Question, questions } from './questions.js';

/** Options in the format of the oracle. */
export interface Options {
  readonly zones: readonly string[];
  readonly pods?: Zone['pods'];
  readonly endpointPodNames?: boolean;
  readonly ignoreEmptyService?: boolean;
  readonly namespaces?: readonly string[];
  readonly ttl?: number;
  readonly upstream?: readonly string[];
}

/** Answer of the oracle to one question. */
export interface TheirAnswer {
  readonly code: string;
  readonly answers: readonly string[];
  readonly additionals: readonly string[];
}

/** An upstream resolver with the records of a zone file. */
export function upstream(
  lines: readonly string[],
): (name: string, type: string) => readonly DnsRecord[] {
  const records = lines.map((line): DnsRecord => {
    const [name, ttl, , type, data] = line.split(' ') as [string, string, string, string, string];
    const base = { name, ttlSeconds: Number(ttl) };
    return type === 'CNAME'
      ? { ...base, type, target: data }
      : { ...base, type: type as 'A' | 'AAAA', address: data };
  });
  return (name, type) =>
    records.filter(
      (record) =>
        record.name.toLowerCase() === name.toLowerCase() &&
        (record.type === type || record.type === 'CNAME'),
    );
}

/** Our zone for a case. */
export function zoneOf(objects: JsonObject, options: Options): Zone {
  return dnsZone({ namespaces: [], ...objects } as ZoneObjects, {
    clusterDomain: options.zones[0],
    pods: options.pods || 'disabled',
    endpointPodNames: options.endpointPodNames,
    ignoreEmptyService: options.ignoreEmptyService,
    exposedNamespaces: options.namespaces?.length ? options.namespaces : undefined,
    ttlSeconds: options.ttl ?? 5,
    upstream: upstream(options.upstream ?? []),
  });
}

const CODES = {
  NOERROR: 'NOERROR',
  NODATA: 'NOERROR',
  NXDOMAIN: 'NXDOMAIN',
  NOT_IN_ZONE: 'NOTZONE',
};

/** Without the alias to `.` of a Service that has no address: see DEVIATIONS.md. */
export function storedOf(theirs: TheirAnswer): TheirAnswer {
  return theirs.answers.some((line) => line.endsWith(' CNAME .'))
    ? { ...theirs, answers: [] }
    : theirs;
}

function compareAnswer(
  zone: Zone,
  [name, type]: Question,
  answer: TheirAnswer,
  comparison: Comparison,
): void {
  const theirs = storedOf(answer);
  const ours = queryZone(zone, name, type);
  const field = (what: string) => `${what} of ${name} ${type}`;
  comparison.field(field('code'), theirs.code, CODES[ours.code]);
  comparison.field(
    field('no data'),
    theirs.code === 'NOERROR' && theirs.answers.length === 0,
    ours.code === 'NODATA',
  );
  for (const section of ['answers', 'additionals'] as const) {
    const lines = ours[section].map(formatRecord);
    comparison.field(field(section), JSON.stringify(theirs[section]), JSON.stringify(lines));
  }
}

/** Objects of `default`, every second one without its namespace, as in a manifest. */
function asWritten(objects: JsonObject): JsonObject {
  const lists = Object.entries(objects as { readonly [list: string]: readonly JsonObject[] });
  return Object.fromEntries(
    lists.map(([list, entries]) => [
      list,
      entries.map((entry, index) => {
        const { namespace, ...metadata } = entry.metadata as JsonObject;
        return namespace === 'default' && index % 2 === 1 ? { ...entry, metadata } : entry;
      }),
    ]),
  );
}

/** What kubesem reports about namespaces and Services must be true for the server. */
function compareProblems(
  zone: Zone,
  objects: JsonObject,
  codeOf: (labels: readonly unknown[]) => string | undefined,
  comparison: Comparison,
): void {
  const lists = objects as { readonly [list: string]: readonly (Service & EndpointSlice)[] };
  const found = new Set(zone.problems.map(({ code, path }) => `${code} ${path}`));
  for (const list of ['services', 'endpointSlices']) {
    for (const [index, { metadata }] of (lists[list] ?? []).entries()) {
      const path = `${list}[${index}]`;
      const code = codeOf([metadata?.namespace]);
      if (code !== undefined) {
        const isMissing = found.has(`NAMESPACE_NOT_LISTED ${path}`);
        comparison.field(`missing namespace of ${path}`, code === 'NXDOMAIN', isMissing);
      }
      const service = metadata?.labels?.['kubernetes.io/service-name'];
      if (found.has(`SLICE_WITHOUT_SERVICE ${path}`)) {
        const serviceCode = codeOf([service, metadata?.namespace]) ?? 'NXDOMAIN';
        comparison.field(`missing Service of ${path}`, serviceCode, 'NXDOMAIN');
      }
    }
  }
}

/** Every listed record is among the answers for its name, if that name was asked for. */
function compareRecords(
  zone: Zone,
  asked: readonly Question[],
  theirs: readonly TheirAnswer[],
  comparison: Comparison,
): void {
  const types = new Set(asked.map(([name, type]) => `${name}. ${type}`));
  const answers = new Set(
    asked.flatMap(([name], index) =>
      (theirs[index] as TheirAnswer).answers.map((line) => `${name}. ${line}`),
    ),
  );
  for (const record of zoneRecords(zone)) {
    if (types.has(`${record.name} ${record.type}`)) {
      const line = formatRecord(record);
      comparison.field(`listed ${line}`, true, answers.has(`${record.name} ${line}`));
    }
  }
}

const zone: Operation = {
  name: 'dns.query',
  program: 'coredns',
  examples: clusters,
  generate(random) {
    const { objects, options, zone: domain } = cluster(random);
    return { objects, options, questions: questions(random, objects, domain) as unknown as Json };
  },
  compare(input, theirs, comparison) {
    const {
      objects,
      options,
      questions: asked,
    } = input as unknown as {
      objects: JsonObject;
      options: Options;
      questions: readonly Question[];
    };
    if (theirs.out === undefined) {
      comparison.field('answer', theirs, 'an answer to each question');
      return;
    }
    const answers = theirs.out as unknown as readonly TheirAnswer[];
    const ours = zoneOf(asWritten(objects), options);
    for (const [index, answer] of answers.entries()) {
      // The names do not fit into a message.
      if (answer.code !== 'FORMERR' && answer.code !== 'UNSENT') {
        compareAnswer(ours, asked[index] as Question, answer, comparison);
      }
    }
    compareRecords(ours, asked, answers, comparison);
    const codes = new Map(asked.map((question, index) => [`${question}`, answers[index]?.code]));
    // Without this option, every namespace of the cluster has names; other labels are never found.
    const codeOf = (labels: readonly unknown[]) =>
      options.namespaces === undefined && labels.every((label) => /^[a-z0-9-]+$/.test(`${label}`))
        ? codes.get(`${labels.join('.')}.svc.${options.zones[0]},A`)
        : undefined;
    compareProblems(ours, objects, codeOf, comparison);
  },
  kind(input) {
    const { zones, pods, endpointPodNames, ignoreEmptyService, namespaces } = (input as JsonObject)
      .options as unknown as Options;
    return `${[zones[0], pods, endpointPodNames, ignoreEmptyService, namespaces !== undefined]}`;
  },
};

/** Answers of the cluster's DNS server. */
export const zoneOperations: readonly Operation[] = [zone];
