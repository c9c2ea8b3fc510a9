import type { Pod, ReplicaSet } from '@kubesem/core';
import { deletionRanks } from '../scaling/deletion-order.js';
import { type ReplicaSetFields, replicaSetFields } from './deployment-fields.js';
import type { RolloutPod } from './timeline.js';

/** A Pod of the simulation. */
export interface SimulatedPod {
  readonly replicaSet: string;
  readonly createdMs: number;
  readonly readyMs: number;
  deletedMs?: number;
  goneMs?: number;
}

/** Pods that were created together, so they are ready together. */
interface PodGroup {
  readonly createdMs: number;
  readonly readyMs: number;
  readonly pods: readonly SimulatedPod[];
  /** How many of them are deleted: the first ones. */
  deleted: number;
}

function podsLeft({ pods, deleted }: PodGroup): number {
  return pods.length - deleted;
}

/** Counts the Pods of groups that have been ready for some time. Groups are ready in the order in which they are created. */
class ReadyCount {
  pods = 0;
  private groups = 0;

  /** Counts the Pods that were ready by a time. */
  advance(groups: readonly PodGroup[], untilMs: number): void {
    for (let group = this.next(groups); group !== undefined; group = this.next(groups)) {
      if (group.readyMs > untilMs && podsLeft(group) > 0) {
        break;
      }
      this.pods += podsLeft(group);
      this.groups += 1;
    }
  }

  /** The first group that is not counted. */
  next(groups: readonly PodGroup[]): PodGroup | undefined {
    return groups[this.groups];
  }

  /** Forgets deleted Pods of a group. */
  remove(index: number, count: number): void {
    this.pods -= index < this.groups ? count : 0;
  }
}

/**
 * A ReplicaSet and its Pods, as the controller of the Deployment reads them.
 *
 * Each Pod is counted when it changes, so the time of a simulation grows with the number of changes.
 */
export class SimulatedReplicaSet implements ReplicaSetFields {
  readonly name: string;
  readonly uid: string;
  readonly failure: undefined = undefined;
  order = 0;
  annotations: ReplicaSetFields['annotations'];
  minReadySeconds: number;
  replicas: number;
  actual = 0;
  terminating = 0;
  private readonly groups: PodGroup[] = [];
  private readonly readyPods: ReadyCount = new ReadyCount();
  private availablePods: ReadyCount = new ReadyCount();
  private readonly endings: { readonly goneMs: number; readonly count: number }[] = [];
  private ended = 0;

  constructor(readonly object: ReplicaSet) {
    const { name, uid, annotations, minReadySeconds, replicas } = replicaSetFields(object, 0);
    Object.assign(object, { spec: { ...object.spec, replicas } });
    this.name = name;
    this.uid = uid;
    this.annotations = annotations;
    this.minReadySeconds = minReadySeconds;
    this.replicas = replicas;
  }

  get ready(): number {
    return this.readyPods.pods;
  }

  get available(): number {
    return this.availablePods.pods;
  }

  /** How many Pods exist. */
  get size(): number {
    return this.actual + this.terminating;
  }

  /** How long a ready Pod takes to be available. */
  private get delayMs(): number {
    return Math.max(this.minReadySeconds, 0) * 1000;
  }

  scale(replicas: number): void {
    this.replicas = replicas;
    Object.assign(this.object, { spec: { ...this.object.spec, replicas } });
  }

  annotate(annotations: { readonly [name: string]: string }): void {
    if (Object.keys(annotations).some((key) => this.annotations[key] !== annotations[key])) {
      this.annotations = { ...this.annotations, ...annotations };
      const metadata = { ...this.object.metadata, annotations: this.annotations };
      Object.assign(this.object, { metadata });
    }
  }

  setMinReadySeconds(seconds: number, nowMs: number): void {
    if (seconds !== this.minReadySeconds) {
      this.minReadySeconds = seconds;
      this.availablePods = new ReadyCount();
      this.advance(nowMs);
    }
  }

  /** Adds Pods that are created together. */
  add(pods: readonly SimulatedPod[], createdMs: number, readyMs: number, nowMs: number): void {
    this.groups.push({ createdMs, readyMs, pods, deleted: 0 });
    this.actual += pods.length;
    this.advance(nowMs);
  }

  /** Deletes Pods, the first ones of each group. */
  delete(count: number, nowMs: number, goneMs: number): void {
    let left = count;
    for (const index of this.deletionOrder(nowMs)) {
      const group = this.groups[index] as PodGroup;
      const deleted = group.pods.slice(group.deleted, group.deleted + left);
      for (const pod of deleted) {
        pod.deletedMs = nowMs;
        pod.goneMs = goneMs;
      }
      group.deleted += deleted.length;
      left -= deleted.length;
      this.actual -= deleted.length;
      this.readyPods.remove(index, deleted.length);
      this.availablePods.remove(index, deleted.length);
      if (left === 0) {
        break;
      }
    }
    this.terminating += count;
    this.endings.push({ goneMs, count });
    this.advance(nowMs);
  }

  /** The indexes of the groups that have Pods, in the order in which these are deleted. */
  private deletionOrder(nowMs: number): readonly number[] {
    const left = this.groups.flatMap((group, index) => (podsLeft(group) > 0 ? [index] : []));
    if (left.length < 2) {
      return left;
    }
    const pods = left.map((index) => {
      return { ...firstPod(this.groups[index] as PodGroup, index, nowMs), index };
    });
    // The Pods of other ReplicaSets of the Deployment on a node do not matter, as all Pods are on one node.
    const options = { controller: 'ReplicaSet', related: [], now: isoTime(nowMs) } as const;
    return deletionRanks(pods, options).map(({ pod: { index } }) => index);
  }

  /** Counts the Pods that are ready, available or gone by a time. */
  advance(nowMs: number): void {
    this.readyPods.advance(this.groups, nowMs);
    this.availablePods.advance(this.groups, nowMs - this.delayMs);
    for (let next = this.endings[this.ended]; next; next = this.endings[this.ended]) {
      if (next.goneMs > nowMs) {
        break;
      }
      this.terminating -= next.count;
      this.ended += 1;
    }
  }

  /** When a Pod is ready, available or gone next; infinite if none is. */
  nextMs(): number {
    const readyMs = this.readyPods.next(this.groups)?.readyMs ?? Infinity;
    const availableMs = this.availablePods.next(this.groups)?.readyMs ?? Infinity;
    const goneMs = this.endings[this.ended]?.goneMs ?? Infinity;
    return Math.min(readyMs, availableMs + this.delayMs, goneMs);
  }
}

const isoTime = (ms: number) => new Date(ms).toISOString();

/** A Pod of a group. UIDs are in the order of creation. */
function firstPod({ createdMs, readyMs }: PodGroup, index: number, nowMs: number): Pod {
  const isReady = readyMs <= nowMs;
  const lastTransitionTime = isoTime(isReady ? readyMs : createdMs);
  return {
    metadata: { uid: `${index}`.padStart(9, '0'), creationTimestamp: isoTime(createdMs) },
    spec: { nodeName: 'node' },
    status: {
      phase: 'Running',
      conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False', lastTransitionTime }],
    },
  };
}

/** A Pod with its times in seconds since the start. */
export function toRolloutPod(
  { replicaSet, createdMs, readyMs, deletedMs, goneMs }: SimulatedPod,
  startMs: number,
): RolloutPod {
  const seconds = (ms = Infinity) => (ms === Infinity ? undefined : (ms - startMs) / 1000);
  return {
    replicaSet,
    createdSeconds: (createdMs - startMs) / 1000,
    readySeconds: seconds(readyMs),
    deletedSeconds: seconds(deletedMs),
    goneSeconds: seconds(goneMs),
  };
}
