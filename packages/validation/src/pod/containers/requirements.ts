// Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1.
import {
  type FieldPath,
  qualifiedNameErrors,
  type ResourceList,
  type ResourceRequirements,
} from '@kubesem/core';
import { type Fields, keyPath, writtenPath } from '@kubesem/core/internal';
import type { Quantity } from '@kubesem/quantity';
import { type ResourceAmountError, resourceAmountErrors } from '@kubesem/resources';
import {
  type Amounts,
  isExtendedResource,
  isHugePages,
  isNative,
  isOvercommitAllowed,
  isPodLevelResource,
  isStandardResource,
  readAmounts,
} from '@kubesem/resources/internal';
import { checkName } from '../../rules/names.js';

/** What the requests and limits belong to. */
type Owner = 'container' | 'pod' | 'overhead';

/** The resource claims of a Pod, by their names in it. */
export interface ResourceClaims {
  readonly names: ReadonlySet<string>;
  /** The names as the message about another name lists them. */
  readonly listed: string;
}

/** Checks the requests, limits and claims of a container or of a whole Pod. Source: `validateResourceRequirements`, as above. */
export function checkRequirements(
  resources: Fields<ResourceRequirements>,
  owner: Owner,
  claims: ResourceClaims,
): void {
  const limits = checkList(resources.at('limits'), owner);
  const requests = checkList(resources.at('requests'), owner);
  checkPairs(resources, requests, limits);
  checkLoneHugePages(resources, [...limits.keys(), ...requests.keys()]);
  checkClaims(resources, claims);
}

/** Checks an overhead, which the server accepts, and names, as limits. Source: `validateOverhead`, as above. */
export function checkOverhead(overhead: Fields<ResourceList>): void {
  checkLoneHugePages(overhead, [...checkList(overhead, 'overhead').keys()]);
}

function checkList(list: Fields<ResourceList>, owner: Owner): Amounts {
  const amounts = readAmounts(list);
  for (const [name, amount] of amounts) {
    // Most have nothing wrong with them.
    const errors = resourceAmountErrors(name, amount);
    if (errors.length > 0 || !isPlain(name)) {
      const path = pathIn(list, owner, name);
      (owner === 'pod' ? checkPodName : checkContainerName)(list, path, name);
      for (const error of errors) {
        list.invalid(path, AMOUNT_FAULTS[error](amount, name), `${amount}`);
      }
    }
  }
  return amounts;
}

/** What nearly all lists name. */
function isPlain(name: string): boolean {
  return name === 'cpu' || name === 'memory';
}

const AMOUNT_FAULTS: {
  readonly [error in ResourceAmountError]: (amount: Quantity, name: string) => string;
} = {
  NEGATIVE: () => 'must be greater than or equal to 0',
  FRACTIONAL_EXTENDED_RESOURCE: () => 'must be an integer',
  HUGE_PAGES_NOT_MULTIPLE: (amount, name) =>
    `${amount} is not positive integer multiple of ${name}`,
};

/** The path of an amount; that of an overhead is written as if it were a limit. */
function pathIn(list: Fields<ResourceList>, owner: Owner, name: string): FieldPath {
  const path = keyPath(list.path, name);
  return owner === 'overhead' ? writtenPath(list.path, name, `.limits${path.written}`) : path;
}

/** Source: `ValidateContainerResourceName`, as above. */
function checkContainerName(list: Fields<ResourceList>, path: FieldPath, name: string): void {
  checkResourceName(list, path, name);
  if (!name.includes('/')) {
    if (!isPlain(name) && name !== 'ephemeral-storage' && !isHugePages(name)) {
      list.invalid(path, 'must be a standard resource for containers', name);
    }
  } else if (!isNative(name) && !isExtendedResource(name)) {
    list.invalid(path, "doesn't follow extended resource name standard", name);
  }
}

/** Source: `validatePodResourceName`, as above. */
function checkPodName(list: Fields<ResourceList>, path: FieldPath, name: string): void {
  if (checkResourceName(list, path, name) && !isPodLevelResource(name)) {
    list.notSupported(path, name, ['cpu', 'hugepages-', 'memory']);
  }
}

/** Returns whether the name is one of a resource. Source: `validateResourceName`, as above. */
function checkResourceName(list: Fields<ResourceList>, path: FieldPath, name: string): boolean {
  if (qualifiedNameErrors(name).length > 0) {
    checkName(list, path, 'qualifiedName', name);
    return false;
  }
  const isKnown = name.includes('/') || isStandardResource(name);
  if (!isKnown) {
    list.invalid(path, 'must be a standard resource type or fully qualified', name);
  }
  return isKnown;
}

function checkPairs(
  resources: Fields<ResourceRequirements>,
  requests: Amounts,
  limits: Amounts,
): void {
  for (const [name, request] of requests) {
    const limit = limits.get(name);
    // The server names the list alone.
    const pathOf = (side: 'requests' | 'limits') => writtenPath(resources.pathOf(side), name, '');
    if (limit === undefined) {
      if (!isOvercommitAllowed(name)) {
        resources.required(pathOf('limits'), 'Limit must be set for non overcommitable resources');
      }
    } else if (!isOvercommitAllowed(name) && !request.equals(limit)) {
      const message = `must be equal to ${name} limit of ${limit}`;
      resources.invalid(pathOf('requests'), message, `${request}`);
    } else if (request.cmp(limit) > 0) {
      const message = `must be less than or equal to ${name} limit of ${limit}`;
      resources.invalid(pathOf('requests'), message, `${request}`);
    }
  }
}

function checkLoneHugePages<T extends object>(holder: Fields<T>, names: readonly string[]): void {
  if (!names.some(isPlain) && names.some(isHugePages)) {
    holder.forbidden(holder.path, 'HugePages require cpu or memory');
  }
}

/**
 * Checks the references to the resource claims of the Pod. One without a request is the whole claim, and so it repeats each request
 * of the claim.
 *
 * Source: `validateResourceClaimNames`, as above.
 */
function checkClaims(resources: Fields<ResourceRequirements>, claims: ResourceClaims): void {
  const seen = new Set<string>();
  // How many requests of each claim were seen.
  const requests = new Map<string, number>();
  resources.each('claims', (reference) => {
    const [name, request] = [reference.text('name'), reference.text('request')];
    if (name === '') {
      reference.required(reference.path);
      return;
    }
    if (seen.has(name)) {
      reference.duplicate(reference.path, name);
    } else {
      if (request !== '') {
        checkName(reference, 'request', 'dns1123Label', request);
      }
      const key = request === '' ? name : `${name}/${request}`;
      const isRepeated = seen.has(key);
      const repeated = request === '' ? (requests.get(name) ?? 0) : 0;
      for (let count = isRepeated ? 1 : repeated; count > 0; count -= 1) {
        reference.duplicate(reference.path, key);
      }
      if (!isRepeated && key.includes('/')) {
        const owner = key.slice(0, key.indexOf('/'));
        requests.set(owner, (requests.get(owner) ?? 0) + 1);
      }
      seen.add(key);
    }
    if (!claims.names.has(name)) {
      const message = `must be one of the names in pod.spec.resourceClaims${claims.listed}`;
      reference.notFound(reference.path, name, message);
    }
  });
}
