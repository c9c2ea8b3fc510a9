import type { Pod } from '@kubesem/core';
import { createInspection, type ObjectReport } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import type { Case } from './case.js';

/** An object with its explanations, and its Pod with the defaults of the API server. */
export interface ExplainedObject {
  readonly object?: ObjectReport | undefined;
  readonly pod?: Pod | undefined;
}

/** Inspects one object of a report again, with explanations. */
export function explainedObject(input: Case, report: ObjectReport): ExplainedObject {
  let found: Pod | undefined;
  const onPod = (pod: Pod) => {
    found = pod;
  };
  const inspection = createInspection({ explain: true, onPod });
  input.placed('v1 LimitRange').forEach(inspection.add);
  const placed = placedOf(input, report);
  if (placed !== undefined) {
    inspection.add(placed);
  }
  return { object: inspection.report().objects[0], pod: found };
}

function placedOf(input: Case, report: ObjectReport): ManifestObject | undefined {
  return input
    .placed(`${report.apiVersion} ${report.kind}`)
    .find(
      ({ file, line, item }) =>
        file === report.file && line === report.line && item === (report.item ?? ''),
    );
}

/** An object as people name it, such as `Deployment shop/web`. */
export function titleOf({
  kind,
  namespace,
  name,
}: Pick<ObjectReport, 'kind' | 'namespace' | 'name'>): string {
  return `${kind} ${namespace}/${name}`;
}
