import {
  type DaemonSet,
  type DaemonSetStatus,
  type Deployment,
  type DeploymentStatus,
  FieldError,
  type ObjectMeta,
  type StatefulSet,
  type StatefulSetStatus,
} from '@kubesem/core';
import {
  ABSENT,
  type Fields,
  fieldProblem,
  fields,
  INT64_RANGE,
  THROW,
} from '@kubesem/core/internal';

/** A workload that Kubernetes rolls out. Each object needs its `kind`. */
export type RolloutWorkload = Deployment | DaemonSet | StatefulSet;

/** A kind that Kubernetes rolls out. */
export type RolloutKind = 'Deployment' | 'DaemonSet' | 'StatefulSet';

/** Returns the kind; throws `NOT_A_ROLLOUT` for kinds and groups without a rollout. */
export function rolloutKind(workload: RolloutWorkload): RolloutKind {
  const object = fields<RolloutWorkload>(workload, ABSENT);
  const [apiVersion, kind] = [object.text('apiVersion'), object.text('kind')];
  const isOld = apiVersion.startsWith('extensions/') && kind !== 'StatefulSet';
  const isKnown = kind === 'Deployment' || kind === 'DaemonSet' || kind === 'StatefulSet';
  if (isKnown && (apiVersion.startsWith('apps/') || isOld)) {
    return kind;
  }
  throw new FieldError(
    fieldProblem({
      type: 'NOT_SUPPORTED',
      code: 'NOT_A_ROLLOUT',
      path: undefined,
      value: `${apiVersion} ${kind}`,
      message: 'expected a Deployment, a DaemonSet or a StatefulSet of the group apps',
    }),
  );
}

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
/** The fields of all three kinds. */
type Workload = Deployment & DaemonSet & StatefulSet;

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
  private readonly metadata: Fields<ObjectMeta>;
  private readonly spec: Fields<NonNullable<Workload['spec']>>;
  private readonly status: Fields<NonNullable<Workload['status']>>;

  constructor(workload: RolloutWorkload) {
    const object = fields(workload as Workload, THROW);
    this.metadata = object.at('metadata');
    this.spec = object.at('spec');
    this.status = object.at('status');
    this.name = this.metadata.text('name');
  }

  get generation(): number {
    return this.metadata.integer('generation', INT64_RANGE) ?? 0;
  }

  /** The annotation; undefined without one. */
  get revision(): string | undefined {
    const annotations = this.metadata.at('annotations');
    return Object.prototype.hasOwnProperty.call(annotations.value, REVISION)
      ? annotations.text(REVISION)
      : undefined;
  }

  /** The desired number of Pods; undefined if it is absent. */
  get replicas(): number | undefined {
    return this.spec.integer('replicas');
  }

  /** The update strategy of a DaemonSet or a StatefulSet. */
  get strategy(): RolloutStrategy {
    const strategy = this.spec.at('updateStrategy');
    const rolling = strategy.at('rollingUpdate');
    const partition = rolling.integer('partition');
    return { type: strategy.text('type'), isPartitioned: rolling.isPresent, partition };
  }

  count(field: StatusField): number {
    const range = field === 'observedGeneration' ? INT64_RANGE : undefined;
    return this.status.integer(field, range) ?? 0;
  }

  text(field: 'currentRevision' | 'updateRevision'): string {
    return this.status.text(field);
  }

  /** The reason of the first condition of a type. */
  conditionReason(type: string): string {
    const conditions = this.status.objects('conditions');
    return conditions.find(({ value }) => value.type === type)?.text('reason') ?? '';
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
