// Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1.
import type { PodSecurityContext, PodSpec, SecurityContext } from '@kubesem/core';
import { CONTAINER_FIELDS, type Fields } from '@kubesem/core/internal';

/** Fields that a Pod for Windows cannot have. */
const OF_POD = [
  ...(['appArmorProfile', 'seLinuxOptions', 'seccompProfile', 'fsGroup'] as const),
  ...(['fsGroupChangePolicy', 'sysctls', 'runAsUser', 'runAsGroup'] as const),
  ...(['supplementalGroups', 'supplementalGroupsPolicy', 'seLinuxChangePolicy'] as const),
] satisfies readonly (keyof PodSecurityContext)[];

/** Fields that its containers cannot have. */
const OF_CONTAINER = [
  ...(['appArmorProfile', 'seLinuxOptions', 'seccompProfile', 'capabilities'] as const),
  ...(['readOnlyRootFilesystem', 'privileged', 'allowPrivilegeEscalation'] as const),
  ...(['procMount', 'runAsUser', 'runAsGroup'] as const),
] satisfies readonly (keyof SecurityContext)[];

const LINUX = 'windows options cannot be set for a linux pod';
const WINDOWS = 'cannot be set for a windows pod';

/** Checks the operating system, and what a Pod for it cannot have. Source: `validateOS`, as above. */
export function checkOs(spec: Fields<PodSpec>): void {
  const os = spec.at('os');
  const name = os.text('name');
  if (!os.isPresent) {
    return;
  }
  if (name === '') {
    os.required('name');
  } else if (name === 'linux') {
    forbidIn(spec, ['windowsOptions'], ['windowsOptions'], LINUX);
  } else if (name === 'windows') {
    forbidIn(spec, OF_POD, OF_CONTAINER, WINDOWS);
    forbidHost(spec);
  } else {
    spec.notSupported('os', name, ['linux', 'windows']);
  }
}

/** Forbids fields in the security contexts of the Pod and its containers. Source: `validateLinux` and `validateWindows`, as above. */
function forbidIn(
  spec: Fields<PodSpec>,
  ofPod: readonly (keyof PodSecurityContext)[],
  ofContainer: readonly (keyof SecurityContext)[],
  message: string,
): void {
  const security = spec.at('securityContext');
  for (const field of ofPod) {
    if (field === 'sysctls' ? security.list(field).length > 0 : security.has(field)) {
      security.forbidden(field, message);
    }
  }
  for (const list of CONTAINER_FIELDS) {
    spec.each(list, (container) => {
      const own = container.at('securityContext');
      for (const field of ofContainer.filter((each) => own.has(each))) {
        own.forbidden(field, message);
      }
    });
  }
}

function forbidHost(spec: Fields<PodSpec>): void {
  for (const field of ['hostUsers', 'shareProcessNamespace'] as const) {
    if (spec.has(field)) {
      spec.forbidden(field, WINDOWS);
    }
  }
  for (const field of ['hostPID', 'hostIPC'] as const) {
    if (spec.flag(field) === true) {
      spec.forbidden(field, WINDOWS);
    }
  }
}
