import type { Pod } from '@kubesem/core';
import {
  explainLookup,
  formatRecord,
  type Libc,
  type LookupCluster,
  type LookupExplanation,
  type SearchCandidate,
  searchCandidates,
} from '@kubesem/dns';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';
import { cluster } from './zone/cluster.js';
import { type Options, storedOf, type TheirAnswer, upstream, zoneOf } from './zone/operation.js';
import { type Question, questions } from './zone/questions.js';

const CLUSTER_DNS = '10.96.0.10';

/** A lookup from a Pod. */
interface Lookup {
  readonly name: string;
  readonly pod: Pod;
  readonly node: LookupCluster['node'];
  readonly libc: Libc;
}

interface Case {
  readonly objects: JsonObject;
  readonly options: Options;
  readonly lookup: Lookup;
  readonly questions: readonly Question[];
}

function typesOf(name: string, candidate: SearchCandidate): readonly string[] {
  return /^_[^.]+\._[^.]+\./.test(name) ? ['SRV'] : candidate.types;
}

function explain({ objects, options, lookup }: Omit<Case, 'questions'>) {
  const { name, pod, node, libc } = lookup;
  return explainLookup(name, pod, { zone: zoneOf(objects, options), node, libc });
}

/** Adds the questions: all names that may be queried for the name and for the names that are suggested instead. */
function withQuestions(input: Omit<Case, 'questions'>): Json {
  const { resolvConf, reasons } = explain(input);
  const { name, libc } = input.lookup;
  const asked = [name, ...reasons.flatMap(({ suggestions }) => suggestions)].flatMap((each) =>
    searchCandidates(each, resolvConf, { libc }).candidates.flatMap((candidate) =>
      typesOf(each, candidate).map((type): Question => [candidate.name, type]),
    ),
  );
  const unique = new Map(asked.map((question) => [`${question}`, question]));
  return { ...input, questions: [...unique.values()] } as unknown as Json;
}

/** A name as programs look it up: complete, or without some of its last labels. */
function lookedUp(random: Random, objects: JsonObject, zone: string): string {
  const [full] = random.pick(questions(random, objects, zone));
  const labels = full.split('.');
  return random.percent(20)
    ? full
    : labels.slice(0, 1 + random.below(Math.min(labels.length, 5))).join('.');
}

function generate(random: Random): Json {
  const { objects, options, zone } = cluster(random);
  const pod = {
    metadata: { name: 'client', namespace: random.pick(words('default prod kube-system x gone')) },
    spec: {
      ...random.maybe(15, () => ({ dnsPolicy: random.pick(['Default', 'None', 'ClusterFirst']) })),
      ...random.maybe(25, () => ({
        dnsConfig: {
          searches: random.list(2, () => random.pick([zone, 'example.com', `svc.${zone}`, '.'])),
          options: [{ name: 'ndots', value: random.pick(['1', '2', '5']) }],
          nameservers: [CLUSTER_DNS],
        },
      })),
    },
  };
  const node = {
    clusterDNS: [CLUSTER_DNS],
    clusterDomain: zone,
    ...random.maybe(50, () => ({ resolvConf: 'nameserver 192.0.2.53\nsearch example.com\n' })),
  };
  const libc = random.pick<Libc>(['glibc', 'glibc', 'musl', 'windows']);
  const name = lookedUp(random, objects, zone);
  return withQuestions({ objects, options, lookup: { name, pod, node, libc } } as never);
}

interface Step {
  readonly name: string;
  readonly code: string;
  readonly answers: readonly string[];
}

/** What the resolver experiences: the answers of CoreDNS to one name after the other. */
function walk(
  name: string,
  input: Case,
  theirs: readonly TheirAnswer[],
  { resolvConf }: LookupExplanation,
): readonly Step[] {
  const isClusterDns = input.lookup.node.clusterDNS?.[0] === resolvConf.nameservers[0];
  const answered = new Map(
    input.questions.map((question, index) => [`${question}`, theirs[index]]),
  );
  const elsewhere = upstream(input.options.upstream ?? []);
  const step = (candidate: SearchCandidate): Step => {
    const types = typesOf(name, candidate);
    const answers = types.map((type) => answered.get(`${candidate.name},${type}`) as TheirAnswer);
    const isOutside = answers.some(({ code }) => code === 'NOTZONE');
    const lines =
      isOutside || !isClusterDns
        ? types.flatMap((type) => elsewhere(`${candidate.name}.`, type).map(formatRecord))
        : answers.flatMap((each) => each.answers);
    const missing = isOutside ? 'NOT_IN_ZONE' : 'NXDOMAIN';
    const isMissing = !isClusterDns || answers.every(({ code }) => code !== 'NOERROR');
    const code = lines.length > 0 ? 'NOERROR' : isMissing ? missing : 'NODATA';
    return { name: candidate.name, code, answers: [...new Set(lines)] };
  };
  const { candidates } = searchCandidates(name, resolvConf, input.lookup);
  const steps: Step[] = [];
  let at: number | undefined = candidates.length > 0 ? 0 : undefined;
  while (at !== undefined) {
    const candidate = candidates[at] as SearchCandidate;
    const taken = step(candidate);
    steps.push(taken);
    at =
      taken.code === 'NOERROR'
        ? undefined
        : candidate.next[taken.code === 'NODATA' ? 'NODATA' : 'NXDOMAIN'];
  }
  return steps;
}

const lookup: Operation = {
  name: 'dns.lookup',
  program: 'coredns',
  examples: () => [],
  generate,
  compare(json, theirs, comparison) {
    const input = json as unknown as Case;
    const answers = (theirs.out as unknown as readonly TheirAnswer[]).map(storedOf);
    // No message can carry one of the names.
    if (answers.some(({ code }) => code === 'FORMERR' || code === 'UNSENT')) {
      return;
    }
    const explanation = explain(input);
    const { attempts, hit, reasons } = explanation;
    const steps = walk(input.lookup.name, input, answers, explanation);
    const ours = attempts.map(({ name, code, answers: records }) => ({
      name,
      code,
      answers: records.map(formatRecord),
    }));
    comparison.field('steps', JSON.stringify(steps), JSON.stringify(ours));
    const last = steps.length - 1;
    comparison.field('hit', steps[last]?.code === 'NOERROR' ? last : undefined, hit);
    for (const { code, suggestions } of reasons) {
      for (const name of suggestions) {
        const found = walk(name, input, answers, explanation).slice(-1)[0]?.code;
        comparison.field(`${code}: ${name} resolves`, found === 'NOERROR', true);
      }
    }
  },
  kind(json) {
    const input = json as unknown as Case;
    const { rule, hit, reasons } = explain(input);
    return `${[rule, hit === undefined, reasons.map(({ code }) => code)]}`;
  },
};

/** Lookups from Pods, step by step. */
export const lookupOperations: readonly Operation[] = [lookup];
