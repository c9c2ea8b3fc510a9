// Writes the lists of a cluster in `@kubesem/core`: one for each kind of which we read objects.
import { METRIC_KINDS } from '@kubesem/core/internal';
import { BUILT_IN_KINDS } from '@kubesem/core/kinds';
import { filesOfInterfaces } from './generate-interfaces.js';
import { LISTS } from './interfaces.js';

/** Returns the source of `ClusterObjects`. */
export function listsText(): string {
  const files = filesOfInterfaces();
  const byKey = <K extends { readonly listKey: string }>(kinds: readonly K[]): K[] =>
    [...kinds].sort((a, b) => (a.listKey.toLowerCase() < b.listKey.toLowerCase() ? -1 : 1));
  const kinds = [...byKey(BUILT_IN_KINDS), ...byKey(METRIC_KINDS)].filter(({ kind }) =>
    files.has(kind),
  );
  const imports = kinds.map(
    ({ kind }) => `import type { ${kind} } from '../api/${files.get(kind)}.js';`,
  );
  const lists = kinds.map(
    ({ kind, listKey }) => `  /** ${LISTS[kind] ?? `All ${pluralOf(kind, listKey)}.`} */
  readonly ${listKey}?: readonly ${kind}[] | null | undefined;`,
  );
  return `${imports.join('\n')}

/**
 * The objects of a cluster that an answer depends on, with a list for each kind. A function takes those lists that it needs.
 *
 * A list that is absent is not known. An empty one means that the cluster has no such objects.
 */
export interface ClusterObjects {
${lists.join('\n')}
}
`;
}

/** `RuntimeClasses` of `RuntimeClass` and `runtimeClasses`. */
function pluralOf(kind: string, listKey: string): string {
  const same = [...kind].findIndex(
    (letter, index) => letter.toLowerCase() !== listKey[index]?.toLowerCase(),
  );
  const end = same < 0 ? kind.length : same;
  return kind.slice(0, end) + listKey.slice(end);
}
