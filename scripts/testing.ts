// What the tests of several packages share.
import { FieldError } from '@kubesem/core';

const NO_ERROR = 'no error';

/** Code and path of the error that a call throws. */
export function failure(action: () => unknown): string {
  try {
    action();
    return NO_ERROR;
  } catch (error) {
    if (error instanceof FieldError) {
      return `${error.code} ${error.problem.path}`;
    }
    throw error;
  }
}

/** Replaces each field of an object with `true` in turn, and lists the errors. */
export function errorsOfFields(object: object, read: (object: never) => unknown): string[] {
  const errors: string[] = [];
  const visit = (value: object, rebuild: (value: object) => object): void => {
    for (const [key, inner] of Object.entries(value)) {
      const withField = (field: unknown) =>
        rebuild(Object.assign(Array.isArray(value) ? [...value] : { ...value }, { [key]: field }));
      errors.push(failure(() => read(withField(true) as never)));
      if (typeof inner === 'object' && inner !== null) {
        visit(inner, withField);
      }
    }
  };
  visit(object, (whole) => whole);
  return errors.filter((error) => error !== NO_ERROR);
}

/** Freezes an object and everything in it, so that a write throws. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}

/** Amounts as they appear in JSON. */
export function text(amounts: unknown): unknown {
  return JSON.parse(JSON.stringify(amounts));
}
