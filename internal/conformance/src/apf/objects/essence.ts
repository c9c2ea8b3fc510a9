import type { Json, JsonObject } from '../../harness/json.js';

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
