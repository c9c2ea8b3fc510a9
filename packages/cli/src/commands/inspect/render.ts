import type { InspectReport, ObjectIdentity, ObjectReport } from '@kubesem/inspect';
import type { DeclaredContainer } from '@kubesem/resources';
import type { PodCount } from '@kubesem/workloads';
import type { Colors } from '../../output/colors.js';
import { type Column, renderTable, right } from '../../output/table.js';
import { NONE, visible } from '../../output/text.js';
import { renderDnsNames } from '../dns/names/render.js';
import { renderQuotas } from '../quota/render.js';
import { placeOf, qosClass } from './cells.js';
import { renderExplanation } from './explanation.js';
import type { InspectFlags } from './flags.js';
import { renderImagesOf } from './images.js';
import { AMOUNT_COLUMNS, amountCells, renderSummary } from './summary.js';

/** Lays out the table that the flags ask for, the explanations, and the other kinds. */
export function renderInspect(report: InspectReport, flags: InspectFlags, colors: Colors): string {
  const { objects, others } = report;
  return [
    renderMain(report, flags, colors),
    renderQuotaTable(report, flags, colors),
    ...objects.map((object) => renderExplanation(object, colors)),
    flags.verbose && others.length > 0 ? `\n${renderOthers(others, colors)}` : '',
  ].join('');
}

function renderMain(report: InspectReport, flags: InspectFlags, colors: Colors): string {
  const { objects, dnsNames, summary } = report;
  if (dnsNames !== undefined) {
    return renderDnsNames(dnsNames, colors);
  }
  if (objects.length === 0) {
    return '';
  }
  if (flags.images) {
    return renderImagesOf(objects, flags.credentials !== undefined, colors);
  }
  return flags.summary
    ? renderSummary(summary, colors)
    : renderObjects(objects, flags.output === 'wide', colors);
}

/** How full the quotas of the files are, with what new objects add. */
function renderQuotaTable(
  { quotas = [] }: InspectReport,
  { dns, images, output }: InspectFlags,
  colors: Colors,
): string {
  const table = dns || images ? '' : renderQuotas(quotas, { wide: output === 'wide' }, colors);
  return table === '' ? '' : `\n${table}`;
}

/** One line for each object, with the amounts of one Pod; if `wide`, with its containers and its place. */
function renderObjects(objects: readonly ObjectReport[], wide: boolean, colors: Colors): string {
  const columns: (string | Column)[] = [
    'NAMESPACE',
    'KIND',
    'NAME',
    right('PODS'),
    'QOS',
    ...AMOUNT_COLUMNS,
    ...(wide ? ['ORIGIN', 'LOCATION'] : []),
  ];
  const rows = objects.flatMap((object) => [
    objectRow(object, wide, colors),
    ...(wide
      ? (object.pod?.containers ?? []).map((container) => containerRow(container, colors))
      : []),
  ]);
  return renderTable(columns, rows, colors);
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
function renderOthers(others: readonly ObjectIdentity[], colors: Colors): string {
  const counts = new Map<string, number>();
  for (const { apiVersion, kind } of others) {
    const name = `${visible(kind)}\n${visible(apiVersion)}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const rows = [...counts].sort().map(([name, number]) => [...name.split('\n'), String(number)]);
  return renderTable(['OTHER KIND', 'VERSION', right('OBJECTS')], rows, colors);
}
