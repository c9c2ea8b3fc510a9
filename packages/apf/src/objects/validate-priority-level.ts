// Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/validation` v1.37.1.
import {
  type FieldErrorType,
  type LimitedPriorityLevelConfiguration,
  type PriorityLevelConfiguration,
  type PriorityLevelConfigurationSpec,
  type QueuingConfiguration,
} from '@kubesem/core';
import { FieldProblems, fields } from '@kubesem/core/internal';
import { nameOf } from '../requests/classify.js';
import { requiredEntropyBits } from '../requests/shuffle-sharding.js';
import { applyPriorityLevelDefaults, PRESERVE_ZERO_ANNOTATION } from './defaults.js';
import {
  type ApfProblem,
  type Checked,
  checkMetadata,
  checkNumber,
  checkPercentage,
  forbidUnless,
  isSame,
  requirePresence,
} from './field-checks.js';
import { checkPriorityLevelTypes } from './json-types.js';
import { MANDATORY_PRIORITY_LEVELS } from './mandatory-objects.js';

const MOST_QUEUES = 10_000_000;
const MOST_BITS = 60;
const NOT_NEGATIVE = 'must be a non-negative integer';

function isNotNegative(value: number): boolean {
  return value >= 0;
}

/** Checks the queues, after the defaults were applied. */
function checkQueuing(queuing: Checked<QueuingConfiguration>): void {
  for (const field of ['queueLengthLimit', 'queues', 'handSize'] as const) {
    checkNumber(queuing, field, (value) => value > 0, 'must be positive');
  }
  const mostQueues = `must not be greater than ${MOST_QUEUES}`;
  checkNumber(queuing, 'queues', (value) => value <= MOST_QUEUES, mostQueues);
  const deckSize = queuing.integer('queues') ?? 0;
  const handSize = queuing.integer('handSize') ?? 0;
  if (handSize < 1) {
    return;
  }
  if (handSize > deckSize) {
    queuing.invalid('handSize', `should not be greater than queues (${deckSize})`, handSize);
  } else if (requiredEntropyBits({ deckSize, handSize }) > MOST_BITS) {
    const message = `required entropy bits of deckSize ${deckSize} and handSize ${handSize} should not be greater than ${MOST_BITS}`;
    queuing.invalid('handSize', message, handSize);
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
    checkNumber(limited, 'nominalConcurrencyShares', isNotNegative, NOT_NEGATIVE, sharesField);
    checkPercentage(limited);
    const message = `if specified, ${NOT_NEGATIVE}`;
    checkNumber(limited, 'borrowingLimitPercent', isNotNegative, message);
  }
  if (requirePresence(response, 'type') && isLimited) {
    response.supported('type', response.text('type'), ['Queue', 'Reject']);
  }
  if (response.text('type') !== 'Queue') {
    forbidUnless(response, 'queuing', 'Queue');
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
    spec.invalid('type', "must be 'Exempt' if and only if `name` is 'exempt'", type);
  }
  if (requirePresence(spec, 'type')) {
    spec.supported('type', type, ['Exempt', 'Limited']);
  }
  if (isLimited) {
    requirePresence(spec, 'limited');
  } else {
    forbidUnless(spec, 'limited', 'Limited');
  }
  if (spec.has('limited')) {
    checkLimited(spec.at('limited'), isLimited, sharesField);
  }
  if (!isExempt) {
    forbidUnless(spec, 'exempt', 'Exempt');
  } else if (spec.has('exempt')) {
    const exempt = spec.at('exempt');
    checkNumber(exempt, 'nominalConcurrencyShares', isNotNegative, NOT_NEGATIVE);
    checkPercentage(exempt);
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
 * problems.map(({ path, message }) => `${path}: ${message}`) // => [
 * //   'spec.limited.lendablePercent: must be between 0 and 100, inclusive',
 * //   'spec.limited.limitResponse.queuing.handSize: should not be greater than queues (4)',
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/validation` v1.37.1, `ValidatePriorityLevelConfiguration`, and the
 * declarative validation of the same release.
 */
export function validatePriorityLevel(level: PriorityLevelConfiguration): readonly ApfProblem[] {
  const problems = new FieldProblems<FieldErrorType>();
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
    metadata.forbidden('annotations', `annotation '${PRESERVE_ZERO_ANNOTATION}' is forbidden`);
  }
  checkSpec(spec, name, sharesField);
  if (!isAsFixed(name, spec.value)) {
    const free = name === 'exempt' ? " except the 'spec.exempt' field" : '';
    level.invalid('spec', `spec of '${name}'${free} must equal the fixed value`, spec.value);
  }
}
