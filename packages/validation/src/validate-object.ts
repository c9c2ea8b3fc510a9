import type { FieldProblem } from '@kubesem/core';
import {
  CONFIG_MAP,
  ENDPOINT_SLICE,
  FLOW_SCHEMA,
  type Kind,
  kindOf,
  POD,
  PRIORITY_LEVEL_CONFIGURATION,
  SECRET,
  SERVICE,
} from '@kubesem/core/kinds';
import { validateConfigMap } from './config-map.js';
import { validateEndpointSlice } from './endpoint-slice.js';
import { validateFlowSchema } from './flow-schema.js';
import { validatePod } from './pod.js';
import { validatePriorityLevel } from './priority-level-configuration.js';
import { validateSecret } from './secret.js';
import { validateService } from './service.js';

/** What the API server would say to an object. */
export interface ObjectValidation {
  /** Whether kubesem checks objects of this kind and version. If not, an empty list of problems says nothing. */
  readonly isChecked: boolean;
  /**
   * Why the API server would reject the object. The README of this package lists what is not checked, such as most volumes of a Pod.
   * So an empty list does not say that the object is valid.
   */
  readonly problems: readonly FieldProblem[];
}

/** Validates an object of one kind. */
type Validate = (object: object) => readonly FieldProblem[];

const BY_KIND: ReadonlyMap<Kind | undefined, Validate> = /* @__PURE__ */ new Map<
  Kind | undefined,
  Validate
>([
  [CONFIG_MAP, validateConfigMap],
  [ENDPOINT_SLICE, validateEndpointSlice],
  [FLOW_SCHEMA, validateFlowSchema],
  [POD, validatePod],
  [PRIORITY_LEVEL_CONFIGURATION, validatePriorityLevel],
  [SECRET, validateSecret],
  [SERVICE, validateService],
]);

/**
 * Lists why the API server would reject an object. Its `apiVersion` and `kind` decide what is checked.
 *
 * To keep a bundle small, import the function of one kind instead: `validateFlowSchema` of `@kubesem/validation/flow-schema`.
 *
 * @param object - the object, as in a manifest; not changed. A field of the wrong JSON type is a problem of the result
 * @returns the problems, and whether objects of the kind are checked at all, in a version that the release serves
 *
 * @example
 * ```ts
 * import { validateObject } from '@kubesem/validation';
 *
 * const spec = { matchingPrecedence: 10_001, priorityLevelConfiguration: { name: 'low' } };
 * const flowSchema = { apiVersion: 'flowcontrol.apiserver.k8s.io/v1', kind: 'FlowSchema', metadata: { name: 'mine' }, spec };
 * validateObject(flowSchema).problems.map(({ type, path }) => `${type} ${path}`) // => ['INVALID spec.matchingPrecedence']
 * validateObject({ apiVersion: 'example.com/v1', kind: 'Shop' }) // => { isChecked: false, problems: [] }
 * ```
 */
export function validateObject(object: object): ObjectValidation {
  const validate = BY_KIND.get(kindOf(object));
  return { isChecked: validate !== undefined, problems: validate?.(object) ?? [] };
}
