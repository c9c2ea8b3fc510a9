// Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1.
import type { PodSpec } from '@kubesem/core';
import type { Fields } from '@kubesem/core/internal';
import { isRepeated } from '../../rules/checked.js';

/** A kernel parameter. Source: `k8s.io/api/core/v1` v0.37.1, type `Sysctl`. */
interface Sysctl {
  readonly name?: string | null | undefined;
}

const MOST_BYTES = 253;
const SEGMENT = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const SYNTAX = `must have at most ${MOST_BYTES} characters and match regex ^(${SEGMENT}[\\./])*${SEGMENT}$`;

/** Checks the kernel parameters of a Pod. Source: `validateSysctls`, as above. */
export function checkSysctls(spec: Fields<PodSpec>): void {
  const names = new Set<string>();
  const [isHostNetwork, isHostIpc] = [spec.flag('hostNetwork'), spec.flag('hostIPC')];
  const sysctls = spec.at('securityContext').objects('sysctls') as readonly Fields<Sysctl>[];
  for (const sysctl of sysctls) {
    const name = sysctl.text('name');
    const isKnown = isRepeated(names, name);
    if (name === '') {
      sysctl.required('name');
    } else if (!isSysctl(name)) {
      sysctl.invalid('name', SYNTAX, name);
    } else if (isKnown) {
      sysctl.duplicate('name', name);
    }
    const namespace = namespaceOf(name);
    if (isHostNetwork && namespace === 'net') {
      sysctl.invalid('name', "may not be specified when 'hostNetwork' is true", name);
    } else if (isHostIpc && namespace === 'ipc') {
      sysctl.invalid('name', "may not be specified when 'hostIPC' is true", name);
    }
  }
}

function isSysctl(name: string): boolean {
  const isSegment = (text: string) => /^[a-z0-9_-]+$/.test(text) && !/^[_-]|[_-]$/.test(text);
  return name.length <= MOST_BYTES && name.split(/[./]/).every(isSegment);
}

const IPC =
  /^(kernel\.(sem|shmall|shmmax|shmmni|shm_rmid_forced|shm|msgmax|msgmnb|msgmni|msg)$|fs\.mqueue\.)/;

/**
 * The namespace of the kernel that a parameter belongs to, as far as a Pod can share it with the host.
 *
 * Source: `k8s.io/component-helpers/node/util/sysctl` v0.37.1, `GetNamespace`.
 */
function namespaceOf(name: string): 'net' | 'ipc' | undefined {
  const first = /[./]/.exec(name)?.[0];
  const swapped = (separator: string) => (separator === '/' ? '.' : '/');
  const [dotted = ''] = (first === '/' ? name.replace(/[./]/g, swapped) : name).split('*');
  return dotted.startsWith('net.') ? 'net' : IPC.test(dotted) ? 'ipc' : undefined;
}
