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

/** A quantity in any accepted form: `"1.5Gi"`, `0.1`, `4n`, or an object of `@kubesem/quantity`. */
export type QuantityInput = string | number | bigint | QuantityLike;
