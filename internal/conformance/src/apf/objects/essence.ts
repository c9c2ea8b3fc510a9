import type { Json, JsonObject } from '../../harness/json.js';

/** Numbers of which Go treats 0 as absent. */
const PLAIN_NUMBERS = [
  'matchingPrecedence',
  'queues',
  'handSize',
  'queueLengthLimit',
  'generation',
];

function isNothing(key: string, value: Json): boolean {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  // For these fields an empty object differs from an absent one.
  const isEmptyObject = isEmpty && ['exempt', 'limited', 'queuing', 'user'].includes(key);
  return (
    value === null ||
    value === '' ||
    value === false ||
    (isEmpty && !isEmptyObject) ||
    (value === 0 && PLAIN_NUMBERS.includes(key))
  );
}

/** A canonical text: fields in order, without those that Go treats as absent. */
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

/** The compared part of an object as text. */
export function essence(object: unknown): string {
  const { metadata, spec } = (object ?? {}) as JsonObject;
  const { name = '', annotations = {} } = (metadata ?? {}) as JsonObject;
  return canonical({ name, annotations, spec: spec ?? {} });
}
