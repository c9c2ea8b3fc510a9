import { quantityFromJSON } from '@kubesem/quantity';
import { type Attempt, attempt, type Comparison } from '../../harness/comparison.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Answer } from '../../harness/operation.js';

/** Fields that hold an amount, and fields that hold amounts by resource name. */
const AMOUNT_FIELDS = ['quantity', 'perPod', 'perContainer'];
const LIST_FIELDS = ['requests', 'limits', 'allocatedResources', 'overhead'];

type FieldType = 'text' | 'list' | 'object';

/** An amount that changes every sum and maximum. */
const AMOUNT = '900P';
const AMOUNTS: JsonObject = { cpu: AMOUNT, memory: AMOUNT };
const RESOURCES: JsonObject = { requests: AMOUNTS, limits: AMOUNTS };
const CONTAINERS: Json = [{ name: 'x', resources: RESOURCES }];

/** The generated fields except amounts: their types, and values that change the result if the field counts. */
const FIELDS: ReadonlyMap<string, readonly [type: FieldType, valid: Json]> = new Map([
  ['name', ['text', 'x']],
  ['restartPolicy', ['text', 'Always']],
  ['containers', ['list', CONTAINERS]],
  ['initContainers', ['list', CONTAINERS]],
  ['ephemeralContainers', ['list', CONTAINERS]],
  ['resizePolicy', ['list', [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }]]],
  ['resourceName', ['text', 'cpu']],
  ['claims', ['list', [{ name: 'x' }]]],
  ['resourceClaims', ['list', [{ name: 'x' }]]],
  ['request', ['text', 'x']],
  ['os', ['object', { name: 'windows' }]],
  ['resources', ['object', RESOURCES]],
  ['requests', ['object', AMOUNTS]],
  ['limits', ['object', AMOUNTS]],
  ['overhead', ['object', AMOUNTS]],
]);

/** The value with another entry under one key. */
function withEntry(value: JsonObject | readonly Json[], key: string, entry: Json): Json {
  const entries = Object.entries(value).map(([name, old]: [string, Json]) =>
    name === key ? entry : old,
  );
  return Array.isArray(value)
    ? entries
    : Object.fromEntries(Object.keys(value).map((name, index) => [name, entries[index] as Json]));
}

/** The value with one amount repaired, for each that is not a quantity. */
function* withAmountsRepaired(value: Json): Generator<Json> {
  if (typeof value !== 'object' || value === null) {
    return;
  }
  for (const [key, inner] of Object.entries(value) as [string, Json][]) {
    for (const repaired of entryRepaired(key, inner)) {
      yield withEntry(value, key, repaired);
    }
  }
}

function* entryRepaired(key: string, value: Json): Generator<Json> {
  if (AMOUNT_FIELDS.includes(key)) {
    if (!isAmount(value)) {
      yield AMOUNT;
    }
  } else if (
    !LIST_FIELDS.includes(key) ||
    value === null ||
    (key === 'overhead' && Array.isArray(value))
  ) {
    // Only the overhead of a claim is a list of entries.
    yield* withAmountsRepaired(value);
  } else if (typeof value !== 'object' || Array.isArray(value)) {
    yield AMOUNTS;
  } else {
    const list = value as JsonObject;
    const invalid = Object.keys(list).filter((name) => !isAmount(list[name] as Json));
    yield* invalid.map((name) => withEntry(list, name, AMOUNT));
  }
}

/** The value with one field repaired, for each of the wrong type. */
function* withTypesRepaired(value: Json, type: FieldType, valid: Json): Generator<Json> {
  if (value === null) {
    return;
  }
  const isList = Array.isArray(value);
  const found = isList ? 'list' : typeof value === 'object' ? 'object' : 'other';
  if (type === 'text' ? typeof value !== 'string' : found !== type) {
    yield valid;
    return;
  }
  if (typeof value !== 'object') {
    return;
  }
  for (const [key, inner] of Object.entries(value) as [string, Json][]) {
    const entry = isList
      ? (['object', (valid as readonly Json[])[0] ?? null] as const)
      : FIELDS.get(key);
    for (const repaired of entry ? withTypesRepaired(inner, ...entry) : []) {
      yield withEntry(value, key, repaired);
    }
  }
}

function isAmount(value: Json): boolean {
  return attempt(() => quantityFromJSON(value)).code === undefined;
}

/** Each Pod that has one invalid field less. */
function repairedPods(pod: Json): Json[] {
  const { spec } = pod as { readonly spec?: Json };
  return [
    ...withAmountsRepaired(pod),
    ...[...withTypesRepaired(spec ?? null, 'object', { containers: CONTAINERS })].map((repaired) =>
      withEntry(pod as JsonObject, 'spec', repaired),
    ),
  ];
}

/**
 * Compares errors about invalid input: Go decodes the whole Pod first, kubesem reads only the fields it needs. So kubesem
 * may accept a field only if valid values there do not change what `compute` returns.
 */
export function compareRejection(
  pod: Json,
  theirs: Answer,
  ours: Attempt<unknown>,
  comparison: Comparison,
  compute: (pod: Json) => unknown,
): boolean {
  if (theirs.out !== undefined && ours.code === undefined) {
    return false;
  }
  const repaired = ours.code === undefined && theirs.err === 'Decode' ? repairedPods(pod) : [];
  if (repaired.length > 0) {
    comparison.deviations.push('unread-fields');
    const result = JSON.stringify(compute(pod));
    for (const other of repaired) {
      comparison.field('result of an unread field', JSON.stringify(compute(other)), result);
    }
    return true;
  }
  const isRejected =
    ours.code === 'INVALID_QUANTITY' || ours.code === 'INVALID_TYPE' || ours.code === 'NOT_A_POD';
  comparison.field('error', theirs.err ?? 'out', isRejected ? 'Decode' : (ours.code ?? 'out'));
  return true;
}

/** The kind of a Pod or template: the fields of its spec and how many entries they have. */
export function kindOfSpec(pod: Json | undefined): string {
  const { spec } = (pod ?? {}) as { readonly spec?: JsonObject | null };
  return Object.entries(spec ?? {})
    .map(([field, value]) => field + Math.min(Object.keys(value ?? {}).length, 2))
    .join();
}
