import type { NodeAllocatableResourceClaimStatus, PodStatus } from '@kubesem/core';
import { Quantity } from '@kubesem/quantity';
import { readList, readObject, readQuantity, readString } from '../read.js';

/** One amount that a resource claim takes. */
export interface ClaimAmount {
  readonly name: string;
  readonly amount: Quantity;
}

/**
 * What devices of resource claims take from the node's allocatable resources, in the order in which it is added.
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `addDRANodeAllocatableClaimResources`.
 */
export function readClaims(status: PodStatus): ClaimAmount[] {
  const path = 'status.nodeAllocatableResourceClaimStatuses';
  const amounts: ClaimAmount[] = [];
  readList(status.nodeAllocatableResourceClaimStatuses, path).forEach((entry, index) => {
    const claim = readObject(entry, `${path}[${index}]`);
    if (claim !== undefined) {
      readClaim(claim, `${path}[${index}]`, amounts);
    }
  });
  return amounts;
}

function readClaim(
  claim: NodeAllocatableResourceClaimStatus,
  path: string,
  amounts: ClaimAmount[],
): void {
  // Each amount is added to nothing, which forgets how it was spelled.
  const zero = Quantity.of(0);
  readList(claim.mapping, `${path}.mapping`).forEach((entry, index) => {
    const place = `${path}.mapping[${index}]`;
    const mapping = readObject(entry, place);
    if (mapping?.quantity != null) {
      const amount = zero.add(readQuantity(mapping.quantity, `${place}.quantity`));
      amounts.push({ name: readString(mapping.name, `${place}.name`), amount });
    }
  });
  const users = readList(claim.containers, `${path}.containers`).length;
  readList(claim.overhead, `${path}.overhead`).forEach((entry, index) => {
    const place = `${path}.overhead[${index}]`;
    const overhead = readObject(entry, place) ?? {};
    // The name counts even where nothing is added: it appears in the result with zero.
    let amount = zero.add(readQuantity(overhead.perPod, `${place}.perPod`));
    if (overhead.perContainer != null && users > 0) {
      amount = amount.add(readQuantity(overhead.perContainer, `${place}.perContainer`).mul(users));
    }
    amounts.push({ name: readString(overhead.name, `${place}.name`), amount });
  });
}
