import { isFailureStatus } from '@kubesem/inspect';
import type { Colors } from '../../output/colors.js';
import { renderTable } from '../../output/table/render.js';
import type { Cells, Column, Layout, Table } from '../../output/table/table.js';
import { NONE, visible } from '../../output/text.js';
import type { PodModel } from './model.js';

/** Which columns the table has. */
export interface PodColumns {
  readonly namespaces: boolean;
  readonly wide: boolean;
  readonly labelColumns: readonly string[];
  readonly showLabels: boolean;
}

/** The columns of `kubectl get pods`, and what each Pod waits for. */
export function podTable(
  pods: readonly PodModel[],
  { namespaces, wide, labelColumns, showLabels }: PodColumns,
  { colors }: Layout,
): Table {
  const models = new Map<Cells, PodModel>(
    pods.map((pod) => {
      const { labels } = pod;
      const cells = [
        ...(namespaces ? [pod.namespace] : []),
        ...[pod.name, pod.ready.text],
        ...[pod.status, pod.restarts.text, pod.age],
        ...(wide ? [pod.ip, pod.node, pod.nominatedNode, pod.readinessGates?.text] : []),
        ...labelColumns.map((key) => labels[key]),
        ...(showLabels ? [labelsText(labels)] : []),
        pod.waitsFor,
      ];
      const shown = cells.map((cell) => visible(cell ?? '') || NONE);
      const status = namespaces ? 3 : 2;
      shown[status] = paintStatus(pod, shown[status] ?? '', colors);
      return [shown, pod];
    }),
  );
  const numbers = (numberOf: (pod: PodModel) => number | undefined) => (cells: Cells) => {
    const pod = models.get(cells);
    return pod && numberOf(pod);
  };
  const columns: (string | Column)[] = [
    ...(namespaces ? ['NAMESPACE'] : []),
    'NAME',
    { head: 'READY', sortBy: numbers(({ ready }) => ready.ready / ready.total) },
    'STATUS',
    { head: 'RESTARTS', sortBy: numbers(({ restarts }) => restarts.count) },
    // The youngest has the smallest age.
    { head: 'AGE', drop: 1, sortBy: numbers(({ createdAtMs }) => createdAtMs && -createdAtMs) },
    ...(wide ? ['IP', 'NODE', 'NOMINATED NODE', 'READINESS GATES'] : []),
    ...labelColumns.map((key) => visible(key.slice(key.lastIndexOf('/') + 1).toUpperCase())),
    ...(showLabels ? ['LABELS'] : []),
    { head: 'WAITS FOR', optional: true },
  ];
  return { columns, rows: [...models.keys()] };
}

/** One line for each reason. */
export function reasonTable(pods: readonly PodModel[]): Table {
  return {
    columns: ['NAMESPACE', 'NAME', 'STATUS', 'ABOUT', 'REASON'],
    rows: pods.flatMap(({ namespace, name, status, reasons = [] }) =>
      reasons.map(({ about, text }) =>
        [namespace, name, status, about, text].map((cell) => visible(cell) || NONE),
      ),
    ),
  };
}

/** The chain of reasons of each Pod, with the Pod as a heading; a table if it is to be sorted. */
export function renderReasons(pods: readonly PodModel[], layout: Layout): string {
  if (layout.sortBy !== undefined) {
    return renderTable(reasonTable(pods), layout);
  }
  return pods.map((pod) => reasonsOf(pod, layout.colors)).join('\n');
}

const ABOUT_WIDTH = 'container'.length;

function reasonsOf(pod: PodModel, colors: Colors): string {
  const { namespace, name, ready, reasons = [] } = pod;
  const title = [namespace, name].filter((part) => part !== '').join('/');
  const status = paintStatus(pod, visible(pod.status), colors);
  const lines = reasons.map(
    ({ about, text }) => `  ${colors.dim(about.padEnd(ABOUT_WIDTH))}  ${visible(text)}`,
  );
  const heading = `${colors.bold(visible(title) || NONE)} ${status || NONE}, ${ready.text} ready`;
  return `${[heading, ...lines].join('\n')}\n`;
}

/** Green if the Pod is ready, red if something is wrong, yellow if it is on its way. */
function paintStatus({ status, readiness }: PodModel, cell: string, colors: Colors): string {
  if (isFailureStatus(status)) {
    return colors.red(cell);
  }
  if (readiness.ready && status !== 'Terminating') {
    return colors.green(cell);
  }
  return status === 'Completed' || status === 'Succeeded' ? colors.dim(cell) : colors.yellow(cell);
}

function labelsText(labels: PodModel['labels']): string {
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join();
}
