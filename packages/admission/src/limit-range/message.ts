import type { LimitRangeViolation } from './violations.js';

/**
 * Returns the message with which the API server rejects an object because of one bound of a LimitRange: what follows
 * `is forbidden:`. If the object violates several bounds of a LimitRange, the API server lists these messages in brackets.
 *
 * @param violation - a result of `podLimitRangeViolations` or `claimLimitRangeViolations`
 * @returns the message
 *
 * @example
 * ```ts
 * import { limitRangeMessage, podLimitRangeViolations } from '@kubesem/admission';
 *
 * const limits = [{ type: 'Container', max: { cpu: '1' } }];
 * const containers = [{ name: 'app', resources: { limits: { cpu: '2' } } }];
 * podLimitRangeViolations({ containers }, { limitRanges: [{ spec: { limits } }] }).map(limitRangeMessage) // => ['maximum cpu usage per Container is 1, but limit is 2']
 * ```
 *
 * Source: `k8s.io/kubernetes/plugin/pkg/admission/limitranger` v1.37.1, `minConstraint`, `maxConstraint`,
 * `maxRequestConstraint`, `limitRequestRatioConstraint`.
 */
export function limitRangeMessage({
  bound,
  limitType,
  ratio,
  resource,
  rule,
  side: amounts,
  value,
}: LimitRangeViolation): string {
  const side = amounts === 'requests' ? 'request' : 'limit';
  if (rule === 'maxLimitRequestRatio') {
    const found =
      ratio === undefined
        ? `no ${side} is specified or ${side} is 0`
        : `provided ratio is ${sixDecimals(ratio)}`;
    return `${resource} max limit to request ratio per ${limitType} is ${bound}, but ${found}`;
  }
  const found = value === undefined ? `.  No ${side} is specified` : `, but ${side} is ${value}`;
  return `${rule}imum ${resource} usage per ${limitType} is ${bound}${found}`;
}

/**
 * Returns the message with which the API server rejects an object: it reports only the first LimitRange that the object
 * violates, and lists several messages in brackets.
 */
export function limitRangeMessages(violations: readonly LimitRangeViolation[]): string | undefined {
  const [first] = violations;
  const told = violations.filter(({ limitRange }) => limitRange === first?.limitRange);
  const messages = [...new Set(told.map(limitRangeMessage))];
  return messages.length > 1 ? `[${messages.join(', ')}]` : messages[0];
}

/** Prints a float as Go does, which rounds half to even. */
function sixDecimals(ratio: number): string {
  const text = ratio.toFixed(6);
  const [, digit, rest] = /(\d)(\d{60})$/.exec(ratio.toFixed(66)) ?? [];
  const isOddTie = rest === '5'.padEnd(60, '0') && Number(digit) % 2 === 0;
  return isOddTie ? ratio.toFixed(66).slice(0, -60) : text;
}
