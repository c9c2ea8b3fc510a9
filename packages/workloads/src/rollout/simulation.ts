import { type Deployment, type ReplicaSet } from '@kubesem/core';
import {
  ABSENT,
  appendAll,
  COUNT_RANGE,
  fields,
  readNow,
  storedTime,
  THROW,
  timestampMs,
} from '@kubesem/core/internal';
import { DEPLOYMENT } from '@kubesem/core/kinds';
import { findCondition } from './deployment-conditions.js';
import {
  claimReplicaSets,
  type DeploymentFields,
  deploymentFields,
  deploymentStatusFields,
} from './deployment-fields.js';
import { syncDeployment, withCreateError } from './deployment-sync.js';
import { DESIRED_REPLICAS, MAX_REPLICAS, type RolloutScaling } from './scaling-plan.js';
import { type SimulatedPod, SimulatedReplicaSet, toRolloutPod } from './simulated-replica-set.js';
import { rolloutStatus } from './status.js';
import type {
  AdmitPods,
  PodAdmission,
  RolloutRejection,
  RolloutSimulation,
  RolloutStuckReason,
  SimulatedScaling,
  SimulateRolloutOptions,
} from './timeline.js';

/** Age of the Pods that exist at the start: a day. */
const OLD_MS = 86_400_000;

/**
 * Simulates a rollout in virtual time: when the controller scales which ReplicaSet, and why.
 *
 * The simulation ends when `kubectl rollout status` stops waiting, or when nothing changes anymore, as in a paused rollout. It
 * assumes that every Pod finds a node. The computing time grows with the number of Pods.
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
  const simulation = new Simulation(fields(deployment, THROW).value, options);
  while (!simulation.isOver()) {
    const next = simulation.nextMs();
    if (next === undefined) {
      break;
    }
    simulation.runAt(next);
  }
  return simulation.result();
}

const MOST_PODS = 100_000;
/** A round changes something of a Pod, and no Pod changes that often. */
const ROUNDS_PER_POD = 20;
const FEWEST_ROUNDS = 1000;

/** The cluster of one Deployment. */
class Simulation {
  private readonly scalings: SimulatedScaling[] = [];
  private readonly startMs: number;
  private readonly readyMs: number;
  private readonly terminationMs: number;
  private nowMs: number;
  /** The same, as it is stored. */
  private time = '';
  private readonly sets: SimulatedReplicaSet[];
  /** Those of the Deployment, the oldest first. */
  private own: readonly SimulatedReplicaSet[] = [];
  /** The one of these with the template of the Deployment. */
  private latest: SimulatedReplicaSet | undefined;
  private readonly newName: string;
  private fields: DeploymentFields;
  private readonly podLimit: number;
  private readonly pods: SimulatedPod[] = [];
  private readonly admit: AdmitPods | undefined;
  private readonly rejections = new Map<string, RolloutRejection>();
  private statusText = '';
  private isOverQuota = false;
  private isReplicaSetRejected = false;
  private isEndless = false;
  private rounds = 0;
  private readonly mostRounds: number;

  constructor(
    private deployment: Deployment,
    options: SimulateRolloutOptions,
  ) {
    const { replicaSets, now, readySeconds = 10, terminationSeconds = 30, podLimit } = options;
    const limits = fields({ readySeconds, terminationSeconds, podLimit }, THROW);
    this.startMs = readNow(now);
    this.nowMs = this.startMs;
    this.readyMs = (limits.integer('readySeconds', COUNT_RANGE) ?? Infinity) * 1000;
    this.terminationMs = (limits.integer('terminationSeconds', COUNT_RANGE) ?? Infinity) * 1000;
    this.podLimit = limits.integer('podLimit', COUNT_RANGE) ?? Infinity;
    this.admit = options.admit;
    const { spec } = deployment;
    // kubectl reads the stored Deployment, which has this default.
    this.deployment = {
      ...deployment,
      apiVersion: 'apps/v1',
      kind: DEPLOYMENT.kind,
      spec: { ...spec, replicas: spec?.replicas ?? 1 },
    };
    this.fields = deploymentFields(this.deployment);
    this.sets = fields({ replicaSets }, ABSENT).each(
      'replicaSets',
      ({ value }) => new SimulatedReplicaSet({ ...value }),
    );
    this.claim();
    this.newName = freeName(`${this.fields.name}-new`, this.sets);
    for (const set of this.sets) {
      this.addPods(set, set.replicas, this.startMs - OLD_MS, this.startMs - OLD_MS);
    }
    const { replicas, surge } = this.fields;
    this.mostRounds = FEWEST_ROUNDS + ROUNDS_PER_POD * (this.pods.length + replicas + surge);
    this.runAt(this.startMs);
  }

  /** Finds the ReplicaSets of the Deployment. */
  private claim(): void {
    const objects = this.sets.map(({ object }) => object);
    const { claimed, latest } = claimReplicaSets(this.deployment, objects);
    const setOf = new Map(this.sets.map((set) => [set.object, set]));
    this.own = claimed.map((object) => setOf.get(object) as SimulatedReplicaSet);
    this.own.forEach((set, index) => {
      set.order = index;
    });
    this.latest = this.own[latest];
  }

  /** How many Pods exist. */
  private size(): number {
    return this.sets.reduce((sum, set) => sum + set.size, 0);
  }

  private addPods(
    set: SimulatedReplicaSet,
    count: number,
    createdMs: number,
    readyMs: number,
  ): void {
    if (this.size() + count > MOST_PODS) {
      const message = `more than ${MOST_PODS} Pods; simulate a smaller Deployment`;
      const spec = fields(this.deployment, THROW).at('spec');
      spec.invalid('replicas', message, set.replicas, 'TOO_MANY_PODS');
    }
    const pods: SimulatedPod[] = [];
    for (let index = 0; index < count; index++) {
      const pod = { replicaSet: set.name, createdMs, readyMs };
      pods.push(pod);
      this.pods.push(pod);
    }
    set.add(pods, createdMs, readyMs, this.nowMs);
  }

  /** Runs the controllers until they change nothing. */
  runAt(ms: number): void {
    this.nowMs = ms;
    this.time = storedTime(ms);
    for (const set of this.sets) {
      set.advance(ms);
    }
    let isChanged: boolean;
    do {
      this.syncReplicaSets();
      isChanged = this.syncDeployment();
      this.rounds++;
      this.isEndless = this.isEndless || this.rounds >= this.mostRounds;
    } while (isChanged && !this.isEndless);
  }

  private syncReplicaSets(): void {
    this.isOverQuota = false;
    for (const set of this.sets) {
      const missing = set.replicas - set.actual;
      if (missing > 0) {
        const admitted = this.admitted(set, missing);
        this.isOverQuota = this.isOverQuota || admitted < missing;
        this.addPods(set, admitted, this.nowMs, this.nowMs + this.readyMs);
      } else if (missing < 0) {
        set.delete(-missing, this.nowMs, this.nowMs + this.terminationMs);
      }
    }
  }

  /** How many of the missing Pods are created. */
  private admitted(set: SimulatedReplicaSet, missing: number): number {
    const count = Math.max(Math.min(missing, this.podLimit - this.size()), 0);
    return count === 0 ? 0 : this.ask(set.object, set.name, count).admitted;
  }

  /** Asks whether Pods, or a ReplicaSet, are created. */
  private ask(object: ReplicaSet, replicaSet: string, count: number): PodAdmission {
    if (this.admit === undefined) {
      return { admitted: count };
    }
    const existing = this.sets
      .filter(({ size }) => size > 0)
      .map((set) => ({ replicaSet: set.object, count: set.size }));
    const admission = this.admit(object, count, existing);
    const { admitted, message } = admission;
    const key = JSON.stringify([replicaSet, message]);
    if (message !== undefined && !this.rejections.has(key)) {
      const seconds = this.seconds(this.nowMs);
      this.rejections.set(key, { seconds, replicaSet, missing: count - admitted, message });
    }
    return admission;
  }

  /**
   * Whether the API server rejects a ReplicaSet that the controller creates. The controller then stops, so it neither scales nor
   * writes that it has seen the Deployment, and tries again.
   *
   * Source: `k8s.io/kubernetes/pkg/controller/deployment` v1.37.1, `getNewReplicaSet`.
   */
  private rejects(scalings: readonly RolloutScaling[]): boolean {
    const created = scalings.find(({ reason }) => reason === 'CREATED');
    if (created === undefined) {
      return false;
    }
    const { replicaSet, to } = created;
    const { message } = this.ask(this.newReplicaSet(replicaSet, to), replicaSet, 0);
    if (message === undefined) {
      return false;
    }
    this.isReplicaSetRejected = true;
    const isUnseen = this.statusText === '';
    this.deployment = withCreateError(this.deployment, this.fields, message, this.nowMs, isUnseen);
    return true;
  }

  /** Returns whether it scales a ReplicaSet or writes another status. */
  private syncDeployment(): boolean {
    const { latest } = this;
    const old = this.own.filter((set) => set !== latest);
    const { scalings, annotated, status } = syncDeployment({
      deployment: this.deployment,
      fields: this.fields,
      sets: { latest, old },
      hasOldPods: () => old.some(({ size }) => size > 0),
      nowMs: this.nowMs,
      newReplicaSetName: this.newName,
    });
    if (this.rejects(scalings)) {
      return false;
    }
    const seconds = this.seconds(this.nowMs);
    appendAll(
      this.scalings,
      scalings.map((scaling) => ({ seconds, ...scaling })),
    );
    const { replicas, surge, minReadySeconds } = this.fields;
    const annotations = {
      [DESIRED_REPLICAS]: `${replicas}`,
      [MAX_REPLICAS]: `${replicas + surge}`,
    };
    latest?.setMinReadySeconds(minReadySeconds, this.nowMs);
    for (const { replicaSet, to, reason } of scalings) {
      if (reason === 'CREATED') {
        this.create(replicaSet, to);
      } else {
        this.own.find(({ name }) => name === replicaSet)?.scale(to);
      }
    }
    for (const set of this.own) {
      if (annotated.has(set.name)) {
        set.annotate(annotations);
      }
    }
    const text = JSON.stringify(status);
    const isChanged = scalings.length > 0 || text !== this.statusText;
    this.statusText = text;
    this.deployment = { ...this.deployment, status };
    this.fields = { ...this.fields, status: deploymentStatusFields(this.deployment) };
    return isChanged;
  }

  private create(name: string, replicas: number): void {
    const set = new SimulatedReplicaSet(this.newReplicaSet(name, replicas));
    this.sets.push(set);
    this.claim();
    // If the selector does not match the labels of the template, the controller never finds what it has created.
    this.isEndless = this.latest !== set;
  }

  private newReplicaSet(name: string, replicas: number): ReplicaSet {
    const { metadata, spec } = this.deployment;
    const { name: owner, uid, namespace } = metadata ?? {};
    const ownerReferences = [{ kind: DEPLOYMENT.kind, name: owner, uid, controller: true }];
    const labels = spec?.template?.metadata?.labels;
    const { minReadySeconds, template } = spec ?? {};
    return {
      metadata: {
        name,
        namespace,
        uid: name,
        labels,
        ownerReferences,
        creationTimestamp: this.time,
      },
      spec: { replicas, minReadySeconds, template },
    };
  }

  /** When something changes next: a Pod is ready, available or gone, or the deadline has passed. */
  nextMs(): number | undefined {
    const { status, deadlineSeconds = Infinity } = this.fields;
    const progress = findCondition(status.conditions, 'Progressing');
    // The controller looks again one second after the deadline.
    const deadlineMs = timestampMs(progress?.lastUpdateTime) + (deadlineSeconds + 1) * 1000;
    const first = deadlineMs > this.nowMs ? deadlineMs : Infinity;
    const next = this.sets.reduce((ms, set) => Math.min(ms, set.nextMs()), first);
    return next === Infinity ? undefined : next;
  }

  isOver(): boolean {
    const { done, error } = rolloutStatus(this.deployment);
    return done || error !== undefined || this.isEndless || this.isReplicaSetRejected;
  }

  result(): RolloutSimulation {
    const { done, text, error } = rolloutStatus(this.deployment);
    return {
      scalings: this.scalings,
      pods: this.pods.map((pod) => toRolloutPod(pod, this.startMs)),
      rejections: [...this.rejections.values()],
      seconds: this.seconds(this.nowMs),
      complete: done,
      stuck: done ? undefined : this.stuckReason(),
      text: error ?? text,
    };
  }

  private stuckReason(): RolloutStuckReason {
    const { metadata, spec } = this.deployment;
    if (this.isEndless) {
      return 'ENDLESS';
    }
    if (metadata?.deletionTimestamp) {
      return 'DELETED';
    }
    const isHeld = this.isOverQuota || this.isReplicaSetRejected;
    return spec?.paused ? 'PAUSED' : isHeld ? 'QUOTA' : 'PODS_NOT_READY';
  }

  /** Seconds since the start. */
  private seconds(ms: number): number {
    return (ms - this.startMs) / 1000;
  }
}

/** A name that no ReplicaSet has. */
function freeName(name: string, sets: readonly SimulatedReplicaSet[]): string {
  const names = new Set(sets.map((set) => set.name));
  let free = name;
  for (let number = 2; names.has(free); number++) {
    free = `${name}-${number}`;
  }
  return free;
}
