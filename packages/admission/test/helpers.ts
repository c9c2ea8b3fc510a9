import { FieldError } from '@kubesem/core';

const NO_ERROR = 'no error';

/** Code and path of the error that is thrown. */
export function failure(action: () => unknown): string {
  try {
    action();
    return NO_ERROR;
  } catch (error) {
    const { code, problem } = error as FieldError;
    return error instanceof FieldError ? `${code} ${problem.path}` : String(error);
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
