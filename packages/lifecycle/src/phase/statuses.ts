import type { Container, ContainerStatus, PodSpec, PodStatus } from '@kubesem/core';
import type { Fields } from '@kubesem/core/internal';

/** The statuses of containers by their names. */
export type Statuses = ReadonlyMap<string, Fields<ContainerStatus>>;

/** The first status of a name counts. */
export function statusesByName(statuses: readonly Fields<ContainerStatus>[]): Statuses {
  const byName = new Map<string, Fields<ContainerStatus>>();
  for (const status of statuses) {
    const name = status.text('name');
    if (!byName.has(name)) {
      byName.set(name, status);
    }
  }
  return byName;
}

/**
 * Whether an app container has run.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/container` v1.37.1, `HasAnyRegularContainerStarted`.
 */
export function hasRun(
  spec: Fields<PodSpec>,
  statuses: readonly Fields<ContainerStatus>[],
): boolean {
  const names = new Set(spec.each('containers', (container) => container.text('name')));
  return statuses.some((status) => {
    const state = status.at('state');
    const hasStarted = state.at('running').isPresent || state.at('terminated').isPresent;
    return hasStarted && names.has(status.text('name'));
  });
}

/** Whether an init container is a sidecar. */
export function isSidecar(container: Fields<Container>): boolean {
  return container.text('restartPolicy') === 'Always';
}

/** A readiness gate of a Pod. */
export interface Gate {
  /** The type of its condition. */
  readonly conditionType: string;
  /** The status of that condition; undefined if no controller has set it. */
  readonly status: string | undefined;
}

/** The readiness gates that are not true. The first condition of a type counts. */
export function closedGates(spec: Fields<PodSpec>, status: Fields<PodStatus>): readonly Gate[] {
  const statuses = new Map<string, string>();
  for (const condition of status.objects('conditions')) {
    const type = condition.text('type');
    if (!statuses.has(type)) {
      statuses.set(type, condition.text('status'));
    }
  }
  return spec
    .each('readinessGates', (gate) => gate.text('conditionType'))
    .map((conditionType) => ({ conditionType, status: statuses.get(conditionType) }))
    .filter(({ status }) => status !== 'True');
}
