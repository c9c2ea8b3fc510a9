import { KubesemError } from '@kubesem/core';
import type { DeviationId } from './deviations.js';

/** A field that differs between Kubernetes and kubesem. */
export interface Difference {
  readonly field: string;
  readonly theirs: string;
  readonly ours: string;
}

/** Collects the differences between Kubernetes and kubesem in one case. */
export class Comparison {
  /** Documented differences. */
  readonly deviations: DeviationId[] = [];
  /** All other differences. */
  readonly differences: Difference[] = [];

  /** Compares one field; `explain` names the deviation that accounts for the difference, if any. */
  field(
    name: string,
    theirs: unknown,
    ours: unknown,
    explain?: () => DeviationId | undefined,
  ): void {
    // Distinguishes 0 from -0.
    if (Object.is(theirs, ours)) {
      return;
    }
    const deviation = explain?.();
    if (deviation === undefined) {
      this.differences.push({ field: name, theirs: show(theirs), ours: show(ours) });
    } else {
      this.deviations.push(deviation);
    }
  }
}

function show(value: unknown): string {
  return typeof value === 'bigint' ? `${value}` : (JSON.stringify(value) ?? String(value));
}

/** The result of kubesem: a value, or the code of a documented error. */
export type Attempt<T> =
  | { readonly value: T; readonly code?: undefined }
  | { readonly code: string; readonly value?: undefined };

/** Runs `action` and catches documented errors. Any other error is a bug and is thrown on. */
export function attempt<T>(action: () => T): Attempt<T> {
  try {
    return { value: action() };
  } catch (error) {
    if (error instanceof KubesemError) {
      return { code: error.code };
    }
    throw error;
  }
}
