import type { StructType, ValueType } from '@kubesem/core';
import { applyDefaults } from '@kubesem/defaults';
import { applyPodDefaults } from '@kubesem/defaults/pod';
import { quantityFromJSON } from '@kubesem/quantity';
import { attempt, type Comparison } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import { anyObject, typeOf } from './any-object.js';
import { defaultsExamples } from './examples.js';

interface Input {
  readonly object: JsonObject;
  readonly operation: 'CREATE' | 'UPDATE';
}

interface Output {
  readonly defaulted: JsonObject;
  /** The object without what Go leaves out. */
  readonly read: JsonObject;
  readonly readDefaulted: JsonObject;
}

function applied(object: JsonObject, operation: Input['operation']): JsonObject {
  const filled =
    object.kind === 'Pod' ? applyPodDefaults(object, { operation }) : applyDefaults(object);
  return JSON.parse(JSON.stringify(filled)) as JsonObject;
}

/** Compares two objects field by field, at any depth. */
class ObjectComparison {
  constructor(
    private readonly comparison: Comparison,
    /** Whether null, empty and absent are the same, and what Go does not know does not count. */
    private readonly isAsWritten: boolean,
  ) {}

  /** Compares the values of one field. */
  value(path: string, theirs: Json | undefined, ours: Json | undefined, type?: ValueType): void {
    if (this.isAsWritten && isEmpty(theirs) && isEmpty(ours)) {
      return;
    }
    if (Array.isArray(theirs) && Array.isArray(ours)) {
      const item = typeof type === 'object' && 'list' in type ? type.list : undefined;
      for (let index = 0; index < Math.max(theirs.length, ours.length); index++) {
        this.value(`${path}[${index}]`, theirs[index], ours[index], item);
      }
    } else if (isPlain(theirs) && isPlain(ours)) {
      for (const name of new Set([...Object.keys(theirs), ...Object.keys(ours)])) {
        const field = memberType(type, name);
        if (!this.isAsWritten || field !== undefined || ownValue(theirs, name) !== undefined) {
          this.value(`${path}.${name}`, ownValue(theirs, name), ownValue(ours, name), field);
        }
      }
    } else if (isPlain(theirs) && this.isAsWritten && isEmpty(ours)) {
      this.value(path, theirs, {}, type);
    } else if (isPlain(ours) && this.isAsWritten && isEmpty(theirs)) {
      this.value(path, {}, ours, type);
    } else {
      this.comparison.field(path, theirs, type === 'quantity' ? canonical(ours) : ours);
    }
  }
}

/** Go also writes an absent quantity where its field is not a pointer. */
const canonical = (value: Json | undefined) => quantityFromJSON(value ?? 0).toString();

function isPlain(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: Json | undefined): boolean {
  const isEmptyObject = typeof value === 'object' && Object.keys(value ?? {}).length === 0;
  return value === undefined || value === '' || value === 0 || value === false || isEmptyObject;
}

function ownValue(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function memberType(type: ValueType | undefined, name: string): ValueType | undefined {
  if (typeof type !== 'object' || 'list' in type) {
    return undefined;
  }
  return 'map' in type
    ? type.map
    : Object.hasOwn(type.fields, name)
      ? type.fields[name]
      : undefined;
}

const apply: Operation = {
  name: 'defaults.apply',
  program: 'kubernetes',
  examples: defaultsExamples,
  generate: (random) => ({
    object: anyObject(random),
    operation: random.pick(['CREATE', 'CREATE', 'UPDATE']),
  }),
  compare(input, theirs, comparison) {
    const { object, operation } = input as unknown as Input;
    const ours = attempt(() => applied(object, operation));
    if (theirs.out === undefined) {
      // Ours looks only at what a default depends on.
      return;
    }
    const type: StructType = typeOf(String(object.apiVersion), String(object.kind));
    const { defaulted, read, readDefaulted } = theirs.out as unknown as Output;
    if (ours.value === undefined) {
      comparison.field('error', undefined, ours.code);
      return;
    }
    new ObjectComparison(comparison, true).value('', defaulted, ours.value, type);
    // Here absent, empty and zero are told apart.
    new ObjectComparison(comparison, false).value('read', readDefaulted, applied(read, operation));
  },
  kind(input, { out, err }) {
    const { object } = input as unknown as Input;
    const { read, defaulted } = (out ?? {}) as unknown as Partial<Output>;
    const added = JSON.stringify(defaulted ?? {}).length - JSON.stringify(read ?? {}).length;
    return [object.kind, err, Math.floor(added / 200)].join();
  },
};

/** What the API server fills in, for objects of all kinds. */
export const objectDefaultsOperations: readonly Operation[] = [apply];
