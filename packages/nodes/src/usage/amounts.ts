import { Quantity, quantityRatio } from '@kubesem/quantity';
import { type Amounts, addAmounts, type MutableAmounts } from '@kubesem/resources/internal';
import { percentOf } from '../allocation/shares.js';
import type { NodeUsedAmount, Usage, UsedAmount } from './usage.js';

/** The resources that `kubectl top` shows. */
export const MEASURED: readonly (keyof Usage)[] = ['cpu', 'memory'];

/** Amounts of a container, Pod, namespace or node. */
export interface UsageAmounts {
  /** Undefined without metrics. */
  readonly usage: Amounts | undefined;
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** Sums of several amounts; the usage is undefined until something is measured. */
export class UsageSum implements UsageAmounts {
  usage: MutableAmounts | undefined;
  readonly requests: MutableAmounts = new Map();
  readonly limits: MutableAmounts = new Map();

  add({ usage, requests, limits }: UsageAmounts): void {
    if (usage !== undefined) {
      this.usage ??= new Map();
      addAmounts(this.usage, usage);
    }
    addAmounts(this.requests, requests);
    addAmounts(this.limits, limits);
  }
}

/** Amounts in the form in which callers receive them. */
export function toUsage(amounts: UsageAmounts): Usage {
  return { cpu: usedAmount('cpu', amounts), memory: usedAmount('memory', amounts) };
}

/** Amounts of a node in the form in which callers receive them. */
export function toNodeUsage(amounts: UsageAmounts, allocatable: Amounts): Usage<NodeUsedAmount> {
  const used = (name: keyof Usage): NodeUsedAmount => {
    const amount = usedAmount(name, amounts);
    const whole = allocatable.get(name);
    return {
      ...amount,
      allocatable: whole,
      ratio: quantityRatio(amount.usage, whole),
      percent: topPercent(amount.usage, whole),
    };
  };
  return { cpu: used('cpu'), memory: used('memory') };
}

function usedAmount(name: keyof Usage, { usage, requests, limits }: UsageAmounts): UsedAmount {
  const used = usage && (usage.get(name) ?? Quantity.of(0));
  const [request, limit] = [requests.get(name), limits.get(name)];
  return {
    usage: used,
    text: used === undefined ? '<unknown>' : topText(name, used),
    request,
    limit,
    requestRatio: quantityRatio(used, request),
    limitRatio: quantityRatio(used, limit),
  };
}

const MEBIBYTE = /* @__PURE__ */ BigInt(1_048_576);

/**
 * Prints a usage as `kubectl top` does: thousandths of cpu, rounded up; whole MiB of memory, truncated.
 *
 * Source: `k8s.io/kubectl/pkg/metricsutil` v0.37.1, `printSingleResourceUsage`.
 */
function topText(name: keyof Usage, usage: Quantity): string {
  return name === 'cpu' ? `${usage.milliValue()}m` : `${usage.value() / MEBIBYTE}Mi`;
}

/** Source: `k8s.io/kubectl/pkg/metricsutil` v0.37.1, `printAllResourceUsages`. */
function topPercent(usage: Quantity | undefined, whole: Quantity | undefined): number | undefined {
  if (usage === undefined || whole === undefined) {
    return undefined;
  }
  return whole.isZero() ? 0 : percentOf(usage.milliValue(), Number(whole.milliValue()));
}
