// Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/v1` v1.37.1, and `v1beta1`, `v1beta2` and `v1beta3` for older versions.
import {
  type FlowSchema,
  type LimitedPriorityLevelConfiguration,
  type Named,
  type PriorityLevelConfiguration,
  type PriorityLevelConfigurationSpec,
} from '@kubesem/core';
import { ABSENT, fields } from '@kubesem/core/internal';
import { DEFAULT_SHUFFLE_SHARDING } from '../requests/shuffle-sharding.js';

/** In version v1beta3, this annotation keeps zero shares; without it they count as absent. */
export const PRESERVE_ZERO_ANNOTATION =
  'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares';
const DEFAULT_SHARES = 30;

/** A spec under construction. */
type Spec = {
  -readonly [Field in keyof PriorityLevelConfigurationSpec]: PriorityLevelConfigurationSpec[Field];
};

/**
 * Applies the defaults of the API server to a FlowSchema. If it is not an object, it counts as empty; the types of its fields are
 * not checked.
 *
 * @param flowSchema - the FlowSchema, as in a manifest, in any API version; not changed
 * @returns the FlowSchema with a matching precedence
 *
 * @example
 * ```ts
 * import { applyFlowSchemaDefaults } from '@kubesem/apf';
 *
 * applyFlowSchemaDefaults({ spec: { rules: [] } }).spec?.matchingPrecedence // => 1000
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/v1` v1.37.1, `SetDefaults_FlowSchemaSpec`.
 */
export function applyFlowSchemaDefaults<F extends FlowSchema>(flowSchema: Named<F>): F;
/** The same for an object literal. */
export function applyFlowSchemaDefaults(flowSchema: FlowSchema): FlowSchema;
/** The implementation. */
export function applyFlowSchemaDefaults(flowSchema: FlowSchema): FlowSchema {
  const given = fields(flowSchema, ABSENT).value;
  const matchingPrecedence = given.spec?.matchingPrecedence || 1000;
  return { ...given, spec: { ...given.spec, matchingPrecedence } };
}

function defaultedResponse(
  response: LimitedPriorityLevelConfiguration['limitResponse'],
): LimitedPriorityLevelConfiguration['limitResponse'] {
  const { queuing } = response || {};
  if (!queuing) {
    return response;
  }
  const { queues, handSize, queueLengthLimit } = queuing;
  const defaulted = {
    queues: queues || DEFAULT_SHUFFLE_SHARDING.deckSize,
    handSize: handSize || DEFAULT_SHUFFLE_SHARDING.handSize,
    queueLengthLimit: queueLengthLimit || 50,
  };
  return { ...response, queuing: { ...queuing, ...defaulted } };
}

/** The shares, under the name that the version uses. In some versions, zero counts as absent. */
function defaultedShares(
  version: string,
  keepsZero: boolean,
  { assuredConcurrencyShares, nominalConcurrencyShares }: LimitedPriorityLevelConfiguration,
): number {
  if (/^v1beta[12]$/.test(version)) {
    return assuredConcurrencyShares || DEFAULT_SHARES;
  }
  if (version === 'v1beta3') {
    return nominalConcurrencyShares || (keepsZero ? 0 : DEFAULT_SHARES);
  }
  return nominalConcurrencyShares ?? assuredConcurrencyShares ?? DEFAULT_SHARES;
}

/**
 * Applies the defaults of the API server to a PriorityLevelConfiguration. If it is not an object, it counts as empty; the types of
 * its fields are not checked.
 *
 * @param level - the object, as in a manifest, in any API version; not changed
 * @returns the object in version `v1`, with shares, percentages and queues; the shares have their `v1` name
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
 * Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/v1` v1.37.1, `SetDefaults_…`.
 */
export function applyPriorityLevelDefaults<L extends PriorityLevelConfiguration>(
  level: Named<L>,
): L;
/** The same for an object literal. */
export function applyPriorityLevelDefaults(
  level: PriorityLevelConfiguration,
): PriorityLevelConfiguration;
/** The implementation. */
export function applyPriorityLevelDefaults(
  level: PriorityLevelConfiguration,
): PriorityLevelConfiguration {
  const read = fields(level, ABSENT);
  const { metadata, spec } = read.value;
  const apiVersion = read.text('apiVersion');
  const { limited, exempt } = spec || {};
  const version = apiVersion.split('/')[1] || '';
  const { [PRESERVE_ZERO_ANNOTATION]: preserved, ...annotations } =
    (metadata || {}).annotations || {};
  const defaulted: Spec = { ...spec };
  if (limited) {
    const { assuredConcurrencyShares: _, ...rest } = limited;
    defaulted.limited = {
      ...rest,
      nominalConcurrencyShares: defaultedShares(version, preserved !== undefined, limited),
      lendablePercent: limited.lendablePercent || 0,
      limitResponse: defaultedResponse(limited.limitResponse),
    };
  }
  if (exempt) {
    defaulted.exempt = {
      ...exempt,
      nominalConcurrencyShares: exempt.nominalConcurrencyShares || 0,
      lendablePercent: exempt.lendablePercent || 0,
    };
  }
  return {
    ...read.value,
    // The annotation belongs to v1beta3, and no other version may have it.
    ...(version === 'v1beta3' && metadata ? { metadata: { ...metadata, annotations } } : {}),
    ...(apiVersion ? { apiVersion: 'flowcontrol.apiserver.k8s.io/v1' } : {}),
    spec: defaulted,
  };
}
