import type { LimitRange, PersistentVolumeClaim, Pod } from '@kubesem/core';
import { quantityFromJSON } from '@kubesem/quantity';
import {
  applyLimitRanges,
  claimLimitRangeViolations,
  type LimitRangeViolation,
  podLimitRangeViolations,
} from '@kubesem/resources';
import {
  boundedObject,
  boundedObjects,
  podAndLimitRanges,
  podsAndLimitRanges,
} from '../generators/limit-ranges.js';
import type { Operation } from '../operation.js';
import { amountDeviation } from './amount-deviation.js';

/** The amounts of the containers of a Pod, and what is noted of them, in one text. */
function resourcesOf({ metadata, spec }: Pod): string {
  const containers = [spec?.containers, spec?.initContainers].map((list) =>
    (list ?? []).map(({ name, resources }) => {
      const amounts = (['requests', 'limits'] as const).map((side) =>
        Object.entries(resources?.[side] ?? {})
          .map(([resource, amount]) => `${resource}=${quantityFromJSON(amount).mul(1)}`)
          .sort()
          .join(),
      );
      return `${name}: ${amounts.join(' of ')}`;
    }),
  );
  return JSON.stringify([containers, metadata?.annotations ?? {}]);
}

const apply: Operation = {
  name: 'limitRange.apply',
  program: 'kubernetes',
  examples: podsAndLimitRanges,
  generate: podAndLimitRanges,
  compare(input, { out }, comparison) {
    const { pod, limitRanges } = input as unknown as {
      readonly pod: Pod;
      readonly limitRanges: readonly LimitRange[];
    };
    const theirs = (out as unknown as { readonly pod: Pod }).pod;
    const ours = applyLimitRanges(pod, limitRanges);
    comparison.field('pod', resourcesOf(theirs), resourcesOf(ours));
  },
  trim: (out) => {
    const { metadata, spec } = (out as unknown as { readonly pod: Pod }).pod;
    const { containers, initContainers } = spec ?? {};
    const kept = {
      metadata: { annotations: metadata?.annotations },
      spec: { containers, initContainers },
    };
    return JSON.parse(JSON.stringify({ pod: kept }));
  },
  kind: (_input, { out }) => {
    const { annotations } = (out as unknown as { readonly pod: Pod }).pod.metadata ?? {};
    // How many are set, of what, for which containers.
    const notes =
      annotations?.['kubernetes.io/limit-ranger']?.slice('LimitRanger plugin set: '.length) ?? '';
    return notes
      .split('; ')
      .map((note) => `${note.split(', ').length}${/ (request|limit) for (init)?/.exec(note)?.[0]}`)
      .slice(0, 2)
      .join();
  },
};

interface BoundedCase {
  readonly limitRange: LimitRange;
  readonly pod?: Pod;
  readonly claim?: PersistentVolumeClaim;
}

/** A violation in the words of Kubernetes. */
function messageOf({
  bound,
  code,
  limitType,
  ratio,
  resource,
  rule,
  value,
}: LimitRangeViolation): string {
  if (rule === 'maxLimitRequestRatio') {
    const side = code === 'RATIO_WITHOUT_REQUEST' ? 'request' : 'limit';
    const found =
      ratio === undefined
        ? `no ${side} is specified or ${side} is 0`
        : `provided ratio is ${sixDecimals(ratio)}`;
    return `${resource} max limit to request ratio per ${limitType} is ${bound}, but ${found}`;
  }
  const side = code.startsWith('REQUEST') ? 'request' : 'limit';
  const found = value === undefined ? `.  No ${side} is specified` : `, but ${side} is ${value}`;
  return `${rule}imum ${resource} usage per ${limitType} is ${bound}${found}`;
}

/** As Go prints a float: what lies in the middle goes to the even digit. */
function sixDecimals(ratio: number): string {
  const text = ratio.toFixed(6);
  const [, digit, rest] = /(\d)(\d{60})$/.exec(ratio.toFixed(66)) ?? [];
  const isOddTie = rest === '5'.padEnd(60, '0') && Number(digit) % 2 === 0;
  return isOddTie ? ratio.toFixed(66).slice(0, -60) : text;
}

const violations: Operation = {
  name: 'limitRange.violations',
  program: 'kubernetes',
  examples: boundedObjects,
  generate: boundedObject,
  compare(input, { out }, comparison) {
    const { limitRange, pod, claim } = input as unknown as BoundedCase;
    const ours = claim
      ? claimLimitRangeViolations(claim, [limitRange])
      : podLimitRangeViolations(pod ?? {}, [limitRange]);
    const { messages } = out as unknown as { readonly messages: readonly string[] };
    const ourMessages = ours.map(messageOf).sort();
    comparison.field('messages', messages.join('\n'), ourMessages.join('\n'), () =>
      amountDeviation(input),
    );
  },
  kind: (input) => {
    const { limitRange, pod, claim } = input as unknown as BoundedCase;
    const found = claim
      ? claimLimitRangeViolations(claim, [limitRange])
      : podLimitRangeViolations(pod ?? {}, [limitRange]);
    return [...new Set(found.map(({ code, limitType }) => `${code} ${limitType}`))]
      .sort()
      .slice(0, 3)
      .join();
  },
};

/** Defaults and bounds of LimitRanges. */
export const limitRangeOperations: readonly Operation[] = [apply, violations];
