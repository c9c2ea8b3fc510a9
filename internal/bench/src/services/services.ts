import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pod } from '@kubesem/core';
import { endpointSelections, endpointSlicePlans } from '@kubesem/service';
import { readPods, SOURCES_FILE } from '../inputs.js';
import { keep, timePasses } from '../timing.js';
import type { ServiceObjects } from './service-corpus.js';

/** Cost of the endpoints of all Services. */
export interface ServiceCost {
  /** Nanoseconds per Service. */
  readonly nanoseconds: number;
  /** Number of endpoints, which shows that the work was done. */
  readonly endpoints: number;
}

/**
 * Measures the endpoints of all Services, including the selection of their Pods.
 *
 * @param subject - `explain` for explanations, `slices` for the EndpointSlices of Services without any
 * @param folder - folder of the inputs
 * @param milliseconds - how long to measure
 * @returns the time, and a sum that shows that the work was done
 */
export async function measureServices(
  subject: string,
  folder: string,
  milliseconds: number,
): Promise<ServiceCost> {
  const pods = (await readPods(folder)) as Pod[];
  const text = readFileSync(join(folder, SOURCES_FILE), 'utf8');
  const { services, nodes }: ServiceObjects = JSON.parse(text);
  let endpoints = 0;
  const explain = () => {
    const explained = endpointSelections(services, { pods, nodes });
    keep(explained);
    endpoints = explained.flatMap((each) => each.pods).flatMap((pod) => pod.endpoints).length;
  };
  const reconcile = () => {
    const changes = endpointSlicePlans(services, { pods, nodes, endpointSlices: [] });
    keep(changes);
    endpoints = changes.flatMap(({ create }) => create).flatMap((each) => each.endpoints).length;
  };
  const pass = subject === 'explain' ? explain : reconcile;
  return { nanoseconds: await timePasses(services.length, milliseconds, pass), endpoints };
}
