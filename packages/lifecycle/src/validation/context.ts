import {
  childPath,
  type FieldErrorType,
  type FieldPath,
  type FieldProblem,
  fieldProblem,
  formatFieldPath,
  goQuote,
  INT32_RANGE,
  type IntegerRange,
  readInteger,
  readList,
  readObject,
  readString,
} from '@kubesem/core';
import type { PodLifecycleProblemCode } from './codes.js';

/** The range of int64, as far as numbers go. */
export const INT64_RANGE: IntegerRange = {
  min: -9_223_372_036_854_775_808,
  max: 9_223_372_036_854_775_808,
};

/** What one rule says about a field. */
interface Finding {
  readonly type: FieldErrorType;
  readonly code: PodLifecycleProblemCode;
  readonly message: string;
  readonly value?: unknown;
}

/** Reads the fields of an object and collects the problems with them. */
export class Checks {
  private readonly found: FieldProblem<PodLifecycleProblemCode>[] = [];
  private readonly wrongTypes = new Set<string>();

  /** Reports a field of the wrong type, and keeps other rules from it and from what contains it. */
  readonly report = (problem: FieldProblem<'INVALID_TYPE'>): void => {
    this.found.push(problem);
    for (let length = 1; length <= problem.segments.length; length++) {
      this.wrongTypes.add(formatFieldPath(problem.segments.slice(0, length)));
    }
  };

  /** The problems, without those of fields that could not be read. */
  problems(): readonly FieldProblem<PodLifecycleProblemCode>[] {
    return this.found.filter(
      ({ code, path }) => code === 'INVALID_TYPE' || !this.wrongTypes.has(path),
    );
  }

  add(path: FieldPath | undefined, finding: Finding): void {
    this.found.push(fieldProblem({ ...finding, path }));
  }

  notSupported(path: FieldPath, value: string, supported: readonly string[]): void {
    if (!supported.includes(value)) {
      const message = `supported values: ${supported.map(goQuote).join(', ')}`;
      this.add(path, { type: 'FieldValueNotSupported', code: 'NOT_SUPPORTED', message, value });
    }
  }

  text(parent: object, field: string, path: FieldPath | undefined): string {
    return readString(member(parent, field), childPath(path, field), this.report);
  }

  /** The object; undefined if it is absent. */
  object<T extends object>(
    parent: object,
    field: string,
    path: FieldPath | undefined,
  ): T | undefined {
    return readObject(member(parent, field) as T, childPath(path, field), this.report);
  }

  list<T>(parent: object, field: string, path: FieldPath | undefined): readonly T[] {
    return readList(member(parent, field) as readonly T[], childPath(path, field), this.report);
  }

  /** The objects of a list; an absent one is empty. */
  objects<T extends object>(
    parent: object,
    field: string,
    path: FieldPath | undefined,
  ): readonly { readonly entry: T; readonly at: FieldPath }[] {
    const listPath = childPath(path, field);
    return this.list<T>(parent, field, path).map((value, index) => {
      const at = childPath(listPath, index);
      return { entry: readObject(value, at, this.report) ?? ({} as T), at };
    });
  }

  /** The number; undefined if it is absent or could not be read. */
  integer(
    parent: object,
    field: string,
    path: FieldPath | undefined,
    range: IntegerRange = INT32_RANGE,
  ): number | undefined {
    return readInteger(member(parent, field), childPath(path, field), range, this.report);
  }
}

function member(parent: object, field: string): unknown {
  return (parent as { readonly [name: string]: unknown })[field];
}
