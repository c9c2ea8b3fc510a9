import {
  classifyRequest,
  explainClassification,
  flowHash,
  matchesFlowSchema,
  type RequestDigest,
  requestClassifier,
} from '@kubesem/apf';
import type { FlowSchema } from '@kubesem/core';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';
import { toText } from './sharding.js';

const USERS = [
  'alice',
  'bob',
  '',
  '*',
  'system:serviceaccount:ns:robot',
  'system:serviceaccount:ns:',
];
const MORE_USERS = [
  ...USERS,
  ...words(`
  system:serviceaccount:ns system:serviceaccount::x system:serviceaccount:a:b:c
  system:anonymous system:kube-scheduler __proto__
`),
  'ä\u{1f600}',
];
const GROUPS = words('system:masters system:nodes system:authenticated dev * constructor');
const NAMESPACES = ['ns', 'a', 'kube-system', '*', 'b:c'];
const VERBS = ['get', 'list', 'watch', 'create', 'update', 'delete', '*', 'post'];
const API_GROUPS = ['', 'apps', 'coordination.k8s.io', '*'];
const RESOURCES = ['pods', 'pods/status', 'leases', 'nodes', '*', 'pods/*', '*/status'];
const SUBRESOURCES = ['', '', '', 'status', 'exec', '*'];
const PATHS = [
  ...words('/healthz /healthz/etcd /healthzz / /a/b /a'),
  ...['', '/metrics', '/a/*', '*'],
];
const URLS = [...PATHS, '/healthz/', '/healthz/*', '/healthz*', '/a*', '/**', '//'];
const SCHEMA_NAMES = [...words('a b b-1 b.1 B catch-all exempt z'), ...['\u{1f600}', '\uff0d', '']];

/** One to three of a list, or `*`. */
function names(random: Random, list: readonly string[]): string[] {
  if (random.percent(35)) {
    return ['*'];
  }
  return random.percent(5) ? [] : [random.pick(list), ...random.list(2, () => random.pick(list))];
}

function subject(random: Random): Json {
  const kind = random.pick(['User', 'User', 'Group', 'Group', 'ServiceAccount', 'Other', '']);
  const account = {
    namespace: random.pick(NAMESPACES),
    name: random.pick(['robot', '*', '', 'c']),
  };
  const named: { [field: string]: Json } = {
    user: { name: random.pick(MORE_USERS) },
    group: { name: random.pick(GROUPS) },
    serviceAccount: account,
  };
  const field = { User: 'user', Group: 'group' }[kind] ?? 'serviceAccount';
  if (random.percent(90)) {
    return { kind, [field]: named[field] as Json };
  }
  const other = random.pick(['user', 'group', 'serviceAccount']);
  return random.percent(50) ? { kind } : { kind, [other]: named[other] as Json };
}

function rule(random: Random): Json {
  const resourceRules = Array.from({ length: random.below(3) }, () => ({
    verbs: names(random, VERBS),
    apiGroups: names(random, API_GROUPS),
    resources: names(random, RESOURCES),
    ...random.maybe(80, () => ({ namespaces: names(random, NAMESPACES) })),
    ...random.maybe(60, () => ({ clusterScope: random.percent(80) })),
  }));
  const nonResourceRules = Array.from({ length: random.below(3) }, () => ({
    verbs: names(random, VERBS),
    nonResourceURLs: names(random, URLS),
  }));
  return {
    subjects: Array.from({ length: random.below(3) + 1 }, () => subject(random)),
    ...random.maybe(90, () => ({ resourceRules })),
    ...random.maybe(90, () => ({ nonResourceRules })),
  };
}

/** A FlowSchema with this name, without regard to validation. */
export function flowSchema(random: Random, name: string, levels: readonly string[]): JsonObject {
  return {
    metadata: { name },
    spec: {
      priorityLevelConfiguration: { name: random.pick(levels) },
      ...random.maybe(90, () => ({
        matchingPrecedence: random.pick([1, 2, 2, 500, 9000, 10_000]),
      })),
      ...random.maybe(60, () => ({
        distinguisherMethod: { type: random.pick(['ByUser', 'ByNamespace']) },
      })),
      rules: Array.from({ length: random.below(4) }, () => rule(random)),
    },
  };
}

/** A user and a request, in the format of the oracle. */
function caller(random: Random): JsonObject {
  const isResourceRequest = random.percent(60);
  const path = random.pick(PATHS);
  const verb = random.pick(VERBS);
  const info = isResourceRequest
    ? {
        isResourceRequest,
        path: '/apis',
        verb,
        apiGroup: random.pick(API_GROUPS),
        namespace: random.percent(40) ? '' : random.pick(NAMESPACES),
        resource: random.pick(['pods', 'leases', 'nodes', '*']),
        subresource: random.pick(SUBRESOURCES),
      }
    : { isResourceRequest, path, verb };
  return { user: random.pick(MORE_USERS), groups: random.list(3, () => random.pick(GROUPS)), info };
}

/** FlowSchemas with different names. */
function flowSchemas(random: Random, levels: readonly string[]): JsonObject[] {
  const chosen = new Set(random.list(10, () => random.pick(SCHEMA_NAMES)));
  return [...chosen].map((name) => flowSchema(random, name, levels));
}

/** Requests to classify. */
function classificationCase(random: Random): Json {
  return {
    flowSchemas: flowSchemas(random, ['low']),
    requests: Array.from({ length: 1 + random.below(10) }, () => caller(random)),
  };
}

/** Requests and FlowSchemas that depend on one rule each. */
function* classifications(): Iterable<Json> {
  const anybody = [{ kind: 'Group', group: { name: '*' } }];
  const paths = { verbs: ['*'], nonResourceURLs: [] as string[] };
  const schema = (rules: Json): Json => ({
    metadata: { name: 'one' },
    spec: { priorityLevelConfiguration: { name: 'low' }, matchingPrecedence: 500, rules },
  });
  // Paths.
  for (const url of URLS) {
    const rules = [{ subjects: anybody, nonResourceRules: [{ ...paths, nonResourceURLs: [url] }] }];
    const requests = PATHS.map((path) => ({
      user: 'alice',
      groups: [],
      info: { isResourceRequest: false, path, verb: 'get' },
    }));
    yield { flowSchemas: [schema(rules)], requests };
  }
  // Subjects.
  const everything = { verbs: ['*'], nonResourceURLs: ['*'] };
  const subjects: Json[] = [
    ...MORE_USERS.map((name) => ({ kind: 'User', user: { name } })),
    ...GROUPS.map((name) => ({ kind: 'Group', group: { name } })),
    ...['', 'ns', 'a', 'b:c', '*'].flatMap((namespace) =>
      ['', 'robot', '*', 'c', 'b:c'].map((name) => ({
        kind: 'ServiceAccount',
        serviceAccount: { namespace, name },
      })),
    ),
  ];
  for (const one of subjects) {
    const rules = [{ subjects: [one], nonResourceRules: [everything] }];
    const requests = MORE_USERS.map((user, index) => ({
      user,
      groups: index % 2 === 0 ? [] : [...GROUPS],
      info: { isResourceRequest: false, path: '/', verb: 'get' },
    }));
    yield { flowSchemas: [schema(rules)], requests };
  }
}

/** A user and a request, in the format of the oracle. */
export interface Caller {
  readonly user: string;
  readonly groups: readonly string[];
  readonly info: RequestDigest['requestInfo'];
}

interface Classified {
  readonly flowSchema: string | null;
  readonly distinguisher: string;
  readonly hash: string;
  readonly matching: readonly string[];
}

/** The caller in our format. */
export function digestOf({ user, groups, info }: Caller): RequestDigest {
  return { requestInfo: info, user: { name: user, groups } };
}

const classification: Operation = {
  name: 'apf.classify',
  program: 'apf',
  examples: classifications,
  generate: classificationCase,
  compare(input, theirs, comparison) {
    const { flowSchemas, requests } = input as unknown as {
      flowSchemas: FlowSchema[];
      requests: Caller[];
    };
    const prepared = requestClassifier(flowSchemas);
    for (const [index, answer] of (theirs.out as unknown as Classified[]).entries()) {
      const digest = digestOf(requests[index] as Caller);
      const matching = flowSchemas.filter((schema) => matchesFlowSchema(digest, schema));
      const namesOf = (names: readonly string[]) => JSON.stringify([...names].sort());
      comparison.field(
        `matching ${index}`,
        namesOf(answer.matching),
        namesOf(matching.map(({ metadata }) => metadata?.name ?? '')),
      );
      const explained = explainClassification(digest, flowSchemas);
      comparison.field(
        `explained ${index}`,
        JSON.stringify(answer.matching),
        JSON.stringify(
          explained.flowSchemas.flatMap(({ matches, flowSchema }) => (matches ? [flowSchema] : [])),
        ),
      );
      const found = classifyRequest(digest, flowSchemas);
      const name = found && (found.flowSchema.metadata?.name ?? '');
      // If two have the same name and precedence, both sides choose the first.
      comparison.field(
        `prepared ${index}`,
        true,
        prepared(digest)?.flowSchema === found?.flowSchema,
      );
      if (answer.flowSchema === null) {
        comparison.field(`schema ${index}`, found && 'catch-all', name);
        comparison.field(`fallback ${index}`, found !== undefined, explained.isFallback);
        continue;
      }
      comparison.field(`schema ${index} explained`, answer.flowSchema, explained.flowSchema);
      comparison.field(`schema ${index}`, answer.flowSchema, name);
      comparison.field(`flow ${index}`, answer.distinguisher, found?.flowDistinguisher);
      const hash = toText(flowHash(answer.flowSchema, answer.distinguisher));
      comparison.field(`hash ${index}`, answer.hash, hash);
    }
  },
  kind(input, { out }) {
    const { flowSchemas } = input as { flowSchemas: Json[] };
    const found = out as unknown as Classified[];
    const isSmall = flowSchemas.length <= 3 && found.length <= 3;
    const traits = found.map(({ flowSchema, matching }) => `${flowSchema} of ${matching.length}`);
    return isSmall ? `${flowSchemas.length},${traits.sort().join()}` : 'large';
  },
};

/** Classification of requests. */
export const classificationOperations: readonly Operation[] = [classification];
