import type { ScenarioFlow } from '@kubesem/apf';

/** A flow of short requests, which come one by one. */
export function flow(
  name: string,
  perSecond: number,
  more: Partial<ScenarioFlow> = {},
): ScenarioFlow {
  return {
    name,
    request: { url: '/api/v1/namespaces/prod/pods/web', user: { name } },
    arrival: { process: 'poisson', perSecond },
    durationSeconds: { distribution: 'exponential', meanSeconds: 0.1 },
    ...more,
  };
}
