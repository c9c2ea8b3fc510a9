import type { InspectReport, ObjectIdentity, ObjectReport } from '@kubesem/inspect';
import type { DeclaredContainer } from '@kubesem/resources';
import type { PodCount } from '@kubesem/workloads';
import { isDetailed } from '../../frame/columns.js';
import type { Colors } from '../../output/colors.js';
import { renderTable } from '../../output/table/render.js';
import { type Column, type Layout, right, type Table, unsorted } from '../../output/table/table.js';
import { NONE, placeOf, resourceName, visible } from '../../output/text.js';
import { dnsNamesTable } from '../../shared/dns-names.js';
import { quotaTable } from '../../shared/quotas.js';
import { qosClass } from './cells.js';
import { renderExplanation } from './explanation.js';
import type { InspectFlags } from './flags.js';
import { imagesTable } from './images.js';
import { skippedObjects } from './notes.js';
import { AMOUNT_COLUMNS, amountCells, summaryTable } from './summary.js';

/** Lays out the table that the flags ask for, the explanations, and the other kinds. */
export function renderInspect(report: InspectReport, flags: InspectFlags, layout: Layout): string {
  const { objects } = report;
  const others = skippedObjects(report.others);
  const table = inspectTable(report, flags, layout);
  return [
    table === undefined ? '' : renderTable(table, layout),
    renderQuotaTable(report, flags, unsorted(layout)),
    ...objects.map((object) => renderExplanation(object, layout.colors)),
    flags.verbose && others.length > 0 ? `\n${renderOthers(others, unsorted(layout))}` : '',
  ]
    .join('')
    .replace(/^\n/, ''); // The first part needs no empty line before it.
}

/** The table that the flags ask for; undefined if there is nothing to show. */
export function inspectTable(
  report: InspectReport,
  flags: InspectFlags,
  layout: Layout,
): Table | undefined {
  const { objects, dnsNames, summary } = report;
  if (dnsNames !== undefined) {
    return dnsNamesTable(dnsNames);
  }
  if (objects.length === 0) {
    return undefined;
  }
  if (flags.images) {
    return imagesTable(objects, flags.pullSecrets || flags.credentials.length > 0, layout);
  }
  return flags.summary ? summaryTable(summary, layout) : objectsTable(objects, layout);
}

/** How full the quotas of the files are, with what new objects add. */
function renderQuotaTable(
  { quotas = [] }: InspectReport,
  { dns, images }: InspectFlags,
  layout: Layout,
): string {
  const isShown = !dns && !images && quotas.length > 0;
  // Bars are for the command that is about quotas.
  const table = quotaTable(quotas)({ ...layout, isTerminal: false });
  return isShown && table.rows.length > 0 ? `\n${renderTable(table, layout)}` : '';
}

/** What the table lists: images, DNS names, or objects. */
export function namesIn(
  { objects, dnsNames }: InspectReport,
  { images }: InspectFlags,
): Iterable<string> {
  if (dnsNames !== undefined) {
    return dnsNames.flatMap(({ names }) => names.map(({ name }) => name));
  }
  if (images) {
    const all = objects.flatMap(({ pod }) => pod?.images ?? []);
    return new Set(all.flatMap(({ pulledAs }) => pulledAs ?? []));
  }
  return objects.map(resourceName);
}

/** The columns of objects; the last two only if the terminal is wide enough. */
export const OBJECT_COLUMNS: readonly Column[] = [
  { head: 'NAMESPACE', drop: 6 },
  { head: 'KIND', drop: 2 },
  { head: 'NAME' },
  right('PODS'),
  { head: 'QOS', drop: 3 },
  ...AMOUNT_COLUMNS,
  { head: 'ORIGIN' },
  { head: 'LOCATION' },
];

/** One line for each object, with the amounts of one Pod; if `wide`, with its containers, and in CSV with its place. */
function objectsTable(objects: readonly ObjectReport[], layout: Layout): Table {
  const { output, colors } = layout;
  const wide = isDetailed(layout);
  const rows = objects.flatMap((object) => [
    objectRow(object, wide, colors),
    ...(output === 'wide'
      ? (object.pod?.containers ?? []).map((container) => containerRow(container, colors))
      : []),
  ]);
  return { columns: wide ? OBJECT_COLUMNS : OBJECT_COLUMNS.slice(0, -2), rows };
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

function podCount({ count, per, autoscaled, reason }: PodCount): string {
  if (autoscaled !== undefined && autoscaled.min < autoscaled.max) {
    return `${autoscaled.min}-${autoscaled.max}`;
  }
  const number = per === 'object' ? String(count) : `${count}/${per}`;
  return reason === undefined ? number : `${number} ${reason.toLowerCase()}`;
}

/** Counts objects of kinds that have no Pods. */
function renderOthers(others: readonly ObjectIdentity[], layout: Layout): string {
  const counts = new Map<string, number>();
  for (const { apiVersion, kind } of others) {
    const name = `${visible(kind)}\n${visible(apiVersion)}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const rows = [...counts].sort().map(([name, number]) => [...name.split('\n'), String(number)]);
  return renderTable({ columns: ['OTHER KIND', 'VERSION', right('OBJECTS')], rows }, layout);
}
