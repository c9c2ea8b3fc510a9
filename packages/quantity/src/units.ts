import { KubesemError } from '@kubesem/core';
import { type Mantissa, nearestNumber } from './mantissa.js';

/** A unit to count in: a suffix of Kubernetes. */
export type QuantityUnit =
  | 'n'
  | 'u'
  | 'm'
  | 'k'
  | 'M'
  | 'G'
  | 'T'
  | 'P'
  | 'E'
  | 'Ki'
  | 'Mi'
  | 'Gi'
  | 'Ti'
  | 'Pi'
  | 'Ei';

const DECIMAL = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'] as const;
const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const;

/** The number nearest to `mantissa · 10^scale` units. */
export function numberOfUnits(mantissa: Mantissa, scale: number, unit: QuantityUnit): number {
  const decimal = (DECIMAL as readonly string[]).indexOf(unit);
  if (decimal >= 0) {
    return nearestNumber(mantissa, scale - 3 * (decimal - 3));
  }
  const binary = (BINARY as readonly string[]).indexOf(unit);
  if (binary > 0) {
    // A power of two divides exactly.
    return nearestNumber(mantissa, scale) / 1024 ** binary;
  }
  throw new KubesemError({
    code: 'UNKNOWN_UNIT',
    input: unit,
    message: `unknown unit; use one of ${[...DECIMAL, ...BINARY].filter(Boolean).join(', ')}`,
  });
}
