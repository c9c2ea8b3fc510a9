import { FieldError, fieldPath } from '@kubesem/core';
import { fieldProblem } from '@kubesem/core/internal';

/** Makes the error of an option that the kubelet rejects. */
export function invalidOption(
  option: string,
  expected: string,
  value: unknown,
): FieldError<'INVALID_OPTION'> {
  const path = fieldPath(option);
  const message = `expected ${expected}`;
  return new FieldError(
    fieldProblem({ type: 'INVALID', code: 'INVALID_OPTION', path, value, message }),
  );
}
