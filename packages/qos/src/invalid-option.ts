import { childPath, FieldError, fieldProblem } from '@kubesem/core';

/** The error of an option that the kubelet does not accept. */
export function invalidOption(
  option: string,
  expected: string,
  value: unknown,
): FieldError<'INVALID_OPTION'> {
  const path = childPath(undefined, option);
  const message = `expected ${expected}`;
  return new FieldError(
    fieldProblem({ type: 'FieldValueInvalid', code: 'INVALID_OPTION', path, value, message }),
  );
}
