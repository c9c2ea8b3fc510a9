import {
  childPath,
  type FieldPath,
  type NodeAllocatableResourceClaimStatus,
  type PodParts,
  readList,
  readObject,
  readString,
} from '@kubesem/core';
import { Quantity } from '@kubesem/quantity';
import { readQuantity } from '../read.js';

/** One amount that a resource claim uses. */
export interface ClaimAmount {
  readonly name: string;
  readonly amount: Quantity;
}

/**
 * Reads what devices of resource claims use of the node's allocatable resources, in the order in which it is added.
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `addDRANodeAllocatableClaimResources`.
 */
export function readClaims({ status, statusPath }: PodParts): ClaimAmount[] {
  const listPath = childPath(statusPath, 'nodeAllocatableResourceClaimStatuses');
  const amounts: ClaimAmount[] = [];
  readList(status.nodeAllocatableResourceClaimStatuses, listPath).forEach((entry, index) => {
    const path = childPath(listPath, index);
    const claim = readObject(entry, path);
    if (claim !== undefined) {
      readClaim(claim, path, amounts);
    }
  });
  return amounts;
}

function readClaim(
  claim: NodeAllocatableResourceClaimStatus,
  claimPath: FieldPath,
  amounts: ClaimAmount[],
): void {
  // Kubernetes adds each amount to nothing, which drops the spelling.
  const zero = Quantity.of(0);
  const mappingPath = childPath(claimPath, 'mapping');
  readList(claim.mapping, mappingPath).forEach((entry, index) => {
    const path = childPath(mappingPath, index);
    const mapping = readObject(entry, path);
    if (mapping?.quantity != null) {
      const amount = zero.add(readQuantity(mapping.quantity, childPath(path, 'quantity')));
      amounts.push({ name: readString(mapping.name, childPath(path, 'name')), amount });
    }
  });
  const users = readList(claim.containers, childPath(claimPath, 'containers')).length;
  const overheadPath = childPath(claimPath, 'overhead');
  readList(claim.overhead, overheadPath).forEach((entry, index) => {
    const path = childPath(overheadPath, index);
    const overhead = readObject(entry, path) ?? {};
    // The name counts even if nothing is added: the result then has it with zero.
    let amount = zero.add(readQuantity(overhead.perPod, childPath(path, 'perPod')));
    if (overhead.perContainer != null && users > 0) {
      const each = readQuantity(overhead.perContainer, childPath(path, 'perContainer'));
      amount = amount.add(each.mul(users));
    }
    amounts.push({ name: readString(overhead.name, childPath(path, 'name')), amount });
  });
}
