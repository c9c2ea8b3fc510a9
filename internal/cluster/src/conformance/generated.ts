import { matching } from '@kubesem/conformance/operations';
import type { Random } from '@kubesem/conformance/random';

/**
 * Returns the parameters of a random case of an operation of `internal/conformance`.
 *
 * @param random - decides about the case
 * @param name - name of the operation, such as `pod.row`
 * @returns its parameters by name
 */
export function generated(random: Random, name: string): { readonly [name: string]: unknown } {
  const [operation] = matching(name);
  if (operation === undefined) {
    throw new Error(`unknown operation ${name}`);
  }
  return operation.generate(random) as { readonly [name: string]: unknown };
}
