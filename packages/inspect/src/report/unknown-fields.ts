import type { Container, FieldPathSegment, PodSpec, ResourceRequirements } from '@kubesem/core';

type Path = readonly FieldPathSegment[];

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const POD_SPEC = /* @__PURE__ */ words(
  'activeDeadlineSeconds affinity automountServiceAccountToken containers dnsConfig dnsPolicy enableServiceLinks ' +
    'ephemeralContainers evictionResponders hostAliases hostIPC hostNetwork hostPID hostUsers hostname hostnameOverride ' +
    'imagePullSecrets initContainers nodeName nodeSelector os overhead preemptionPolicy priority priorityClassName ' +
    'readinessGates resourceClaims resources restartPolicy runtimeClassName schedulerName schedulingGates ' +
    'schedulingGroup securityContext serviceAccount serviceAccountName setHostnameAsFQDN shareProcessNamespace ' +
    'subdomain terminationGracePeriodSeconds tolerations topologySpreadConstraints volumes',
);

const CONTAINER_FIELDS =
  'args command env envFrom image imagePullPolicy lifecycle livenessProbe name ports readinessProbe resizePolicy ' +
  'resources restartPolicy restartPolicyRules securityContext startupProbe stdin stdinOnce terminationMessagePath ' +
  'terminationMessagePolicy tty volumeDevices volumeMounts workingDir';

const CONTAINER = /* @__PURE__ */ words(CONTAINER_FIELDS);
const EPHEMERAL_CONTAINER = /* @__PURE__ */ words(`${CONTAINER_FIELDS} targetContainerName`);
const RESOURCES = /* @__PURE__ */ words('claims limits requests');

/**
 * The fields of a Pod's spec, of its containers and of their resources that are none of Kubernetes.
 *
 * Source: `k8s.io/api/core/v1` v0.37.1, `PodSpec`, `Container`, `EphemeralContainer` and `ResourceRequirements`.
 *
 * @param spec - of a Pod whose fields have their types
 * @returns the paths from the spec on
 */
export function* unknownFields(spec: PodSpec): Generator<Path, void> {
  const { initContainers, containers, ephemeralContainers } = spec;
  yield* unknownIn(spec, POD_SPEC, []);
  yield* unknownIn(spec.resources, RESOURCES, ['resources']);
  yield* unknownInAll(initContainers, CONTAINER, 'initContainers');
  yield* unknownInAll(containers, CONTAINER, 'containers');
  yield* unknownInAll(ephemeralContainers, EPHEMERAL_CONTAINER, 'ephemeralContainers');
}

function* unknownInAll(
  containers: readonly (Container | null)[] | null | undefined,
  known: ReadonlySet<string>,
  field: string,
): Generator<Path, void> {
  for (const [index, container] of (containers ?? []).entries()) {
    yield* unknownIn(container, known, [field, index]);
    yield* unknownIn(container?.resources, RESOURCES, [field, index, 'resources']);
  }
}

function* unknownIn(
  object: PodSpec | Container | ResourceRequirements | null | undefined,
  known: ReadonlySet<string>,
  path: Path,
): Generator<Path, void> {
  for (const name of Object.keys(object ?? {})) {
    if (!known.has(name)) {
      yield [...path, name];
    }
  }
}
