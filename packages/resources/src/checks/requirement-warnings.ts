import { type FieldPath, type ResourceList, type ResourceRequirements } from '@kubesem/core';
import { displayText, type Fields, keyPath, writtenPath } from '@kubesem/core/internal';
import type { Amounts } from '../amounts.js';
import {
  containerResourceNameError,
  isHugePages,
  isOvercommitAllowed,
  podLevelResourceNameError,
} from '../names/resource-names.js';
import { readAmounts, type Side } from '../read.js';
import { amountProblems } from './amount-problems.js';
import type { PodResourceWarningCode, Warn } from './warning.js';

/** What the requests and limits belong to. */
type Owner = 'container' | 'pod' | 'overhead';

/**
 * Warns of the requests and limits in one place.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateResourceRequirements`.
 */
export function warnOfRequirements(
  resources: Fields<ResourceRequirements>,
  owner: Owner,
  warn: Warn,
): void {
  const limits = warnOfList(resources.at('limits'), owner, warn);
  const requests = warnOfList(resources.at('requests'), owner, warn);
  warnOfPairs(requests, limits, resources, warn);
  warnOfLoneHugePages([...limits.keys(), ...requests.keys()], resources, warn);
}

/** Warns of an overhead, which the API server validates, and names, as limits. Source: `validateOverhead`, as above. */
export function warnOfOverhead(overhead: Fields<ResourceList>, warn: Warn): void {
  warnOfLoneHugePages([...warnOfList(overhead, 'overhead', warn).keys()], overhead, warn);
}

function warnOfList(list: Fields<ResourceList>, owner: Owner, warn: Warn): Amounts {
  const amounts = readAmounts(list);
  // Only for warnings, because most amounts have none.
  const pathOf = (name: string) => keyPath(list.path, name);
  const rejectedPath = (name: string) =>
    owner === 'overhead'
      ? writtenPath(list.path, name, `.limits${pathOf(name).written}`)
      : pathOf(name);
  for (const [name, amount] of amounts) {
    warnOfName(name, rejectedPath, owner, warn);
    for (const { code, message } of amountProblems(name, amount)) {
      const value = `${amount}`;
      if (code === 'FRACTIONAL_BYTES') {
        // The API server does not check bytes for a whole Pod.
        const apiServer = owner === 'pod' ? 'accepts' : 'warns';
        warn({ apiServer, code, path: pathOf(name), value, message });
      } else {
        warn({ code, path: rejectedPath(name), value, message });
      }
    }
  }
  return amounts;
}

function warnOfName(
  name: string,
  pathOf: (name: string) => FieldPath,
  owner: Owner,
  warn: Warn,
): void {
  const code = owner === 'pod' ? podLevelResourceNameError(name) : containerResourceNameError(name);
  if (code !== undefined) {
    const message =
      owner === 'pod'
        ? 'cannot be set for a whole Pod; use cpu, memory or hugepages-<size>'
        : 'unknown resource; use cpu, memory, ephemeral-storage, hugepages-<size> or a name such as example.com/gpu';
    warn({ code, path: pathOf(name), value: name, message });
  }
}

function warnOfPairs(
  requests: Amounts,
  limits: Amounts,
  resources: Fields<ResourceRequirements>,
  warn: Warn,
): void {
  // The API server names the list alone.
  const pathOf = (side: Side, name: string) => writtenPath(resources.pathOf(side), name, '');
  const warnOfRequest = (code: PodResourceWarningCode, name: string, message: string) =>
    warn({ code, path: pathOf('requests', name), value: `${requests.get(name)}`, message });
  for (const [name, request] of requests) {
    const limit = limits.get(name);
    if (limit === undefined) {
      if (!isOvercommitAllowed(name)) {
        const message = `missing limit of ${displayText(name)}; set it to the request of ${request}`;
        warn({ code: 'LIMIT_MISSING', path: pathOf('limits', name), message });
      }
    } else if (!isOvercommitAllowed(name) && !request.equals(limit)) {
      warnOfRequest(
        'REQUEST_NOT_LIMIT',
        name,
        `must be equal to the ${displayText(name)} limit of ${limit}`,
      );
    } else if (request.cmp(limit) > 0) {
      warnOfRequest(
        'REQUEST_ABOVE_LIMIT',
        name,
        `must be at most the ${displayText(name)} limit of ${limit}`,
      );
    }
  }
}

function warnOfLoneHugePages(
  names: readonly string[],
  holder: Fields<ResourceList | ResourceRequirements>,
  warn: Warn,
): void {
  const isAccompanied = names.includes('cpu') || names.includes('memory');
  if (!isAccompanied && names.some(isHugePages)) {
    const message = 'huge pages require cpu or memory';
    warn({ code: 'HUGE_PAGES_ALONE', path: holder.path, message });
  }
}
