import type { Container, Pod } from '@kubesem/core';

/** What was computed from a Pod. */
export interface Computed<Result> {
  readonly result: Result;
  /** Whether it has to be computed for each Pod, because a problem of each has to be reported. */
  readonly hasProblem: boolean;
}

/**
 * Computes something from Pods one after the other, and from equal Pods in a row only once. In a dump, which is in the order
 * of the names, the Pods of a workload follow each other.
 *
 * Only {@link amountFields} decide: the computation sees nothing else, so nothing else can make a difference.
 */
export class RepeatedPods<Result> {
  /** Keys and values of the last Pod, in their order. */
  private readonly fields: unknown[] = [];
  private length = 0;
  private isSame = false;
  private last: Result | undefined;

  /**
   * Returns the result for a Pod.
   *
   * @param pod - the Pod
   * @param compute - called unless the Pod is equal to the one before it
   */
  resultOf(pod: Pod, compute: (fields: Pod) => Computed<Result>): Result {
    const amounts = amountFields(pod);
    this.length = 0;
    this.isSame = true;
    const isPlain = this.note(amounts, LEVELS);
    if (isPlain && this.isSame && this.length === this.fields.length && this.last !== undefined) {
      return this.last;
    }
    this.fields.length = this.length;
    this.last = undefined;
    const { result, hasProblem } = compute(amounts);
    this.last = isPlain && !hasProblem ? result : undefined;
    return result;
  }

  /** Notes the keys and values of plain data; false if it is anything else, or has more levels. */
  private note(value: unknown, levels: number): boolean {
    if (typeof value !== 'object' || value === null) {
      this.noteField(value);
      return typeof value !== 'function';
    }
    const isList = Array.isArray(value);
    if (levels === 0 || !(isList || Object.getPrototypeOf(value) === Object.prototype)) {
      return false;
    }
    this.noteField(isList ? LIST : OBJECT);
    for (const key in value) {
      this.noteField(key);
      if (!this.note((value as { readonly [key: string]: unknown })[key], levels - 1)) {
        return false;
      }
    }
    this.noteField(END);
    return true;
  }

  private noteField(field: unknown): void {
    if (this.fields[this.length] !== field) {
      this.fields[this.length] = field;
      this.isSame = false;
    }
    this.length += 1;
  }
}

/** A copy of a Pod with the fields that its amounts in the totals depend on. Fields of the wrong type stay as they are. */
function amountFields({ spec, status }: Pod): Pod {
  return {
    spec: {
      containers: mapList(spec?.containers),
      initContainers: mapList(spec?.initContainers),
      overhead: spec?.overhead,
      resources: spec?.resources,
    },
    // Only its type is checked.
    status: isObject(status) ? {} : status,
  };
}

function mapList<List extends readonly Container[] | null | undefined>(list: List): List {
  return (Array.isArray(list) ? list.map(containerFields) : list) as List;
}

function containerFields(container: Container): Container {
  if (!isObject(container)) {
    return container;
  }
  const { name, restartPolicy, resources } = container;
  return { name, restartPolicy, resources };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Enough for `spec.containers[0].resources.claims[0].name`. */
const LEVELS = 7;
const [OBJECT, LIST, END] = [{}, {}, {}];
