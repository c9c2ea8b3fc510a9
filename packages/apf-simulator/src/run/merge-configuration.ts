import { nameOf } from '@kubesem/apf/internal';
import { type FlowSchema, type PriorityLevelConfiguration } from '@kubesem/core';
import { ABSENT, fields, readIterable } from '@kubesem/core/internal';

/** Objects that configure a server; an absent list is empty. */
export interface ServerObjects {
  /** The PriorityLevelConfigurations. */
  readonly priorityLevels?: Iterable<PriorityLevelConfiguration> | null | undefined;
  /** The FlowSchemas. */
  readonly flowSchemas?: Iterable<FlowSchema> | null | undefined;
}

/**
 * Replaces objects of a server with newer ones of the same name, and adds the other newer ones.
 *
 * @param base - the objects of the server; not changed
 * @param newer - the newer objects
 * @returns the objects that are not replaced, then the newer ones
 *
 * @example
 * ```ts
 * import { mergeConfiguration } from '@kubesem/apf-simulator';
 *
 * const schema = (name: string, matchingPrecedence: number) => ({ metadata: { name }, spec: { matchingPrecedence } });
 * const base = { flowSchemas: [schema('a', 100), schema('b', 200)] };
 * const { flowSchemas } = mergeConfiguration(base, { flowSchemas: [schema('a', 300)] });
 * flowSchemas.map(({ metadata, spec }) => [metadata?.name, spec?.matchingPrecedence]) // => [['b', 200], ['a', 300]]
 * ```
 */
export function mergeConfiguration(
  base: ServerObjects | null | undefined,
  newer: ServerObjects | null | undefined,
): {
  /** All PriorityLevelConfigurations. */
  readonly priorityLevels: readonly PriorityLevelConfiguration[];
  /** All FlowSchemas. */
  readonly flowSchemas: readonly FlowSchema[];
} {
  return {
    priorityLevels: merge(base?.priorityLevels, newer?.priorityLevels),
    flowSchemas: merge(base?.flowSchemas, newer?.flowSchemas),
  };
}

function merge<T extends FlowSchema | PriorityLevelConfiguration>(
  base: Iterable<T> | null | undefined,
  newer: Iterable<T> | null | undefined,
): readonly T[] {
  const given = fields(
    { newer: [...readIterable(newer, undefined)], base: [...readIterable(base, undefined)] },
    ABSENT,
  );
  const added = given.objects('newer').map(({ value }) => value);
  const names = new Set(added.map(nameOf));
  const kept = given.objects('base').map(({ value }) => value);
  return [...kept.filter((object) => !names.has(nameOf(object))), ...added] as T[];
}
