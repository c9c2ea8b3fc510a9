import type { Failure } from './failure.js';

/** A reference that finds nothing; optional ones are forgiven. */
export class Missing {
  /**
   * Makes one.
   *
   * @param failure - what is wrong if it is not optional
   * @param isOptional - whether it is forgiven
   */
  constructor(
    readonly failure: Failure,
    readonly isOptional: boolean,
  ) {}
}

/** Thrown where a value depends on what was not passed in. */
export const UNKNOWN: unique symbol = Symbol('unknown');
