// Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/validation` v1.37.1.
import {
  FieldProblems,
  fields,
  type LimitedPriorityLevelConfiguration,
  type PriorityLevelConfiguration,
  type PriorityLevelConfigurationSpec,
  type QueuingConfiguration,
} from '@kubesem/core';
import { nameOf } from '../requests/classify.js';
import { requiredEntropyBits } from '../requests/shuffle-sharding.js';
import { applyPriorityLevelDefaults, PRESERVE_ZERO_ANNOTATION } from './defaults.js';
import {
  type ApfProblem,
  type ApfProblemCode,
  type Checked,
  checkMetadata,
  checkRange,
  checkWord,
  forbid,
  isSame,
  requirePresence,
} from './field-checks.js';
import { checkPriorityLevelTypes } from './json-types.js';
import { MANDATORY_PRIORITY_LEVELS } from './mandatory-objects.js';

const MOST_QUEUES = 10_000_000;
const MOST_BITS = 60;

/** Checks the queues, after the defaults were applied. */
function checkQueuing(queuing: Checked<QueuingConfiguration>): void {
  checkRange(queuing, 'queueLengthLimit', 1, Infinity);
  checkRange(queuing, 'queues', 1, MOST_QUEUES);
  checkRange(queuing, 'handSize', 1, Infinity);
  const deckSize = queuing.integer('queues') ?? 0;
  const handSize = queuing.integer('handSize') ?? 0;
  if (handSize < 1) {
    return;
  }
  if (handSize > deckSize) {
    const message = `must not exceed the number of queues, ${deckSize}`;
    queuing.invalid('handSize', message, handSize, 'HAND_BEYOND_QUEUES');
    return;
  }
  const bits = requiredEntropyBits({ deckSize, handSize });
  if (bits > MOST_BITS) {
    const message = `a hand of ${handSize} out of ${deckSize} queues needs ${bits} bits of the hash; at most ${MOST_BITS} are allowed`;
    queuing.invalid('handSize', message, handSize, 'TOO_MANY_BITS');
  }
}

type SharesField = 'assuredConcurrencyShares' | 'nominalConcurrencyShares';

/** Checks the limits; the shares have another name in older versions. */
function checkLimited(
  limited: Checked<LimitedPriorityLevelConfiguration>,
  isLimited: boolean,
  sharesField: SharesField,
): void {
  const response = limited.at('limitResponse');
  if (isLimited) {
    checkRange(limited, 'nominalConcurrencyShares', 0, Infinity, sharesField);
    checkRange(limited, 'lendablePercent', 0, 100);
    checkRange(limited, 'borrowingLimitPercent', 0, Infinity);
  }
  if (requirePresence(response, 'type') && isLimited) {
    checkWord(response, 'type', ['Queue', 'Reject']);
  }
  if (response.text('type') !== 'Queue') {
    forbid(response, 'queuing', 'unless the type is Queue');
  } else if (requirePresence(response, 'queuing') && isLimited) {
    checkQueuing(response.at('queuing'));
  }
}

function checkSpec(
  spec: Checked<PriorityLevelConfigurationSpec>,
  name: string,
  sharesField: SharesField,
): void {
  const type = spec.text('type');
  const isLimited = type === 'Limited';
  const isExempt = type === 'Exempt';
  if ((name === 'exempt') !== isExempt) {
    const message = 'must be Exempt for the name exempt, and must not be Exempt for other names';
    spec.invalid('type', message, type, 'RESERVED');
  }
  if (requirePresence(spec, 'type')) {
    checkWord(spec, 'type', ['Exempt', 'Limited']);
  }
  if (isLimited) {
    requirePresence(spec, 'limited');
  } else {
    forbid(spec, 'limited', 'unless the type is Limited');
  }
  if (spec.has('limited')) {
    checkLimited(spec.at('limited'), isLimited, sharesField);
  }
  if (!isExempt) {
    forbid(spec, 'exempt', 'unless the type is Exempt');
  } else if (spec.has('exempt')) {
    checkRange(spec.at('exempt'), 'nominalConcurrencyShares', 0, Infinity);
    checkRange(spec.at('exempt'), 'lendablePercent', 0, 100);
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
 * A field of the wrong type is one of the problems.
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
  const problems = new FieldProblems<ApfProblemCode>();
  checkPriorityLevelTypes(level, problems);
  if (problems.count === 0) {
    const isOld = /\/v1beta[12]$/.test(level?.apiVersion ?? '');
    const sharesField = isOld ? 'assuredConcurrencyShares' : 'nominalConcurrencyShares';
    checkPriorityLevel(fields(applyPriorityLevelDefaults(level), problems), sharesField);
  }
  return problems.list();
}

function checkPriorityLevel(
  level: Checked<PriorityLevelConfiguration>,
  sharesField: SharesField,
): void {
  const metadata = level.at('metadata');
  const name = metadata.text('name');
  const spec = level.at('spec');
  checkMetadata(metadata);
  if (metadata.map('annotations').has(PRESERVE_ZERO_ANNOTATION)) {
    const message = `${PRESERVE_ZERO_ANNOTATION} is allowed only in version v1beta3`;
    metadata.problem('annotations', 'FORBIDDEN', message, PRESERVE_ZERO_ANNOTATION);
  }
  checkSpec(spec, name, sharesField);
  if (!isAsFixed(name, spec.value)) {
    level.invalid('spec', `must be the built-in spec of ${name}`, spec.value, 'FIXED');
  }
}
