import type { Pod, QuantityInput } from '@kubesem/core';
import { type Quantity, quantityFromJSON } from '@kubesem/quantity';

/** Whether Go stores an amount in its decimal form: many digits, a fraction of a binary unit, or finer than nano. */
function isDecimalForm(amount: QuantityInput): boolean {
  const [, digits = '', fraction = '', suffix = ''] =
    /^[+-]?([0-9]*)(?:\.([0-9]*))?([a-zA-Z][a-zA-Z0-9+-]*)?$/.exec(String(amount).trim()) ?? [];
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

/** The resources that can be set for a whole Pod. */
const POD_LEVEL = /^(cpu|memory|hugepages-.*)$/;

/** The overheads that Go adds once more each time it computes the amount of these Pods again; see DEVIATIONS.md. */
export function overheadAddedAgain(
  pods: readonly Pod[],
  side: 'requests' | 'limits',
  resource: string,
): readonly Quantity[] {
  return pods.flatMap(({ spec }) => {
    const podLevel = spec?.resources?.[side]?.[resource];
    const overhead = spec?.overhead?.[resource];
    const isAgain = podLevel != null && overhead != null && POD_LEVEL.test(resource);
    return isAgain && isDecimalForm(podLevel) ? [quantityFromJSON(overhead)] : [];
  });
}
