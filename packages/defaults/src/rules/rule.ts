import { type Fields, fields, THROW } from '@kubesem/core/internal';

/** An object of which `core` describes no field. */
export interface AnyObject {
  readonly [field: string]: unknown;
}

/** The object in a field, or in the list of a field. */
type ObjectIn<T> = unknown extends T
  ? AnyObject
  : NonNullable<T> extends readonly (infer Item)[]
    ? Extract<Item, object>
    : Extract<NonNullable<T>, object>;

/** Rules of what fields hold. */
type RulesOf<T extends object> = { readonly [F in keyof T]?: Rule<ObjectIn<T[F]>> };

/**
 * What the API server fills in, for one type of objects. A table of such rules is shorter than code that walks through each kind,
 * and reads like the released code.
 */
export interface Rule<T extends object> {
  /** Computes fields that depend on others, before all else. */
  set?(object: Fields<T>): Partial<T>;
  /** Values of fields that are absent. In Go, these are pointers: zero and empty are not absent. */
  readonly absent?: Partial<T>;
  /** Values of fields that are absent, empty or zero: the zero value of Go. */
  readonly empty?: Partial<T>;
  /** Converts the objects in fields, such as amounts. */
  readonly convert?: { readonly [F in keyof T]?: (object: Fields<ObjectIn<T[F]>>) => T[F] };
  /** Rules of objects that stay absent if they are. In Go, these are pointers. */
  readonly within?: RulesOf<T>;
  /** Rules of objects that are filled in even if they are absent. In Go, these are structs. */
  readonly parts?: RulesOf<T>;
  /** Rules of the objects in lists. */
  readonly items?: RulesOf<T>;
}

/**
 * Fills in an object. What does not change is shared with it.
 *
 * @throws FieldError with code `INVALID_TYPE` if a field in which a rule looks has the wrong JSON type; any other value stays
 */
export function withDefaults<T extends object>(object: T, rule: Rule<T>): T {
  return fillIn(fields<T>(object, THROW), rule);
}

/** The same for an object that is being read; an absent one counts as empty. */
export function fillIn<T extends object>(object: Fields<T>, rule: Rule<T>): T {
  return filled(object as Fields<object> as Fields<AnyObject>, rule as AnyRule) as T;
}

type AnyRule = Rule<AnyObject>;

/** Fields of an object that change. */
interface Changes {
  [field: string]: unknown;
}

function filled(object: Fields<AnyObject>, rule: AnyRule): AnyObject {
  const { absent = {}, empty = {} } = rule;
  const value = withChanges(object.value, rule.set?.(object) ?? {});
  const given = value === object.value ? object : fields(value, object.policy, object.path);
  const changes: Changes = {};
  for (const name of Object.keys(absent)) {
    if (!given.has(name)) {
      changes[name] = copyOf(absent[name]);
    }
  }
  for (const name of Object.keys(empty)) {
    if (isEmpty(value[name])) {
      changes[name] = copyOf(empty[name]);
    }
  }
  fillInBelow(given, rule, changes);
  return withChanges(value, changes);
}

/** Converts and fills in the objects that the fields of an object hold. */
function fillInBelow(object: Fields<AnyObject>, rule: AnyRule, changes: Changes): void {
  const { convert = {}, within = {}, parts = {}, items = {} } = rule;
  for (const [name, converted] of Object.entries(convert)) {
    const below = object.at(name) as Fields<AnyObject>;
    if (below.isPresent) {
      changes[name] = converted?.(below);
    }
  }
  for (const [name, inner] of Object.entries({ ...within, ...parts })) {
    const below = object.at(name) as Fields<AnyObject>;
    const after = below.isPresent || name in parts ? filled(below, inner as AnyRule) : below.value;
    if (after !== below.value) {
      changes[name] = after;
    }
  }
  for (const [name, inner] of Object.entries(items)) {
    const list = object.objects(name) as readonly Fields<AnyObject>[];
    const after = list.map((item) => filled(item, inner as AnyRule));
    if (list.some((item, index) => item.value !== after[index])) {
      changes[name] = after;
    }
  }
}

/** Whether a value is absent or, in Go, the zero value of its type. */
function isEmpty(value: unknown): boolean {
  const isEmptyList = Array.isArray(value) && value.length === 0;
  return value === undefined || value === null || value === '' || value === 0 || isEmptyList;
}

/** The object itself if no field changes. */
function withChanges(value: AnyObject, changes: AnyObject): AnyObject {
  const isSame = Object.keys(changes).every((name) => changes[name] === value[name]);
  return isSame ? value : { ...value, ...changes };
}

/** A copy that the caller may change: the value of a rule is in every result. */
function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const copied = Object.entries(value).map(([name, inner]) => [name, copyOf(inner)]);
  return Array.isArray(value) ? value.map(copyOf) : Object.fromEntries(copied);
}
