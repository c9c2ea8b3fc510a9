/**
 * The family of suffixes that a quantity is printed with.
 *
 * `BinarySI` prints `12Mi` (12 · 2^20), `DecimalSI` prints `12M` (12 · 10^6), `DecimalExponent` prints `12e6`.
 *
 * Source: `k8s.io/apimachinery/pkg/api/resource` v0.37.1, type `Format`.
 */
export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

/** What any copy or version of `@kubesem/quantity` calls a quantity. */
export interface QuantityLike {
  /** The family of suffixes that it is printed with. */
  readonly format: QuantityFormat;
  /** Its canonical string, as it stands in JSON. */
  toJSON(): string;
}

/** What is taken wherever a quantity is wanted: `"1.5Gi"`, `0.1`, `4n`, or an object of `@kubesem/quantity`. */
export type QuantityInput = string | number | bigint | QuantityLike;
