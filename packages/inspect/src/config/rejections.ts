import { type HorizontalPodAutoscaler } from '@kubesem/core';
import { FieldProblems, fields, typesOf } from '@kubesem/core/internal';
import {
  CONFIG_MAP,
  ENDPOINT_SLICE,
  FLOW_SCHEMA,
  HORIZONTAL_POD_AUTOSCALER,
  PRIORITY_LEVEL_CONFIGURATION,
  SECRET,
  SERVICE,
} from '@kubesem/core/kinds';
import type { ManifestObject } from '@kubesem/manifests';
import { endpointSliceWarnings, serviceWarnings } from '@kubesem/service';
import { validateConfigMap } from '@kubesem/validation/config-map';
import { validateEndpointSlice } from '@kubesem/validation/endpoint-slice';
import { validateFlowSchema } from '@kubesem/validation/flow-schema';
import { validatePriorityLevel } from '@kubesem/validation/priority-level-configuration';
import { validateSecret } from '@kubesem/validation/secret';
import { validateService } from '@kubesem/validation/service';
import { readAutoscalerRange } from '@kubesem/workloads/internal';
import type { FoundProblem } from '../problem.js';

/** What the API server says to an object. */
interface Checks {
  readonly validate: (object: object) => readonly FoundProblem[];
  readonly warnings?: (object: object) => readonly FoundProblem[];
}

/** What the API server checks of a kind, besides Pods; by API version and kind. */
const CHECKS: ReadonlyMap<string, Checks> = /* @__PURE__ */ new Map(
  (
    [
      [CONFIG_MAP, { validate: validateConfigMap }],
      [ENDPOINT_SLICE, { validate: validateEndpointSlice, warnings: endpointSliceWarnings }],
      [FLOW_SCHEMA, { validate: validateFlowSchema }],
      [HORIZONTAL_POD_AUTOSCALER, { validate: validateAutoscaler }],
      [PRIORITY_LEVEL_CONFIGURATION, { validate: validatePriorityLevel }],
      [SECRET, { validate: validateSecret }],
      // The ranges of addresses and ports are unknown.
      [SERVICE, { validate: (service) => validateService(service), warnings: serviceWarnings }],
    ] satisfies [Parameters<typeof typesOf>[0], Checks][]
  ).flatMap(([kind, checks]) => typesOf(kind).map((type) => [type, checks] as const)),
);

/**
 * Finds out what the API server says to an object that has no Pod template: why it rejects it, or what it warns of. Of what is
 * stored, only what has no data is checked: a dump may hide the values of Secrets.
 */
export function objectProblems(
  { apiVersion, kind, object }: ManifestObject,
  isStored: boolean,
): readonly FoundProblem[] {
  const { validate, warnings } = CHECKS.get(`${apiVersion} ${kind}`) ?? {};
  const hasData = kind === CONFIG_MAP.kind || kind === SECRET.kind;
  const rejections = isStored && hasData ? [] : (validate?.(object) ?? []);
  return rejections.length > 0 ? rejections : (warnings?.(object) ?? []);
}

/** The numbers of an autoscaler that cannot be read. */
function validateAutoscaler(autoscaler: HorizontalPodAutoscaler): readonly FoundProblem[] {
  const problems = new FieldProblems<'INVALID_TYPE'>();
  readAutoscalerRange(fields(autoscaler, problems), false);
  return problems.list();
}
