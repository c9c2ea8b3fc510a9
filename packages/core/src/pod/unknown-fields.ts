import { childPath, type FieldPath } from '../field/path.js';
import { type FieldProblem, fieldProblem } from '../field/problem.js';
import { readObject } from '../field/read.js';
import { podContainers } from './containers.js';
import { podParts } from './parts.js';
import type { PodLike } from './pod-like.js';

const names = (...texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => text.split(' ')));

const POD_SPEC_FIELDS = /* @__PURE__ */ names(
  'activeDeadlineSeconds affinity automountServiceAccountToken containers dnsConfig dnsPolicy enableServiceLinks ' +
    'ephemeralContainers evictionResponders hostAliases hostIPC hostNetwork hostPID hostUsers hostname hostnameOverride ' +
    'imagePullSecrets initContainers nodeName nodeSelector os overhead preemptionPolicy priority priorityClassName ' +
    'readinessGates resourceClaims resources restartPolicy runtimeClassName schedulerName schedulingGates ' +
    'schedulingGroup securityContext serviceAccount serviceAccountName setHostnameAsFQDN shareProcessNamespace ' +
    'subdomain terminationGracePeriodSeconds tolerations topologySpreadConstraints volumes',
);

const CONTAINER_FIELD_NAMES =
  'args command env envFrom image imagePullPolicy lifecycle livenessProbe name ports readinessProbe resizePolicy ' +
  'resources restartPolicy restartPolicyRules securityContext startupProbe stdin stdinOnce terminationMessagePath ' +
  'terminationMessagePolicy tty volumeDevices volumeMounts workingDir';

const CONTAINER_FIELDS = /* @__PURE__ */ names(CONTAINER_FIELD_NAMES);
const EPHEMERAL_CONTAINER_FIELDS = /* @__PURE__ */ names(
  CONTAINER_FIELD_NAMES,
  'targetContainerName',
);
const RESOURCES_FIELDS = /* @__PURE__ */ names('claims limits requests');

/**
 * Finds fields that Kubernetes does not know: in the spec of a Pod, in its containers and in their resources. kubectl
 * rejects them, and the API server drops them.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns a problem with code `UNKNOWN_FIELD` for each field
 * @throws {@link FieldError} with code `NOT_A_POD` if the object is of another kind
 * @throws {@link FieldError} with code `INVALID_TYPE` if a list of containers, a container or its resources have the wrong type
 *
 * @example
 * ```ts
 * import { unknownPodFields } from '@kubesem/core';
 *
 * const spec = JSON.parse('{ "containers": [{ "name": "app", "resource": {} }] }');
 * unknownPodFields(spec).map(({ path }) => path) // => ['containers[0].resource']
 * ```
 *
 * Source: `k8s.io/api/core/v1` v0.37.1, `PodSpec`, `Container`, `EphemeralContainer` and `ResourceRequirements`.
 */
export function unknownPodFields(podLike: PodLike): readonly FieldProblem<'UNKNOWN_FIELD'>[] {
  const { spec, specPath } = podParts(podLike);
  const problems: FieldProblem<'UNKNOWN_FIELD'>[] = [];
  const check = (
    value: object | null | undefined,
    known: ReadonlySet<string>,
    path: FieldPath | undefined,
  ): void => {
    for (const name of Object.keys(readObject(value, path) ?? {})) {
      if (!known.has(name)) {
        problems.push(unknownField(childPath(path, name)));
      }
    }
  };
  check(spec, POD_SPEC_FIELDS, specPath);
  check(spec.resources, RESOURCES_FIELDS, childPath(specPath, 'resources'));
  for (const { kind, container, path } of podContainers(podLike)) {
    const isEphemeral = kind === 'ephemeral';
    check(container, isEphemeral ? EPHEMERAL_CONTAINER_FIELDS : CONTAINER_FIELDS, path);
    check(container.resources, RESOURCES_FIELDS, childPath(path, 'resources'));
  }
  return problems;
}

function unknownField(path: FieldPath): FieldProblem<'UNKNOWN_FIELD'> {
  const message = 'unknown field; kubectl rejects it';
  return fieldProblem({ type: 'FieldValueForbidden', code: 'UNKNOWN_FIELD', path, message });
}
