import { FieldChecks, type FieldPath, type IntegerRange } from '@kubesem/core';
import type { PodLifecycleProblemCode } from './codes.js';

/** The range of int64, as far as numbers go. */
export const INT64_RANGE: IntegerRange = {
  min: -9_223_372_036_854_775_808,
  max: 9_223_372_036_854_775_808,
};

/** Collects the problems with the lifecycle fields of a Pod. */
export class Checks extends FieldChecks<PodLifecycleProblemCode> {
  notSupported(path: FieldPath, value: string, supported: readonly string[]): void {
    this.supported(path, 'NOT_SUPPORTED', value, supported);
  }
}
