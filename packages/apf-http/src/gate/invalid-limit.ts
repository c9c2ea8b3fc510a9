import { fieldProblem, type OptionRange, raise, readOption } from '@kubesem/core/internal';

/**
 * Rejects an option.
 *
 * @param option - its name
 * @param value - its value
 * @param message - what is wrong with it
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_LIMIT`
 */
export function raiseInvalidLimit(option: string, value: unknown, message: string): never {
  const path = { parent: undefined, segment: option };
  return raise(fieldProblem({ type: 'INVALID', code: 'INVALID_LIMIT', path, value, message }));
}

/**
 * Reads an option that is a time or a count.
 *
 * @param option - its name
 * @param value - its value
 * @param range - what it can be
 * @returns the value; undefined if it is absent
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_LIMIT` if it is another one
 */
export function readLimit(option: string, value: unknown, range: OptionRange): number | undefined {
  return readOption(option, value, range, 'INVALID_LIMIT');
}
