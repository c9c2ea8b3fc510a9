import { childPath, type FieldPath } from './path.js';
import {
  INT32_RANGE,
  type IntegerRange,
  type ReportProblem,
  raise,
  readBoolean,
  readInteger,
  readList,
  readObject,
  readString,
  readStringField,
} from './read.js';

/**
 * Reads the fields of objects by name. A field of the wrong JSON type is an error.
 *
 * @internal
 */
export class FieldReader {
  /** Receives the fields of the wrong type. */
  readonly report: ReportProblem<'INVALID_TYPE'> = raise;

  /** The text; empty if it is absent or could not be read. */
  text(parent: object, field: string, path: FieldPath | undefined): string {
    return readStringField(parent, field, path, this.report);
  }

  /** The object; undefined if it is absent. */
  object<T extends object>(
    parent: object,
    field: string,
    path: FieldPath | undefined,
  ): T | undefined {
    return readObject(member(parent, field) as T, childPath(path, field), this.report);
  }

  /** The flag; undefined if it is absent or could not be read. */
  flag(parent: object, field: string, path: FieldPath | undefined): boolean | undefined {
    return readBoolean(member(parent, field), childPath(path, field), this.report);
  }

  /** The list; empty if it is absent or could not be read. */
  list<T>(parent: object, field: string, path: FieldPath | undefined): readonly T[] {
    return readList(member(parent, field) as readonly T[], childPath(path, field), this.report);
  }

  /** The texts of a list; an absent one is empty. */
  texts(parent: object, field: string, path: FieldPath | undefined): readonly string[] {
    const list = this.list(parent, field, path);
    return list.map((entry, index) =>
      typeof entry === 'string'
        ? entry
        : readString(entry, childPath(childPath(path, field), index), this.report),
    );
  }

  /** The objects of a list; an absent one is empty. */
  objects<T extends object>(
    parent: object,
    field: string,
    path: FieldPath | undefined,
  ): readonly { readonly entry: T; readonly at: FieldPath }[] {
    const list = this.list<T>(parent, field, path);
    if (list.length === 0) {
      return [];
    }
    const listPath = childPath(path, field);
    return list.map((value, index) => {
      const at = childPath(listPath, index);
      return { entry: readObject(value, at, this.report) ?? ({} as T), at };
    });
  }

  /** The number; undefined if it is absent or could not be read. */
  integer(
    parent: object,
    field: string,
    path: FieldPath | undefined,
    range: IntegerRange<number | bigint> = INT32_RANGE,
  ): number | undefined {
    return readInteger(member(parent, field), childPath(path, field), range, this.report);
  }
}

/** An object that is null has no fields. */
function member(parent: object | null | undefined, field: string): unknown {
  return (parent as { readonly [name: string]: unknown } | null | undefined)?.[field];
}
