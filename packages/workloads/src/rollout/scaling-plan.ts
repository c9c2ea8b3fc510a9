import type {
  DeploymentFields,
  DeploymentReplicaSets,
  ReplicaSetFields,
} from './deployment-fields.js';

/**
 * Why a Deployment scales a ReplicaSet.
 *
 * - `CREATED`: no ReplicaSet has the template yet
 * - `ROLL_OUT`: `maxSurge` allows more Pods
 * - `TOO_MANY_NEW`: the new ReplicaSet is larger than the Deployment
 * - `UNHEALTHY`: Pods of an old ReplicaSet are not available
 * - `REPLACED`: more Pods are available than `maxUnavailable` requires
 * - `RECREATE`: the strategy `Recreate` removes all old Pods first
 * - `ONLY_ACTIVE`: no other ReplicaSet has Pods, so it gets the size of the Deployment
 * - `SATURATED`: all Pods of the new ReplicaSet are available, so the old ReplicaSets get no Pods
 * - `PROPORTION`: the Deployment was resized during a rollout or while paused, so every ReplicaSet gets its share
 */
export type RolloutScalingReason =
  | 'CREATED'
  | 'ROLL_OUT'
  | 'TOO_MANY_NEW'
  | 'UNHEALTHY'
  | 'REPLACED'
  | 'RECREATE'
  | 'ONLY_ACTIVE'
  | 'SATURATED'
  | 'PROPORTION';

/** A change of the size of a ReplicaSet. */
export interface RolloutScaling {
  /** Name of the ReplicaSet. */
  readonly replicaSet: string;
  /** Its `spec.replicas` before; 0 if it is created. */
  readonly from: number;
  /** Its `spec.replicas` after. */
  readonly to: number;
  /** Why it is scaled. */
  readonly reason: RolloutScalingReason;
}

/** The annotation with the size of the Deployment when the ReplicaSet was last scaled. */
export const DESIRED_REPLICAS = 'deployment.kubernetes.io/desired-replicas';
/** The annotation with the most Pods of the Deployment when the ReplicaSet was last scaled. */
export const MAX_REPLICAS = 'deployment.kubernetes.io/max-replicas';

const sum = (sets: readonly ReplicaSetFields[], field: 'replicas' | 'available' | 'actual') =>
  sets.reduce((total, set) => total + set[field], 0);
const active = (sets: readonly ReplicaSetFields[]) => sets.filter(({ replicas }) => replicas > 0);

/** The sizes of ReplicaSets, and how they change. */
export class ScalingPlan {
  readonly scalings: RolloutScaling[] = [];
  /** Names of the ReplicaSets that get the annotations with the size of the Deployment. */
  readonly annotated: Set<string> = new Set();

  constructor(
    private readonly deployment: DeploymentFields,
    private readonly old: readonly ReplicaSetFields[],
  ) {}

  private scale(set: ReplicaSetFields, to: number, reason: RolloutScalingReason): boolean {
    const from = this.size(set);
    if (from !== to) {
      this.scalings.push({ replicaSet: set.name, from, to, reason });
      this.annotated.add(set.name);
    }
    return from !== to;
  }

  /** The size after the scalings so far. */
  private size({ name, replicas }: ReplicaSetFields): number {
    const written = this.scalings.filter(({ replicaSet }) => replicaSet === name);
    return written[written.length - 1]?.to ?? replicas;
  }

  /** Plans the first size of a new ReplicaSet, and returns it. Source: `getNewReplicaSet`. */
  create(name: string): ReplicaSetFields {
    const { replicas: desired, minReadySeconds, strategy } = this.deployment;
    const empty = {
      name,
      uid: '',
      order: this.old.length,
      annotations: {},
      minReadySeconds,
      replicas: 0,
    };
    const none = { actual: 0, ready: 0, available: 0, terminating: 0, failure: undefined };
    const replicas = strategy === 'Recreate' ? desired : this.newSize({ ...empty, ...none });
    this.scalings.push({ replicaSet: name, from: 0, to: replicas, reason: 'CREATED' });
    this.annotated.add(name);
    return { ...empty, ...none, replicas };
  }

  /**
   * Returns how large a rolling update makes the new ReplicaSet.
   *
   * Source: `k8s.io/kubernetes/pkg/controller/deployment/util` v1.37.1, `NewRSNewReplicas`.
   */
  private newSize({ replicas }: ReplicaSetFields): number {
    const { replicas: desired, surge } = this.deployment;
    const room = desired + surge - sum(this.old, 'replicas') - replicas;
    return room <= 0 ? replicas : replicas + Math.min(room, desired - replicas);
  }

  /**
   * Scales the new ReplicaSet up, or else the old ones down.
   *
   * Source: `k8s.io/kubernetes/pkg/controller/deployment` v1.37.1, `rolloutRolling`.
   */
  roll(latest: ReplicaSetFields): void {
    const { replicas: desired } = this.deployment;
    const scaled =
      latest.replicas > desired
        ? this.scale(latest, desired, 'TOO_MANY_NEW')
        : latest.replicas < desired && this.scale(latest, this.newSize(latest), 'ROLL_OUT');
    if (!scaled) {
      this.scaleDownOld(latest);
    }
  }

  /** Source: `k8s.io/kubernetes/pkg/controller/deployment` v1.37.1, `reconcileOldReplicaSets`. */
  private scaleDownOld(latest: ReplicaSetFields): void {
    const { minAvailable } = this.deployment;
    const old = active(this.old);
    const total = sum(this.old, 'replicas') + latest.replicas;
    const most = total - minAvailable - (latest.replicas - latest.available);
    if (old.length > 0 && most > 0 && this.removeUnhealthy(old, most)) {
      this.removeReplaced(old, sum([...old, latest], 'available') - minAvailable);
    }
  }

  /**
   * Removes Pods that are not available. Returns false at a ReplicaSet that has more available Pods than desired ones, where the controller
   * stops.
   *
   * Source: `k8s.io/kubernetes/pkg/controller/deployment` v1.37.1, `cleanupUnhealthyReplicas`.
   */
  private removeUnhealthy(old: readonly ReplicaSetFields[], most: number): boolean {
    let left = most;
    for (const set of old) {
      if (left <= 0) {
        break;
      }
      const count = Math.min(left, set.replicas - set.available);
      if (count < 0) {
        return false;
      }
      this.scale(set, set.replicas - count, 'UNHEALTHY');
      left -= count;
    }
    return true;
  }

  /** Source: `k8s.io/kubernetes/pkg/controller/deployment` v1.37.1, `scaleDownOldReplicaSetsForRollingUpdate`. */
  private removeReplaced(old: readonly ReplicaSetFields[], most: number): void {
    let left = most;
    for (const set of old) {
      const size = this.size(set);
      const count = Math.max(Math.min(size, left), 0);
      this.scale(set, size - count, 'REPLACED');
      left -= count;
    }
  }

  /** Scales all old ReplicaSets to 0, and returns whether any had Pods. */
  removeOld(): boolean {
    return active(this.old).filter((set) => this.scale(set, 0, 'RECREATE')).length > 0;
  }

  /** Gives the new ReplicaSet all Pods. */
  recreate(latest: ReplicaSetFields): void {
    this.scale(latest, this.deployment.replicas, 'RECREATE');
  }

  /**
   * Resizes all ReplicaSets with the Deployment.
   *
   * Source: `k8s.io/kubernetes/pkg/controller/deployment` v1.37.1, `scale`;
   * `k8s.io/kubernetes/pkg/controller/deployment/util` v1.37.1, `FindActiveOrLatest` and `IsSaturated`.
   */
  resize({ latest, old }: DeploymentReplicaSets): void {
    const { replicas: desired, strategy } = this.deployment;
    const all = latest === undefined ? old : [...old, latest];
    const sets = active(all);
    const only = sets.length === 0 ? (latest ?? old[old.length - 1]) : sets[0];
    if (sets.length <= 1) {
      if (only !== undefined) {
        this.scale(only, desired, 'ONLY_ACTIVE');
      }
    } else if (latest !== undefined && isSaturated(latest, desired)) {
      // The newest first.
      for (const set of active(old).reverse()) {
        this.scale(set, 0, 'SATURATED');
      }
    } else if (strategy === 'RollingUpdate') {
      this.resizeByShare(sets);
    }
  }

  /** The largest ReplicaSet gets what is left. Of two of a size, the newer one grows first, and the older one shrinks first. */
  private resizeByShare(sets: readonly ReplicaSetFields[]): void {
    const { replicas: desired, surge } = this.deployment;
    const change = (desired > 0 ? desired + surge : 0) - sum(sets, 'replicas');
    for (const { name } of sets) {
      this.annotated.add(name);
    }
    if (change === 0) {
      return;
    }
    const newestFirst = change > 0 ? -1 : 1;
    const bySize = [...sets].sort(
      (a, b) => b.replicas - a.replicas || newestFirst * (a.order - b.order),
    );
    let left = change;
    const sizes = bySize.map((set) => {
      const share = left === 0 ? 0 : shareOf(set, this.deployment);
      const part = change > 0 ? Math.min(share, left) : Math.max(share, left);
      left -= part;
      return set.replicas + part;
    });
    bySize.forEach((set, index) => {
      const size = sizes[index] as number;
      this.scale(set, index === 0 ? Math.max(size + left, 0) : size, 'PROPORTION');
    });
  }
}

function isSaturated({ annotations, replicas, available }: ReplicaSetFields, desired: number) {
  const text = annotations[DESIRED_REPLICAS] ?? '';
  return (
    replicas === desired &&
    available === desired &&
    /^[+-]?\d+$/.test(text) &&
    Number(text) === desired
  );
}

/** The number in an annotation; undefined if it is not an int32 of digits alone. */
export function annotatedCount(
  { annotations }: ReplicaSetFields,
  name: string,
): number | undefined {
  const text = annotations[name] ?? '';
  return /^\d+$/.test(text) && Number(text) <= 2147483647 ? Number(text) : undefined;
}

/**
 * Returns how many Pods the share of a ReplicaSet adds.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/deployment/util` v1.37.1, `GetReplicaSetProportion`.
 */
function shareOf(set: ReplicaSetFields, { replicas, surge, status }: DeploymentFields): number {
  if (replicas === 0) {
    return -set.replicas;
  }
  const before = annotatedCount(set, MAX_REPLICAS) || status.replicas;
  if (before === 0) {
    return 0;
  }
  // An int32 product, as in Go.
  const size = Math.imul(set.replicas, replicas + surge) / before;
  return Math.sign(size) * Math.round(Math.abs(size)) - set.replicas;
}

/** How many Pods old ReplicaSets still count. */
export function oldPodCount(old: readonly ReplicaSetFields[]): number {
  return sum(old, 'actual');
}
