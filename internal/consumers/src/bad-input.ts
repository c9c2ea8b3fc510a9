import { readFileSync } from 'node:fs';
import { isPlain, type Path, type RecordedCall } from './recorded-calls.js';
import { exportedPaths, libraries, root, typescriptFiles } from './workspace.js';

const DECLARED_INTERNAL =
  /\n \* @internal\n(?: \*.*\n)*? \*\/\nexport (?:async )?(?:function\*?|class|const) (\w+)/g;

/** Functions that the sweep skips, by the reason. */
const SKIPPED: Readonly<Record<string, string>> = {
  '@kubesem/apf-http Gate#enter': 'who enters holds a seat, so that those after it wait',
  '@kubesem/apf-http/fastify apf': 'the app of the example has started',
  '@kubesem/apf-http/file readConfigurationFile': 'errors of the file system come through',
  '@kubesem/core checkTypes': 'it takes a generated table',
  '@kubesem/core nameErrorMessage': 'it takes a code of ours',
  '@kubesem/core/internal raise': 'it throws what it is given',
  '@kubesem/core unknownFields': 'it takes a generated table',
  '@kubesem/lifecycle PodSimulation': 'a script has the structure that the compiler checks',
  '@kubesem/manifests/cluster ClusterReader#add': 'it takes what the reader of manifests made',
};

/** What a getter of the caller throws; it may come through. */
class CallersError extends Error {}

const thrower = {
  get(): never {
    throw new CallersError('thrown by a getter');
  },
  enumerable: true,
};

/** A text that no message may repeat, if it stands where a secret does. */
const SECRET = 'hunter2';
const AT_SECRET = /secrets.*\.(data|stringData)\b|password|\bauth\b/i;

/** What a field or an argument can be: anything in a document, and what only a caller makes. */
const WRONG: Readonly<Record<string, () => unknown>> = {
  null: () => null,
  'a number': () => 5,
  'a fraction': () => -0.5,
  'a huge number': () => 1e300,
  'no number': () => Number.NaN,
  'an infinity': () => Infinity,
  'minus one': () => -1,
  'more than 32 bits': () => 2 ** 32,
  'a tiny number': () => 1e-300,
  undefined: () => undefined,
  'a bigint': () => BigInt('9007199254740993'),
  'a text': () => 'text',
  'a secret': () => SECRET,
  'an empty text': () => '',
  'half a character': () => 'a\ud800',
  'a NUL': () => 'a\0b',
  'an inherited name': () => '__proto__',
  'the name of a method': () => 'constructor',
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

/** What a long text repeats, after the text of the example. */
const REPEATED = ['a', '0', '(', '[', '{"a":', '$(', 'a=b,', '\ud800'];

/** Characters of a long text, and the time that it may take on a busy machine: what is not linear takes longer. */
const LENGTH = 2 ** 16;
const MOST_MS = 4000;

/** Exports that only the family calls: what they take was read by our own code. */
const INTERNAL = new Set(
  libraries
    .flatMap((name) => typescriptFiles(`packages/${name}/src`))
    .flatMap((file) => [...readFileSync(root + file, 'utf8').matchAll(DECLARED_INTERNAL)])
    .map(([, name]) => name),
);

/** How much is tried. */
export interface SweepOptions {
  /** How many calls of a function. */
  readonly calls: number;
  /** One of so many wrong values for each field, in turns. */
  readonly every: number;
}

/**
 * Replaces what a function reads of its arguments by wrong values.
 *
 * @param calls - calls with valid arguments
 * @param options - how much to try
 * @returns the calls that end with another error than one with a code, change an argument, or take too long
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
    for (const path of count < most && !isSkipped(call.name) ? await readPaths(call) : []) {
      for (const [wrong, make] of wrongFor(call, path, turn)) {
        turn += 1;
        if (turn % every !== 0) {
          continue;
        }
        const fault = await faultOf(call, path, make());
        if (fault !== undefined) {
          faults.push(`${call.name}: ${wrong} at ${path.join('.')}: ${fault}`);
        }
      }
    }
  }
  return faults;
}

function isSkipped(name: string): boolean {
  return name in SKIPPED || INTERNAL.has(name.split(/[ #]/)[1] ?? '');
}

/** Functions and classes of the libraries that no call is recorded of, apart from what only the family calls. */
export async function withoutCalls(calls: readonly RecordedCall[]): Promise<readonly string[]> {
  // The same function can be an export of two entries.
  const known = new Set(calls.map(({ name }) => name.split(' ')[1]));
  const entries = libraries.flatMap((library) =>
    exportedPaths(library)
      .filter((path) => !/^\.\/(package\.json$|internal$|types\/)/.test(path))
      .map((path) => `@kubesem/${library}${path.slice(1)}`),
  );
  const missing: string[] = [];
  for (const entry of entries) {
    const exports = (await import(entry)) as Readonly<Record<string, unknown>>;
    const functions = Object.keys(exports).filter((name) => typeof exports[name] === 'function');
    const names = functions.filter((name) => !INTERNAL.has(name) && !known.has(name));
    missing.push(...names.map((name) => `${entry} ${name}`));
  }
  return missing;
}

/** Calls of the methods of a value; what has these as a result is another value in each example. */
export function methodCalls(name: string, create: () => object): readonly RecordedCall[] {
  const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(create()));
  return methods
    .filter((method) => method !== 'constructor')
    .map((method) => {
      const call: RecordedCall['call'] = (...args) =>
        (create() as Record<string, RecordedCall['call']>)[method]?.(...args);
      return { name: `${name}#${method}`, call, args: ['2Gi', 3], documents: [], made: [] };
    });
}

/**
 * The wrong values to try. In a document anything can stand anywhere. The compiler checks the structure of the other
 * arguments, where a text or a number can come from a user.
 */
function wrongFor(
  { args, documents }: RecordedCall,
  path: Path,
  turn: number,
): readonly (readonly [string, () => unknown])[] {
  const value = path.reduce<unknown>(fieldOf, args);
  // Long texts take most of the time, so each field gets one of them.
  const part = REPEATED[turn % REPEATED.length] as string;
  const makeLong = (): string => `${value}${part.repeat(LENGTH / part.length)}`;
  const long = [`a long text of ${part}`, makeLong] as const;
  const all = [...Object.entries(WRONG), ...(typeof value === 'string' ? [long] : [])];
  const isInDocument = documents.some((at) => isBelow(path, at));
  const isScalar = typeof value === 'string' || typeof value === 'number';
  return isInDocument ? all : all.filter(([, make]) => isScalar && typeof make() === typeof value);
}

function isBelow(path: Path, at: Path): boolean {
  return at.every((key, index) => `${path[index]}` === `${key}`);
}

/** What this test itself reads of an answer, which can be an argument. */
const OF_ANSWERS: ReadonlySet<string> = new Set(['then', 'next', 'close', 'toJSON']);

/** What a call reads of its arguments, and these themselves; it may also take an argument more. */
async function readPaths({ call, args, made }: RecordedCall): Promise<readonly Path[]> {
  const paths = new Map<string, Path>();
  const add = (path: Path): void => {
    const isMade = made.some((at) => at.every((key, index) => `${path[index]}` === `${key}`));
    if (
      !isMade &&
      !OF_ANSWERS.has(`${path[path.length - 1]}`) &&
      isReplaceable(path.reduce<unknown>(fieldOf, given))
    ) {
      paths.set(path.join('\0'), path);
    }
  };
  const given = [...args, {}];
  args.forEach((_, index) => add([index]));
  try {
    await settled(call(...given.map((arg, index) => spied(arg, [index], add))));
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

/** What is wrong with the answer to a wrong value; undefined for a result, or an error with a code. */
async function faultOf(
  { call, args }: RecordedCall,
  path: Path,
  wrong: unknown,
): Promise<string | undefined> {
  const start = performance.now();
  try {
    await settled(call(...(frozen(replaced(args, path, wrong)) as unknown[])));
  } catch (error) {
    const { code, message, stack } = error as Partial<Error & { readonly code: unknown }>;
    // A code such as ERR_INVALID_ARG_TYPE is one of Node.
    const isOurs = typeof code === 'string' && /^(?!ERR_|UNREADABLE_INPUT$)[A-Z_]+$/.test(code);
    if (!isOurs && !(error instanceof CallersError)) {
      return `${stack ?? error}`.split('\n').slice(0, 3).join(' ');
    }
    if (message?.includes(SECRET) && AT_SECRET.test(path.join('.'))) {
      return `the message has the secret: ${message}`;
    }
  }
  const ms = performance.now() - start;
  const isLong = typeof wrong === 'string' && wrong.length >= LENGTH;
  return isLong && ms > MOST_MS ? `takes ${Math.round(ms)} ms` : undefined;
}

/** The value itself, with everything in it frozen: what changes it throws a TypeError. */
function frozen(value: unknown, seen = new Set<unknown>()): unknown {
  if ((isPlain(value) || Array.isArray(value)) && !seen.has(value)) {
    seen.add(value);
    for (const { value: inner } of Object.values(Object.getOwnPropertyDescriptors(value))) {
      frozen(inner, seen);
    }
    Object.freeze(value);
  }
  return value;
}

/** Waits for an answer, but no longer than a second: it can wait for another call that never comes. */
async function settled(answer: unknown): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const second = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, 1000);
  });
  try {
    await Promise.race([readAnswer(answer), second]);
  } finally {
    clearTimeout(timer);
  }
}

/** Reads an answer: a stream to its end; what has timers is closed. */
async function readAnswer(answer: unknown): Promise<void> {
  const value = await answer;
  if (typeof value !== 'object' || value === null) {
    return;
  }
  if (Symbol.asyncIterator in value) {
    for await (const _ of value as AsyncIterable<unknown>) {
      // To read it is the test.
    }
  }
  if ('close' in value && typeof value.close === 'function') {
    await value.close();
  }
}
