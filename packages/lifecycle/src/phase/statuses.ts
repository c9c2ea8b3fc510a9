import {
  type Container,
  type ContainerStatus,
  objectOf,
  objectsOf,
  type PodCondition,
  type PodSpec,
  type PodStatus,
  textOf,
} from '@kubesem/core';

/** The statuses of containers by their names. */
export type Statuses = ReadonlyMap<string, Partial<ContainerStatus>>;

/** The first status of a name counts. */
export function statusesByName(statuses: readonly Partial<ContainerStatus>[]): Statuses {
  const byName = new Map<string, Partial<ContainerStatus>>();
  for (const status of statuses) {
    const name = textOf(status.name);
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
  { containers }: Partial<PodSpec>,
  statuses: readonly Partial<ContainerStatus>[],
): boolean {
  const names = new Set(objectsOf<Container>(containers).map(({ name }) => textOf(name)));
  return statuses.some(({ name, state }) => {
    const { running, terminated } = objectOf(state);
    return names.has(textOf(name)) && Boolean(running ?? terminated);
  });
}

/** A readiness gate of a Pod. */
export interface Gate {
  /** The type of its condition. */
  readonly conditionType: string;
  /** The status of that condition; undefined if no controller has set it. */
  readonly status: string | undefined;
}

/** The readiness gates that are not true. The first condition of a type counts. */
export function closedGates(
  { readinessGates }: Partial<PodSpec>,
  { conditions }: Partial<PodStatus>,
): readonly Gate[] {
  const statuses = new Map<string, string>();
  for (const condition of objectsOf<PodCondition>(conditions)) {
    const type = textOf(condition.type);
    if (!statuses.has(type)) {
      statuses.set(type, textOf(condition.status));
    }
  }
  return objectsOf(readinessGates)
    .map((gate) => textOf(gate.conditionType))
    .map((conditionType) => ({ conditionType, status: statuses.get(conditionType) }))
    .filter(({ status }) => status !== 'True');
}
