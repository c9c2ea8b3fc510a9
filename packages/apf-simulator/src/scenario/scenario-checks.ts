import { formatFieldPath } from '@kubesem/core';
import type { ScenarioProblem, ScenarioProblemCode } from './scenario-error.js';

/** The names and indexes that lead to a field. */
export type Segments = readonly (string | number)[];

/** Any plain object, as it comes from a file. */
export type Fields = { readonly [name: string]: unknown };

/** The bounds of a number. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
  /** Whether it has to be a whole number. */
  readonly isWhole?: boolean;
  /** Whether the lower bound itself is too low. */
  readonly isAbove?: boolean;
  /** Whether it may be left out. */
  readonly isOptional?: boolean;
}

/** Finds what is wrong with plain data, and collects it. */
export class ScenarioChecks {
  /** What was found. */
  readonly problems: ScenarioProblem[] = [];

  /**
   * Notes a problem.
   *
   * @param code - which rule is broken
   * @param segments - of the field
   * @param expected - what would be right, to be read after `expected`
   */
  report(code: ScenarioProblemCode, segments: Segments, expected: string): void {
    const path = formatFieldPath(segments);
    const place = path === '' ? '' : `${path}: `;
    this.problems.push({ code, path, segments, message: `${place}expected ${expected}` });
  }

  /** An object, all of whose fields are known; undefined, and noted, if it is none. */
  object(value: unknown, segments: Segments, known: readonly string[]): Fields | undefined {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.report(value == null ? 'REQUIRED' : 'WRONG_TYPE', segments, 'an object');
      return undefined;
    }
    for (const name of Object.keys(value)) {
      if (!known.includes(name)) {
        this.report('UNKNOWN_FIELD', [...segments, name], `one of the fields ${known.join(', ')}`);
      }
    }
    return value as Fields;
  }

  /** A list, or an empty one if it is absent and may be; what is none is noted. */
  list(fields: Fields, name: string, segments: Segments, isOptional: boolean): readonly unknown[] {
    const value = own(fields, name);
    if (value == null && isOptional) {
      return [];
    }
    if (Array.isArray(value)) {
      return value;
    }
    this.report(value == null ? 'REQUIRED' : 'WRONG_TYPE', [...segments, name], 'a list');
    return [];
  }

  /** A number within its bounds; undefined if it is absent or wrong, which is noted. */
  number(fields: Fields, name: string, segments: Segments, bounds: Bounds): number | undefined {
    const value = own(fields, name);
    if (value == null && bounds.isOptional === true) {
      return undefined;
    }
    return this.numberItself(value, [...segments, name], bounds);
  }

  /** The same for a number that has been taken out of its object. */
  numberItself(value: unknown, segments: Segments, bounds: Bounds): number | undefined {
    const { min, max, isWhole = false, isAbove = false } = bounds;
    const expected = `${isWhole ? 'a whole number' : 'a number'} ${isAbove ? 'above' : 'from'} ${min} up to ${max}`;
    if (value == null) {
      this.report('REQUIRED', segments, expected);
    } else if (typeof value !== 'number' || Number.isNaN(value)) {
      this.report('WRONG_TYPE', segments, expected);
    } else if (
      value < min ||
      value > max ||
      (isAbove && value === min) ||
      (isWhole && !Number.isInteger(value))
    ) {
      this.report('OUT_OF_RANGE', segments, `${expected}, found ${value}`);
    } else {
      return value;
    }
    return undefined;
  }

  /** A text that is not empty; undefined, and noted, if it is none. */
  text(fields: Fields, name: string, segments: Segments): string | undefined {
    const value = own(fields, name);
    if (typeof value === 'string' && value !== '') {
      return value;
    }
    const isMissing = value == null || value === '';
    this.report(isMissing ? 'REQUIRED' : 'WRONG_TYPE', [...segments, name], 'a text');
    return undefined;
  }

  /** A yes or no that may be left out; anything else is noted. */
  flag(fields: Fields, name: string, segments: Segments): void {
    const value = own(fields, name);
    if (value != null && typeof value !== 'boolean') {
      this.report('WRONG_TYPE', [...segments, name], 'true or false');
    }
  }
}

/** A field of the object itself: `constructor` is a name like others. */
export function own(fields: Fields, name: string): unknown {
  return Object.prototype.hasOwnProperty.call(fields, name) ? fields[name] : undefined;
}
