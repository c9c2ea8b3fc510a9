import {
  formatQuantity,
  type Quantity,
  type QuantityStyle,
  safeParseQuantity,
  sumQuantities,
} from '@kubesem/quantity';

/** One quantity in the forms that people and programs use. */
export interface Conversion {
  /** The text that was passed in; empty for the sum. */
  readonly input: string;
  /** As Kubernetes prints it. */
  readonly canonical: string;
  readonly format: string;
  /** The exact value as a decimal number. */
  readonly number: string;
  /** Whole units, such as bytes, rounded away from zero. */
  readonly value: string;
  /** Thousandths, such as millicores, rounded away from zero. */
  readonly milliValue: string;
  /** Rounded, in powers of 1024. */
  readonly bytes: string;
  /** Rounded, in powers of 1000. */
  readonly decimalBytes: string;
}

/** A text that is not a quantity, and why. */
export interface BrokenQuantity {
  readonly input: string;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly offset?: number | undefined;
  };
}

/** What `kubesem quantity` reports. */
export interface QuantityModel {
  readonly quantities: readonly (Conversion | BrokenQuantity)[];
  /** The valid inputs, smallest first. */
  readonly sorted: readonly string[];
  readonly sum: Conversion;
}

/** Converts, sorts and adds quantities. */
export function quantityModel(inputs: readonly string[]): QuantityModel {
  const read = inputs.map((input) => ({ input, ...safeParseQuantity(input) }));
  const valid = read.filter((one) => one.ok);
  const sorted = [...valid].sort((a, b) => a.value.cmp(b.value));
  return {
    quantities: read.map((one) => {
      if (one.ok) {
        return convert(one.input, one.value);
      }
      const { code, message, offset } = one.error;
      return { input: one.input, error: { code, message, offset } };
    }),
    sorted: sorted.map(({ input }) => input),
    sum: convert('', sumQuantities(valid.map(({ value }) => value))),
  };
}

/** Whether a text could be read as a quantity. */
export function isQuantity(one: Conversion | BrokenQuantity): one is Conversion {
  return !('error' in one);
}

function convert(input: string, quantity: Quantity): Conversion {
  return {
    input,
    canonical: quantity.toString(),
    format: quantity.format,
    number: exactNumber(quantity),
    value: quantity.value().toString(),
    milliValue: quantity.milliValue().toString(),
    bytes: rounded(quantity, 'bytes'),
    decimalBytes: rounded(quantity, 'decimalBytes'),
  };
}

/** An amount with a unit, or as Kubernetes prints it if no float64 is that large. */
function rounded(quantity: Quantity, style: QuantityStyle): string {
  const { value, text } = formatQuantity(quantity, { style });
  return Number.isFinite(value) ? text : quantity.toString();
}

/** The exact value of a quantity as a decimal number; none is finer than a billionth. */
function exactNumber(quantity: Quantity): string {
  const nano = quantity.scaledValue(-9).toString();
  const sign = nano.startsWith('-') ? '-' : '';
  const digits = nano.slice(sign.length).padStart(10, '0');
  let number = `${digits.slice(0, -9)}.${digits.slice(-9)}`;
  while (number.endsWith('0')) {
    number = number.slice(0, -1);
  }
  return sign + (number.endsWith('.') ? number.slice(0, -1) : number);
}
