import type { Quantity } from '@kubesem/quantity';

/** The exact value of a quantity as a decimal number; none is finer than a billionth. */
export function exactNumber(quantity: Quantity): string {
  const nano = quantity.scaledValue(-9).toString();
  const sign = nano.startsWith('-') ? '-' : '';
  const digits = nano.slice(sign.length).padStart(10, '0');
  let number = `${digits.slice(0, -9)}.${digits.slice(-9)}`;
  while (number.endsWith('0')) {
    number = number.slice(0, -1);
  }
  return sign + (number.endsWith('.') ? number.slice(0, -1) : number);
}
