import { type Pod, type Timestamp } from '@kubesem/core';
import { bareObject, objectOf, textOf, timestampMs } from '@kubesem/core/internal';
import { isFailureStatus, type PodReason, podReasons } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import { type Column, column, isWide } from '../../frame/columns.js';
import { areInSeveralNamespaces } from '../../io/named.js';
import type { Colors } from '../../output/colors.js';
import { NONE, visible } from '../../output/text.js';

/** A row of `kubesem pods`, with its reasons. */
export type PodModel = NonNullable<ReturnType<typeof podModel>>;

/**
 * Explains a Pod.
 *
 * @param placed - a Pod, and where it is
 * @param now - the current time
 * @param why - whether to list its reasons
 * @returns the model; undefined if its reasons are asked for and it is as it should be
 */
export function podModel(
  { file, line, item, object }: Pick<ManifestObject, 'file' | 'line' | 'item' | 'object'>,
  now: Timestamp,
  why: boolean,
) {
  const pod = object as Pod;
  const { row, steps, readiness, crashLoops, reasons, waitsFor, isNotable } = podReasons(pod, {
    now,
  });
  if (why && !isNotable) {
    return undefined;
  }
  const createdAtMs = timestampMs(objectOf(pod.metadata).creationTimestamp);
  return {
    ...{ file, line, item },
    /** Empty for a manifest without one. */
    namespace: namespaceOf(pod),
    ...row,
    labels: labelsOf(pod),
    /** When it was created, in milliseconds since 1970; undefined if it is not known. */
    createdAtMs: Number.isNaN(createdAtMs) ? undefined : createdAtMs,
    ...{ waitsFor, readiness, steps, crashLoops },
    /** Why it is in this state. */
    ...(why && { reasons }),
  };
}

/** The namespace of a Pod; empty if it has none. */
export function namespaceOf({ metadata }: Pod): string {
  return textOf(objectOf(metadata).namespace);
}

/** The labels of a Pod; those that are not strings are left out. */
export function labelsOf({ metadata }: Pod): { readonly [key: string]: string | undefined } {
  const labels = Object.entries(objectOf(objectOf(metadata).labels));
  return bareObject(
    labels.filter(([, value]) => typeof value === 'string'),
    textOf,
  );
}

/** Which columns the table has. */
interface PodColumnFlags {
  readonly allNamespaces: boolean;
  readonly labelColumns: readonly string[];
  readonly showLabels: boolean;
}

/** The columns of `kubectl get pods`, and what each Pod waits for. */
export function podColumns({
  allNamespaces,
  labelColumns,
  showLabels,
}: PodColumnFlags): readonly Column<PodModel>[] {
  return [
    column('NAMESPACE', ({ namespace }) => namespace, {
      isShown: (_, pods) => allNamespaces || areInSeveralNamespaces(pods),
    }),
    column('NAME', ({ name }) => name),
    column('READY', ({ ready }) => ready.text, {
      sortBy: ({ ready }) => ready.ready / ready.total,
    }),
    column('STATUS', ({ status }) => status, {
      paint: (text, pod, colors) => paintStatus(pod, text, colors),
    }),
    column('RESTARTS', ({ restarts }) => restarts.text, {
      sortBy: ({ restarts }) => restarts.count,
    }),
    // The youngest has the smallest age.
    column('AGE', ({ age }) => age, {
      drop: 1,
      sortBy: ({ createdAtMs }) => createdAtMs && -createdAtMs,
    }),
    column('IP', ({ ip }) => ip, { isShown: isWide }),
    column('NODE', ({ node }) => node, { isShown: isWide }),
    column('NOMINATED NODE', ({ nominatedNode }) => nominatedNode, { isShown: isWide }),
    column('READINESS GATES', ({ readinessGates }) => readinessGates?.text, { isShown: isWide }),
    ...labelColumns.map((key) =>
      column<PodModel>(
        visible(key.slice(key.lastIndexOf('/') + 1).toUpperCase()),
        ({ labels }) => labels[key],
      ),
    ),
    column('LABELS', ({ labels }) => labelsText(labels), { isShown: () => showLabels }),
    column('WAITS FOR', ({ waitsFor }) => waitsFor, { optional: true }),
  ];
}

interface ReasonLine extends PodReason {
  readonly pod: PodModel;
}

/** One line for each reason. */
export const REASON_COLUMNS: readonly Column<ReasonLine>[] = [
  column('NAMESPACE', ({ pod }) => pod.namespace),
  column('NAME', ({ pod }) => pod.name),
  column('STATUS', ({ pod }) => pod.status),
  column('ABOUT', ({ about }) => about),
  column('REASON', ({ text }) => text),
];

/** The lines of these columns. */
export function reasonLines(pods: readonly PodModel[]): readonly ReasonLine[] {
  return pods.flatMap((pod) => (pod.reasons ?? []).map((reason) => ({ ...reason, pod })));
}

/** The chain of reasons of each Pod, with the Pod as a heading. */
export function renderReasons(pods: readonly PodModel[], colors: Colors): string {
  return pods.map((pod) => reasonsOf(pod, colors)).join('\n');
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
