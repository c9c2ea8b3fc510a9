/** What a {@link KubesemError} is made of. */
export interface KubesemErrorDetails<Code extends string = string> {
  /** Stable identifier of what went wrong; programs and tests match on this. */
  readonly code: Code;
  /** What was expected and what was found instead, for people. */
  readonly message: string;
  /** The offending value. It is kept as a shortened text only; leave it out where it may hold a secret. */
  readonly input?: unknown;
  /** Where in the input text it went wrong, counted in UTF-16 code units from 0. */
  readonly offset?: number | undefined;
  /** Path of the field that is wrong, such as `spec.containers[1].resources.limits.memory`. */
  readonly path?: string | undefined;
}

const MAX_DISPLAY_LENGTH = 80;

/**
 * Writes a value that may be anything for an error: at most 80 characters and `…`.
 *
 * Of an object only the kind is told: it may be huge, throw from its getters or hold secrets.
 */
export function displayText(input: unknown): string {
  if (typeof input === 'object' && input !== null) {
    return Array.isArray(input) ? '[array]' : '[object]';
  }
  const text = typeof input === 'function' ? '[function]' : String(input);
  return text.length > MAX_DISPLAY_LENGTH ? `${text.slice(0, MAX_DISPLAY_LENGTH)}…` : text;
}

/**
 * The base of every error that the family throws or returns: data first, wording second.
 *
 * `code`, `offset` and `path` are stable; the message is for people and may change in any release.
 *
 * @example
 * ```ts
 * import { KubesemError } from '@kubesem/core';
 *
 * const error = new KubesemError({ code: 'OUT_OF_RANGE', message: 'expected 1 to 65535', path: 'port' });
 * error.code // => 'OUT_OF_RANGE'
 * error.path // => 'port'
 * error instanceof Error // => true
 * ```
 */
export class KubesemError<Code extends string = string> extends Error {
  /** The class's own name, unaffected by minification. */
  override readonly name: string = 'KubesemError';
  /** Stable identifier of what went wrong. */
  readonly code: Code;
  /** Where in the input text it went wrong, counted in UTF-16 code units from 0. */
  readonly offset: number | undefined;
  /** Path of the field that is wrong. */
  readonly path: string | undefined;
  /** The offending value as a text of at most 81 characters; not enumerable; absent where it may hold a secret. */
  declare readonly input: string | undefined;

  /**
   * Makes an error out of its parts.
   *
   * @param details - code, message and what is known of the place
   */
  constructor(details: KubesemErrorDetails<Code>) {
    super(details.message);
    this.code = details.code;
    this.offset = details.offset;
    this.path = details.path;
    if ('input' in details) {
      Object.defineProperty(this, 'input', { value: displayText(details.input) });
    }
  }
}
