// Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/validation` v1.37.1.
import {
  childPath,
  type FieldPath,
  type LimitedPriorityLevelConfiguration,
  type LimitResponse,
  type PriorityLevelConfiguration,
  type PriorityLevelConfigurationSpec,
} from '@kubesem/core';
import { nameOf } from '../requests/classify.js';
import { requiredEntropyBits } from '../requests/shuffle-sharding.js';
import { applyPriorityLevelDefaults, PRESERVE_ZERO_ANNOTATION } from './defaults.js';
import {
  checkMetadata,
  checkRange,
  checkWord,
  forbid,
  type Report,
  reportInvalid,
  requirePresence,
} from './field-checks.js';
import { checkPriorityLevelTypes } from './json-types.js';
import { MANDATORY_PRIORITY_LEVELS } from './mandatory-objects.js';
import type { ApfProblem } from './problem.js';
import { isSame } from './same-spec.js';

const MOST_QUEUES = 10_000_000;
const MOST_BITS = 60;

/** Checks the queues, after the defaults were applied. */
function checkQueuing(
  { queues, handSize, queueLengthLimit }: NonNullable<LimitResponse['queuing']>,
  path: FieldPath,
  report: Report,
): void {
  const deckSize = queues as number;
  const hand = handSize as number;
  const handPath = childPath(path, 'handSize');
  checkRange(queueLengthLimit, 1, Infinity, childPath(path, 'queueLengthLimit'), report);
  checkRange(deckSize, 1, MOST_QUEUES, childPath(path, 'queues'), report);
  checkRange(hand, 1, Infinity, handPath, report);
  if (hand < 1) {
    return;
  }
  if (hand > deckSize) {
    const message = `must not exceed the number of queues, ${deckSize}`;
    reportInvalid('HAND_BEYOND_QUEUES', handPath, hand, message, report);
    return;
  }
  const bits = requiredEntropyBits({ deckSize, handSize: hand });
  if (bits > MOST_BITS) {
    const message = `a hand of ${hand} out of ${deckSize} queues needs ${bits} bits of the hash; at most ${MOST_BITS} are allowed`;
    reportInvalid('TOO_MANY_BITS', handPath, hand, message, report);
  }
}

/** Checks the limits; the shares have another name in older versions. */
function checkLimited(
  limited: LimitedPriorityLevelConfiguration,
  isLimited: boolean,
  sharesField: string,
  path: FieldPath,
  report: Report,
): void {
  const { type, queuing } = limited.limitResponse ?? {};
  const responsePath = childPath(path, 'limitResponse');
  const queuingPath = childPath(responsePath, 'queuing');
  if (isLimited) {
    const { nominalConcurrencyShares, lendablePercent, borrowingLimitPercent } = limited;
    checkRange(nominalConcurrencyShares, 0, Infinity, childPath(path, sharesField), report);
    checkRange(lendablePercent, 0, 100, childPath(path, 'lendablePercent'), report);
    const borrowingPath = childPath(path, 'borrowingLimitPercent');
    checkRange(borrowingLimitPercent, 0, Infinity, borrowingPath, report);
  }
  const typePath = childPath(responsePath, 'type');
  if (requirePresence(Boolean(type), typePath, report) && isLimited) {
    checkWord(type, ['Queue', 'Reject'], typePath, report);
  }
  if (type !== 'Queue') {
    forbid(queuing, queuingPath, 'unless the type is Queue', report);
  } else if (requirePresence(Boolean(queuing), queuingPath, report) && isLimited) {
    checkQueuing(queuing ?? {}, queuingPath, report);
  }
}

function checkSpec(
  { type, limited, exempt }: PriorityLevelConfigurationSpec,
  name: string,
  sharesField: string,
  path: FieldPath,
  report: Report,
): void {
  const isLimited = type === 'Limited';
  const isExempt = type === 'Exempt';
  const typePath = childPath(path, 'type');
  if ((name === 'exempt') !== isExempt) {
    const message = 'must be Exempt for the name exempt, and must not be Exempt for other names';
    reportInvalid('RESERVED', typePath, type ?? '', message, report);
  }
  if (requirePresence(Boolean(type), typePath, report)) {
    checkWord(type, ['Exempt', 'Limited'], typePath, report);
  }
  const limitedPath = childPath(path, 'limited');
  if (isLimited) {
    requirePresence(Boolean(limited), limitedPath, report);
  } else {
    forbid(limited, limitedPath, 'unless the type is Limited', report);
  }
  if (limited) {
    checkLimited(limited, isLimited, sharesField, limitedPath, report);
  }
  const exemptPath = childPath(path, 'exempt');
  if (!isExempt) {
    forbid(exempt, exemptPath, 'unless the type is Exempt', report);
  } else if (exempt) {
    const sharesPath = childPath(exemptPath, 'nominalConcurrencyShares');
    checkRange(exempt.nominalConcurrencyShares, 0, Infinity, sharesPath, report);
    checkRange(exempt.lendablePercent, 0, 100, childPath(exemptPath, 'lendablePercent'), report);
  }
}

/** Whether a mandatory level has its built-in spec. Operators may change the seats of the level named exempt. */
function isAsFixed(name: string, spec: PriorityLevelConfigurationSpec): boolean {
  if (name === 'exempt') {
    return spec.type === 'Exempt' && !spec.limited;
  }
  const fixed = MANDATORY_PRIORITY_LEVELS.find((each) => nameOf(each) === name);
  // A limit of zero differs from no limit.
  const hasLimit = spec.limited?.borrowingLimitPercent != null;
  return !fixed || (isSame(fixed.spec, spec) && !hasLimit);
}

/**
 * Lists why the API server would reject a PriorityLevelConfiguration.
 *
 * It first applies the defaults and generates a name from `generateName`, as the server does. In the metadata, it
 * checks only the name, the namespace and the annotations of API Priority and Fairness. If a field has the wrong JSON
 * type, it lists only such problems, because the server cannot decode the object.
 *
 * @param level - the object, as in a manifest, in any API version; not changed
 * @returns the problems; empty if the server accepts the object
 *
 * @example
 * ```ts
 * import { validatePriorityLevel } from '@kubesem/apf';
 *
 * const limitResponse = { type: 'Queue', queuing: { queues: 4 } };
 * const problems = validatePriorityLevel({
 *   metadata: { name: 'mine' },
 *   spec: { type: 'Limited', limited: { lendablePercent: 101, limitResponse } },
 * });
 * problems.map(({ path, code }) => `${path} ${code}`) // => [
 * //   'spec.limited.lendablePercent OUT_OF_RANGE',
 * //   'spec.limited.limitResponse.queuing.handSize HAND_BEYOND_QUEUES',
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/validation` v1.37.1, `ValidatePriorityLevelConfiguration`, and the
 * declarative validation of the same release.
 */
export function validatePriorityLevel(level: PriorityLevelConfiguration): readonly ApfProblem[] {
  const problems: ApfProblem[] = [];
  const report: Report = (problem) => problems.push(problem);
  checkPriorityLevelTypes(level, report);
  if (problems.length === 0) {
    checkPriorityLevel(level ?? {}, report);
  }
  return problems;
}

function checkPriorityLevel(level: PriorityLevelConfiguration, report: Report): void {
  const defaulted = applyPriorityLevelDefaults(level);
  const { metadata } = defaulted;
  const name = nameOf(defaulted);
  const spec = defaulted.spec ?? {};
  const path = childPath(undefined, 'spec');
  checkMetadata(metadata, report);
  if (Object.keys(metadata?.annotations ?? {}).includes(PRESERVE_ZERO_ANNOTATION)) {
    const annotationsPath = childPath(childPath(undefined, 'metadata'), 'annotations');
    const message = `${PRESERVE_ZERO_ANNOTATION} is allowed only in version v1beta3`;
    reportInvalid('FORBIDDEN', annotationsPath, PRESERVE_ZERO_ANNOTATION, message, report);
  }
  const isOld = /\/v1beta[12]$/.test(level.apiVersion ?? '');
  const sharesField = isOld ? 'assuredConcurrencyShares' : 'nominalConcurrencyShares';
  checkSpec(spec, name, sharesField, path, report);
  if (!isAsFixed(name, spec)) {
    reportInvalid('FIXED', path, spec, `must be the built-in spec of ${name}`, report);
  }
}
