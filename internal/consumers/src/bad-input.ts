import { isPlain, type Path, type RecordedCall } from './recorded-calls.js';

/** Functions that the sweep skips, by the reason. */
const SKIPPED: Readonly<Record<string, string>> = {
  '@kubesem/core checkTypes': 'it takes a generated table',
  '@kubesem/core unknownFields': 'it takes a generated table',
};

/** What a getter of the caller throws; it may come through. */
class CallersError extends Error {}

const thrower = {
  get(): never {
    throw new CallersError('thrown by a getter');
  },
  enumerable: true,
};

/** What a field of an API object can be: anything in a document, and what only a caller makes. */
const WRONG: Readonly<Record<string, () => unknown>> = {
  null: () => null,
  'a number': () => 5,
  'a fraction': () => -0.5,
  'a huge number': () => 1e300,
  'a bigint': () => BigInt('9007199254740993'),
  'a text': () => 'text',
  'an empty text': () => '',
  'a boolean': () => true,
  'a list': () => [],
  'a list of null': () => [null],
  'a list with a hole': () => Object.assign(new Array(2), { 1: 'x' }),
  'a list of lists': () => [[]],
  'a list of numbers': () => [5],
  'an object': () => ({}),
  'an object of null': () => ({ a: null }),
  'an object without a text': () => ({ toString: null, valueOf: null }),
  'an object with the key __proto__': () =>
    JSON.parse('{ "__proto__": { "a": 5 }, "constructor": 5 }'),
  'an object whose getters throw': () =>
    Object.defineProperties({}, { name: thrower, metadata: thrower, spec: thrower }),
  'an object that contains itself': () => {
    const object: Record<string, unknown> = {};
    const names = ['metadata', 'spec', 'status', 'template', 'name', 'items', 'a'];
    return Object.assign(object, Object.fromEntries(names.map((name) => [name, object])));
  },
  'a list that contains itself': () => {
    const list: unknown[] = [];
    list.push(list);
    return list;
  },
};

/** How much is tried. */
export interface SweepOptions {
  /** How many calls of a function. */
  readonly calls: number;
  /** One of so many wrong values for each field, in turns. */
  readonly every: number;
}

/**
 * Replaces every field that a function reads of an API object by wrong values.
 *
 * @param calls - calls with valid arguments
 * @param options - how much to try
 * @returns the calls that end with another error than one with a code, such as a TypeError
 */
export async function badInputFaults(
  calls: readonly RecordedCall[],
  { calls: most, every }: SweepOptions,
): Promise<readonly string[]> {
  const faults: string[] = [];
  const known = new Map<string, number>();
  let turn = 0;
  for (const call of calls) {
    const count = known.get(call.name) ?? 0;
    known.set(call.name, count + 1);
    for (const path of count < most && !(call.name in SKIPPED) ? await readPaths(call) : []) {
      for (const [wrong, make] of Object.entries(WRONG)) {
        turn += 1;
        if (turn % every !== 0) {
          continue;
        }
        const fault = await faultOf(call, replaced(call.args, path, make()) as unknown[]);
        if (fault !== undefined) {
          faults.push(`${call.name}: ${wrong} at ${path.join('.')}: ${fault}`);
        }
      }
    }
  }
  return faults;
}

/** The fields of API objects that a call reads, and these objects themselves. */
async function readPaths({ call, args, documents }: RecordedCall): Promise<readonly Path[]> {
  const paths = new Map<string, Path>();
  const add = (path: Path): void => {
    const isInDocument = documents.some((at) =>
      at.every((key, index) => `${path[index]}` === `${key}`),
    );
    if (isInDocument && isReplaceable(path.reduce<unknown>(fieldOf, args))) {
      paths.set(path.join('\0'), path);
    }
  };
  documents.forEach(add);
  try {
    await settled(call(...args.map((arg, index) => spied(arg, [index], add))));
  } catch {
    // What it read until then counts.
  }
  return [...paths.values()];
}

/** Whether a value is data: functions and objects with methods are made by code. */
function isReplaceable(value: unknown): boolean {
  const isData = typeof value !== 'object' || value === null || 'toJSON' in value;
  return typeof value !== 'function' && (isData || isPlain(value) || Array.isArray(value));
}

/** A value that reports which of its fields are read. */
function spied(value: unknown, path: Path, add: (path: Path) => void): unknown {
  if (!isPlain(value) && !Array.isArray(value)) {
    return value;
  }
  const inside = new Map<string, unknown>();
  return new Proxy(value as object, {
    get(target, key, receiver) {
      const inner: unknown = Reflect.get(target, key, receiver);
      const isMethod =
        inner === (target as Record<string | symbol, unknown>)[key] &&
        !Object.hasOwn(target, key) &&
        key in target;
      // The items of a list are alike.
      const isNext = Array.isArray(target) && !/^[01]$/.test(String(key));
      if (typeof key !== 'string' || isMethod || isNext) {
        return inner;
      }
      const at = [...path, key];
      add(at);
      inside.set(key, inside.get(key) ?? spied(inner, at, add));
      return inside.get(key);
    },
  });
}

function fieldOf(value: unknown, key: string | number): unknown {
  return (value as Readonly<Record<string | number, unknown>> | null | undefined)?.[key];
}

/** The arguments with another value at a path. */
function replaced(holder: unknown, path: Path, value: unknown): unknown {
  const [key, ...below] = path;
  if (key === undefined) {
    return value;
  }
  const inner = replaced(fieldOf(holder, key), below, value);
  return Array.isArray(holder)
    ? Object.assign([...holder], { [key]: inner })
    : { ...(holder as object), [key]: inner };
}

/** What is wrong with the answer to some arguments; undefined for a result, or an error with a code. */
async function faultOf(
  { call }: RecordedCall,
  args: readonly unknown[],
): Promise<string | undefined> {
  try {
    await settled(call(...args));
    return undefined;
  } catch (error) {
    const { code, stack } = error as { readonly code?: unknown; readonly stack?: string };
    const isOurs =
      typeof code === 'string' && /^[A-Z_]+$/.test(code) && code !== 'UNREADABLE_INPUT';
    return isOurs || error instanceof CallersError
      ? undefined
      : `${stack ?? error}`.split('\n').slice(0, 3).join(' ');
  }
}

/** Waits for an answer; a stream is read to its end. */
async function settled(answer: unknown): Promise<void> {
  const value = await answer;
  if (typeof value === 'object' && value !== null && 'next' in value) {
    for await (const _ of value as unknown as AsyncIterable<unknown>) {
      // To read it is the test.
    }
  }
}
