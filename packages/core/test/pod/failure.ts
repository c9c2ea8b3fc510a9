import { FieldError } from '@kubesem/core';

/** The code and the path of the error that a call throws. */
export function failure(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof FieldError) {
      return `${error.code} ${error.problem.path}`;
    }
    throw error;
  }
  return 'nothing was thrown';
}
