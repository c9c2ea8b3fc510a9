import type { Condition } from '@kubesem/core';

/** A condition of an autoscaler. */
export interface AutoscalerCondition {
  /** `AbleToScale`, `ScalingActive`, `ScalingLimited` or `ScaledToZero`. */
  readonly type: string;
  /** `True`, `False` or `Unknown`. */
  readonly status: string;
  /** One-word reason. */
  readonly reason: string;
  /** Message of the controller. */
  readonly message: string;
}

/** The conditions of an autoscaler while the controller changes them. */
export class AutoscalerConditions {
  private readonly conditions = new Map<string, AutoscalerCondition>();

  constructor(stored: readonly (Condition | null)[]) {
    for (const condition of stored) {
      const { type, status, reason, message } = condition ?? {};
      this.set(type ?? '', status ?? '', reason ?? '', message ?? '');
    }
  }

  set(type: string, status: string, reason: string, message: string): void {
    this.conditions.set(type, { type, status, reason, message });
  }

  /** In the order in which they were set first. */
  list(): readonly AutoscalerCondition[] {
    return [...this.conditions.values()];
  }

  isTrue(type: string): boolean {
    return this.conditions.get(type)?.status === 'True';
  }
}
