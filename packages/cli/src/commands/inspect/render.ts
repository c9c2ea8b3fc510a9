import {
  type Amounts,
  credentialSource,
  type ImageReport,
  type InspectReport,
  type ObjectIdentity,
  type ObjectReport,
  type PodTotals,
  type Totals,
} from '@kubesem/inspect';
import type { DeclaredContainer } from '@kubesem/resources';
import type { PodCount } from '@kubesem/workloads';
import {
  type Column,
  column,
  isDetailed,
  isWide,
  numbers,
  renderRows,
  tableOf,
} from '../../frame/columns.js';
import { renderTable } from '../../output/table/render.js';
import { type Layout, type Table, unsorted } from '../../output/table/table.js';
import { objectTitle, placeOf, resourceName, shorten, visible } from '../../output/text.js';
import { shortDigest } from '../../shared/images.js';
import { DNS_NAME_COLUMNS, dnsNameLines } from '../../shared/network.js';
import { QUOTA_COLUMNS, quotaLines } from '../../shared/quotas.js';
import { containerTitle, qosClass, renderExplanation } from './explanation.js';
import { skippedObjects } from './notes.js';
import type { InspectFlags } from './read.js';

/** Lays out the table that the flags ask for, the explanations, and the other kinds. */
export function renderInspect(report: InspectReport, flags: InspectFlags, layout: Layout): string {
  const { objects, quotas = [] } = report;
  const others = flags.verbose ? skippedObjects(report.others) : [];
  const table = inspectTable(report, flags, layout);
  // Bars are for the command that is about quotas.
  const quotaLayout = { ...unsorted(layout), isTerminal: false };
  const lines = flags.dns || flags.images ? [] : quotaLines(quotas);
  return [
    table === undefined ? '' : renderTable(table, layout),
    belowEmptyLine(renderRows(QUOTA_COLUMNS, lines, quotaLayout)),
    ...objects.map((object) => renderExplanation(object, layout.colors)),
    belowEmptyLine(renderRows(OTHER_COLUMNS, otherKinds(others), unsorted(layout))),
  ]
    .join('')
    .replace(/^\n/, ''); // The first part needs no empty line before it.
}

function belowEmptyLine(text: string): string {
  return text && `\n${text}`;
}

/** The table that the flags ask for; undefined if there is nothing to show. */
export function inspectTable(
  report: InspectReport,
  flags: InspectFlags,
  layout: Layout,
): Table | undefined {
  const { objects, dnsNames, summary } = report;
  if (dnsNames !== undefined) {
    return tableOf(DNS_NAME_COLUMNS, dnsNames.flatMap(dnsNameLines))(layout);
  }
  if (objects.length === 0) {
    return undefined;
  }
  if (flags.images) {
    const hasCredentials = flags.pullSecrets || flags.credentials.length > 0;
    return tableOf(imageColumns(hasCredentials), objects.flatMap(imageLines))(layout);
  }
  if (flags.summary) {
    const namespaces = summary.namespaces.flatMap((each) => totalLines(each.namespace, each));
    const total = tableOf(TOTAL_COLUMNS, totalLines('TOTAL', summary))(layout).rows as string[][];
    return {
      ...tableOf(TOTAL_COLUMNS, namespaces)(layout),
      footer: total.map((row) => row.map((cell) => cell && layout.colors.bold(cell))),
    };
  }
  return tableOf(
    OBJECT_COLUMNS,
    objects.flatMap((object) => objectLines(object, layout)),
  )(layout);
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

/** The columns of requests and limits. */
function amountColumns<Row>(
  amountsOf: (row: Row) => Amounts | undefined,
  rules: Pick<Column<Row>, 'paint'> = {},
): readonly Column<Row>[] {
  const amount = (head: string, side: keyof Amounts, name: string, drop?: number) =>
    numbers<Row>(head, (row) => amountsOf(row)?.[side][name]?.toString(), { drop, ...rules });
  return [
    amount('CPU-REQ', 'requests', 'cpu'),
    amount('CPU-LIM', 'limits', 'cpu', 4),
    amount('MEM-REQ', 'requests', 'memory'),
    amount('MEM-LIM', 'limits', 'memory', 5),
    column('OTHER REQ/LIM', (row) => otherAmounts(amountsOf(row)), {
      optional: true,
      drop: 1,
      ...rules,
    }),
  ];
}

function otherAmounts(amounts: Amounts | undefined): string | null | undefined {
  if (amounts === undefined) {
    return undefined;
  }
  const { requests, limits } = amounts;
  const names = new Set([...Object.keys(requests), ...Object.keys(limits)]);
  const texts = [...names]
    .filter((name) => name !== 'cpu' && name !== 'memory')
    .map((name) => `${name} ${requests[name] ?? '-'}/${limits[name] ?? '-'}`);
  return texts.join(', ') || null;
}

/** An object, or one of its containers, which is indented below it. */
interface ObjectLine {
  readonly object: ObjectReport;
  readonly container?: DeclaredContainer;
}

const paintLine: NonNullable<Column<ObjectLine>['paint']> = (text, { container }, { dim }) =>
  container === undefined ? text : dim(text);

/** The columns of objects, with the amounts of one Pod. */
export const OBJECT_COLUMNS: readonly Column<ObjectLine>[] = [
  objectColumn('NAMESPACE', ({ namespace }) => namespace, { drop: 6 }),
  column('KIND', ({ object, container }) => (container ? `  ${container.kind}` : object.kind), {
    drop: 2,
    paint: paintLine,
  }),
  column('NAME', ({ object, container }) => (container ? `  ${container.name}` : object.name), {
    paint: paintLine,
  }),
  { ...objectColumn('PODS', ({ pods, pod }) => pod && podCount(pods)), align: 'right' },
  objectColumn('QOS', ({ pod }) => pod?.qosClass ?? 'ERROR', {
    drop: 3,
    paint: (text, { object: { pod } }, colors) => (pod ? qosClass(text, colors) : colors.red(text)),
  }),
  ...amountColumns<ObjectLine>(({ object, container }) => container ?? object.pod, {
    paint: paintLine,
  }),
  objectColumn('ORIGIN', ({ origin }) => origin, { isShown: isDetailed }),
  objectColumn('LOCATION', placeOf, { isShown: isDetailed }),
];

/** A column that is empty in the lines of containers. */
function objectColumn(
  head: string,
  cell: (object: ObjectReport) => string | undefined,
  rules: Partial<Column<ObjectLine>> = {},
): Column<ObjectLine> {
  return column(head, ({ object, container }) => (container ? null : cell(object)), rules);
}

/** With `-o wide`, also its containers. */
function objectLines(object: ObjectReport, layout: Layout): readonly ObjectLine[] {
  const containers = isWide(layout) ? (object.pod?.containers ?? []) : [];
  return [{ object }, ...containers.map((container) => ({ object, container }))];
}

function podCount({ count, per, autoscaled, reason }: PodCount): string {
  if (autoscaled !== undefined && autoscaled.min < autoscaled.max) {
    return `${autoscaled.min}-${autoscaled.max}`;
  }
  const number = per === 'object' ? String(count) : `${count}/${per}`;
  return reason === undefined ? number : `${number} ${reason.toLowerCase()}`;
}

/** An image of an object; an object with errors has none. */
interface ImageLine {
  /** Title of the object; undefined below its first image. */
  readonly title?: string;
  readonly image?: ImageReport;
}

/** The columns of images. */
export function imageColumns(hasCredentials: boolean): readonly Column<ImageLine>[] {
  return [
    column('OBJECT', ({ title }) => title ?? null),
    column('CONTAINER', ({ image }) => image && containerTitle(image.kind, image.name)),
    column('PULLED AS', ({ image }) => (image ? pulledAs(image) : 'ERROR'), {
      paint: (text, { image }, { red }) => (image?.pulledAs === undefined ? red(text) : text),
    }),
    column('PULL POLICY', ({ image }) => image?.pullPolicy, { drop: 1 }),
    column('PULLED WITH', ({ image }) => image && pulledWith(image), {
      isShown: () => hasCredentials,
    }),
  ];
}

function imageLines(object: ObjectReport): readonly ImageLine[] {
  const title = objectTitle(object);
  return object.pod === undefined
    ? [{ title }]
    : object.pod.images.map((image, index) => ({ ...(index === 0 && { title }), image }));
}

function pulledAs({ image, pulledAs: name }: ImageReport): string {
  return name === undefined ? shorten(visible(image)) : shortDigest(name);
}

/** The sources of the credentials, in the order in which they are tried. */
function pulledWith({ credentials }: ImageReport): string | undefined {
  const sources = new Set(credentials?.map(credentialSource));
  return credentials && ([...sources].join(', ') || 'no credentials');
}

/** Requests and limits of Pods together. */
interface TotalLine {
  readonly title: string;
  readonly total: PodTotals;
  readonly sign?: '+';
}

const TOTAL_COLUMNS: readonly Column<TotalLine>[] = [
  column('NAMESPACE', ({ title }) => title),
  numbers('PODS', ({ total, sign = '' }) => `${sign}${total.pods}`),
  ...amountColumns<TotalLine>(({ total }) => total),
];

/** The totals, what autoscalers make of them, and what DaemonSets add on each node. */
function totalLines(title: string, totals: Totals): readonly TotalLine[] {
  const { autoscaled, perNode } = totals;
  return [
    { title, total: totals },
    ...(autoscaled
      ? [
          { title: '  at least', total: autoscaled.min },
          { title: '  at most', total: autoscaled.max },
        ]
      : []),
    ...(perNode.pods === 0 ? [] : [{ title: '  per node', total: perNode, sign: '+' as const }]),
  ];
}

const OTHER_COLUMNS: readonly Column<readonly [kind: string, version: string, number: number]>[] = [
  column('OTHER KIND', ([kind]) => kind),
  column('VERSION', ([, version]) => version),
  numbers('OBJECTS', ([, , number]) => number),
];

/** Counts objects of kinds that have no Pods. */
function otherKinds(others: readonly ObjectIdentity[]) {
  const counts = new Map<string, number>();
  for (const { apiVersion, kind } of others) {
    const name = `${visible(kind)}\n${visible(apiVersion)}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort().map(([name, number]) => {
    const [kind = '', version = ''] = name.split('\n');
    return [kind, version, number] as const;
  });
}
