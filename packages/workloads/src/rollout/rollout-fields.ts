import {
  type Condition,
  childPath,
  type DaemonSetSpec,
  type DaemonSetStatus,
  type DeploymentSpec,
  type DeploymentStatus,
  FieldReader,
  INT64_RANGE,
  type StatefulSetSpec,
  type StatefulSetStatus,
} from '@kubesem/core';
import type { RolloutWorkload } from './rollout-kind.js';

/**
 * What a rollout waits for, or how it ended, in the order in which kubectl checks.
 *
 * - `WRONG_REVISION`: another revision than the expected one is running, or its number is invalid (Deployment)
 * - `ON_DELETE`: the update strategy is not `RollingUpdate` (DaemonSet, StatefulSet)
 * - `NOT_OBSERVED`: the controller has not seen the latest change yet
 * - `DEADLINE_EXCEEDED`: there was no progress for `progressDeadlineSeconds` (Deployment)
 * - `NOT_READY`: Pods are not ready (StatefulSet)
 * - `NOT_UPDATED`: Pods of the latest template are missing
 * - `OLD_PODS`: old Pods still exist (Deployment)
 * - `NOT_AVAILABLE`: updated Pods are not available
 * - `NOT_CURRENT`: the latest revision is not the current one (StatefulSet without `rollingUpdate`)
 * - `PARTITION_COMPLETE`: the Pods from the partition on are updated (StatefulSet)
 * - `COMPLETE`: the rollout has finished
 */
export type RolloutReason =
  | 'WRONG_REVISION'
  | 'ON_DELETE'
  | 'NOT_OBSERVED'
  | 'DEADLINE_EXCEEDED'
  | 'NOT_READY'
  | 'NOT_UPDATED'
  | 'OLD_PODS'
  | 'NOT_AVAILABLE'
  | 'NOT_CURRENT'
  | 'PARTITION_COMPLETE'
  | 'COMPLETE';

/** Two values that kubectl compared. */
export interface RolloutCheck {
  /** The reason that applies if the check fails. */
  readonly reason: RolloutReason;
  /** The field that was read, such as `status.availableReplicas`. */
  readonly field: string;
  /** Its value. */
  readonly value: number | string;
  /** What it was compared with, such as `status.updatedReplicas`. */
  readonly comparedWith: string;
  /** The value of that; undefined if it is absent. */
  readonly expected: number | string | undefined;
  /** Whether kubectl went on to the next check. */
  readonly passed: boolean;
}

/** The annotation with the revision of a Deployment. */
export const REVISION = 'deployment.kubernetes.io/revision';

type Numbers<T> = {
  [K in keyof T]-?: NonNullable<T[K]> extends number ? K : never;
}[keyof T] &
  string;
type StatusField =
  | Numbers<DeploymentStatus>
  | Numbers<DaemonSetStatus>
  | Numbers<StatefulSetStatus>;
type Spec = DeploymentSpec & DaemonSetSpec & StatefulSetSpec;

/** The update strategy of a DaemonSet or a StatefulSet. */
interface RolloutStrategy {
  readonly type: string;
  /** Whether it has the field `rollingUpdate`. */
  readonly isPartitioned: boolean;
  readonly partition: number | undefined;
}

/** Reads the fields of a workload, and records what is compared. */
export class Rollout {
  readonly checks: RolloutCheck[] = [];
  readonly name: string;
  private readonly reader = new FieldReader();
  private readonly metadata: object;
  private readonly spec: Partial<Spec>;
  private readonly status: object;

  constructor(workload: RolloutWorkload) {
    this.metadata = this.reader.object(workload, 'metadata', undefined) ?? {};
    this.spec = this.reader.object<Spec>(workload, 'spec', undefined) ?? {};
    this.status = this.reader.object(workload, 'status', undefined) ?? {};
    this.name = this.reader.text(this.metadata, 'name', childPath(undefined, 'metadata'));
  }

  get generation(): number {
    const path = childPath(undefined, 'metadata');
    return this.reader.integer(this.metadata, 'generation', path, INT64_RANGE) ?? 0;
  }

  /** The annotation; undefined without one. */
  get revision(): string | undefined {
    const path = childPath(undefined, 'metadata');
    const annotations = this.reader.object<object>(this.metadata, 'annotations', path) ?? {};
    return Object.prototype.hasOwnProperty.call(annotations, REVISION)
      ? this.reader.text(annotations, REVISION, childPath(path, 'annotations'))
      : undefined;
  }

  /** The desired number of Pods; undefined if it is absent. */
  get replicas(): number | undefined {
    return this.reader.integer(this.spec, 'replicas', childPath(undefined, 'spec'));
  }

  /** The update strategy of a DaemonSet or a StatefulSet. */
  get strategy(): RolloutStrategy {
    const specPath = childPath(undefined, 'spec');
    const path = childPath(specPath, 'updateStrategy');
    const strategy = this.reader.object<object>(this.spec, 'updateStrategy', specPath) ?? {};
    const rolling = this.reader.object<object>(strategy, 'rollingUpdate', path);
    const partition =
      rolling && this.reader.integer(rolling, 'partition', childPath(path, 'rollingUpdate'));
    const type = this.reader.text(strategy, 'type', path);
    return { type, isPartitioned: rolling !== undefined, partition };
  }

  count(field: StatusField): number {
    const range = field === 'observedGeneration' ? INT64_RANGE : undefined;
    return this.reader.integer(this.status, field, childPath(undefined, 'status'), range) ?? 0;
  }

  text(field: 'currentRevision' | 'updateRevision'): string {
    return this.reader.text(this.status, field, childPath(undefined, 'status'));
  }

  /** The reason of the first condition of a type. */
  conditionReason(type: string): string {
    const path = childPath(undefined, 'status');
    const conditions = this.reader.objects<Condition>(this.status, 'conditions', path);
    const found = conditions.find(({ entry }) => entry.type === type);
    return found === undefined ? '' : this.reader.text(found.entry, 'reason', found.at);
  }

  /** Records a check, and returns whether it passed. */
  check(
    passed: boolean,
    reason: RolloutReason,
    [field, value]: readonly [string, number | string],
    [comparedWith, expected]: readonly [string, number | string | undefined],
  ): boolean {
    this.checks.push({ reason, field, value, comparedWith, expected, passed });
    return passed;
  }

  /** Checks that a count has reached another one; an absent one does not matter. */
  reached(
    reason: RolloutReason,
    field: StatusField,
    comparedWith: string,
    expected: number | undefined,
  ): boolean {
    const count = this.count(field);
    const passed = expected === undefined || count >= expected;
    return this.check(passed, reason, [`status.${field}`, count], [comparedWith, expected]);
  }
}
