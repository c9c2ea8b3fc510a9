import { KubesemError } from '@kubesem/core';
import type { DeviationId } from './deviations.js';

/** A field that Kubernetes and ours answer differently. */
export interface Difference {
  readonly field: string;
  readonly theirs: string;
  readonly ours: string;
}

/** Collects where Kubernetes and ours differ in one case, and why that is right where it is. */
export class Comparison {
  /** Documented differences that the case showed. */
  readonly deviations: DeviationId[] = [];
  /** Any other difference. */
  readonly differences: Difference[] = [];

  /** Compares one field; `explain` names the deviation that accounts for a difference, if one does. */
  field(
    name: string,
    theirs: unknown,
    ours: unknown,
    explain?: () => DeviationId | undefined,
  ): void {
    // Tells 0 from -0, which no quantity is.
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

/** What ours answered: a value, or the code of the error. Anything else thrown is a bug and goes on. */
export type Attempt<T> =
  | { readonly value: T; readonly code?: undefined }
  | { readonly code: string; readonly value?: undefined };

/** Runs `action`, which may fail as documented. */
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
