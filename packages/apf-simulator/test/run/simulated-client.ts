import { requestFromUrl } from '@kubesem/apf';
import { type ClosedLoopArrivals, type ScenarioFlow, simulateServer } from '@kubesem/apf-simulator';
import { oneLevel } from './flows.js';

export const url = '/api/v1/namespaces/prod/pods/web';
export const arrival: ClosedLoopArrivals = { process: 'closed-loop', thinkSeconds: 0.25 };
export const request = { url, user: { name: 'joe' } };
export const oneQueue = { queues: 1, handSize: 1, queueLengthLimit: 1 };

/** One client, who asks for half a second each, a quarter of a second after each answer. */
export const loop: ScenarioFlow = { name: 'loop', request, arrival, durationSeconds: 0.5 };

/** Ten seconds with one seat; somebody else occupies it from shortly after 2 to shortly after 5. */
export function simulated(more: Partial<ScenarioFlow>, queuing?: object) {
  const jane = { name: 'jane', groups: ['system:authenticated'] };
  const other = { flow: 'other', url, request: requestFromUrl('GET', url, jane) };
  const { flows, priorityLevels } = simulateServer({
    durationSeconds: 10,
    samples: 10,
    config: oneLevel(1, queuing),
    flows: [{ ...loop, ...more }],
    arrivals: [{ ...other, atSeconds: 2.375, durationSeconds: 3 }],
  });
  return { ...flows['loop'], series: priorityLevels['only']?.series };
}
