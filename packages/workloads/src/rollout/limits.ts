import {
  type DaemonSet,
  type Deployment,
  type IntOrPercent,
  KubesemError,
  resolveIntOrPercent,
  type StatefulSet,
} from '@kubesem/core';
import { COUNT_RANGE, type Fields, fields, THROW } from '@kubesem/core/internal';
import { type RolloutKind, type RolloutWorkload, rolloutKind } from './rollout-fields.js';

/** Options of {@link rollingUpdateLimits}. */
export interface RollingUpdateLimitsOptions {
  /** How many nodes run the DaemonSet; by default its `status.desiredNumberScheduled`. */
  readonly nodes?: number | undefined;
}

/** How one of the two fields was computed. */
export interface LimitRounding {
  /** The field, such as `maxSurge`. */
  readonly field: 'maxSurge' | 'maxUnavailable';
  /** The value of the field, or its default. */
  readonly value: IntOrPercent;
  /** Whether the value is the default. */
  readonly isDefault: boolean;
  /** How a percentage is rounded. */
  readonly rounding: 'up' | 'down';
  /** The resulting number of Pods. */
  readonly result: number;
}

/**
 * What changes the rounded numbers.
 *
 * - `NO_ROLLING_UPDATE`: another update strategy is set, so there are no limits
 * - `NO_REPLICAS`: no Pods are desired, so none can be missing
 * - `ONE_UNAVAILABLE`: both numbers are 0, so one Pod may be missing
 * - `AT_LEAST_ONE`: a StatefulSet always removes at least one Pod
 * - `AT_MOST_ALL`: no more Pods can be missing than are desired
 */
export type LimitRule =
  | 'NO_ROLLING_UPDATE'
  | 'NO_REPLICAS'
  | 'ONE_UNAVAILABLE'
  | 'AT_LEAST_ONE'
  | 'AT_MOST_ALL';

/** How many Pods a rolling update adds and removes. */
export interface RollingUpdateLimits {
  /** How many Pods there may be in addition to the desired ones. */
  readonly surge: number;
  /** How many of the desired Pods may be missing. */
  readonly unavailable: number;
  /** How many Pods stay available; 0 for a Deployment with the strategy `Recreate`. */
  readonly minAvailable: number;
  /** What percentages refer to: the number of replicas, or of nodes. */
  readonly total: number;
  /** How each field was rounded; empty without a rolling update. */
  readonly roundings: readonly LimitRounding[];
  /** The rules that changed the rounded numbers, in order. */
  readonly rules: readonly LimitRule[];
}

/**
 * Computes how many Pods a rolling update adds and removes.
 *
 * The kinds round percentages differently. A Deployment rounds `maxSurge` up and `maxUnavailable` down. A DaemonSet rounds
 * both up. A StatefulSet rounds `maxUnavailable` down, but never to 0.
 *
 * @param workload - a Deployment, a DaemonSet or a StatefulSet; defaults apply, and it is not changed
 * @param options - the number of nodes of a DaemonSet
 * @returns numbers of Pods, how they were rounded, and the rules that changed them
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_ROLLOUT` if the object is of another kind
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_AN_INT_OR_PERCENT` if a limit is neither a whole number nor a percentage
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if another field that counts has the wrong type
 *
 * @example
 * ```ts
 * import { rollingUpdateLimits } from '@kubesem/workloads';
 *
 * const apiVersion = 'apps/v1';
 * const rollingUpdate = { maxUnavailable: '25%' };
 * const spec = { replicas: 3, updateStrategy: { rollingUpdate } };
 * const { surge, unavailable } = rollingUpdateLimits({ apiVersion, kind: 'Deployment', spec: { replicas: 3 } });
 * surge // => 1
 * unavailable // => 0
 * rollingUpdateLimits({ apiVersion, kind: 'StatefulSet', spec }).rules // => ['AT_LEAST_ONE']
 * rollingUpdateLimits({ apiVersion, kind: 'DaemonSet', spec }, { nodes: 5 }).unavailable // => 2
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/deployment/util` v1.37.1, `MaxSurge`, `MaxUnavailable` and `MinAvailable`;
 * `k8s.io/kubernetes/pkg/controller/daemon` v1.37.1, `updatedDesiredNodeCounts`;
 * `k8s.io/kubernetes/pkg/controller/statefulset` v1.37.1, `getStatefulSetMaxUnavailable`.
 */
export function rollingUpdateLimits(
  workload: RolloutWorkload,
  { nodes }: RollingUpdateLimitsOptions = {},
): RollingUpdateLimits {
  const kind = rolloutKind(workload);
  const total = kind === 'DaemonSet' ? nodeCount(workload, nodes) : replicaCount(workload);
  const { type, surge, unavailable } = readStrategy(workload, kind, total);
  if (type !== 'RollingUpdate') {
    return withoutRollingUpdate(kind, total);
  }
  const roundings = surge === undefined ? [unavailable] : [surge, unavailable];
  return adjust(kind, total, roundings, surge?.result ?? 0, unavailable.result);
}

/** The limits without a rolling update: all Pods of a Deployment, or one of another kind, may be unavailable. */
function withoutRollingUpdate(kind: RolloutKind, total: number): RollingUpdateLimits {
  const unavailable = kind === 'StatefulSet' || (kind === 'DaemonSet' && total > 0) ? 1 : 0;
  const minAvailable = kind === 'Deployment' ? 0 : Math.max(total - unavailable, 0);
  const rules: readonly LimitRule[] = ['NO_ROLLING_UPDATE'];
  return { surge: 0, unavailable, minAvailable, total, roundings: [], rules };
}

function adjust(
  kind: RolloutKind,
  total: number,
  roundings: readonly LimitRounding[],
  surge: number,
  rounded: number,
): RollingUpdateLimits {
  const rules: LimitRule[] = [];
  let unavailable = rounded;
  const apply = (rule: LimitRule, applies: boolean, limit: number) => {
    if (applies && unavailable !== limit) {
      rules.push(rule);
      unavailable = limit;
    }
  };
  if (kind === 'StatefulSet') {
    apply('AT_LEAST_ONE', unavailable < 1, 1);
  } else {
    const isImpossible = surge === 0 && unavailable === 0;
    apply('ONE_UNAVAILABLE', isImpossible && (kind === 'Deployment' || total > 0), 1);
  }
  if (kind === 'Deployment') {
    apply('NO_REPLICAS', total === 0, 0);
    apply('AT_MOST_ALL', unavailable > total, total);
  }
  const minAvailable =
    kind === 'Deployment' ? total - unavailable : Math.max(total - unavailable, 0);
  return { surge, unavailable, minAvailable, total, roundings, rules };
}

function nodeCount(workload: RolloutWorkload, nodes: number | undefined): number {
  const given = fields({ nodes }, THROW).integer('nodes', COUNT_RANGE);
  const status = fields(workload as DaemonSet, THROW).at('status');
  return given ?? status.integer('desiredNumberScheduled', COUNT_RANGE) ?? 0;
}

function replicaCount(workload: RolloutWorkload): number {
  const spec = fields(workload as Deployment, THROW).at('spec');
  return spec.integer('replicas', COUNT_RANGE) ?? 1;
}

/** What a field of a kind means by default, and how it is rounded. */
interface LimitField {
  readonly initial: IntOrPercent;
  readonly rounding: 'up' | 'down';
}

/** Source: `k8s.io/kubernetes/pkg/apis/apps/v1` v1.37.1, `SetDefaults_DaemonSet` and those of the other kinds. */
const FIELDS: {
  readonly [K in RolloutKind]: {
    readonly maxSurge?: LimitField;
    readonly maxUnavailable: LimitField;
  };
} = {
  Deployment: {
    maxSurge: { initial: '25%', rounding: 'up' },
    maxUnavailable: { initial: '25%', rounding: 'down' },
  },
  DaemonSet: {
    maxSurge: { initial: 0, rounding: 'up' },
    maxUnavailable: { initial: 1, rounding: 'up' },
  },
  StatefulSet: { maxUnavailable: { initial: 1, rounding: 'down' } },
};

function readStrategy(workload: RolloutWorkload, kind: RolloutKind, total: number) {
  const spec = fields(workload as Deployment & DaemonSet & StatefulSet, THROW).at('spec');
  const strategy = spec.at(kind === 'Deployment' ? 'strategy' : 'updateStrategy');
  const type = strategy.text('type') || 'RollingUpdate';
  const rolling: Fields<Limits> = strategy.at('rollingUpdate');
  const { maxSurge, maxUnavailable } = FIELDS[kind];
  return {
    type,
    surge: maxSurge && round(rolling, 'maxSurge', maxSurge, total),
    unavailable: round(rolling, 'maxUnavailable', maxUnavailable, total),
  };
}

type Limits = { readonly [F in LimitRounding['field']]?: IntOrPercent | null | undefined };

function round(
  limits: Fields<Limits>,
  field: LimitRounding['field'],
  { initial, rounding }: LimitField,
  total: number,
): LimitRounding {
  const value = limits.raw(field) ?? initial;
  const isDefault = !limits.has(field);
  let result = 0;
  try {
    result = resolveIntOrPercent(value, { of: total, round: rounding });
  } catch (error) {
    if (!(error instanceof KubesemError)) {
      throw error;
    }
    limits.invalid(field, error.message, value, 'NOT_AN_INT_OR_PERCENT');
  }
  return { field, value, isDefault, rounding, result };
}
