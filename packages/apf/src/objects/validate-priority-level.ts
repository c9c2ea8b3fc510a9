// Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/validation` v1.37.1.
import type { PriorityLevelConfiguration } from '@kubesem/core';
import { requiredEntropyBits } from '../engine/shuffle-sharding.js';
import { nameOf } from '../requests/classify.js';
import type { ApfProblem } from './apf-problem.js';
import { applyPriorityLevelDefaults, PRESERVE_ZERO_ANNOTATION } from './defaults.js';
import { MANDATORY_PRIORITY_LEVELS } from './mandatory-objects.js';
import { ObjectField } from './object-field.js';
import { isSame } from './same-spec.js';

const MOST_QUEUES = 10_000_000;
const MOST_BITS = 60;

function checkQueuing(queuing: ObjectField): void {
  const queues = queuing.get('queues');
  const hand = queuing.get('handSize');
  queuing.get('queueLengthLimit').requireRange(1);
  queues.requireRange(1, MOST_QUEUES);
  hand.requireRange(1);
  const deckSize = queues.value as number;
  const handSize = hand.value as number;
  if (!(handSize > 0)) {
    return;
  }
  if (handSize > deckSize) {
    hand.report('HAND_BEYOND_QUEUES', 'no more than there are queues');
  } else if (requiredEntropyBits({ deckSize, handSize }) > MOST_BITS) {
    hand.report('TOO_MANY_BITS', `a hand of at most ${MOST_BITS} bits`);
  }
}

/** Checks the limits; the field for the shares has another name in older versions. */
function checkLimited(limited: ObjectField, isLimited: boolean, sharesField: string): void {
  const response = limited.get('limitResponse');
  const type = response.get('type');
  const queuing = response.get('queuing');
  if (isLimited) {
    limited.get('nominalConcurrencyShares', sharesField).requireRange(0);
    limited.get('lendablePercent').requireRange(0, 100);
    limited.get('borrowingLimitPercent').requireRange(0);
  }
  if (type.require(type.text) && isLimited) {
    type.requireWord('Queue', 'Reject');
  }
  if (queuing.requireIf(type.value === 'Queue') && isLimited) {
    checkQueuing(queuing);
  }
}

function checkSpec(spec: ObjectField, name: string, sharesField: string): void {
  const type = spec.get('type');
  const limited = spec.get('limited');
  const exempt = spec.get('exempt');
  const isLimited = type.value === 'Limited';
  const isExempt = type.value === 'Exempt';
  if ((name === 'exempt') !== isExempt) {
    type.report('RESERVED', 'Exempt if, and only if, the name is exempt');
  }
  if (type.require(type.text)) {
    type.requireWord('Exempt', 'Limited');
  }
  limited.requireIf(isLimited);
  if (limited.value) {
    checkLimited(limited, isLimited, sharesField);
  }
  if (exempt.requireIf(isExempt, true)) {
    exempt.get('nominalConcurrencyShares').requireRange(0);
    exempt.get('lendablePercent').requireRange(0, 100);
  }
}

/** Whether a level is as it has to be, if it is mandatory: of that named exempt, operators may change the seats. */
function isAsFixed(name: string, spec: ObjectField): boolean {
  const limited = spec.get('limited');
  if (name === 'exempt') {
    return spec.get('type').value === 'Exempt' && !limited.value;
  }
  const fixed = MANDATORY_PRIORITY_LEVELS.find((each) => nameOf(each) === name);
  // A limit of zero is not the same as none.
  const hasLimit = limited.get('borrowingLimitPercent').value != null;
  return !fixed || (isSame(fixed.spec, spec.value) && !hasLimit);
}

/**
 * Lists for what the API server would not create a priority level.
 *
 * The defaults are filled in before, as the server does it, and a name is made of `generateName`. Of the metadata only
 * the name, what it is made of, the namespace and what concerns the configuration are looked at. What is of another
 * type than Kubernetes defines counts as absent.
 *
 * @param level - as in a manifest, of any version of the API; not changed
 * @returns the problems, empty if there are none
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
 * Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/validation` v1.37.1 (`ValidatePriorityLevelConfiguration`), and the
 * declarative validation of the same release.
 */
export function validatePriorityLevel(level: PriorityLevelConfiguration): readonly ApfProblem[] {
  const problems: ApfProblem[] = [];
  const defaulted = applyPriorityLevelDefaults(level);
  const name = nameOf(defaulted);
  const object = new ObjectField(problems, { ...defaulted, apiVersion: level.apiVersion });
  const spec = object.get('spec');
  const annotations = object.get('metadata').get('annotations');
  object.requireMetadata();
  if (Object.keys(Object(annotations.value)).includes(PRESERVE_ZERO_ANNOTATION)) {
    annotations.requireIf(false);
  }
  const isOld = /\/v1beta[12]$/.test(object.get('apiVersion').text);
  checkSpec(spec, name, isOld ? 'assuredConcurrencyShares' : 'nominalConcurrencyShares');
  if (!isAsFixed(name, spec)) {
    spec.report('FIXED', `what ${name} always has`);
  }
  return problems;
}
