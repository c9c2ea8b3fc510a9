import { displayText } from './text/display-text.js';

/** The parts of a {@link KubesemError}. */
export interface KubesemErrorDetails<Code extends string = string> {
  /** Stable identifier of the error; programs and tests match on this. */
  readonly code: Code;
  /** Human-readable message: what is wrong and what to do about it. */
  readonly message: string;
  /** The invalid value, which the error stores as a shortened string. Omit it if it may hold a secret. */
  readonly input?: unknown;
  /** Index of the first invalid character of the input, in UTF-16 code units from 0. */
  readonly offset?: number | undefined;
  /** The error that led to this one. */
  readonly cause?: unknown;
}

/**
 * The base of every error that a package of kubesem throws or returns.
 *
 * `code` and `offset` are stable; the message may change in any release. An error about a field of an
 * object is a {@link FieldError}.
 *
 * @example
 * ```ts
 * import { KubesemError } from '@kubesem/core';
 *
 * const error = new KubesemError({ code: 'OUT_OF_RANGE', message: 'must be from 1 to 65535', input: 70000 });
 * error.code // => 'OUT_OF_RANGE'
 * error.input // => '70000'
 * error instanceof Error // => true
 * ```
 */
export class KubesemError<Code extends string = string> extends Error {
  /** The class's own name, unaffected by minification. */
  override readonly name: string = 'KubesemError';
  /** Stable identifier of the error. */
  readonly code: Code;
  /** Index of the first invalid character of the input, in UTF-16 code units from 0. */
  readonly offset: number | undefined;
  /** The invalid value as a string of at most 81 characters; not enumerable; absent if it may hold a secret. */
  declare readonly input: string | undefined;
  /** The error that led to this one; not enumerable; absent if there is none. */
  declare readonly cause?: unknown;

  /**
   * Makes an error.
   *
   * @param details - code, message and what is known about the input
   */
  constructor(details: KubesemErrorDetails<Code>) {
    super(details.message);
    this.code = details.code;
    this.offset = details.offset;
    if ('input' in details) {
      Object.defineProperty(this, 'input', { value: displayText(details.input) });
    }
    if ('cause' in details) {
      Object.defineProperty(this, 'cause', { value: details.cause });
    }
  }
}
