import { apiGroupOf, type ClusterObjects, identityOf, originOf } from '@kubesem/core';
import { ABSENT, fields } from '@kubesem/core/internal';
import { type AutoscalerRange, autoscaledPodCount } from '@kubesem/workloads';
import { isScalableKind, readAutoscalerRange } from '@kubesem/workloads/internal';
import type { ObjectReport } from './report.js';

/** The ranges of the HorizontalPodAutoscalers of a cluster, by target; several if autoscalers compete for it. */
export type AutoscalerRanges = ReadonlyMap<string, readonly AutoscalerRange[]>;

/** Reads the HorizontalPodAutoscalers of a cluster; those that the API server rejects have no range. */
export function autoscalerRanges({ horizontalPodAutoscalers }: ClusterObjects): AutoscalerRanges {
  const ranges = new Map<string, AutoscalerRange[]>();
  for (const autoscaler of horizontalPodAutoscalers ?? []) {
    const isStored = originOf(autoscaler) === 'STORED';
    const range = readAutoscalerRange(fields(autoscaler, ABSENT), isStored);
    if (range !== undefined) {
      const { group, kind, name } = range.target;
      const key = JSON.stringify([identityOf(autoscaler).namespace, group, kind, name]);
      ranges.set(key, [...(ranges.get(key) ?? []), range]);
    }
  }
  return ranges;
}

/** Returns the report with the range of its number of Pods. Autoscalers that compete have none. */
export function withAutoscaler(report: ObjectReport, ranges: AutoscalerRanges): ObjectReport {
  const { apiVersion, kind, namespace, name } = report;
  const group = apiGroupOf(apiVersion);
  if (ranges.size === 0 || !isScalableKind(group, kind)) {
    return report;
  }
  const [range, competitor] = ranges.get(JSON.stringify([namespace, group, kind, name])) ?? [];
  return range === undefined || competitor !== undefined
    ? report
    : { ...report, pods: autoscaledPodCount(report.pods, range) };
}
