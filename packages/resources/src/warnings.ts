import type { PodLike, ResourceRequirements } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import { defaultedPod } from './defaults.js';
import { podContainers } from './pod-containers.js';
import { type PodParts, podParts } from './pod-parts.js';
import type { PodResourceProblem } from './problems.js';
import { entryPath, readAmounts } from './read.js';
import { type MapList, mapSpecLists } from './resource-lists.js';
import { isExtendedResource, isOvercommittable } from './resource-names.js';

/**
 * What is odd about an amount.
 *
 * - `NEGATIVE`: it is below zero
 * - `FRACTIONAL_BYTES`: memory or ephemeral storage is not a whole number of bytes; `400m` of memory is 0.4 bytes
 * - `CPU_FINER_THAN_MILLI`: cpu is not a whole number of thousandths; it is rounded up
 * - `FRACTIONAL_EXTENDED_RESOURCE`: an extended resource is not a whole number
 * - `REQUEST_ABOVE_LIMIT`: a request is higher than the limit
 * - `REQUEST_NOT_LIMIT`: request and limit differ for huge pages or an extended resource, which cannot be overcommitted
 * - `LIMIT_MISSING`: huge pages or an extended resource are requested without a limit
 */
export type PodResourceWarningCode =
  | 'NEGATIVE'
  | 'FRACTIONAL_BYTES'
  | 'CPU_FINER_THAN_MILLI'
  | 'FRACTIONAL_EXTENDED_RESOURCE'
  | 'REQUEST_ABOVE_LIMIT'
  | 'REQUEST_NOT_LIMIT'
  | 'LIMIT_MISSING';

/** An amount that is a quantity and yet odd. */
export interface PodResourceWarning extends PodResourceProblem {
  /** Stable identifier; programs and tests match on this. */
  readonly code: PodResourceWarningCode;
  /** What the API server does with it on creation: some of it is refused, some rounded up, some taken with a warning. */
  readonly apiServer: 'refuses' | 'rounds' | 'warns' | 'accepts';
}

/**
 * The amounts of a Pod that the documentation warns of, and what the API server does with them.
 *
 * Limits are compared with the requests after the defaults of `applyPodDefaults`, as the API server does it. Amounts that
 * cannot be read are left out: `validatePodResources` lists them.
 *
 * @param pod - what should be a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the warnings, empty if there are none or if it is no Pod
 * @example
 * ```ts
 * import { podResourceWarnings } from '@kubesem/resources';
 *
 * const warnings = podResourceWarnings({
 *   containers: [{ resources: { requests: { cpu: '0.5m', memory: '400m' }, limits: { memory: '0.2' } } }],
 * });
 * warnings.map(({ code, apiServer }) => `${code} ${apiServer}`) // => ['FRACTIONAL_BYTES warns', 'CPU_FINER_THAN_MILLI rounds', 'FRACTIONAL_BYTES warns', 'REQUEST_ABOVE_LIMIT refuses']
 * warnings[3]?.path // => 'containers[0].resources.requests.memory'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateResourceRequirements`;
 * `k8s.io/kubernetes/pkg/api/pod` v1.37.1, `warningsForPodSpecAndMeta`. (The documentation calls cpu finer than `1m`
 * invalid; the released code rounds it up.)
 */
export function podResourceWarnings(pod: PodLike): readonly PodResourceWarning[] {
  const warnings: PodResourceWarning[] = [];
  const parts = partsOf(pod);
  if (parts === undefined) {
    return warnings;
  }
  const { spec, specPrefix } = parts;
  const podLevelPath = `${specPrefix}resources`;
  const warnOfEach: MapList = (list, path) => {
    for (const [name, amount] of readAmounts(list, path, ignore)) {
      const warn = warner(warnings, entryPath(path, name), String(list[name]));
      warnOfAmount(name, amount, path.startsWith(podLevelPath), warn);
    }
    return list;
  };
  mapSpecLists(spec, specPrefix, warnOfEach, ignore);
  const defaulted = defaultedPod(pod, ignore).spec ?? {};
  for (const container of podContainers(defaulted)) {
    warnOfPairs(container, `${specPrefix}${container.path}.resources`, warnings);
  }
  warnOfPairs(defaulted.resources ?? {}, podLevelPath, warnings);
  return warnings;
}

function ignore(): void {
  // What cannot be read is the matter of validatePodResources.
}

function partsOf(pod: PodLike): PodParts | undefined {
  try {
    return podParts(pod, ignore);
  } catch {
    return undefined;
  }
}

type Warn = (
  code: PodResourceWarningCode,
  apiServer: PodResourceWarning['apiServer'],
  message: string,
) => void;

function warner(warnings: PodResourceWarning[], path: string, value: string): Warn {
  return (code, apiServer, message) => {
    const type = code === 'LIMIT_MISSING' ? 'FieldValueRequired' : 'FieldValueInvalid';
    warnings.push({ type, path, value, code, apiServer, message });
  };
}

/** Warns of what is odd about an amount by itself. */
function warnOfAmount(name: string, amount: Quantity, isPodLevel: boolean, warn: Warn): void {
  const rounded = amount.roundUp(-3);
  const isWhole = rounded.equals(rounded.roundUp(0));
  if (amount.sign() < 0) {
    warn('NEGATIVE', 'refuses', 'expected at least 0');
  }
  if ((name === 'memory' || name === 'ephemeral-storage') && !isWhole) {
    // The API server looks at containers and overhead for this, not at the Pod as a whole.
    const apiServer = isPodLevel ? 'accepts' : 'warns';
    warn('FRACTIONAL_BYTES', apiServer, 'expected whole bytes; `m` is a thousandth');
  }
  if (name === 'cpu' && !rounded.equals(amount)) {
    warn('CPU_FINER_THAN_MILLI', 'rounds', `expected thousandths of cpu; ${rounded} is stored`);
  }
  if (isExtendedResource(name) && !isWhole) {
    warn('FRACTIONAL_EXTENDED_RESOURCE', 'refuses', 'expected a whole number');
  }
}

/** Warns of what is odd about the requests and limits of the same owner. */
function warnOfPairs(
  { requests, limits }: ResourceRequirements,
  path: string,
  warnings: PodResourceWarning[],
): void {
  const allLimits = readAmounts(limits, path);
  for (const [name, request] of readAmounts(requests, path)) {
    const limit = allLimits.get(name);
    const warn = warner(warnings, entryPath(`${path}.requests`, name), request.toString());
    if (isOvercommittable(name)) {
      if (limit !== undefined && request.cmp(limit) > 0) {
        warn('REQUEST_ABOVE_LIMIT', 'refuses', `expected at most the limit of ${limit}`);
      }
    } else if (limit === undefined) {
      warn('LIMIT_MISSING', 'refuses', 'expected a limit equal to the request');
    } else if (!request.equals(limit)) {
      warn('REQUEST_NOT_LIMIT', 'refuses', `expected the limit of ${limit}`);
    }
  }
}
