// Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/validation` v1.37.1.
import type {
  LimitedPriorityLevelConfiguration,
  LimitResponse,
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
  QueuingConfiguration,
} from '@kubesem/core';
import { type ApfProblem, type Report, reportTo, textOf } from './apf-problem.js';
import { nameOf } from './classify.js';
import { applyPriorityLevelDefaults } from './defaults.js';
import { mandatoryPriorityLevels } from './mandatory-objects.js';
import { levels } from './plan-maintenance.js';
import { requiredEntropyBits } from './shuffle-sharding.js';
import { checkMetadata } from './validate-metadata.js';

const mostQueues = 10_000_000;
const mostBits = 60;

function checkRange(
  report: Report,
  path: string,
  value: number | null | undefined,
  most: number = Infinity,
): void {
  if (value == null || (value >= 0 && value <= most)) return;
  report('OUT_OF_RANGE', path, value, most === Infinity ? 'no negative number' : `0 to ${most}`);
}

function checkQueuing(report: Report, path: string, queuing: QueuingConfiguration): void {
  const { queueLengthLimit, queues, handSize } = queuing as { [field: string]: number };
  const checkPositive = (field: string, value: number | undefined): boolean => {
    const isPositive = value !== undefined && value > 0;
    if (!isPositive) report('OUT_OF_RANGE', `${path}.${field}`, value, 'a positive number');
    return isPositive;
  };
  checkPositive('queueLengthLimit', queueLengthLimit);
  if (checkPositive('queues', queues) && Number(queues) > mostQueues)
    report('OUT_OF_RANGE', `${path}.queues`, queues, `at most ${mostQueues} queues`);
  if (!checkPositive('handSize', handSize)) return;
  const sharding = { deckSize: Number(queues), handSize: Number(handSize) };
  if (sharding.handSize > sharding.deckSize)
    report('HAND_BEYOND_QUEUES', `${path}.handSize`, handSize, 'no more than there are queues');
  else if (requiredEntropyBits(sharding) > mostBits)
    report('TOO_MANY_BITS', `${path}.handSize`, handSize, `a hand of at most ${mostBits} bits`);
}

/** What has to be there with each type, and nothing else. */
function checkLimitResponse(
  report: Report,
  path: string,
  response: LimitResponse,
  isLimited: boolean,
): void {
  const type = textOf(response.type);
  const { queuing } = response;
  if (type === '') report('REQUIRED', `${path}.type`, undefined, 'Queue or Reject');
  else if (isLimited && type !== 'Queue' && type !== 'Reject')
    report('NOT_SUPPORTED', `${path}.type`, type, 'Queue or Reject');
  if (type === 'Queue' && !queuing)
    report('REQUIRED', `${path}.queuing`, undefined, 'how requests wait');
  if (type !== 'Queue' && queuing)
    report('FORBIDDEN', `${path}.queuing`, queuing, 'nothing unless the type is Queue');
  if (isLimited && type === 'Queue' && queuing) checkQueuing(report, `${path}.queuing`, queuing);
}

function checkLimited(
  report: Report,
  limited: LimitedPriorityLevelConfiguration,
  isLimited: boolean,
  sharesField: string,
): void {
  const path = 'spec.limited';
  if (isLimited) {
    checkRange(report, `${path}.${sharesField}`, limited.nominalConcurrencyShares);
    checkRange(report, `${path}.lendablePercent`, limited.lendablePercent, 100);
    checkRange(report, `${path}.borrowingLimitPercent`, limited.borrowingLimitPercent);
  }
  checkLimitResponse(report, `${path}.limitResponse`, limited.limitResponse ?? {}, isLimited);
}

function checkSpec(
  report: Report,
  spec: PriorityLevelConfigurationSpec,
  name: string,
  sharesField: string,
): void {
  const { limited, exempt } = spec;
  const type = textOf(spec.type);
  const isLimited = type === 'Limited';
  if ((name === 'exempt') !== (type === 'Exempt'))
    report('RESERVED', 'spec.type', type, 'Exempt if, and only if, the name is exempt');
  if (type === '') report('REQUIRED', 'spec.type', undefined, 'Exempt or Limited');
  else if (!isLimited && type !== 'Exempt')
    report('NOT_SUPPORTED', 'spec.type', type, 'Exempt or Limited');
  if (limited) {
    if (!isLimited)
      report('FORBIDDEN', 'spec.limited', limited, 'nothing unless the type is Limited');
    checkLimited(report, limited, isLimited, sharesField);
  } else if (isLimited) report('REQUIRED', 'spec.limited', undefined, 'the limits');
  if (!exempt) return;
  if (type !== 'Exempt')
    report('FORBIDDEN', 'spec.exempt', exempt, 'nothing unless the type is Exempt');
  else {
    checkRange(report, 'spec.exempt.nominalConcurrencyShares', exempt.nominalConcurrencyShares);
    checkRange(report, 'spec.exempt.lendablePercent', exempt.lendablePercent, 100);
  }
}

function isAsFixed(fixed: PriorityLevelConfiguration, level: PriorityLevelConfiguration): boolean {
  if (nameOf(fixed) === 'exempt') return level.spec?.type === 'Exempt' && !level.spec.limited;
  return levels.isSameSpec(fixed, level);
}

/**
 * Lists for what the API server would not create a priority level.
 *
 * The defaults are filled in before, as the server does it. Of the metadata only the name, the namespace and what
 * concerns the configuration are looked at. What is of another type than Kubernetes defines counts as absent.
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
  const report = reportTo(problems);
  const isOld = /\/v1beta[12]$/.test(textOf(level.apiVersion));
  const sharesField = isOld ? 'assuredConcurrencyShares' : 'nominalConcurrencyShares';
  const defaulted = applyPriorityLevelDefaults(level);
  const name = nameOf(defaulted);
  checkMetadata(report, defaulted.metadata, true);
  checkSpec(report, defaulted.spec ?? {}, name, sharesField);
  const fixed = mandatoryPriorityLevels.find((each) => nameOf(each) === name);
  if (fixed && !isAsFixed(fixed, defaulted))
    report('FIXED', 'spec', defaulted.spec, `what ${name} always has`);
  return problems;
}
