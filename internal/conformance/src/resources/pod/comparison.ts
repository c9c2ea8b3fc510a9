import { quantityFromJSON } from '@kubesem/quantity';
import { type Attempt, attempt, type Comparison } from '../../harness/comparison.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Answer } from '../../harness/operation.js';

/** Fields that hold an amount, and fields that hold amounts by resource name. */
const AMOUNT_FIELDS = ['quantity', 'perPod', 'perContainer'];
const LIST_FIELDS = ['requests', 'limits', 'allocatedResources', 'overhead'];

/** Whether an amount of a Pod is not a quantity. */
function holdsInvalidAmount(value: Json): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  return Object.entries(value).some(([key, inner]: [string, Json]) => {
    if (AMOUNT_FIELDS.includes(key)) {
      return !isAmount(inner);
    }
    if (!LIST_FIELDS.includes(key) || inner === null) {
      return holdsInvalidAmount(inner);
    }
    if (Array.isArray(inner)) {
      // Only the overhead of a claim is a list of entries.
      return key !== 'overhead' || holdsInvalidAmount(inner);
    }
    return !Object.values(inner).every(isAmount);
  });
}

type FieldType = 'text' | 'list' | 'object';

/** Types of the generated fields, except amounts. */
const FIELD_TYPES: { readonly [field: string]: FieldType | undefined } = {
  name: 'text',
  restartPolicy: 'text',
  containers: 'list',
  initContainers: 'list',
  ephemeralContainers: 'list',
  claims: 'list',
  resourceClaims: 'list',
  request: 'text',
  os: 'object',
  resources: 'object',
  requests: 'object',
  limits: 'object',
  overhead: 'object',
  spec: 'object',
};

/** Whether a field of a Pod spec, or an entry of a list, has the wrong type. */
function holdsWrongType(value: Json, type: FieldType): boolean {
  if (value === null) {
    return false;
  }
  if (typeof value !== 'object') {
    return type !== 'text' || typeof value !== 'string';
  }
  if (Array.isArray(value)) {
    return type !== 'list' || value.some((entry: Json) => holdsWrongType(entry, 'object'));
  }
  return (
    type !== 'object' ||
    Object.entries(value).some(([key, inner]) => {
      const expected = FIELD_TYPES[key];
      return expected !== undefined && holdsWrongType(inner, expected);
    })
  );
}

function isAmount(value: Json): boolean {
  return attempt(() => quantityFromJSON(value)).code === undefined;
}

function specOf(pod: Json): Json {
  return (pod as { readonly spec?: Json }).spec ?? null;
}

/** Compares errors about invalid input: Go decodes the whole Pod first, kubesem reads only the fields it needs. */
export function compareRejection(
  pod: Json,
  theirs: Answer,
  ours: Attempt<unknown>,
  comparison: Comparison,
): boolean {
  if (theirs.out !== undefined && ours.code === undefined) {
    return false;
  }
  const isBroken = () => holdsInvalidAmount(pod) || holdsWrongType(specOf(pod), 'object');
  if (theirs.err === 'Decode' && ours.code === undefined && isBroken()) {
    comparison.deviations.push('unread-fields');
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
