import { wrongSecretType } from '../secret.js';
import { quotedText } from '../text/display-text.js';
import { childPath, type FieldPath, type FieldPathSegment, keyPath } from './path.js';
import type { FieldPolicy } from './policy.js';
import { type FieldErrorType, fieldProblem } from './problem.js';
import { INT32_RANGE, wrongType } from './read.js';
import {
  type IntegerRange,
  isFlag,
  isIntegerIn,
  isList,
  isObject,
  isText,
  mapAll,
} from './values.js';

/** Names of the fields of an object. */
type Name<T> = keyof T & string;

/** A field, and the way to what is below it. */
type Segments<T> = readonly [name: Name<T>, ...below: FieldPathSegment[]];

/** Where a problem is: a field, what is below a field, or a path of its own. */
type Where<T> = Name<T> | Segments<T> | FieldPath | undefined;

/** The object that a field holds. */
type ObjectIn<T> = unknown extends T ? object : Extract<NonNullable<T>, object>;

/** What a list holds. */
type ItemOf<T> = NonNullable<T> extends readonly (infer E)[] ? E : unknown;

/** What a map holds. */
type ValueOf<T> = NonNullable<T> extends { readonly [key: string]: infer E } ? E : unknown;

/**
 * Opens an object of which any field can have any JSON type. This is the one way in which rules read untrusted objects.
 *
 * @param object - the object
 * @param policy - what becomes of a field of the wrong type: `THROW`, `ABSENT` or a new `FieldProblems` (`COLLECT`)
 * @param path - path of the object in what the caller passed in; undefined if it is the object itself
 * @returns a cursor on the object
 *
 * @example
 * ```ts
 * import { type Service } from '@kubesem/core';
 * import { ABSENT, fields, THROW } from '@kubesem/core/internal';
 *
 * const service: Service = JSON.parse('{ "spec": { "type": 5, "ports": [{ "name": "web" }] } }');
 * fields(service, ABSENT).at('spec').text('type') // => ''
 * fields(service, THROW).at('spec').text('type') // throws INVALID_TYPE
 * fields(service, THROW).at('spec').each('ports', (port) => port.text('name')) // => ['web']
 * ```
 *
 * @internal
 */
export function fields<T extends object, Code extends string = string>(
  object: T | null | undefined,
  policy: FieldPolicy<Code>,
  path?: FieldPath,
): Fields<T, Code> {
  return new Fields<T, Code>(object, policy, path === undefined ? NO_HOLDER : { path });
}

/**
 * A cursor on an object. `null` and absent are the same, as in Go. A field of the wrong type is reported to the policy and
 * read as absent; its path is built only then.
 *
 * @internal
 */
export class Fields<T extends object = object, Code extends string = string> {
  /** The object; an empty one if it is absent or has the wrong type. */
  readonly value: Partial<T>;
  /** Whether the object is there. */
  readonly isPresent: boolean;

  /** Use {@link fields}. */
  constructor(
    value: unknown,
    /** What becomes of a field of the wrong type. */
    readonly policy: FieldPolicy<Code>,
    private readonly holder: { readonly path: FieldPath | undefined },
    /** The field of the holder that has the object; undefined if it is the holder itself. */
    private readonly field?: string | undefined,
    /** Where the object is in the list or map of the field. */
    private readonly place?: FieldPathSegment | undefined,
  ) {
    this.isPresent = isObject(value);
    this.value = this.isPresent ? (value as T) : (NOTHING as Partial<T>);
    if (!this.isPresent && value !== null && value !== undefined) {
      this.reportWrong(value, wrongType, 'an object');
    }
  }

  /** The path of the object. */
  get path(): FieldPath | undefined {
    const { holder, field, place } = this;
    if (field === undefined) {
      return holder.path;
    }
    return placeIn(childPath(holder.path, field), place);
  }

  /** The path of a field, or of what is below it, for what reads or reports it by other means. */
  pathOf(name: Name<T>, ...below: readonly FieldPathSegment[]): FieldPath {
    return below.reduce<FieldPath>(childPath, childPath(this.path, name));
  }

  /** The path of a key in a map, such as labels, or of what is below it. */
  keyOf(name: Name<T>, key: string, ...below: readonly FieldPathSegment[]): FieldPath {
    return below.reduce<FieldPath>(childPath, keyPath(this.pathOf(name), key));
  }

  /** The value as it was given; undefined if it is absent or null. */
  raw<N extends Name<T>>(name: N): NonNullable<T[N]> | undefined {
    return (this.value[name] ?? undefined) as NonNullable<T[N]> | undefined;
  }

  /** Whether the field is there, of whatever type. */
  has(name: Name<T>): boolean {
    return this.raw(name) !== undefined;
  }

  /** The text; empty if it is absent. */
  text(name: Name<T>): string {
    const value: unknown = this.value[name] ?? '';
    return typeof value === 'string' ? value : this.textIn(value, wrongType, name);
  }

  /** The text; undefined if it is absent, for a field that is a pointer in Go. */
  optionalText(name: Name<T>): string | undefined {
    return this.typed(name, isText, 'a string');
  }

  /** The text, which may be a secret: a problem does not show the value. */
  secretText(name: Name<T>): string {
    return this.textIn(this.value[name], wrongSecret, name);
  }

  /** The flag; undefined if it is absent. */
  flag(name: Name<T>): boolean | undefined {
    return this.typed(name, isFlag, 'a boolean');
  }

  /** The integer, rounded beyond 2^53; undefined if it is absent. */
  integer(name: Name<T>, range: IntegerRange<number | bigint> = INT32_RANGE): number | undefined {
    const value: unknown = this.raw(name);
    return value === undefined ? undefined : this.integerIn(value, range, name);
  }

  /** The integers of a list; 0 for null, as in Go. Empty if it is absent. */
  integers(name: Name<T>, range: IntegerRange<number | bigint> = INT32_RANGE): readonly number[] {
    return mapAll(this.list(name), (entry: unknown, index) =>
      entry === null || entry === undefined ? 0 : (this.integerIn(entry, range, name, index) ?? 0),
    );
  }

  /** A cursor on the object in a field. */
  at<N extends Name<T>>(name: N): Fields<ObjectIn<T[N]>, Code> {
    return cursor<ObjectIn<T[N]>, Code>(this.value[name], this.policy, this, name);
  }

  /** The list as it was given; empty if it is absent. */
  list<N extends Name<T>>(name: N): readonly ItemOf<T[N]>[] {
    const value: unknown = this.value[name] ?? NO_ITEMS;
    return isList(value) ? value : (this.typed(name, isList, 'a list') ?? NO_ITEMS);
  }

  /** Reads each object of a list; an entry that is null has no fields. */
  each<N extends Name<T>, R>(
    name: N,
    read: (entry: Fields<ObjectIn<ItemOf<T[N]>>, Code>, index: number) => R,
  ): R[] {
    // A loop of its own: a closure for each list takes time.
    const list = this.list(name);
    const results: R[] = [];
    for (let index = 0; index < list.length; index += 1) {
      results.push(read(cursor(list[index], this.policy, this, name, index), index));
    }
    return results;
  }

  /** Cursors on the objects of a list; an entry that is null has no fields. */
  objects<N extends Name<T>>(name: N): Fields<ObjectIn<ItemOf<T[N]>>, Code>[] {
    return this.each(name, (entry) => entry);
  }

  /** The texts of a list; empty if it is absent. */
  texts(name: Name<T>): readonly string[] {
    return mapAll(this.list(name), (entry: unknown, index) =>
      this.textIn(entry, wrongType, name, index),
    );
  }

  /** The texts of a list, which may be secrets: a problem does not show a value. */
  secretTexts(name: Name<T>): readonly string[] {
    const list: unknown = this.raw(name) ?? [];
    if (isList(list)) {
      return mapAll<unknown, string>(list, (entry, index) =>
        this.textIn(entry, wrongSecret, name, index),
      );
    }
    this.reportWrong(list, wrongSecret, 'a list', name);
    return [];
  }

  /** The texts of a map by key, in their order; empty if it is absent. */
  map(name: Name<T>): ReadonlyMap<string, string> {
    const entries = Object.entries(this.at(name).value);
    return new Map(entries.map(([key, entry]) => [key, this.textIn(entry, wrongType, name, key)]));
  }

  /**
   * The texts of a map by key, which may be secrets: a problem does not show a value. What `decode` cannot read is reported as
   * not `expected`.
   */
  secretMap(
    name: Name<T>,
    decode: (text: string) => string | undefined = (text) => text,
    expected = 'a string',
  ): ReadonlyMap<string, string> {
    const map: unknown = this.raw(name) ?? NOTHING;
    if (!isObject(map)) {
      this.reportWrong(map, wrongSecret, 'an object', name);
      return new Map();
    }
    const entries = Object.entries(map).map(([key, entry]): [string, string] => {
      const text = decode(this.textIn(entry, wrongSecret, name, key));
      if (text === undefined) {
        this.reportWrong(entry, wrongSecret, expected, name, key);
      }
      return [key, text ?? ''];
    });
    return new Map(entries);
  }

  /** Reads each object of a map; an entry that is null has no fields. */
  eachOf<N extends Name<T>, R>(
    name: N,
    read: (entry: Fields<ObjectIn<ValueOf<T[N]>>, Code>, key: string) => R,
  ): R[] {
    return Object.entries(this.at(name).value).map(([key, entry]) =>
      read(cursor<ObjectIn<ValueOf<T[N]>>, Code>(entry, this.policy, this, name, key), key),
    );
  }

  /** Reports that a required field is absent. The code of this and of what follows is the type of the problem by default. */
  required(where: Where<T>, message = 'Required value', code?: Code): void {
    this.problem(where, 'REQUIRED', message, undefined, code);
  }

  /** Reports that the value of a field breaks a rule. */
  invalid(where: Where<T>, message: string, value?: unknown, code?: Code): void {
    this.problem(where, 'INVALID', message, value, code);
  }

  /** Reports that a value occurs twice. */
  duplicate(where: Where<T>, value: unknown, message?: string, code?: Code): void {
    const words = message ?? `Duplicate value: ${quotedText(value)}`;
    this.problem(where, 'DUPLICATE', words, value, code);
  }

  /** Reports that something with this name is not there. */
  notFound(where: Where<T>, value: unknown, message?: string, code?: Code): void {
    const words = message ?? `Not found: ${quotedText(value)}`;
    this.problem(where, 'NOT_FOUND', words, value, code);
  }

  /** Reports that the field must not be set. */
  forbidden(where: Where<T>, message = 'Forbidden', code?: Code): void {
    this.problem(where, 'FORBIDDEN', message, undefined, code);
  }

  /** Reports a value that is not supported. The supported values are plain words. */
  notSupported(where: Where<T>, value: unknown, supported: readonly string[], code?: Code): void {
    const message = `supported values: ${supported.map((each) => `"${each}"`).join(', ')}`;
    this.problem(where, 'NOT_SUPPORTED', message, value, code);
  }

  /** Reports a value unless it is one of those that are supported, which are plain words. */
  supported(where: Where<T>, value: string, supported: readonly string[], code?: Code): void {
    if (!supported.includes(value)) {
      this.notSupported(where, value, supported, code);
    }
  }

  /** Reports a problem with a field; without a value if there is none or it may be a secret. */
  problem(
    where: Where<T>,
    type: FieldErrorType,
    message: string,
    value?: unknown,
    code?: Code,
  ): void {
    this.policy.report(() => {
      const path = isList(where)
        ? this.pathOf(...(where as Segments<T>))
        : typeof where === 'string'
          ? this.pathOf(where)
          : (where as FieldPath | undefined);
      return fieldProblem<Code>({ type, code, path, message, value });
    });
  }

  /** The value if it has the type, for readers of other types; undefined if it is absent. */
  typed<V>(
    name: Name<T>,
    isTyped: (value: unknown) => value is V,
    expected: string,
  ): V | undefined {
    const value: unknown = this.raw(name);
    if (value === undefined || isTyped(value)) {
      return value;
    }
    this.wrongType(name, value, expected);
    return undefined;
  }

  /** Reports a field of the wrong type, for readers of other types; `expected` has its article. */
  wrongType(name: Name<T>, value: unknown, expected: string): void {
    this.reportWrong(value, wrongType, expected, name);
  }

  private integerIn(
    value: unknown,
    range: IntegerRange<number | bigint>,
    name: Name<T>,
    place?: FieldPathSegment,
  ): number | undefined {
    if (isIntegerIn(value, range)) {
      return Number(value);
    }
    const expected = `an integer from ${range.min} to ${range.max}`;
    this.reportWrong(value, wrongType, expected, name, place);
    return undefined;
  }

  private textIn(
    value: unknown,
    wrong: typeof wrongType,
    name: Name<T>,
    place?: FieldPathSegment,
  ): string {
    if (typeof value === 'string' || value === null || value === undefined) {
      return value ?? '';
    }
    this.reportWrong(value, wrong, 'a string', name, place);
    return '';
  }

  /** On its own, so that what reads makes no closure, which takes time. */
  private reportWrong(
    value: unknown,
    wrong: typeof wrongType,
    expected: string,
    name?: Name<T>,
    place?: FieldPathSegment,
  ): void {
    this.policy.report(() => {
      const path = name === undefined ? this.path : placeIn(this.pathOf(name), place);
      return wrong(value, path, expected);
    });
  }
}

/** The path of an entry of a list or map; the path itself without a place. */
function placeIn(path: FieldPath, place: FieldPathSegment | undefined): FieldPath {
  if (place === undefined) {
    return path;
  }
  return typeof place === 'number' ? childPath(path, place) : keyPath(path, place);
}

/** Makes a cursor. A class that makes objects of its own gets another name from the bundler. */
function cursor<T extends object, Code extends string>(
  value: unknown,
  policy: FieldPolicy<Code>,
  holder: { readonly path: FieldPath | undefined },
  field: string,
  place?: FieldPathSegment,
): Fields<T, Code> {
  return new Fields<T, Code>(value, policy, holder, field, place);
}

/** The holder of an object that was passed in. */
const NO_HOLDER = { path: undefined };

/** The items of an absent list. */
const NO_ITEMS: readonly never[] = /* @__PURE__ */ Object.freeze([]);

/** The value of an absent object. */
const NOTHING: object = /* @__PURE__ */ Object.freeze({});

const wrongSecret: typeof wrongType = (_, path, expected) => wrongSecretType(path, expected);
