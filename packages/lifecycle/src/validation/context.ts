import { FieldChecks, type FieldPath } from '@kubesem/core';
import type { PodLifecycleProblemCode } from './codes.js';

/** Collects the problems with the lifecycle fields of a Pod. */
export class Checks extends FieldChecks<PodLifecycleProblemCode> {
  notSupported(path: FieldPath, value: string, supported: readonly string[]): void {
    this.supported(path, 'NOT_SUPPORTED', value, supported);
  }
}
