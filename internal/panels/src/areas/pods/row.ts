import { type ObjectReport, type PodReport, readinessBlockerText } from '@kubesem/inspect';
import { titleOf } from '../../case/explained.js';
import type { Place } from '../area.js';

/** A Pod or a workload. */
export interface PodRow extends Place {
  readonly key: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** How many Pods it runs, such as `3` or `1/node`. */
  readonly pods: string;
  readonly qosClass: string;
  /** By resource: the request and the limit of one Pod. */
  readonly amounts: readonly AmountCell[];
  /** As `kubectl get pods` prints it; absent for manifests. */
  readonly status?: string | undefined;
  readonly ready?: string | undefined;
  readonly restarts?: number | undefined;
  /** Why a stored Pod is not ready, in a few words. */
  readonly waitsFor: string;
  readonly problems: number;
}

/** The request and the limit of a resource. */
export interface AmountCell {
  readonly resource: string;
  readonly request?: string | undefined;
  readonly limit?: string | undefined;
}

/** What the filter looks at. */
export function searchText(object: ObjectReport): string {
  return `${titleOf(object)} ${object.pod?.qosClass ?? ''} ${object.pod?.status?.status ?? ''}`;
}

/** Makes the row of an object. */
export function rowOf(object: ObjectReport): PodRow {
  const { kind, namespace, name, file, line, column, pod, pods, problems } = object;
  return {
    key: titleOf(object),
    ...{ kind, namespace, name, file, line, column },
    pods: countText(pods),
    qosClass: pod?.qosClass ?? '',
    amounts: pod ? amountCells(pod) : [],
    status: pod?.status?.status,
    ready: pod?.status?.ready.text,
    restarts: pod?.status?.restarts,
    waitsFor: (pod?.status?.readiness.blockers ?? []).map(readinessBlockerText).join('; '),
    problems: problems.length,
  };
}

function countText({ count, per, autoscaled, reason }: ObjectReport['pods']): string {
  const range = autoscaled && `${autoscaled.min}–${autoscaled.max}`;
  const each = per === 'object' ? '' : `/${per}`;
  return `${range ?? count}${each}${reason === undefined ? '' : ` ${reason.toLowerCase()}`}`;
}

function amountCells({ requests, limits }: PodReport): readonly AmountCell[] {
  const names = new Set(['cpu', 'memory', ...Object.keys(requests), ...Object.keys(limits)]);
  return [...names].map((resource) => ({
    resource,
    request: requests[resource]?.toString(),
    limit: limits[resource]?.toString(),
  }));
}
