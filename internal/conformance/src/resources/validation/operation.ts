import type { Pod } from '@kubesem/core';
import { safeParseQuantity } from '@kubesem/quantity';
import {
  applyResourceDefaults,
  type PodResourceWarning,
  type PodResourceWarningCode,
  podLimits,
  podResourceWarnings,
  validatePodResources,
} from '@kubesem/resources';
import type { Comparison } from '../../harness/comparison.js';
import type { DeviationId } from '../../harness/deviations.js';
import type { Json } from '../../harness/json.js';
import type { FieldError, Operation } from '../../harness/operation.js';
import { explainByInt64s, explainFraction, possibleInt64s } from '../../quantity/int64.js';
import { amountsByPath, type SpecAmount } from '../pod/amounts.js';
import { compareRejection } from '../pod/comparison.js';
import { podsToValidate } from './examples.js';
import { podToValidate } from './generator.js';

/** The answer of the API server to a Pod. */
interface Verdict {
  readonly refusals: readonly FieldError[];
  readonly warnings: readonly string[];
}

/** The fields that kubesem validates: requests, limits, claims and overhead. */
const RESOURCE_FIELD =
  /^spec\.((init|ephemeral)?[cC]ontainers\[\d+\]\.resources|resources|overhead)\b/;

const FRACTIONAL_BYTES = /^(spec\.\S+): fractional byte value /;

/** Our codes by the error messages of Kubernetes; any other message is about a resource name. */
const RULES: readonly (readonly [detail: RegExp, code: PodResourceWarningCode])[] = [
  [/^must be greater than or equal to 0$/, 'NEGATIVE'],
  [/^must be an integer$/, 'FRACTIONAL_EXTENDED_RESOURCE'],
  [/ is not positive integer multiple of /, 'HUGE_PAGES_NOT_MULTIPLE'],
  [/^must be equal to .* limit of /, 'REQUEST_NOT_LIMIT'],
  [/^must be less than or equal to (?!pod limits).* limit of /, 'REQUEST_ABOVE_LIMIT'],
  [/^must be less than or equal to pod limits of /, 'LIMIT_ABOVE_POD_LIMIT'],
  [/^must be greater than or equal to aggregate container requests /, 'POD_REQUEST_TOO_LOW'],
  [/^must be greater than or equal to aggregate container limits /, 'POD_LIMIT_TOO_LOW'],
  [/^Limit must be set /, 'LIMIT_MISSING'],
  [/^HugePages require /, 'HUGE_PAGES_ALONE'],
  [/^(cannot be set for an Ephemeral|may not be set for a windows)/, 'RESOURCES_FORBIDDEN'],
  [/^claims may not be set /, 'CLAIMS_FORBIDDEN'],
  [/^supported values: /, 'RESOURCE_NOT_SUPPORTED'],
];

/** Our codes for claims, by the error type. */
const CLAIM_RULES: { readonly [type: string]: PodResourceWarningCode } = {
  REQUIRED: 'CLAIM_NAME_MISSING',
  DUPLICATE: 'CLAIM_DUPLICATE',
  NOT_FOUND: 'CLAIM_NOT_FOUND',
  INVALID: 'CLAIM_REQUEST_INVALID',
};

function codeOf({ type, field, detail }: FieldError): PodResourceWarningCode {
  const isClaim = /\.claims\[\d+\](\.request)?$/.test(field);
  const byDetail = RULES.find(([pattern]) => pattern.test(detail))?.[1];
  return (isClaim ? CLAIM_RULES[type] : byDetail) ?? 'RESOURCE_NAME_INVALID';
}

/** An error in one line. */
function lineOf(refusal: FieldError): string {
  return `${refusal.type} ${codeOf(refusal)} ${refusal.field}`;
}

/** Our warning in the same format. */
function lineOfOurs({ type, code, path }: PodResourceWarning): string {
  return `${type} ${code} ${path}`;
}

/**
 * Compares lines in any order, because Go takes most of them from maps. Each must appear as often, except that Go has an
 * error for each rule that a name breaks, and for each claim that another one repeats.
 */
function compareLines(
  theirs: readonly string[],
  ours: readonly string[],
  pod: Json,
  comparison: Comparison,
): void {
  for (const line of new Set([...theirs, ...ours])) {
    const most = /RESOURCE_NAME_INVALID|CLAIM_DUPLICATE/.test(line) ? 1 : Number.POSITIVE_INFINITY;
    const count = (lines: readonly string[]) =>
      Math.min(lines.filter((one) => one === line).length, most);
    const [their, our] = [count(theirs), count(ours)];
    comparison.field(line, their, our, () =>
      Math.max(their, our) === 1 ? explainLine(line, their === 1, pod as Pod) : undefined,
    );
  }
}

/** An amount that the API server sets for the whole Pod: the sum of the containers. */
function defaultedAmount(path: string, pod: Pod): SpecAmount | undefined {
  const defaulted = amountsByPath(applyResourceDefaults(pod)).get(path);
  const sum =
    defaulted &&
    podLimits(pod, { skipPodLevelResources: true, excludeOverhead: true })[defaulted.resource];
  return defaulted && sum ? { ...defaulted, amount: sum } : defaulted;
}

/** Why a rule about fractions may have another result: Go computes other int64s of the amount at that path. */
function explainLine(line: string, isBroken: boolean, pod: Pod): DeviationId | undefined {
  const [, code, place = ''] = /(FRACTIONAL_\S+|HUGE_PAGES_NOT_MULTIPLE) (.*)$/.exec(line) ?? [];
  const path = place.replace('spec.overhead.limits[', 'spec.overhead[');
  // As written, because amounts of 1000E and more print without their suffix.
  const written = amountsByPath(pod);
  const found = written.get(path) ?? written.get(path.replace('.requests', '.limits'));
  const { resource, amount } = found ?? defaultedAmount(path, pod) ?? {};
  if (code === undefined || resource === undefined || amount === undefined) {
    return undefined;
  }
  if (code !== 'HUGE_PAGES_NOT_MULTIPLE') {
    return explainFraction(amount.roundUp(-3), isBroken);
  }
  const size = safeParseQuantity(resource.slice('hugepages-'.length)).value;
  return (
    size &&
    explainByInt64s(
      possibleInt64s(amount.roundUp(-3), 0),
      possibleInt64s(size, 0),
      (bytes, page) => page !== BigInt(0) && (bytes % page !== BigInt(0)) === isBroken,
    )
  );
}

/** Whether there are amounts of huge pages of a size beyond int64, which Go turns into a division by zero. */
function hasHugePageSize(pod: Pod): boolean {
  return [...amountsByPath(applyResourceDefaults(pod)).values()].some(({ resource }) => {
    const size = safeParseQuantity(/^hugepages-(.*)$/.exec(resource)?.[1] ?? '').value;
    return size !== undefined && possibleInt64s(size, 0).has(BigInt(0)) && size.sign() > 0;
  });
}

const validate: Operation = {
  name: 'pod.validate',
  program: 'kubernetes',
  examples: () => [...podsToValidate()].map((pod) => ({ pod })),
  generate: (random) => ({ pod: podToValidate(random) }),
  compare(input, theirs, comparison) {
    const { pod } = input as { pod: Json };
    if (theirs.panic !== undefined) {
      const isKnown = theirs.panic.endsWith('divide by zero') && hasHugePageSize(pod as Pod);
      comparison.field('panic', theirs.panic, 'none', () =>
        isKnown ? 'int64-overflow' : undefined,
      );
      return;
    }
    const code = validatePodResources(pod as Pod)[0]?.code;
    const warnings = podResourceWarnings(pod as Pod);
    const ours = code === undefined ? { value: warnings } : { code };
    const compute = (repaired: Json) => podResourceWarnings(repaired as Pod);
    if (compareRejection(pod, theirs, ours, comparison, compute)) {
      return;
    }
    const verdict = theirs.out as unknown as Verdict;
    compareLines(
      verdict.refusals.filter(({ field }) => RESOURCE_FIELD.test(field)).map(lineOf),
      warnings.filter(({ apiServer }) => apiServer === 'rejects').map(lineOfOurs),
      pod,
      comparison,
    );
    compareLines(
      verdict.warnings.flatMap((text) => {
        const field = FRACTIONAL_BYTES.exec(text)?.[1];
        return field === undefined ? [] : `FRACTIONAL_BYTES ${field}`;
      }),
      warnings
        .filter(({ apiServer }) => apiServer === 'warns')
        .map(({ code, path }) => `${code} ${path}`),
      pod,
      comparison,
    );
  },
  trim: (out) => {
    const { refusals, warnings } = out as unknown as Verdict;
    return {
      refusals: refusals.filter(({ field }) => RESOURCE_FIELD.test(field)),
      warnings: warnings.filter((text) => FRACTIONAL_BYTES.test(text)),
    } as unknown as Json;
  },
  kind: (_input, theirs) => {
    const { refusals = [] } = (theirs.out ?? {}) as unknown as Partial<Verdict>;
    const codes = refusals.filter(({ field }) => RESOURCE_FIELD.test(field)).map(codeOf);
    // Only the first two broken rules: with all of them nearly every case would be a kind of its own.
    return `${theirs.err},${[...new Set(codes)].sort().slice(0, 2).join()}`;
  },
};

/** How the API server validates requests, limits and claims of a new Pod. */
export const validationOperations: readonly Operation[] = [validate];
