import type { ResourceList, ResourceRequirements } from '@kubesem/core';
import { type Quantity, safeParseQuantity } from '@kubesem/quantity';
import type { Amounts } from './amounts.js';
import { entryPath, readAmounts } from './read.js';
import {
  containerResourceNameError,
  isCounted,
  isHugePages,
  isOvercommittable,
  podLevelResourceNameError,
} from './resource-names.js';
import type { Warn } from './warnings.js';

/** What the requests and limits belong to. */
type Owner = 'container' | 'pod' | 'overhead';

/**
 * Warns of the requests and limits in one place.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateResourceRequirements`.
 */
export function warnOfRequirements(
  resources: ResourceRequirements,
  path: string,
  owner: Owner,
  warn: Warn,
): void {
  const limits = warnOfList(resources.limits, `${path}.limits`, owner, warn);
  const requests = warnOfList(resources.requests, `${path}.requests`, owner, warn);
  warnOfPairs(requests, limits, path, warn);
  warnOfLoneHugePages([...limits.keys(), ...requests.keys()], path, warn);
}

/** Warns of an overhead, which is validated as if it were limits. Source: `validateOverhead`, as above. */
export function warnOfOverhead(overhead: ResourceList, path: string, warn: Warn): void {
  warnOfLoneHugePages([...warnOfList(overhead, path, 'overhead', warn).keys()], path, warn);
}

function warnOfList(
  list: ResourceList | null | undefined,
  path: string,
  owner: Owner,
  warn: Warn,
): Amounts {
  const amounts = readAmounts(list, path);
  for (const [name, amount] of amounts) {
    warnOfAmount(name, amount, entryPath(path, name), owner, warn);
  }
  return amounts;
}

function warnOfAmount(
  name: string,
  amount: Quantity,
  path: string,
  owner: Owner,
  warn: Warn,
): void {
  const value = `${amount}`;
  const isWhole = amount.equals(amount.roundUp(0));
  const nameError = (owner === 'pod' ? podLevelResourceNameError : containerResourceNameError)(
    name,
  );
  if (nameError !== undefined) {
    warn('refuses', nameError, path, name, 'expected the name of a resource that can be set here');
  }
  if (amount.sign() < 0) {
    warn('refuses', 'NEGATIVE', path, value, 'expected at least 0');
  }
  if (isCounted(name) && !isWhole) {
    warn('refuses', 'FRACTIONAL_EXTENDED_RESOURCE', path, value, 'expected a whole number');
  }
  if ((name === 'memory' || name === 'ephemeral-storage') && !isWhole) {
    const message = 'expected whole bytes; `m` is a thousandth';
    // The API server does not look for these in what is set for a whole Pod.
    warn(owner === 'pod' ? 'accepts' : 'warns', 'FRACTIONAL_BYTES', path, value, message);
  }
  if (isHugePages(name) && !isMultipleOf(amount, name.slice('hugepages-'.length))) {
    warn('refuses', 'HUGE_PAGES_NOT_MULTIPLE', path, value, 'expected a multiple of the page size');
  }
}

/** Source: `k8s.io/kubernetes/pkg/apis/core/helper` v1.37.1, `IsHugePageResourceValueDivisible`. */
function isMultipleOf(amount: Quantity, pageSize: string): boolean {
  const size = safeParseQuantity(pageSize).value;
  const isSize = size !== undefined && size.sign() > 0 && isZero(size.milliValue() % BigInt(1000));
  return isSize && isZero(amount.value() % size.value());
}

function isZero(value: bigint): boolean {
  return value === BigInt(0);
}

function warnOfPairs(requests: Amounts, limits: Amounts, path: string, warn: Warn): void {
  for (const [name, request] of requests) {
    const limit = limits.get(name);
    const place = entryPath(`${path}.requests`, name);
    if (limit === undefined) {
      if (!isOvercommittable(name)) {
        const missing = entryPath(`${path}.limits`, name);
        warn('refuses', 'LIMIT_MISSING', missing, undefined, `expected the request of ${request}`);
      }
    } else if (!isOvercommittable(name) && !request.equals(limit)) {
      warn('refuses', 'REQUEST_NOT_LIMIT', place, `${request}`, `expected the limit of ${limit}`);
    } else if (request.cmp(limit) > 0) {
      const message = `expected at most the limit of ${limit}`;
      warn('refuses', 'REQUEST_ABOVE_LIMIT', place, `${request}`, message);
    }
  }
}

function warnOfLoneHugePages(names: readonly string[], path: string, warn: Warn): void {
  const isAccompanied = names.includes('cpu') || names.includes('memory');
  if (!isAccompanied && names.some(isHugePages)) {
    warn(
      'refuses',
      'HUGE_PAGES_ALONE',
      path,
      undefined,
      'expected cpu or memory beside huge pages',
    );
  }
}
