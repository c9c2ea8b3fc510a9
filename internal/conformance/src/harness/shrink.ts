import type { Json, JsonObject } from './json.js';

/** Smaller candidates, starting with the smallest. */
function* smaller(value: Json): Generator<Json> {
  if (typeof value === 'string') {
    yield* smallerTexts(value);
  } else if (Array.isArray(value)) {
    yield* smallerLists(value);
  } else if (typeof value === 'number' && value !== 0) {
    yield 0;
    if (Math.abs(value) > 1) {
      yield Math.trunc(value / 2);
      yield value - Math.sign(value);
    }
  } else if (typeof value === 'object' && value !== null) {
    yield* smallerObjects(value as JsonObject);
  }
}

function* smallerTexts(text: string): Generator<string> {
  for (let size = text.length; size > 0; size >>= 1) {
    for (let at = 0; at + size <= text.length; at += size) {
      yield text.slice(0, at) + text.slice(at + size);
    }
  }
  for (let at = 0; at < text.length; at++) {
    if (/[1-9]/.test(text.charAt(at))) {
      yield `${text.slice(0, at)}0${text.slice(at + 1)}`;
      if (text.charAt(at) !== '1') {
        yield `${text.slice(0, at)}1${text.slice(at + 1)}`;
      }
    }
  }
}

function* smallerLists(list: readonly Json[]): Generator<Json> {
  for (let size = list.length; size > 0; size >>= 1) {
    for (let at = 0; at + size <= list.length; at += size) {
      yield [...list.slice(0, at), ...list.slice(at + size)];
    }
  }
  for (const [index, element] of list.entries()) {
    for (const less of smaller(element)) {
      yield list.map((other, at) => (at === index ? less : other));
    }
  }
}

function* smallerObjects(object: JsonObject): Generator<Json> {
  const entries = Object.entries(object);
  for (const [key] of entries) {
    yield Object.fromEntries(entries.filter(([other]) => other !== key));
  }
  for (const [key, value] of entries) {
    for (const less of smaller(value)) {
      yield Object.fromEntries(entries.map(([other, old]) => [other, other === key ? less : old]));
    }
  }
}

/** Shrinks a case step by step while `differs` holds, with at most `tries` calls. */
export async function shrink(
  input: Json,
  differs: (candidate: Json) => Promise<boolean>,
  tries = 5000,
): Promise<Json> {
  let best = input;
  let left = tries;
  let found = true;
  while (found) {
    found = false;
    for (const candidate of smaller(best)) {
      if (left-- <= 0) {
        return best;
      }
      if (await differs(candidate)) {
        best = candidate;
        found = true;
        break;
      }
    }
  }
  return best;
}
