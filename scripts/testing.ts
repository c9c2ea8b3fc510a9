// What the tests of several packages share. It imports none of them, so that each test runs the build that it imports.

const NO_ERROR = 'no error';

/** Code and path of the error that a call throws. */
export function failure(action: () => unknown): string {
  try {
    action();
    return NO_ERROR;
  } catch (error) {
    if (isFieldError(error)) {
      return `${error.code} ${error.problem.path}`;
    }
    throw error;
  }
}

/** Whether it is a `FieldError`. */
function isFieldError(
  error: unknown,
): error is Error & { readonly code: string; readonly problem: { readonly path: string } } {
  return error instanceof Error && 'code' in error && 'problem' in error;
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
