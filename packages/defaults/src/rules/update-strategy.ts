import type { DaemonSetUpdateStrategy, DeploymentStrategy } from '@kubesem/core';
import { fillIn, type Rule } from './rule.js';

type Strategy = DeploymentStrategy | DaemonSetUpdateStrategy;

/** The rule of an update strategy: `RollingUpdate` unless another is set. Only this one has limits. */
export function updateStrategy<S extends Strategy>(
  limits: Rule<NonNullable<S['rollingUpdate']>>,
): Rule<S> {
  return {
    set(strategy) {
      const type = strategy.text('type') || 'RollingUpdate';
      const isRolling = type === 'RollingUpdate';
      const rollingUpdate = isRolling && fillIn(strategy.at('rollingUpdate'), limits);
      return { type, ...(rollingUpdate && { rollingUpdate }) } as Partial<S>;
    },
  };
}
