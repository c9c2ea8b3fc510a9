// Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/v1` v1.37.1, and `v1beta1`, `v1beta2`, `v1beta3` for what is older.
import type {
  ExemptPriorityLevelConfiguration,
  FlowSchema,
  LimitedPriorityLevelConfiguration,
  PriorityLevelConfiguration,
} from '@kubesem/core';

const preserveZeroAnnotation = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares';
const defaultShares = 30;

/**
 * Fills in what the API server fills in when it stores a flow schema.
 *
 * @param flowSchema - as in a manifest, of any version of the API; not changed
 * @returns the same, with a matching precedence
 *
 * @example
 * ```ts
 * import { applyFlowSchemaDefaults } from '@kubesem/apf';
 *
 * applyFlowSchemaDefaults({ spec: { rules: [] } }).spec?.matchingPrecedence // => 1000
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/v1` v1.37.1 (`SetDefaults_FlowSchemaSpec`).
 */
export function applyFlowSchemaDefaults(flowSchema: FlowSchema): FlowSchema {
  const matchingPrecedence = flowSchema.spec?.matchingPrecedence || 1000;
  return { ...flowSchema, spec: { ...flowSchema.spec, matchingPrecedence } };
}

function defaultedQueuing(
  limitResponse: LimitedPriorityLevelConfiguration['limitResponse'],
): LimitedPriorityLevelConfiguration['limitResponse'] {
  const queuing = limitResponse?.queuing;
  if (!queuing) return limitResponse;
  const { queues, handSize, queueLengthLimit } = queuing;
  const defaulted = {
    queues: queues || 64,
    handSize: handSize || 8,
    queueLengthLimit: queueLengthLimit || 50,
  };
  return { ...limitResponse, queuing: defaulted };
}

/** The shares, whatever the version calls them, and whether zero means that they are not set. */
function defaultedShares(
  level: PriorityLevelConfiguration,
  limited: LimitedPriorityLevelConfiguration,
): number {
  const version = (level.apiVersion ?? '').split('/')[1] ?? 'v1';
  if (version === 'v1beta1' || version === 'v1beta2')
    return limited.assuredConcurrencyShares || defaultShares;
  const { nominalConcurrencyShares: shares } = limited;
  const annotations = level.metadata?.annotations ?? {};
  const keepsZero = Object.prototype.hasOwnProperty.call(annotations, preserveZeroAnnotation);
  if (version === 'v1beta3') return shares || (keepsZero ? 0 : defaultShares);
  return shares ?? limited.assuredConcurrencyShares ?? defaultShares;
}

/** The annotation is a part of v1beta3, and no other version may have it. */
function withoutPreserveZero(level: PriorityLevelConfiguration): PriorityLevelConfiguration {
  const { apiVersion, metadata } = level;
  if (!apiVersion?.endsWith('/v1beta3') || !metadata?.annotations) return level;
  const { [preserveZeroAnnotation]: _, ...annotations } = metadata.annotations;
  return { ...level, metadata: { ...metadata, annotations } };
}

function defaultedLimited(
  level: PriorityLevelConfiguration,
  limited: LimitedPriorityLevelConfiguration,
): LimitedPriorityLevelConfiguration {
  const { assuredConcurrencyShares: _, ...rest } = limited;
  return {
    ...rest,
    nominalConcurrencyShares: defaultedShares(level, limited),
    lendablePercent: limited.lendablePercent ?? 0,
    limitResponse: defaultedQueuing(limited.limitResponse),
  };
}

function defaultedExempt({
  nominalConcurrencyShares,
  lendablePercent,
}: ExemptPriorityLevelConfiguration): ExemptPriorityLevelConfiguration {
  return {
    nominalConcurrencyShares: nominalConcurrencyShares ?? 0,
    lendablePercent: lendablePercent ?? 0,
  };
}

/**
 * Fills in what the API server fills in when it stores a priority level.
 *
 * @param level - as in a manifest, of any version of the API; not changed
 * @returns the same as version `v1` has it: shares, percentages and queues are set, and the shares have their new name
 *
 * @example
 * ```ts
 * import { applyPriorityLevelDefaults } from '@kubesem/apf';
 *
 * const { spec } = applyPriorityLevelDefaults({
 *   apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta2',
 *   spec: { type: 'Limited', limited: { assuredConcurrencyShares: 20, limitResponse: { type: 'Reject' } } },
 * });
 * spec?.limited?.nominalConcurrencyShares // => 20
 * spec?.limited?.lendablePercent // => 0
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/v1` v1.37.1 (`SetDefaults_…`).
 */
export function applyPriorityLevelDefaults(
  level: PriorityLevelConfiguration,
): PriorityLevelConfiguration {
  const { spec } = level;
  const limited = spec?.limited && defaultedLimited(level, spec.limited);
  const exempt = spec?.exempt && defaultedExempt(spec.exempt);
  return {
    ...withoutPreserveZero(level),
    ...(level.apiVersion ? { apiVersion: 'flowcontrol.apiserver.k8s.io/v1' } : {}),
    spec: { ...spec, ...(limited ? { limited } : {}), ...(exempt ? { exempt } : {}) },
  };
}
