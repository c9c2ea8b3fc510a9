import { type ObjectMeta, objectNamespace } from '@kubesem/core';
import {
  type FieldPolicy,
  type Fields,
  fields,
  SERVICE_NAME_LABEL,
  wrongType,
} from '@kubesem/core/internal';
import type { ZoneObjects } from './zone.js';

/** Opens the objects of a list of {@link ZoneObjects}; reports and omits what is not an object. */
export function readObjects<T extends object, Code extends string>(
  objects: Iterable<T> | null | undefined,
  list: keyof ZoneObjects,
  policy: FieldPolicy<Code>,
): readonly Fields<T, Code>[] {
  const entries = Array.from(objects ?? []);
  const given = fields<{ readonly [name: string]: readonly T[] }, Code>(
    { [list]: entries },
    policy,
  );
  const opened = given.each(list, (object, index) => {
    const entry: unknown = entries[index];
    if (entry === null || entry === undefined) {
      policy.report(() => wrongType(entry, object.path, 'an object'));
    }
    return object as Fields<T, Code>;
  });
  return opened.filter(({ isPresent }) => isPresent);
}

/** An object with metadata. */
interface Named {
  readonly metadata?: ObjectMeta | null | undefined;
}

/** Name and namespace of an object. */
export interface Identity<Code extends string> {
  /** Name; empty if absent. */
  readonly name: string;
  /** Namespace; `default` if absent. */
  readonly namespace: string;
  /** The metadata, which has both. */
  readonly metadata: Fields<ObjectMeta, Code>;
}

/** Reads the name and the namespace of an object. */
export function readIdentity<Code extends string>(object: Fields<Named, Code>): Identity<Code> {
  const metadata = object.at('metadata');
  const name = metadata.text('name');
  const namespace = metadata.text('namespace');
  return { name, namespace: objectNamespace({ metadata: { namespace } }), metadata };
}

/** Reads the name of the Service that an EndpointSlice belongs to; empty if it has no such label. */
export function readServiceLabel<Code extends string>(metadata: Fields<ObjectMeta, Code>): string {
  return metadata.at('labels').text(SERVICE_NAME_LABEL);
}
