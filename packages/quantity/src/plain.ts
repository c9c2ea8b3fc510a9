import { type FieldPath, fieldPath, type QuantityFormat, type QuantityLike } from '@kubesem/core';
import {
  bareObject,
  fieldProblem,
  pathBelow,
  raise,
  readBoolean,
  readList,
  readObject,
  readString,
} from '@kubesem/core/internal';
import { parseQuantity, safeParseQuantity } from './parse.js';
import type { Quantity } from './quantity.js';

/** Results of kubesem have fewer levels; deeper data contains itself, or did not come from `toPlain`. */
const MAX_DEPTH = 100;

/** A result whose quantities are strings, in ordinary objects and lists. */
export type Plain<T> = T extends QuantityLike
  ? string
  : T extends Pick<Date, 'toJSON'>
    ? T
    : { readonly [Field in keyof T]: Plain<T[Field]> };

/** A result in a form that can be cloned, stored and sent; {@link fromPlain} turns it back into the result. */
export interface PlainResult<T> {
  /** The result: quantities are their canonical strings, and maps are ordinary objects. */
  readonly value: Plain<T>;
  /** Where the quantities and maps are; undefined if there are none. Plain data for {@link fromPlain}. */
  readonly places: PlainPlace | undefined;
}

/** What a value was: `true` for a quantity that its string describes, or one of the others. */
export type PlainPlace = true | ExactQuantity | PlacesWithin;

/** A quantity whose string, read again, would have another format or value. */
export interface ExactQuantity {
  /** The format in which it is printed. */
  readonly format: QuantityFormat;
  /** The value is `mantissa · 10^scale`; decimal digits, with a sign if it is negative. */
  readonly mantissa: string;
  /** The power of ten. */
  readonly scale: number;
}

/** The quantities and maps in an object or a list. */
export interface PlacesWithin {
  /** Whether it is a map, which has no prototype, such as the result of `podRequests`. */
  readonly isMap: boolean;
  /** Names or indexes, and what is there. */
  readonly fields: readonly (readonly [key: string, place: PlainPlace])[];
}

/**
 * Turns a result that holds quantities into ordinary objects and strings, for `postMessage`, IndexedDB, Redux or React
 * server components.
 *
 * Other values are kept, also undefined ones. `JSON.stringify` gives the same strings, but no way back.
 *
 * @param result - a result of any function of kubesem, or any other plain data with quantities
 * @returns the values, and where the quantities are
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `TOO_DEEP` if it has more than 100 levels
 *
 * @example
 * ```ts
 * import { fromPlain, parseQuantity, toPlain } from '@kubesem/quantity';
 *
 * const result = { pod: 'web', memory: parseQuantity('1.5Gi') };
 * toPlain(result).value // => { pod: 'web', memory: '1536Mi' }
 * fromPlain(structuredClone(toPlain(result))).memory.add('512Mi').toString() // => '2Gi'
 * ```
 */
export function toPlain<T>(result: T): PlainResult<T> {
  const { value, place } = plainOf(result, undefined, 0);
  return { value: value as Plain<T>, places: place };
}

/**
 * Turns the data of {@link toPlain} back into the result: deeply equal to the original, with the same kind of maps.
 *
 * Data may come from a store or another process, so its form and its quantities are checked. Parts without quantities and
 * maps are shared with the data.
 *
 * @param plain - what `toPlain` returned, a clone of it, or `JSON.parse` of its JSON
 * @returns the result
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the data has another form
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if a string is not a quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `TOO_DEEP` if it has more than 100 levels
 *
 * @example
 * ```ts
 * import { fromPlain, parseQuantity, toPlain } from '@kubesem/quantity';
 *
 * const stored = JSON.stringify(toPlain([parseQuantity('0.5'), '0.5']));
 * const [cpu, name] = fromPlain<[cpu: unknown, name: string]>(JSON.parse(stored));
 * [typeof cpu, `${cpu}`, name] // => ['object', '500m', '0.5']
 * fromPlain(JSON.parse('{ "value": "half", "places": true }')) // throws INVALID_QUANTITY
 * ```
 */
export function fromPlain<T>(plain: PlainResult<T>): T {
  const { value, places } = readObject(plain, undefined) ?? {};
  return restored(value, places, fieldPath('value'), 0) as T;
}

interface PlainValue {
  readonly value: unknown;
  readonly place: PlainPlace | undefined;
}

function plainOf(value: unknown, path: FieldPath | undefined, depth: number): PlainValue {
  if (typeof value !== 'object' || value === null) {
    return { value, place: undefined };
  }
  checkDepth(path, depth);
  const { format, toJSON } = value as Partial<QuantityLike>;
  if (typeof toJSON === 'function') {
    return format === undefined
      ? { value, place: undefined } // such as a Date
      : plainQuantity(parseQuantity(value as QuantityLike));
  }
  const fields: [string, PlainPlace][] = [];
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
    const plain = plainOf(inner, pathBelow(path, [key]), depth + 1);
    if (plain.place !== undefined) {
      fields.push([key, plain.place]);
    }
    return [key, plain.value];
  });
  const isMap = hasNoPrototype(value);
  return {
    value: Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries),
    place: isMap || fields.length > 0 ? { isMap, fields } : undefined,
  };
}

function plainQuantity(quantity: Quantity): PlainValue {
  const { format, mantissa, scale, spelling } = quantity;
  const value = quantity.toJSON();
  const read = parseQuantity(value);
  const isSame =
    read.format === format &&
    read.mantissa === mantissa &&
    read.scale === scale &&
    read.spelling === spelling;
  return { value, place: isSame || { format, mantissa: String(mantissa), scale } };
}

/** Maps have no prototype, or one without the methods of objects. */
function hasNoPrototype(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return typeof prototype !== 'object' || prototype === null || !('constructor' in prototype);
}

function restored(
  value: unknown,
  place: unknown,
  path: FieldPath | undefined,
  depth: number,
): unknown {
  if (place === undefined || place === null) {
    return value;
  }
  if (place === true) {
    return restoredQuantity(safeParseQuantity(readString(value, path)), path);
  }
  checkDepth(path, depth);
  const within = readObject(place as Partial<ExactQuantity & PlacesWithin>, path) ?? {};
  if (within.format !== undefined) {
    const { format, mantissa, scale } = within;
    const spelling = readString(value, path);
    return restoredQuantity(
      safeParseQuantity({ format, mantissa: integerOf(mantissa), scale, spelling }),
      path,
    );
  }
  const places = new Map(
    readList(within.fields, path).map((field) => {
      const [key, inner] = readList(field as readonly unknown[], path);
      return [readString(key, path), inner];
    }),
  );
  const restore = (key: string, inner: unknown) =>
    restored(inner, places.get(key), pathBelow(path, [key]), depth + 1);
  if (Array.isArray(value)) {
    return value.map((inner, index) => restore(String(index), inner));
  }
  const entries = Object.entries(readObject(value as object, path) ?? {});
  return readBoolean(within.isMap, path)
    ? bareObject(entries, (inner, key) => restore(key, inner))
    : Object.fromEntries(entries.map(([key, inner]) => [key, restore(key, inner)]));
}

/** The number or bigint of decimal digits; undefined if it is anything else, or absurdly long. */
function integerOf(digits: unknown): bigint | undefined {
  return typeof digits === 'string' && /^-?\d{1,10000}$/.test(digits) ? BigInt(digits) : undefined;
}

function restoredQuantity(
  { value, error }: ReturnType<typeof safeParseQuantity>,
  path: FieldPath | undefined,
): Quantity {
  if (error === undefined) {
    return value;
  }
  const { message, input, offset } = error;
  const problem = { code: 'INVALID_QUANTITY', path, value: input, offset, message } as const;
  return raise(fieldProblem({ type: 'INVALID', ...problem }));
}

function checkDepth(path: FieldPath | undefined, depth: number): void {
  if (depth > MAX_DEPTH) {
    const message = `has more than ${MAX_DEPTH} levels; it may contain itself`;
    raise(fieldProblem({ type: 'INVALID', code: 'TOO_DEEP', path, message }));
  }
}
