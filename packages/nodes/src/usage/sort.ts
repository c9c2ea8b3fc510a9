import type { Usage } from './usage.js';

/** The resource by which usages are sorted. */
export type UsageOrder = 'cpu' | 'memory';

/**
 * Sorts by the highest usage, or by namespace and name; what has no metrics comes last.
 *
 * Source: `k8s.io/kubectl/pkg/metricsutil` v0.37.1, `NodeMetricsSorter`, `PodMetricsSorter` and `ContainerMetricsSorter`.
 */
export function inOrder<Entry extends Usage & { namespace?: string; name?: string }>(
  entries: readonly Entry[],
  sortBy: UsageOrder | undefined,
): readonly Entry[] {
  // kubectl compares what it prints of cpu, and whole bytes of memory.
  const valueOf = ({ cpu, memory }: Entry) =>
    sortBy === 'memory' ? memory.usage?.value() : cpu.usage?.milliValue();
  const keyed = entries.map((entry) => ({
    entry,
    isUnknown: entry.cpu.text === '<unknown>',
    value: sortBy === undefined ? undefined : (valueOf(entry) ?? BigInt(0)),
  }));
  return keyed
    .sort(
      (a, b) =>
        Number(a.isUnknown) - Number(b.isUnknown) ||
        compare(b.value ?? 0, a.value ?? 0) ||
        compare(a.entry.namespace ?? '', b.entry.namespace ?? '') ||
        compare(a.entry.name ?? '', b.entry.name ?? ''),
    )
    .map(({ entry }) => entry);
}

function compare<T extends string | bigint | number>(a: T, b: T): number {
  if (a === b) {
    return 0;
  }
  return a < b ? -1 : 1;
}
