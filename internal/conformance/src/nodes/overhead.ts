import type { DeviationId } from '../harness/deviations.js';
import type { Json, JsonObject } from '../harness/json.js';
import { int64Deviation } from '../quantity/int64.js';

/** Whether Go stores an amount in its decimal form: many digits, a fraction of a binary unit, or finer than nano. */
function isDecimalForm(amount: Json | undefined): boolean {
  const [, digits = '', fraction = '', suffix = ''] =
    /^[+-]?([0-9]*)(?:\.([0-9]*))?([a-zA-Z][a-zA-Z0-9+-]*)?$/.exec(String(amount)) ?? [];
  const integer = digits.replace(/^0+/, '');
  const letter = suffix.charAt(0);
  if (suffix.endsWith('i')) {
    const power = 'KMGTPE'.indexOf(letter) + 1;
    return fraction !== '' || integer.length + 3 * power > 14;
  }
  const exponent =
    suffix.length > 1 ? Number(suffix.slice(1)) : 3 * ('num kMGTPE'.indexOf(letter || ' ') - 3);
  return integer.length + fraction.length > 18 || exponent - fraction.length < -9;
}

type PodJson = {
  readonly spec?: { readonly overhead?: JsonObject; readonly resources?: JsonObject };
};

/** Whether Go adds the overhead of a Pod again each time it computes its requests or limits. */
function addsOverheadAgain({ spec }: PodJson): boolean {
  return ['requests', 'limits'].some((side) => {
    const podLevel = (spec?.resources?.[side] ?? {}) as JsonObject;
    return Object.keys(spec?.overhead ?? {}).some(
      (name) => Object.hasOwn(podLevel, name) && isDecimalForm(podLevel[name]),
    );
  });
}

/** Why Go's answer about a node may differ from ours. */
export function nodeDeviation(input: Json): DeviationId | undefined {
  const { pods } = input as unknown as { readonly pods: readonly PodJson[] };
  return pods.some(addsOverheadAgain) ? 'overhead-added-again' : int64Deviation(input);
}
