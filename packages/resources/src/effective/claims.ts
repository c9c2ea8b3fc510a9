import type { NodeAllocatableResourceClaimStatus, PodStatus } from '@kubesem/core';
import type { Fields } from '@kubesem/core/internal';
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
export function readClaims(status: Fields<PodStatus>): readonly ClaimAmount[] {
  return status.each('nodeAllocatableResourceClaimStatuses', readClaim).flat();
}

function readClaim(claim: Fields<NodeAllocatableResourceClaimStatus>): readonly ClaimAmount[] {
  // Kubernetes adds each amount to nothing, which drops the spelling.
  const zero = Quantity.of(0);
  const mapped = claim.each('mapping', (mapping): readonly ClaimAmount[] =>
    mapping.has('quantity')
      ? [{ amount: zero.add(readQuantity(mapping, 'quantity')), name: mapping.text('name') }]
      : [],
  );
  const users = claim.list('containers').length;
  const added = claim.each('overhead', (overhead): ClaimAmount => {
    // The name counts even if nothing is added: the result then has it with zero.
    let amount = zero.add(readQuantity(overhead, 'perPod'));
    if (overhead.has('perContainer') && users > 0) {
      amount = amount.add(readQuantity(overhead, 'perContainer').mul(users));
    }
    return { amount, name: overhead.text('name') };
  });
  return [...mapped.flat(), ...added];
}
