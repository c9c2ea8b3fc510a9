import { apiGroupOf, type FieldProblem, type HorizontalPodAutoscaler } from '@kubesem/core';
import { FieldProblems, fields } from '@kubesem/core/internal';
import { HORIZONTAL_POD_AUTOSCALER } from '@kubesem/core/kinds';
import type { JSONObject, ManifestObject } from '@kubesem/manifests';
import {
  type AutoscalerRange,
  autoscaledPodCount,
  isScalableKind,
  readAutoscalerRange,
} from '@kubesem/workloads';
import type { ObjectReport } from './report.js';

function isServed(apiVersion: string): boolean {
  const { group, versions } = HORIZONTAL_POD_AUTOSCALER;
  return versions.some((version) => apiVersion === `${group}/${version}`);
}

/** Collects HorizontalPodAutoscalers, which can be before or after the objects that they scale. */
export class Autoscalers {
  /** By their target; a target has a list if several autoscalers compete for it. */
  private readonly ranges = new Map<string, Map<string, AutoscalerRange>>();

  /** Adds an object if it is an autoscaler; returns what is wrong with it. */
  add(
    placed: ManifestObject,
    { namespace, name }: { readonly namespace: string; readonly name: string },
    isStored: boolean,
  ): readonly FieldProblem<'INVALID_TYPE'>[] {
    const { apiVersion, kind, object } = placed;
    if (kind !== HORIZONTAL_POD_AUTOSCALER.kind || !isServed(apiVersion)) {
      return [];
    }
    const problems = new FieldProblems<'INVALID_TYPE'>();
    const autoscaler = fields(object as JSONObject as HorizontalPodAutoscaler, problems);
    const range = readAutoscalerRange(autoscaler, isStored);
    if (range !== undefined) {
      const { group, kind: targetKind, name: target } = range.target;
      const key = JSON.stringify([namespace, group, targetKind, target]);
      // The last definition of an autoscaler counts.
      this.ranges.set(key, (this.ranges.get(key) ?? new Map()).set(name, range));
    }
    return problems.list();
  }

  /** Returns the report with the range of its number of Pods. Autoscalers that compete have none. */
  applyTo(report: ObjectReport): ObjectReport {
    if (this.ranges.size === 0) {
      return report;
    }
    const { apiVersion, kind, namespace, name } = report;
    const group = apiGroupOf(apiVersion);
    if (!isScalableKind(group, kind)) {
      return report;
    }
    const found = this.ranges.get(JSON.stringify([namespace, group, kind, name]));
    const [range, competitor] = found?.values() ?? [];
    return range === undefined || competitor !== undefined
      ? report
      : { ...report, pods: autoscaledPodCount(report.pods, range) };
  }
}
