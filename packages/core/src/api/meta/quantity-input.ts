/**
 * The format in which a quantity is printed.
 *
 * `BinarySI` prints `12Mi` (12 · 2^20), `DecimalSI` prints `12M` (12 · 10^6), `DecimalExponent` prints `12e6`.
 *
 * Source: `k8s.io/apimachinery/pkg/api/resource` v0.37.1, type `Format`.
 */
export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

/** A quantity of any copy or version of `@kubesem/quantity`. */
export interface QuantityLike {
  /** The format in which it is printed. */
  readonly format: QuantityFormat;
  /** Its canonical string, as in JSON. */
  toJSON(): string;
}

/**
 * The data of a quantity, which `structuredClone`, `postMessage` and IndexedDB keep of it. The shape is stable across minor
 * versions.
 *
 * A clone has no methods, so comparing two clones with `<` is not an error but always false. Pass it to `parseQuantity`, or
 * to any function that accepts a quantity.
 */
export interface QuantityData {
  /** The format in which it is printed. */
  readonly format: QuantityFormat;
  /** The value is `mantissa · 10^scale`. A safe integer, or a bigint beyond. */
  readonly mantissa: number | bigint;
  /** A whole number from -9999 to 9999. */
  readonly scale: number;
  /** The string as it was written, if Kubernetes prints it back. */
  readonly spelling?: string | undefined;
}

/** A quantity in any accepted form: `"1.5Gi"`, `0.1`, `4n`, an object of `@kubesem/quantity`, or a clone of one. */
export type QuantityInput = string | number | bigint | QuantityLike | QuantityData;
