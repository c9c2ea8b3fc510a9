import {
  COUNT_RANGE,
  childPath,
  type Deployment,
  fieldProblem,
  objectsOf,
  type Pod,
  type ReplicaSet,
  raise,
  readInteger,
  readNow,
  readObject,
  timestampMs,
} from '@kubesem/core';
import { podsToDelete } from '../scaling/pods-to-delete.js';
import { replicaSetStatus } from '../scaling/replica-set-status.js';
import { findCondition } from './deployment-conditions.js';
import { syncDeployment } from './deployment-sync.js';
import { DESIRED_REPLICAS, MAX_REPLICAS } from './scaling-plan.js';
import { rolloutStatus } from './status.js';
import type {
  AdmitPods,
  RolloutPod,
  RolloutRejection,
  RolloutSimulation,
  RolloutStuckReason,
  SimulatedScaling,
  SimulateRolloutOptions,
} from './timeline.js';

interface SimulatedPod {
  readonly name: string;
  readonly set: ReplicaSet;
  readonly createdMs: number;
  readonly readyMs: number;
  deletedMs?: number;
  goneMs?: number;
}

/** Age of the Pods that exist at the start: a day. */
const OLD_MS = 86_400_000;

/**
 * Simulates a rollout in virtual time: when the controller scales which ReplicaSet, and why.
 *
 * The simulation ends when `kubectl rollout status` stops waiting, when nothing changes anymore, as in a paused rollout, or
 * after 10,000 rounds. It assumes that every Pod finds a node. The computing time grows with the number of Pods and steps.
 *
 * @param deployment - the Deployment; defaults apply, and it is not changed
 * @param options - the ReplicaSets, the start, and how long Pods take
 * @returns the scalings, and how the rollout ends
 * @throws the errors of {@link nextRolloutStep}
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if `podLimit` or a number of seconds is not a whole number from 0
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `TOO_MANY_PODS` if there are more than 100,000 Pods at a time
 *
 * @example
 * ```ts
 * import { simulateRollout } from '@kubesem/workloads';
 *
 * const labels = { app: 'web' };
 * const template = { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'app:2' }] } };
 * const web = { metadata: { name: 'web', uid: 'd1' }, spec: { replicas: 1, selector: { matchLabels: labels }, template } };
 * const ownerReferences = [{ kind: 'Deployment', name: 'web', uid: 'd1', controller: true }];
 * const old = { metadata: { name: 'web-1', uid: 'r1', labels, ownerReferences }, spec: { replicas: 1 } };
 * const { scalings, text } = simulateRollout(web, { replicaSets: [old], now: '2026-01-01T00:00:00Z' });
 * scalings.map(({ seconds, replicaSet, to }) => [seconds, replicaSet, to]) // => [[0, 'web-new', 1], [10, 'web-1', 0]]
 * text // => 'deployment "web" successfully rolled out'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/deployment` v1.37.1, `syncDeployment` and `requeueStuckDeployment`.
 */
export function simulateRollout(
  deployment: Deployment,
  options: SimulateRolloutOptions,
): RolloutSimulation {
  const simulation = new Simulation(readObject(deployment, undefined) ?? {}, options);
  while (!simulation.isOver()) {
    const next = simulation.nextMs();
    if (next === undefined) {
      break;
    }
    simulation.runAt(next);
  }
  return simulation.result();
}

const MOST_ROUNDS = 10_000;
const MOST_PODS = 100_000;

/** The cluster of one Deployment. */
class Simulation {
  private readonly scalings: SimulatedScaling[] = [];
  private readonly startMs: number;
  private readonly readyMs: number;
  private readonly terminationMs: number;
  private nowMs: number;
  private sets: ReplicaSet[];
  private readonly podLimit: number;
  private pods: SimulatedPod[] = [];
  private readonly allPods: SimulatedPod[] = [];
  private readonly admit: AdmitPods | undefined;
  private readonly rejections: RolloutRejection[] = [];
  private isOverQuota = false;
  private rounds = 0;

  constructor(
    private deployment: Deployment,
    options: SimulateRolloutOptions,
  ) {
    const { replicaSets, now, readySeconds = 10, terminationSeconds = 30, podLimit } = options;
    const count = (value: unknown, name: string) =>
      readInteger(value, childPath(undefined, name), COUNT_RANGE) ?? Infinity;
    this.startMs = readNow(now);
    this.nowMs = this.startMs;
    this.readyMs = count(readySeconds, 'readySeconds') * 1000;
    this.terminationMs = count(terminationSeconds, 'terminationSeconds') * 1000;
    this.podLimit = count(podLimit, 'podLimit');
    this.admit = options.admit;
    const { spec } = deployment;
    // kubectl reads the stored Deployment, which has this default.
    this.deployment = {
      ...deployment,
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      spec: { ...spec, replicas: spec?.replicas ?? 1 },
    };
    this.sets = objectsOf(replicaSets).map((set) => ({ ...set }));
    for (const set of this.sets) {
      this.addPods(set, set.spec?.replicas ?? 1, this.startMs - OLD_MS, this.startMs - OLD_MS);
    }
    this.runAt(this.startMs);
  }

  private get now(): string {
    return new Date(this.nowMs).toISOString();
  }

  private addPods(set: ReplicaSet, count: number, createdMs: number, readyMs: number): void {
    if (this.pods.length + count > MOST_PODS) {
      const path = childPath(childPath(undefined, 'spec'), 'replicas');
      const value = set.spec?.replicas;
      const message = `more than ${MOST_PODS} Pods; simulate a smaller Deployment`;
      raise(
        fieldProblem({ type: 'FieldValueInvalid', code: 'TOO_MANY_PODS', path, value, message }),
      );
    }
    for (let index = 0; index < count; index++) {
      const pod = { name: `pod-${this.allPods.length}`, set, createdMs, readyMs };
      this.pods.push(pod);
      this.allPods.push(pod);
    }
  }

  /** Runs the controllers until they change nothing. */
  runAt(ms: number): void {
    this.nowMs = ms;
    this.removeGone();
    let before: string;
    do {
      before = JSON.stringify([this.deployment.status, this.scalings.length]);
      this.syncReplicaSets();
      this.syncDeployment();
      this.rounds++;
    } while (
      !this.isEndless() &&
      before !== JSON.stringify([this.deployment.status, this.scalings.length])
    );
  }

  private removeGone(): void {
    this.pods = this.pods.filter(({ goneMs }) => goneMs === undefined || goneMs > this.nowMs);
  }

  private syncReplicaSets(): void {
    this.isOverQuota = false;
    for (const set of this.sets) {
      const own = this.pods.filter((pod) => pod.set === set);
      const live = own.filter(({ goneMs }) => goneMs === undefined);
      const missing = (set.spec?.replicas ?? 1) - live.length;
      const admitted = this.admitted(set, missing);
      this.isOverQuota = this.isOverQuota || admitted < missing;
      this.addPods(set, admitted, this.nowMs, this.nowMs + this.readyMs);
      if (missing < 0) {
        const options = { pods: live.map((pod) => this.toPod(pod)), now: this.now };
        const names = podsToDelete(selectingAll(set), -missing, options).map(podName);
        const deleted = new Set(names);
        for (const pod of live.filter(({ name }) => deleted.has(name))) {
          pod.deletedMs = this.nowMs;
          pod.goneMs = this.nowMs + this.terminationMs;
        }
        this.removeGone();
      }
      const pods = this.pods.filter((pod) => pod.set === set).map((pod) => this.toPod(pod));
      const counts = replicaSetStatus(selectingAll(set), { pods, now: this.now });
      Object.assign(set, { status: { ...counts, observedGeneration: 1 } });
    }
  }

  /** How many of the missing Pods are created. */
  private admitted(set: ReplicaSet, missing: number): number {
    const count = Math.max(Math.min(missing, this.podLimit - this.pods.length), 0);
    if (count === 0 || this.admit === undefined) {
      return count;
    }
    const counts = new Map<ReplicaSet, number>();
    for (const pod of this.pods) {
      counts.set(pod.set, (counts.get(pod.set) ?? 0) + 1);
    }
    const existing = [...counts].map(([replicaSet, pods]) => ({ replicaSet, count: pods }));
    const { admitted, message } = this.admit(set, count, existing);
    const replicaSet = set.metadata?.name ?? '';
    const isKnown = this.rejections.some(
      (each) => each.replicaSet === replicaSet && each.message === message,
    );
    if (message !== undefined && !isKnown) {
      const seconds = this.seconds(this.nowMs);
      this.rejections.push({ seconds, replicaSet, missing: count - admitted, message });
    }
    return admitted;
  }

  private syncDeployment(): void {
    const { scalings, annotated, latest, status, fields } = syncDeployment(this.deployment, {
      replicaSets: this.sets,
      pods: this.pods.map((pod) => this.toPod(pod)),
      now: this.now,
    });
    const seconds = this.seconds(this.nowMs);
    const annotations = {
      [DESIRED_REPLICAS]: `${fields.replicas}`,
      [MAX_REPLICAS]: `${fields.replicas + fields.surge}`,
    };
    for (const scaling of scalings) {
      const { replicaSet, to } = scaling;
      this.scalings.push({ seconds, ...scaling });
      const set = this.sets.find(({ metadata }) => metadata?.name === replicaSet);
      if (set === undefined) {
        this.sets.push(this.newReplicaSet(replicaSet, to));
      } else {
        Object.assign(set, { spec: { ...set.spec, replicas: to } });
      }
    }
    for (const set of this.sets) {
      if (set.metadata?.name === latest) {
        const { minReadySeconds } = this.deployment.spec ?? {};
        Object.assign(set, { spec: { ...set.spec, minReadySeconds } });
      }
      if (annotated.has(set.metadata?.name ?? '')) {
        const all = { ...set.metadata?.annotations, ...annotations };
        Object.assign(set, { metadata: { ...set.metadata, annotations: all } });
      }
    }
    this.deployment = { ...this.deployment, status };
  }

  private newReplicaSet(name: string, replicas: number): ReplicaSet {
    const { metadata, spec } = this.deployment;
    const { name: owner, uid, namespace } = metadata ?? {};
    const ownerReferences = [{ kind: 'Deployment', name: owner, uid, controller: true }];
    const labels = spec?.template?.metadata?.labels;
    const { minReadySeconds, template } = spec ?? {};
    return {
      metadata: {
        name,
        namespace,
        uid: name,
        labels,
        ownerReferences,
        creationTimestamp: this.now,
      },
      spec: { replicas, minReadySeconds, template },
    };
  }

  private toPod({ name, set, readyMs, goneMs }: SimulatedPod): Pod {
    const { name: owner, uid, namespace } = set.metadata ?? {};
    const ownerReferences = [{ kind: 'ReplicaSet', name: owner, uid, controller: true }];
    const deletionTimestamp = goneMs === undefined ? undefined : this.now;
    const isReady = readyMs <= this.nowMs;
    const lastTransitionTime = isReady ? new Date(readyMs).toISOString() : this.now;
    return {
      metadata: { name, uid: name, namespace, ownerReferences, deletionTimestamp },
      spec: { nodeName: 'node' },
      status: {
        phase: 'Running',
        conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False', lastTransitionTime }],
      },
    };
  }

  /** Whether invalid objects keep the controllers busy: labels that the selector does not match, or a duplicate name. */
  private isEndless(): boolean {
    return this.rounds >= MOST_ROUNDS;
  }

  /** When something changes next: a Pod is ready, available or gone, or the deadline has passed. */
  nextMs(): number | undefined {
    const delayMs = (this.deployment.spec?.minReadySeconds ?? 0) * 1000;
    const progress = findCondition(this.deployment.status?.conditions ?? [], 'Progressing');
    const deadlineSeconds = this.deployment.spec?.progressDeadlineSeconds ?? 600;
    const times = this.pods.flatMap(({ readyMs, goneMs = Infinity }) => {
      return [readyMs, readyMs + delayMs, goneMs];
    });
    // The controller looks again one second after the deadline.
    times.push(timestampMs(progress?.lastUpdateTime) + (deadlineSeconds + 1) * 1000);
    const next = times
      .filter((ms) => ms > this.nowMs && ms !== Infinity)
      .reduce((a, b) => Math.min(a, b), Infinity);
    return next === Infinity ? undefined : next;
  }

  isOver(): boolean {
    const { done, error } = rolloutStatus(this.deployment);
    return done || error !== undefined || this.isEndless();
  }

  result(): RolloutSimulation {
    const { done, text, error } = rolloutStatus(this.deployment);
    return {
      scalings: this.scalings,
      pods: this.allPods.map((pod) => this.toResult(pod)),
      rejections: this.rejections,
      seconds: this.seconds(this.nowMs),
      complete: done,
      stuck: done ? undefined : this.stuckReason(),
      text: error ?? text,
    };
  }

  private toResult({ set, createdMs, readyMs, deletedMs, goneMs }: SimulatedPod): RolloutPod {
    const seconds = (ms: number | undefined) =>
      ms === undefined || ms === Infinity ? undefined : this.seconds(ms);
    return {
      replicaSet: set.metadata?.name ?? '',
      createdSeconds: this.seconds(createdMs),
      readySeconds: seconds(readyMs),
      deletedSeconds: seconds(deletedMs),
      goneSeconds: seconds(goneMs),
    };
  }

  private stuckReason(): RolloutStuckReason {
    const { metadata, spec } = this.deployment;
    if (this.isEndless()) {
      return 'ENDLESS';
    }
    if (metadata?.deletionTimestamp) {
      return 'DELETED';
    }
    return spec?.paused ? 'PAUSED' : this.isOverQuota ? 'QUOTA' : 'PODS_NOT_READY';
  }

  /** Seconds since the start. */
  private seconds(ms: number): number {
    return (ms - this.startMs) / 1000;
  }
}

/** A ReplicaSet gets only its own Pods, so its selector does not matter. */
function selectingAll(set: ReplicaSet): ReplicaSet {
  return { ...set, spec: { ...set.spec, selector: {} } };
}

function podName({ metadata }: Pod): string {
  return metadata?.name ?? '';
}
