import {
  applyFlowSchemaDefaults,
  applyPriorityLevelDefaults,
  planMaintenance,
  validateFlowSchema,
  validatePriorityLevel,
} from '@kubesem/apf';
import * as generators from '../generators/apf-configuration.js';
import { objectsToValidate, objectToValidate } from '../generators/apf-validation.js';
import type { Json, JsonObject } from '../json.js';
import type { Operation } from '../operation.js';

/** Numbers that Go does not tell from nothing. */
const PLAIN_NUMBERS = [
  'matchingPrecedence',
  'queues',
  'handSize',
  'queueLengthLimit',
  'generation',
];

function isNothing(key: string, value: Json): boolean {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  // An object that is there and holds nothing differs from one that is not.
  const isEmptyObject = isEmpty && ['exempt', 'limited', 'queuing', 'user'].includes(key);
  return (
    value === null ||
    value === '' ||
    value === false ||
    (isEmpty && !isEmptyObject) ||
    (value === 0 && PLAIN_NUMBERS.includes(key))
  );
}

/** The same text for the same object: fields in order, and without those that Go does not tell from absent ones. */
function canonical(value: unknown): string {
  const sorted = (inner: Json): Json => {
    if (Array.isArray(inner)) {
      return inner.map(sorted);
    }
    if (typeof inner !== 'object' || inner === null) {
      return inner;
    }
    const entries = Object.entries(inner)
      .map(([field, each]: [string, Json]) => [field, sorted(each)] as const)
      .filter(([field, each]) => !isNothing(field, each));
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return JSON.stringify(sorted(JSON.parse(JSON.stringify(value ?? null))));
}

/** What counts of an object. */
export function essence(object: unknown): string {
  const { metadata, spec } = (object ?? {}) as JsonObject;
  const { name = '', annotations = {} } = (metadata ?? {}) as JsonObject;
  return canonical({ name, annotations, spec: spec ?? {} });
}

const defaults: Operation = {
  name: 'apf.defaults',
  program: 'apf',
  examples: () => [],
  generate: generators.configurationObject,
  compare(input, theirs, comparison) {
    const { object } = input as { object: JsonObject };
    const ours =
      object.kind === 'FlowSchema'
        ? applyFlowSchemaDefaults(object)
        : applyPriorityLevelDefaults(object);
    comparison.field('object', essence(theirs.out), essence(ours));
  },
  kind(input, { out }) {
    const { apiVersion, kind } = (input as { object: JsonObject }).object;
    const { spec } = out as { spec: JsonObject };
    const { limited } = spec as { limited?: JsonObject };
    const shape = `${Object.keys(spec)},${Object.keys(limited ?? {})}`;
    return kind === 'FlowSchema' ? `${apiVersion}` : `${apiVersion},${spec.type},${shape}`;
  },
};

const maintenance: Operation = {
  name: 'apf.maintenance',
  program: 'apf',
  candidates: 300,
  examples: generators.clusters,
  generate: generators.existingObjects,
  compare(input, theirs, comparison) {
    const line = ({ verb, resource, name, object }: JsonObject, hasObject: boolean) =>
      `${verb} ${resource} ${name} ${hasObject && object ? essence(object) : ''}`;
    const actions = theirs.out as readonly JsonObject[];
    const wanted = actions.map((action) => line(action, true));
    const ours = planMaintenance(input as unknown as Parameters<typeof planMaintenance>[0]);
    const mine = (ours as unknown as readonly JsonObject[]).map((action, index) =>
      line(action, actions[index]?.object !== undefined),
    );
    // Go deletes the objects of one kind in the order of a map.
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
  // What is created is always the same: once is enough.
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

/** Of the metadata, ours looks at this. */
const VALIDATED = /^(spec\b|metadata\.(name|generateName|namespace|annotations)$)/;

const validate: Operation = {
  name: 'apf.validate',
  program: 'apf',
  examples: objectsToValidate,
  generate: objectToValidate,
  compare(input, theirs, comparison) {
    const { object } = input as { object: JsonObject };
    if (theirs.out === undefined) {
      return; // Go cannot read it; ours takes what is of another type as absent
    }
    const found =
      object.kind === 'FlowSchema' ? validateFlowSchema(object) : validatePriorityLevel(object);
    const wanted = (theirs.out as readonly { type: string; field: string }[])
      .filter(({ field }) => VALIDATED.test(field))
      .map(({ type, field }) => `${type} ${field}`);
    const mine = found.map(({ type, path }) => `${type} ${path}`);
    comparison.field('problems', wanted.sort().join(', '), mine.sort().join(', '));
  },
  kind: (_, { err, out }) =>
    err ??
    (out as readonly { type: string; field: string }[])
      .map(({ type, field }) => `${type} ${field.replaceAll(/\d+/g, '')}`)
      .slice(0, 1)
      .join(),
};

/** Objects of the configuration. */
export const objectOperations: readonly Operation[] = [defaults, maintenance, validate];
