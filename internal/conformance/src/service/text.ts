import type { Json } from '../harness/json.js';

/** The text of an object: keys in order, without what Go leaves out. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(canonical(value as Json)) ?? '';
}

function canonical(value: Json | undefined): Json | undefined {
  if (value === null || value === '' || value === undefined) {
    return undefined;
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? undefined : value.map((entry) => canonical(entry) ?? null);
  }
  if (typeof value !== 'object') {
    return value;
  }
  const entries = Object.entries(value)
    .map(([key, entry]) => [key, canonical(entry)] as const)
    .filter(([, entry]) => entry !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Json);
}

/** The text of an object: keys in order, without absent fields. */
export function exactText(value: unknown): string {
  return JSON.stringify(value, (_, field: unknown) => {
    if (typeof field !== 'object' || field === null || Array.isArray(field)) {
      return field ?? undefined;
    }
    const entries = Object.entries(field).filter(([, entry]) => entry !== null);
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
