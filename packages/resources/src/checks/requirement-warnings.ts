import type { ResourceList, ResourceRequirements } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import type { Amounts } from '../effective/amounts.js';
import { amountErrors, isWhole, type ResourceAmountError } from '../names/resource-kind.js';
import {
  containerResourceNameError,
  isHugePages,
  isOvercommitAllowed,
  podLevelResourceNameError,
} from '../names/resource-names.js';
import { entryPath, readAmounts } from '../read.js';
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
  const nameError = (owner === 'pod' ? podLevelResourceNameError : containerResourceNameError)(
    name,
  );
  if (nameError !== undefined) {
    warn('refuses', nameError, path, name, 'expected the name of a resource that can be set here');
  }
  for (const code of amountErrors(name, amount)) {
    warn('refuses', code, path, value, EXPECTED[code]);
  }
  if ((name === 'memory' || name === 'ephemeral-storage') && !isWhole(amount)) {
    const message = 'expected whole bytes; `m` is a thousandth';
    // The API server does not look for these in what is set for a whole Pod.
    warn(owner === 'pod' ? 'accepts' : 'warns', 'FRACTIONAL_BYTES', path, value, message);
  }
}

const EXPECTED: { readonly [code in ResourceAmountError]: string } = {
  NEGATIVE: 'expected at least 0',
  FRACTIONAL_EXTENDED_RESOURCE: 'expected a whole number',
  HUGE_PAGES_NOT_MULTIPLE: 'expected a multiple of the page size',
};

function warnOfPairs(requests: Amounts, limits: Amounts, path: string, warn: Warn): void {
  for (const [name, request] of requests) {
    const limit = limits.get(name);
    const place = entryPath(`${path}.requests`, name);
    if (limit === undefined) {
      if (!isOvercommitAllowed(name)) {
        const missing = entryPath(`${path}.limits`, name);
        warn('refuses', 'LIMIT_MISSING', missing, undefined, `expected the request of ${request}`);
      }
    } else if (!isOvercommitAllowed(name) && !request.equals(limit)) {
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
