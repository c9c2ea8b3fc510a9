import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { containerEnvironment } from '@kubesem/config';
import { indexCluster, type Pod } from '@kubesem/core';
import { readPods, SOURCES_FILE } from '../inputs.js';
import { keep, timePasses } from '../timing.js';

/** Cost of the environment of all containers. */
export interface EnvironmentCost {
  /** Nanoseconds per Pod. */
  readonly nanoseconds: number;
  /** Number of variables, which shows that the work was done. */
  readonly variables: number;
  /** Total length of the values, which are ASCII. */
  readonly bytes: number;
}

/**
 * Measures the environment of all containers, including the index of the ConfigMaps.
 *
 * @param folder - folder of the inputs
 * @param milliseconds - how long to measure
 * @returns the time, and sums that show that the work was done
 */
export async function measureEnvironment(
  folder: string,
  milliseconds: number,
): Promise<EnvironmentCost> {
  const pods = (await readPods(folder)) as Pod[];
  const { node, ...cluster } = JSON.parse(readFileSync(join(folder, SOURCES_FILE), 'utf8'));
  const options = { podIPs: ['10.0.0.1'], node };
  let variables = 0;
  let bytes = 0;
  const nanoseconds = await timePasses(pods.length, milliseconds, () => {
    const index = indexCluster(cluster);
    variables = 0;
    bytes = 0;
    pods.forEach((pod, at) => {
      for (const containers of [pod.spec?.initContainers, pod.spec?.containers]) {
        for (const container of containers ?? []) {
          const found = containerEnvironment(pod, container, index, options).variables;
          keep(found, at);
          variables += found.length;
          for (const { value } of found) {
            bytes += value.length;
          }
        }
      }
    });
  });
  return { nanoseconds, variables, bytes };
}
