import { type Fields, fields } from './fields.js';
import { childPath } from './path.js';
import type { FieldPolicy } from './policy.js';
import { readList } from './read.js';

/**
 * Opens the objects of a list that was passed in, one after the other. Paths start with the index.
 *
 * @param list - the list
 * @param policy - what becomes of the list or a field if its type is wrong
 * @returns a cursor on each object
 *
 * @example
 * ```ts
 * import { type Service } from '@kubesem/core';
 * import { openAll, THROW } from '@kubesem/core/internal';
 *
 * const services: Service[] = [{ metadata: { name: 'web' } }, { metadata: { name: 'db' } }];
 * Array.from(openAll(services, THROW), (service) => service.at('metadata').text('name')) // => ['web', 'db']
 * ```
 *
 * @internal
 */
export function* openAll<T extends object, Code extends string = string>(
  list: readonly T[],
  policy: FieldPolicy<Code>,
): Generator<Fields<T, Code>> {
  const objects = readList(list, undefined, (problem) => policy.report(() => problem));
  for (const [index, object] of objects.entries()) {
    yield fields<T, Code>(object, policy, childPath(undefined, index));
  }
}
