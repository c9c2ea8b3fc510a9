import {
  checkTypes,
  type ScalarType,
  type StructType,
  unknownFields,
  type ValueType,
} from '@kubesem/core';
import { goQuote } from '@kubesem/core/internal';
import { BUILT_IN_TYPES } from '@kubesem/core/types';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';

const TYPES = Object.keys(BUILT_IN_TYPES);

/** Values that Go decodes as each type. */
const VALUES: { readonly [scalar in ScalarType]: readonly Json[] } = {
  string: ['', 'a', '5', 'true'],
  boolean: [true, false],
  int32: [0, 1, -1, 2147483647, -2147483648],
  int64: [0, 1, -1, 2147483648, 9007199254740991, -9007199254740991],
  bytes: ['', 'YQ==', 'YWI='],
  time: ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00+02:00'],
  duration: ['1m30s', '0s'],
  quantity: ['1', '100m', '1Gi', 5, 0.5, 0],
  intOrString: ['', 'http', 0, 80, 2147483647],
  any: [1, 'a', true, { a: [1] }, [], {}],
};

/** Values of which each is wrong for some types. */
const OTHERS: readonly Json[] = [
  ...[5, 0.5, 2147483648, -2147483649, 1e19, -1e19, true, false],
  ...['a', [], {}, [1], { a: 1 }, [[]], [{}], [null]],
];

const LETTERS = [...'aeiosTPS-.'];

/** How a case differs from a valid object, each in percent. */
interface Faults {
  readonly unknown: number;
  readonly wrong: number;
}

function valueOf(random: Random, type: ValueType, faults: Faults): Json {
  // Go does not read null as a duration, but only metrics have one, which no user writes.
  if (random.percent(5) && type !== 'duration') {
    return null;
  }
  if (random.percent(faults.wrong)) {
    // Go also reads a list of numbers as bytes, which no user writes.
    const other = type === 'bytes' ? 5 : random.pick(OTHERS);
    // A text that is not a quantity or time is another fault.
    return typeof other === 'string' && typeof type === 'string' ? 5 : other;
  }
  if (typeof type === 'string') {
    return random.pick(VALUES[type]);
  }
  if ('list' in type) {
    return random.list(3, () => valueOf(random, type.list, faults));
  }
  if ('map' in type) {
    const keys = random.list(3, () => random.pick(['a', 'app/b', 'constructor', 'kind', '']));
    return fromEntries(keys.map((key) => [key, valueOf(random, type.map, faults)]));
  }
  return structOf(random, type, faults);
}

function structOf(random: Random, type: StructType, faults: Faults): JsonObject {
  const names = Object.keys(type.fields);
  // Some structs have no fields.
  const entries = random.list(Math.min(4, names.length), (): [string, Json] => {
    const name = random.pick(names);
    const value = valueOf(random, type.fields[name] as ValueType, faults);
    return [random.percent(faults.unknown) ? unknownName(random, name) : name, value];
  });
  return fromEntries(entries);
}

function unknownName(random: Random, name: string): string {
  return random.pick([
    random.edited(name, LETTERS),
    name.charAt(0).toUpperCase() + name.slice(1),
    name.toLowerCase(),
    `${name}s`,
    random.pick(['constructor', '__proto__', 'hasOwnProperty', 'a"b', 'a.b', '']),
  ]);
}

/** `__proto__` is a key. */
function fromEntries(entries: readonly (readonly [string, Json])[]): JsonObject {
  return Object.fromEntries(entries) as JsonObject;
}

const typeOf = ({ apiVersion, kind }: JsonObject): StructType =>
  BUILT_IN_TYPES[`${apiVersion} ${kind}`] as StructType;

/** A path as Go writes it: keys as they are. */
function goPath(segments: readonly (string | number)[]): string {
  return segments.reduce<string>(
    (text, segment) =>
      typeof segment === 'number' ? `${text}[${segment}]` : `${text}${text && '.'}${segment}`,
    '',
  );
}

/** The path of a field as Go names it in a wrong type: without indices and keys of maps, with embedded structs. */
function goField(segments: readonly (string | number)[], root: StructType): string {
  const names: string[] = [];
  let type: ValueType = root;
  for (const segment of segments) {
    if (typeof type === 'string') {
      break;
    }
    if ('list' in type) {
      type = type.list;
    } else if ('map' in type) {
      type = type.map;
    } else {
      const name = String(segment);
      const [struct = []] = Object.entries(type.embedded ?? {}).filter(([, own]) =>
        own.includes(name),
      );
      names.push(...struct.slice(0, 1).map(String), name);
      type = type.fields[segment] as ValueType;
    }
  }
  return names.join('.');
}

const decode: Operation = {
  name: 'object.decode',
  program: 'kubernetes',
  *examples() {
    for (const type of TYPES) {
      const [apiVersion = '', kind = ''] = type.split(' ');
      yield { apiVersion, kind };
      yield { apiVersion, kind, metadata: { Name: 'a', name: 'a' }, Spec: {}, data: 5 };
    }
    const containers = [
      { name: 'a', image: 5, livenessProbe: { httpget: {}, httpGet: { port: 80 } } },
    ];
    yield { apiVersion: 'v1', kind: 'Pod', spec: { containers } };
    yield { apiVersion: 'v1', kind: 'Pod', spec: { containers: [null, { args: [null] }] } };
  },
  generate(random) {
    const type = random.pick(TYPES);
    const [apiVersion = '', kind = ''] = type.split(' ');
    const faults = { unknown: random.pick([0, 5, 20]), wrong: random.pick([0, 0, 3]) };
    const { fields, ...rest } = typeOf({ apiVersion, kind });
    // These two decide how the rest is decoded.
    const { apiVersion: _, kind: __, ...others } = fields;
    return { ...structOf(random, { ...rest, fields: others }, faults), apiVersion, kind };
  },
  compare(input, theirs, comparison) {
    const object = input as JsonObject;
    const type = typeOf(object);
    const { unknown, wrong } = theirs.out as { unknown: string[]; wrong?: string };
    const fields: string[] = [];
    checkTypes(object, type, undefined, ({ segments }) => fields.push(goField(segments, type)), {
      nullItems: true,
    });
    comparison.field('has a wrong type', wrong !== undefined, fields.length > 0);
    if (wrong !== undefined) {
      if (wrong !== '') {
        comparison.field(
          'a field of the wrong type',
          wrong,
          fields.find((each) => each === wrong),
        );
      }
      return;
    }
    const ours = unknownFields(object, type).map(
      ({ segments }) => `unknown field ${goQuote(goPath(segments))}`,
    );
    comparison.field('unknown fields', unknown.join('\n'), ours.join('\n'));
  },
  kind(input, { out }) {
    const { apiVersion, kind } = input as JsonObject;
    const { unknown, wrong } = out as { unknown: string[]; wrong?: string };
    const fault = wrong === undefined ? unknown.length > 0 : wrong === '' ? 'unnamed' : 'named';
    return `${apiVersion} ${kind} ${fault}`;
  },
};

/** How the API server decodes objects of each kind. */
export const decodeOperations: readonly Operation[] = [decode];
