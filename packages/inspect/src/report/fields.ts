import type { FieldPathSegment } from '@kubesem/core';
import { isJSONObject, type JSONObject, type JSONValue } from '@kubesem/manifests';

/** A field that holds something else than Kubernetes takes there. */
export interface FieldIssue {
  readonly path: readonly FieldPathSegment[];
  readonly expected: string;
}

const MAX_INT32 = 2 ** 31 - 1;

/** Reads fields of an object of which nothing is known; absent and null are the same. */
export class Fields {
  /** Fields of the wrong type that were come across. */
  readonly issues: FieldIssue[] = [];

  constructor(readonly root: JSONObject) {}

  /** The object at a path. */
  object(...path: readonly string[]): JSONObject | undefined {
    return this.read(path, 'an object', isJSONObject);
  }

  /** The text at a path; empty if there is none. */
  text(...path: readonly string[]): string {
    return this.read(path, 'a string', (value): value is string => typeof value === 'string') ?? '';
  }

  /** Whether the field at a path is true. */
  flag(...path: readonly string[]): boolean {
    return this.read(path, 'true or false', (value) => typeof value === 'boolean') === true;
  }

  /** The number of things at a path. */
  count(...path: readonly string[]): number | undefined {
    const isCount = (value: JSONValue): value is number =>
      Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_INT32;
    return this.read(path, `a whole number from 0 to ${MAX_INT32}`, isCount);
  }

  /** The objects of the list at a path. */
  objects(...path: readonly string[]): readonly JSONObject[] {
    const isList = (value: JSONValue): value is readonly JSONValue[] => Array.isArray(value);
    const list = this.read(path, 'a list', isList) ?? [];
    const objects = list.map((_, index) => this.read([...path, index], 'an object', isJSONObject));
    return objects.filter((object) => object !== undefined);
  }

  private read<T extends JSONValue>(
    path: readonly FieldPathSegment[],
    expected: string,
    matches: (value: JSONValue) => value is T,
  ): T | undefined {
    let value: JSONValue = this.root;
    for (const [depth, name] of path.entries()) {
      if (!isJSONObject(value) && typeof name === 'string') {
        this.report(path.slice(0, depth), 'an object');
        return undefined;
      }
      const member: JSONValue | undefined = Object.prototype.hasOwnProperty.call(value, name)
        ? (value as JSONObject)[name]
        : undefined;
      if (member === undefined || member === null) {
        return undefined;
      }
      value = member;
    }
    if (!matches(value)) {
      this.report(path, expected);
      return undefined;
    }
    return value;
  }

  private report(path: readonly FieldPathSegment[], expected: string): void {
    const key = path.join('\n');
    if (!this.issues.some((issue) => issue.path.join('\n') === key)) {
      this.issues.push({ path, expected });
    }
  }
}
