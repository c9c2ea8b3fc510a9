import {
  MANDATORY_FLOW_SCHEMAS,
  MANDATORY_PRIORITY_LEVELS,
  SUGGESTED_FLOW_SCHEMAS,
  SUGGESTED_PRIORITY_LEVELS,
} from '@kubesem/apf';
import type { Json, JsonObject } from '../json.js';
import type { Random } from '../random.js';
import { words } from '../words.js';
import { flowSchema } from './apf-objects.js';
import { name as anyName } from './names.js';

const GROUP = 'flowcontrol.apiserver.k8s.io';
const VERSIONS = ['v1', 'v1', 'v1', 'v1beta3', 'v1beta2', 'v1beta1'];
const PRESERVE_ZERO = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares';
const AUTO_UPDATE = 'apf.kubernetes.io/autoupdate-spec';
/** What Go's ParseBool takes, and what it does not. */
const BOOLEANS = [
  ...words('true false 1 0 t f T F TRUE FALSE True False'),
  ...['', 'tRUE', 'yes', 'on', ' true', '2', 'truee'],
];

/** At times a value, at times null, at times nothing. */
function maybe<T extends Json>(random: Random, field: string, value: () => T): JsonObject {
  if (random.percent(25)) {
    return {};
  }
  return { [field]: random.percent(5) ? null : value() };
}

function number(random: Random): number {
  return random.pick([0, 0, 1, 2, 6, 8, 30, 64, 100, 101, 128, -1, 2_147_483_647, 10_000_001]);
}

function limitResponse(random: Random): JsonObject {
  const queuing = () => ({
    ...maybe(random, 'queues', () => number(random)),
    ...maybe(random, 'handSize', () => number(random)),
    ...maybe(random, 'queueLengthLimit', () => number(random)),
  });
  const type = random.pick(['Queue', 'Queue', 'Queue', 'Reject', 'Reject', 'Other', '']);
  const isOdd = random.percent(10);
  return {
    ...maybe(random, 'type', () => type),
    ...((type === 'Queue') !== isOdd && maybe(random, 'queuing', queuing)),
  };
}

function limited(random: Random, shares: string): JsonObject {
  return {
    ...maybe(random, shares, () => number(random)),
    ...maybe(random, 'lendablePercent', () => number(random)),
    ...maybe(random, 'borrowingLimitPercent', () => number(random)),
    ...maybe(random, 'limitResponse', () => limitResponse(random)),
  };
}

function metadata(random: Random, names: readonly string[]): JsonObject {
  const annotations = {
    ...(random.percent(20) && { [PRESERVE_ZERO]: random.pick(['', 'x']) }),
    ...(random.percent(20) && { other: 'x' }),
  };
  return {
    ...(random.percent(97) && { name: random.pick(names) }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
}

function level(random: Random, names: readonly string[]): JsonObject {
  const version = random.pick(VERSIONS);
  const isOld = version === 'v1beta1' || version === 'v1beta2';
  // Ours reads the old name in a v1 object, too, where the server would ignore it.
  const shares =
    isOld && random.percent(95) ? 'assuredConcurrencyShares' : 'nominalConcurrencyShares';
  const type = random.pick(['Limited', 'Limited', 'Limited', 'Exempt', 'Exempt', 'Other', '']);
  const isOdd = random.percent(8);
  const exempt = () => ({
    ...maybe(random, 'nominalConcurrencyShares', () => number(random)),
    ...maybe(random, 'lendablePercent', () => number(random)),
  });
  const spec = () => ({
    ...maybe(random, 'type', () => type),
    ...((type === 'Limited' || isOdd) && maybe(random, 'limited', () => limited(random, shares))),
    ...((type === 'Exempt' || isOdd) && maybe(random, 'exempt', exempt)),
  });
  return {
    apiVersion: `${GROUP}/${version}`,
    kind: 'PriorityLevelConfiguration',
    metadata: metadata(random, names),
    ...maybe(random, 'spec', spec),
  };
}

function schema(random: Random, names: readonly string[]): JsonObject {
  const name = random.pick(names);
  return {
    apiVersion: `${GROUP}/${random.pick(VERSIONS)}`,
    kind: 'FlowSchema',
    ...flowSchema(random, name, ['low', 'exempt', 'catch-all', '', 'Low', 'a.b']),
    metadata: metadata(random, [name]),
  };
}

const NAMES = ['exempt', 'catch-all', 'low', 'a.b', 'UPPER', 'a_b', '', 'exempt.'];

/** One object of either kind and any version; few of them would be stored. */
export function configurationObject(random: Random): Json {
  const names = random.percent(5) ? [anyName(random).replaceAll(/\p{Surrogate}/gu, 'x')] : NAMES;
  return { object: random.percent(60) ? level(random, names) : schema(random, names) };
}

const LEVELS = [
  ...MANDATORY_PRIORITY_LEVELS,
  ...SUGGESTED_PRIORITY_LEVELS,
] as unknown as JsonObject[];
const SCHEMAS = [...MANDATORY_FLOW_SCHEMAS, ...SUGGESTED_FLOW_SCHEMAS] as unknown as JsonObject[];

/** One of the maintained objects as somebody may have left it. */
function touched(random: Random, original: JsonObject): JsonObject {
  const { name } = original.metadata as JsonObject;
  const annotations = random.percent(75) && { [AUTO_UPDATE]: random.pick(BOOLEANS) };
  const spec = original.spec as JsonObject;
  const other =
    'rules' in spec
      ? { ...spec, matchingPrecedence: random.pick([1, 1000, 9000]) }
      : { ...spec, ...changedLevel(random, spec) };
  return {
    metadata: {
      name: random.percent(5) ? `${name}-2` : (name as string),
      ...(random.percent(60) && { generation: random.pick([0, 1, 1, 2, 7]) }),
      ...(annotations && { annotations }),
    },
    spec: random.percent(50) ? spec : other,
  };
}

function changedLevel(random: Random, spec: JsonObject): JsonObject {
  if (spec.exempt) {
    return random.percent(30)
      ? { exempt: null }
      : { exempt: random.pick([{}, { nominalConcurrencyShares: 7, lendablePercent: 50 }]) };
  }
  return {
    limited: { ...(spec.limited as JsonObject), nominalConcurrencyShares: random.pick([5, 31]) },
  };
}

/** The objects of a cluster before a round of maintenance. */
export function existingObjects(random: Random): Json {
  const some = (originals: readonly JsonObject[]): Json => {
    const objects = originals.filter(() => random.percent(70)).map((each) => touched(random, each));
    const extra = ['mine', 'old']
      .filter(() => random.percent(40))
      .map((name) => {
        const annotations = random.percent(80) && { [AUTO_UPDATE]: random.pick(BOOLEANS) };
        return { metadata: { name, ...(annotations && { annotations }) }, spec: {} };
      });
    return [...objects, ...extra];
  };
  return { priorityLevels: some(LEVELS), flowSchemas: some(SCHEMAS) };
}

/** Clusters that nobody should have to find by chance. */
export function* clusters(): Iterable<Json> {
  yield { priorityLevels: [], flowSchemas: [] };
  yield { priorityLevels: LEVELS, flowSchemas: SCHEMAS };
  for (const text of BOOLEANS) {
    const metadata = { name: 'old', annotations: { [AUTO_UPDATE]: text } };
    yield { priorityLevels: [{ metadata, spec: {} }], flowSchemas: [{ metadata, spec: {} }] };
  }
  for (const original of [...LEVELS.slice(1, 3), ...SCHEMAS.slice(1, 3)]) {
    const list = LEVELS.includes(original) ? 'priorityLevels' : 'flowSchemas';
    const { name } = original.metadata as JsonObject;
    for (const text of BOOLEANS) {
      const metadata = { name: name as Json, generation: 1, annotations: { [AUTO_UPDATE]: text } };
      const changed = { metadata, spec: {} };
      yield { priorityLevels: [], flowSchemas: [], [list]: [changed] };
    }
  }
}
