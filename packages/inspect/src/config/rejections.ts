import { type FieldProblem } from '@kubesem/core';
import { typesOf } from '@kubesem/core/internal';
import {
  CONFIG_MAP,
  ENDPOINT_SLICE,
  FLOW_SCHEMA,
  PRIORITY_LEVEL_CONFIGURATION,
  SECRET,
  SERVICE,
} from '@kubesem/core/kinds';
import type { ManifestObject } from '@kubesem/manifests';
import { validateConfigMap } from '@kubesem/validation/config-map';
import { validateEndpointSlice } from '@kubesem/validation/endpoint-slice';
import { validateFlowSchema } from '@kubesem/validation/flow-schema';
import { validatePriorityLevel } from '@kubesem/validation/priority-level-configuration';
import { validateSecret } from '@kubesem/validation/secret';
import { validateService } from '@kubesem/validation/service';
import type { FoundProblem, ProblemCode } from '../problem.js';

type Validate = (object: object) => readonly FieldProblem<ProblemCode>[];

/** What validates a kind, besides Pods; by API version and kind. */
const VALIDATE: ReadonlyMap<string, Validate> = /* @__PURE__ */ new Map(
  (
    [
      [CONFIG_MAP, validateConfigMap],
      [ENDPOINT_SLICE, validateEndpointSlice],
      [FLOW_SCHEMA, validateFlowSchema],
      [PRIORITY_LEVEL_CONFIGURATION, validatePriorityLevel],
      [SECRET, validateSecret],
      // The ranges of addresses and ports are unknown.
      [SERVICE, (service) => validateService(service)],
    ] satisfies [Parameters<typeof typesOf>[0], Validate][]
  ).flatMap(([kind, validate]) => typesOf(kind).map((type) => [type, validate] as const)),
);

/**
 * Finds out why the API server rejects an object that has no Pod template. Of what is stored, only what has no data is
 * checked: a dump may hide the values of Secrets.
 */
export function objectRejections(
  { apiVersion, kind, object }: ManifestObject,
  isStored: boolean,
): readonly FoundProblem[] {
  const hasData = kind === CONFIG_MAP.kind || kind === SECRET.kind;
  return isStored && hasData ? [] : (VALIDATE.get(`${apiVersion} ${kind}`)?.(object) ?? []);
}
