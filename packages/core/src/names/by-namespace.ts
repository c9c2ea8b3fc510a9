import type { ObjectMeta } from '../api/meta/object-meta.js';
import { listOf, objectOf, textOf } from '../field/lenient.js';

/**
 * Splits lists of objects by namespace, for what looks at one namespace only, so that no object is compared with those of all
 * others.
 *
 * @param lists - lists of objects by name; they are not changed. An object without a namespace is in `default`
 * @returns a function that returns the lists with the objects of a namespace; an absent list stays absent
 *
 * @example
 * ```ts
 * import { byNamespace } from '@kubesem/core';
 *
 * const pods = [{ metadata: { namespace: 'shop', name: 'web' } }, { metadata: { name: 'job' } }];
 * const own = byNamespace({ pods, nodes: undefined });
 * own('shop').pods.map(({ metadata }) => metadata.name) // => ['web']
 * own('shop').nodes // => undefined
 * ```
 */
export function byNamespace<Lists extends object>(lists: Lists): (namespace: string) => Lists {
  const found = new Map<string, Map<string, unknown[]>>();
  const all = Object.entries(lists) as [string, readonly NamedObject[] | null | undefined][];
  for (const [name, objects] of all) {
    for (const object of listOf(objects)) {
      const namespace = textOf(objectOf(objectOf(object).metadata).namespace) || 'default';
      const own = found.get(namespace) ?? new Map<string, unknown[]>();
      found.set(namespace, own);
      const list = own.get(name) ?? [];
      own.set(name, list);
      list.push(object);
    }
  }
  return (namespace) => {
    const own = all.map(([name, list]) => [name, list && (found.get(namespace)?.get(name) ?? [])]);
    return Object.fromEntries(own) as Lists;
  };
}

interface NamedObject {
  readonly metadata?: ObjectMeta | null | undefined;
}
