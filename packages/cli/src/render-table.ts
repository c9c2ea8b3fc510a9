import type { Amounts, ObjectIdentity, ObjectReport, PodCount } from '@kubesem/inspect';
import type { DeclaredContainer } from '@kubesem/resources';
import { type Column, renderTable } from './table.js';
import { type Colors, visible } from './terminal.js';

const AMOUNT_COLUMNS: readonly Column[] = [
  { head: 'CPU-REQ', align: 'right' },
  { head: 'CPU-LIM', align: 'right' },
  { head: 'MEM-REQ', align: 'right' },
  { head: 'MEM-LIM', align: 'right' },
  { head: 'OTHER REQ/LIM' },
];

const NONE = '-';

/**
 * Lays out one line for each object, with the amounts of one Pod.
 *
 * @param objects - Pods and workloads
 * @param wide - whether to show where each object stands, and its containers
 * @param colors - for the terminal
 * @returns the table
 */
export function renderObjects(
  objects: readonly ObjectReport[],
  wide: boolean,
  colors: Colors,
): string {
  const columns: Column[] = [
    { head: 'NAMESPACE' },
    { head: 'KIND' },
    { head: 'NAME' },
    { head: 'PODS', align: 'right' },
    { head: 'QOS' },
    ...AMOUNT_COLUMNS,
    ...(wide ? [{ head: 'ORIGIN' }, { head: 'PLACE' }] : []),
  ];
  const rows = objects.flatMap((object) => [
    objectRow(object, wide, colors),
    ...(wide
      ? (object.pod?.containers ?? []).map((container) => containerRow(container, colors))
      : []),
  ]);
  const shown = withoutEmptyColumn(columns, rows, 'OTHER REQ/LIM');
  return renderTable(
    shown.columns.map((column) => ({ ...column, head: colors.bold(column.head) })),
    shown.rows,
  );
}

function objectRow(object: ObjectReport, wide: boolean, colors: Colors): string[] {
  const { namespace, kind, name, pods, pod, origin } = object;
  const identity = [visible(namespace), kind, visible(name) || NONE];
  const place = wide ? [origin, placeOf(object)] : [];
  if (pod === undefined) {
    return [...identity, NONE, colors.red('ERROR'), ...AMOUNT_COLUMNS.map(() => NONE), ...place];
  }
  return [
    ...identity,
    podCount(pods),
    qosClass(pod.qosClass, colors),
    ...amountCells(pod),
    ...place,
  ];
}

/** A container, indented below its object. */
function containerRow(container: DeclaredContainer, colors: Colors): string[] {
  const { kind, name } = container;
  const cells = ['', `  ${kind}`, `  ${visible(name)}`, '', '', ...amountCells(container)];
  return [...cells, '', ''].map((cell) => (cell === '' ? '' : colors.dim(cell)));
}

/** Requests and limits of cpu and memory, and all others together. */
export function amountCells({ requests, limits }: Amounts): string[] {
  const cell = (amounts: Amounts['requests'], name: string) => amounts[name]?.toString() ?? NONE;
  const others = new Set([...Object.keys(requests), ...Object.keys(limits)]);
  others.delete('cpu');
  others.delete('memory');
  return [
    cell(requests, 'cpu'),
    cell(limits, 'cpu'),
    cell(requests, 'memory'),
    cell(limits, 'memory'),
    [...others]
      .map((name) => `${visible(name)} ${cell(requests, name)}/${cell(limits, name)}`)
      .join(', '),
  ];
}

function podCount({ count, per, reason }: PodCount): string {
  const number = per === 'object' ? String(count) : `${count}/${per}`;
  return reason === undefined ? number : `${number} ${reason.toLowerCase()}`;
}

/** Where an object stands, in the form that editors open. */
export function placeOf({ file, line }: { readonly file: string; readonly line: number }): string {
  return `${visible(file)}:${line}`;
}

/** A QoS class in its colour: the safer from eviction, the greener. */
export function qosClass(name: string, colors: Colors): string {
  const color = { Guaranteed: colors.green, Burstable: colors.yellow }[name] ?? colors.magenta;
  return color(name);
}

/** Counts objects of kinds that carry no Pods. */
export function renderOthers(others: readonly ObjectIdentity[], colors: Colors): string {
  const counts = new Map<string, number>();
  for (const { apiVersion, kind } of others) {
    const name = `${visible(kind)}\n${visible(apiVersion)}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const rows = [...counts].sort().map(([name, number]) => [...name.split('\n'), String(number)]);
  const heads = [
    { head: 'OTHER KIND' },
    { head: 'VERSION' },
    { head: 'OBJECTS', align: 'right' as const },
  ];
  return renderTable(
    heads.map((column) => ({ ...column, head: colors.bold(column.head) })),
    rows,
  );
}

/** Leaves a column out if no row has anything in it. */
export function withoutEmptyColumn(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  head: string,
): { columns: readonly Column[]; rows: readonly (readonly string[])[] } {
  const index = columns.findIndex((column) => column.head === head);
  if (rows.some((row) => row[index] !== '' && row[index] !== NONE)) {
    return { columns, rows };
  }
  const keep = <T>(cells: readonly T[]) => cells.filter((_, position) => position !== index);
  return { columns: keep(columns), rows: rows.map(keep) };
}
