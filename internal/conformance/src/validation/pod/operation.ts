import type { Pod } from '@kubesem/core';
import { safeParseQuantity } from '@kubesem/quantity';
import { applyResourceDefaults, podLimits, podResourceWarnings } from '@kubesem/resources';
import { type PodProblem, validatePod } from '@kubesem/validation/pod';
import type { Comparison } from '../../harness/comparison.js';
import type { DeviationId } from '../../harness/deviations.js';
import type { Json } from '../../harness/json.js';
import type { Answer, FieldError, Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { explainByInt64s, explainFraction, possibleInt64s } from '../../quantity/int64.js';
import { amountsByPath, type SpecAmount } from '../../resources/pod/amounts.js';
import { compareRejection } from '../../resources/pod/comparison.js';
import { checkedRefusals, problemLine, refusalLine } from '../refusals.js';
import { dnsPod, dnsPods } from './dns.js';
import { lifecyclePod, lifecyclePods } from './lifecycle.js';
import { podsToValidate } from './resource-examples.js';
import { podToValidate } from './resource-generator.js';
import { specPod } from './spec-generator.js';

/** What kubesem does not check. */
const UNCHECKED: readonly RegExp[] = [
  // The server gives the Pod the namespace of the request.
  /^REQUIRED metadata\.namespace: $/,
  // A setting of the server.
  /disallowed by cluster policy$/,
];

const BYTES_FRACTIONAL = /^(spec\.\S+): fractional byte value /;

function isChecked(refusal: FieldError): boolean {
  return !UNCHECKED.some((pattern) => pattern.test(refusalLine(refusal)));
}

/** Compares lines in any order, because Go takes some of them from maps. Each must appear as often. */
function compareLines(
  theirs: readonly string[],
  ours: readonly string[],
  pod: Json,
  comparison: Comparison,
): void {
  for (const line of new Set([...theirs, ...ours])) {
    const count = (lines: readonly string[]) => lines.filter((one) => one === line).length;
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
  const [head = '', rule = ''] = line.split(': ');
  const place = head.slice(head.indexOf(' ') + 1);
  const isMultiple = rule.includes(' is not positive integer multiple of ');
  const isFraction = head.startsWith('BYTES_FRACTIONAL ') || rule === 'must be an integer';
  const path = place.replace('spec.overhead.limits[', 'spec.overhead[');
  // As written, because amounts of 1000E and more print without their suffix.
  const written = amountsByPath(pod);
  const found = written.get(path) ?? written.get(path.replace('.requests', '.limits'));
  const { resource, amount } = found ?? defaultedAmount(path, pod) ?? {};
  if (!(isMultiple || isFraction) || resource === undefined || amount === undefined) {
    return undefined;
  }
  if (isFraction) {
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

/** The codes of what the API server cannot decode. */
const UNREADABLE = ['INVALID_TYPE', 'INVALID_QUANTITY', 'NOT_A_POD'];

/** The warnings about bytes in an answer of the oracle, by the field. */
function byteWarnings({ out }: Answer): readonly string[] {
  const { warnings = [] } = (out ?? {}) as { readonly warnings?: readonly string[] };
  return warnings.flatMap((text) => {
    const field = BYTES_FRACTIONAL.exec(text)?.[1];
    return field === undefined ? [] : `BYTES_FRACTIONAL ${field}`;
  });
}

/** The generators: an odd Pod for each part of the rules. */
const PODS: readonly ((random: Random) => Json)[] = [podToValidate, lifecyclePod, dnsPod, specPod];

/** An object without fields is a Pod here, while it would be a spec without a kind. */
function validate(pod: Json): readonly PodProblem[] {
  const isEmpty = typeof pod === 'object' && pod !== null && Object.keys(pod).length === 0;
  return validatePod(isEmpty ? { kind: 'Pod' } : (pod as Pod));
}

const podValidate: Operation = {
  name: 'pod.validate',
  program: 'kubernetes',
  *examples() {
    for (const pods of [podsToValidate(), lifecyclePods(), dnsPods()]) {
      for (const pod of pods) {
        yield { pod };
      }
    }
  },
  generate: (random) => ({ pod: random.pick(PODS)(random) }),
  compare(input, theirs, comparison) {
    const { pod } = input as { pod: Json };
    if (theirs.panic !== undefined) {
      const isKnown = theirs.panic.endsWith('divide by zero') && hasHugePageSize(pod as Pod);
      comparison.field('panic', theirs.panic, 'none', () =>
        isKnown ? 'int64-overflow' : undefined,
      );
      return;
    }
    const problems = validate(pod);
    const code = problems.find((problem) => UNREADABLE.includes(problem.code))?.code;
    const ours = code === undefined ? { value: problems } : { code };
    if (compareRejection(pod, theirs, ours, comparison, validate)) {
      return;
    }
    const refusals = checkedRefusals(theirs, isChecked).map(refusalLine);
    compareLines(refusals, problems.map(problemLine), pod, comparison);
    // The API server warns of no bytes of a whole Pod, and of no rounding.
    const warnings = podResourceWarnings(pod as Pod).filter(
      ({ code: found, path }) =>
        found === 'BYTES_FRACTIONAL' && !path.startsWith('spec.resources.'),
    );
    compareLines(
      byteWarnings(theirs),
      warnings.map(({ code: found, path }) => `${found} ${path}`),
      pod,
      comparison,
    );
  },
  trim: (out) => {
    const { warnings } = out as unknown as { readonly warnings: readonly string[] };
    return {
      refusals: checkedRefusals({ out }, isChecked),
      warnings: warnings.filter((text) => BYTES_FRACTIONAL.test(text)),
    } as unknown as Json;
  },
  kind: (_input, theirs) => {
    const rules = checkedRefusals(theirs, isChecked).map(({ type, field, detail }) => {
      const [last = ''] = field.slice(field.lastIndexOf('.') + 1).split('[');
      return `${type} ${last} ${detail.slice(0, 20)}`;
    });
    // Only the first two broken rules: with all of them nearly every case would be a kind of its own.
    return `${theirs.err},${[...new Set(rules)].sort().slice(0, 2).join()}`;
  },
};

/** How the API server validates a new Pod. */
export const podValidationOperations: readonly Operation[] = [podValidate];
