import { formatTable, type PodLike } from '@kubesem/core';
import { ABSENT, formatLabels, podFields, readList } from '@kubesem/core/internal';
import { type PodRow, type PodRowOptions, podRow } from './pod-row.js';

/** Options of {@link formatPodTable}, named as the options of kubectl. */
export interface FormatPodTableOptions extends PodRowOptions {
  /** Whether to add address, node, nominated node and readiness gates, as `-o wide` does. */
  readonly wide?: boolean | undefined;
  /** Whether to start with the namespace, as `--all-namespaces` does. */
  readonly allNamespaces?: boolean | undefined;
  /** Whether to omit the headings. */
  readonly noHeaders?: boolean | undefined;
  /** Whether to end with all labels. */
  readonly showLabels?: boolean | undefined;
  /** Keys of labels to show, each in a column. */
  readonly labelColumns?: readonly string[] | undefined;
}

/**
 * Prints Pods exactly as `kubectl get pods` does. A field of the wrong type counts as absent.
 *
 * @param pods - the Pods as they are stored, in the order to print
 * @param options - the current time, and which columns to print
 * @returns the table, whose lines all end with a line feed; empty if there are no Pods
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if one of the objects is of another kind
 *
 * @example
 * ```ts
 * import { formatPodTable } from '@kubesem/lifecycle';
 *
 * const metadata = { name: 'web', creationTimestamp: '2026-01-01T00:00:00Z' };
 * const table = formatPodTable([{ metadata, status: { phase: 'Pending' } }], { now: '2026-01-01T00:01:30Z' });
 * table.split('\n') // => [
 * //   'NAME   READY   STATUS    RESTARTS   AGE',
 * //   'web    0/0     Pending   0          90s',
 * //   '',
 * // ]
 * ```
 *
 * Source: `k8s.io/cli-runtime/pkg/printers` v0.37.1, `decorateTable`.
 */
export function formatPodTable(
  pods: readonly PodLike[],
  options: FormatPodTableOptions = {},
): string {
  const { wide, allNamespaces, noHeaders, showLabels, labelColumns = [] } = options;
  const columns = [
    ...(allNamespaces ? ['Namespace'] : []),
    ...['Name', 'Ready', 'Status', 'Restarts', 'Age'],
    ...(wide ? ['IP', 'Node', 'Nominated Node', 'Readiness Gates'] : []),
    ...labelColumns.map((key) => key.slice(key.lastIndexOf('/') + 1)),
    ...(showLabels ? ['Labels'] : []),
  ];
  const rows = readList(pods, undefined).map((podLike) => {
    const metadata = podFields(podLike, ABSENT).pod.at('metadata');
    const labels = metadata.map('labels');
    return [
      ...(allNamespaces ? [metadata.text('namespace')] : []),
      ...cellsOf(podRow(podLike, options), wide === true),
      ...labelColumns.map((key) => labels.get(key) ?? ''),
      ...(showLabels ? [formatLabels([...labels])] : []),
    ];
  });
  return formatTable(columns, rows, { headers: !noHeaders });
}

function cellsOf(row: PodRow, isWide: boolean): string[] {
  const { name, ready, status, restarts, age } = row;
  const { ip, node, nominatedNode, readinessGates } = row;
  const cells = [name, ready.text, status, restarts.text, age];
  const wideCells = [ip, node, nominatedNode, readinessGates?.text];
  return isWide ? [...cells, ...wideCells.map((cell) => cell ?? '<none>')] : cells;
}
