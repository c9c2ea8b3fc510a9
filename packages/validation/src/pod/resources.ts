import type { FieldPath, PodResourceClaim, PodSpec } from '@kubesem/core';
import { displayText, type Fields, keyPath, writtenPath } from '@kubesem/core/internal';
import { podLimits, podRequests } from '@kubesem/resources';
import { isHugePages, readAmounts } from '@kubesem/resources/internal';
import { checkName, requiredName } from '../rules/names.js';
import { checkRequirements, type ResourceClaims } from './containers/requirements.js';

/**
 * Checks the requests and limits of a whole Pod.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validatePodResources`.
 */
export function checkPodResources(spec: Fields<PodSpec>, claims: ResourceClaims): void {
  const resources = spec.at('resources');
  const isWindows = spec.at('os').text('name') === 'windows';
  if (!resources.isPresent) {
    return;
  }
  if (isWindows) {
    spec.forbidden('resources', 'may not be set for a windows pod');
    return;
  }
  if (resources.has('claims')) {
    resources.forbidden('claims', 'claims may not be set for Resources at pod-level');
  }
  checkRequirements(resources, 'pod', claims);
  checkSums(spec);
  checkLimits(spec);
}

/** The API server writes nothing but brackets. */
const CLAIMS_OF_MIRROR = /* @__PURE__ */ writtenPath(
  /* @__PURE__ */ writtenPath(undefined, 'spec', ''),
  'resourceClaims',
  '[]',
);

/**
 * Checks the resource claims of a Pod and returns them.
 *
 * Source: `validatePodResourceClaims` and `gatherPodResourceClaimNames`, as above.
 */
export function checkResourceClaims(spec: Fields<PodSpec>, isMirrorPod: boolean): ResourceClaims {
  const names = new Set<string>();
  spec.each('resourceClaims', (claim) => {
    const name = claim.text('name');
    if (isMirrorPod) {
      claim.forbidden(CLAIMS_OF_MIRROR, 'static pods do not support resource claims');
    } else {
      checkClaim(claim, names.has(name));
    }
    if (name !== '') {
      names.add(name);
    }
  });
  return { names, listed: listClaims([...names].sort()) };
}

/** Source: `validatePodResourceClaim`, as above. */
function checkClaim(claim: Fields<PodResourceClaim>, isRepeated: boolean): void {
  if (isRepeated) {
    claim.duplicate('name', claim.text('name'));
  } else {
    requiredName(claim, 'name', 'dns1123Label');
  }
  const sources = (['resourceClaimName', 'resourceClaimTemplateName'] as const).flatMap((field) => {
    const name = claim.optionalText(field);
    return name === undefined ? [] : { field, name };
  });
  if (sources.length === 0) {
    const message = 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`';
    claim.invalid(claim.path, message);
  }
  if (sources.length > 1) {
    const message =
      'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified';
    claim.invalid(claim.path, message);
  }
  for (const { field, name } of sources) {
    checkName(claim, field, 'dns1123Subdomain', name);
  }
}

/** How many names a message lists. */
const LISTED = 10;

/** The API server lists all names in each message, which can make an answer of gigabytes out of a large Pod. */
function listClaims(names: readonly string[]): string {
  const listed = names.slice(0, LISTED).map(displayText).join(', ');
  return names.length === 0
    ? ' which is empty'
    : `: ${listed}${names.length > LISTED ? ', …' : ''}`;
}

/** Compares with the amounts of the containers together. Source: `validatePodResourceConsistency`, as above. */
function checkSums(spec: Fields<PodSpec>): void {
  const { containers, initContainers } = spec.value;
  const resources = spec.at('resources');
  const [requests, limits] = [resources.at('requests'), resources.at('limits')];
  const requested = podRequests({ containers, initContainers });
  for (const [name, amount] of readAmounts(requests)) {
    const total = requested[name];
    if (total && total.cmp(amount) > 0) {
      const message = `must be greater than or equal to aggregate container requests of ${total}`;
      requests.invalid(keyPath(requests.path, name), message, `${amount}`);
    }
  }
  const limited = podLimits({ containers, initContainers });
  for (const [name, amount] of readAmounts(limits)) {
    const total = limited[name];
    // The limits of other resources may add up to more than the limit of the Pod.
    if (isHugePages(name) && total && total.cmp(amount) > 0) {
      const message = `must be greater than or equal to aggregate container limits of ${total}`;
      limits.invalid(keyPath(limits.path, name), message, `${amount}`);
    }
  }
}

/** Compares with each app container. Source: `validatePodResourceConsistency`, as above. */
function checkLimits(spec: Fields<PodSpec>): void {
  const ofPod = readAmounts(spec.at('resources').at('limits'));
  spec.each('containers', (container, index) => {
    for (const [name, limit] of readAmounts(container.at('resources').at('limits'))) {
      const most = ofPod.get(name);
      if (most && limit.cmp(most) > 0) {
        const message = `must be less than or equal to pod limits of ${most}`;
        spec.invalid(misplacedPath(spec.path, index, name), message, `${limit}`);
      }
    }
  });
}

/** The path of a container's limit, as the API server writes it: `spec.resources.containers[0][cpu].limits`. */
function misplacedPath(specPath: FieldPath | undefined, index: number, name: string): FieldPath {
  const resources = specPath === undefined ? 'resources' : '.resources';
  const listPath = writtenPath(specPath, 'containers', `${resources}.containers`);
  const path = writtenPath(listPath, index, undefined);
  const { written } = keyPath(path, name);
  const limitsPath = writtenPath(writtenPath(path, 'resources', written), 'limits', undefined);
  return writtenPath(limitsPath, name, '');
}
