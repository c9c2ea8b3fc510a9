import {
  MANDATORY_FLOW_SCHEMAS,
  MANDATORY_PRIORITY_LEVELS,
  maintenanceActions,
  SUGGESTED_FLOW_SCHEMAS,
  SUGGESTED_PRIORITY_LEVELS,
} from '@kubesem/apf';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { words } from '../../harness/words.js';
import { essence } from './essence.js';

const AUTO_UPDATE = 'apf.kubernetes.io/autoupdate-spec';
/** Texts that Go's ParseBool accepts, and texts that it rejects. */
const BOOLEANS = [
  ...words('true false 1 0 t f T F TRUE FALSE True False'),
  ...['', 'tRUE', 'yes', 'on', ' true', '2', 'truee'],
];

/** The PriorityLevelConfigurations of the release. */
export const LEVELS = [
  ...MANDATORY_PRIORITY_LEVELS,
  ...SUGGESTED_PRIORITY_LEVELS,
] as unknown as JsonObject[];
/** The FlowSchemas of the release. */
export const SCHEMAS = [
  ...MANDATORY_FLOW_SCHEMAS,
  ...SUGGESTED_FLOW_SCHEMAS,
] as unknown as JsonObject[];

/** One of the maintained objects, possibly edited. */
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
      ...random.maybe(60, () => ({ generation: random.pick([0, 1, 1, 2, 7]) })),
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
function existingObjects(random: Random): Json {
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

/** Hand-picked clusters. */
function* clusters(): Iterable<Json> {
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

const maintenance: Operation = {
  name: 'apf.maintenance',
  program: 'apf',
  candidates: 300,
  examples: clusters,
  generate: existingObjects,
  compare(input, theirs, comparison) {
    const line = ({ verb, resource, name, object }: JsonObject, hasObject: boolean) =>
      `${verb} ${resource} ${name} ${hasObject && object ? essence(object) : ''}`;
    const actions = theirs.out as readonly JsonObject[];
    const wanted = actions.map((action) => line(action, true));
    const ours = maintenanceActions(input as unknown as Parameters<typeof maintenanceActions>[0]);
    const mine = (ours as unknown as readonly JsonObject[]).map((action, index) =>
      line(action, actions[index]?.object !== undefined),
    );
    // Go deletes the objects of one kind in map order.
    const order = (lines: readonly string[]) => [
      ...lines.filter((each) => !each.startsWith('delete')),
      ...lines.filter((each) => each.startsWith('delete')).sort(),
    ];
    const [theirLines, ourLines] = [order(wanted), order(mine)];
    comparison.field('number of actions', theirLines.length, ourLines.length);
    const at = theirLines.findIndex((each, index) => each !== ourLines[index]);
    if (at >= 0) {
      comparison.field(`action ${at}`, theirLines[at], ourLines[at]);
    }
  },
  // Created objects are always the same, so the vectors hold them once.
  trim(out) {
    const actions = out as readonly JsonObject[];
    const isEmpty = actions.every(({ verb }) => verb === 'create');
    return actions.map(({ verb, resource, name, object }) => {
      const { metadata, spec } = (object ?? {}) as JsonObject;
      const isKept = object && (isEmpty || verb !== 'create');
      return { verb, resource, name, ...(isKept && { object: { metadata, spec } }) };
    }) as unknown as Json;
  },
  kind: () => 'any',
};

/** How API servers maintain the suggested and mandatory objects. */
export const maintenanceOperations: readonly Operation[] = [maintenance];
