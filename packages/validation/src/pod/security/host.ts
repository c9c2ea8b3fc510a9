// Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1.
import type { PodSpec } from '@kubesem/core';
import { CONTAINER_FIELDS, type Fields, writtenPath } from '@kubesem/core/internal';

const WITHOUT_USERS = 'when `hostUsers` is false';

/** Checks which namespaces of the host a Pod without its users has. Source: `validateHostUsers`, as above. */
export function checkHostUsers(spec: Fields<PodSpec>): void {
  if (spec.flag('hostUsers') !== false) {
    return;
  }
  if (spec.flag('hostNetwork') === true) {
    spec.forbidden('hostNetwork', WITHOUT_USERS);
  }
  for (const [field, written] of [
    ['hostPID', 'HostPID'],
    ['hostIPC', 'HostIPC'],
  ] as const) {
    if (spec.flag(field) === true) {
      const path = spec.path === undefined ? written : `.${written}`;
      spec.forbidden(writtenPath(spec.path, field, path), WITHOUT_USERS);
    }
  }
  for (const list of CONTAINER_FIELDS) {
    spec.each(list, (container) => {
      if (container.list('volumeDevices').length > 0) {
        container.forbidden('volumeDevices', WITHOUT_USERS);
      }
    });
  }
}

/** Checks that a Pod has one namespace of processes. Source: `validateShareProcessNamespace`, as above. */
export function checkProcessNamespace(spec: Fields<PodSpec>): void {
  if (spec.flag('shareProcessNamespace') === true && spec.flag('hostPID') === true) {
    const message = 'ShareProcessNamespace and HostPID cannot both be enabled';
    spec.invalid('shareProcessNamespace', message, true);
  }
}
