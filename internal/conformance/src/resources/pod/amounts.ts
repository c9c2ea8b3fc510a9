import { type FieldPathSegment, formatFieldPath, type Pod } from '@kubesem/core';
import { type Quantity, quantityFromJSON } from '@kubesem/quantity';

type Tree = { readonly [key: string]: Tree | undefined };

/** An amount in the spec of a Pod. */
export interface SpecAmount {
  readonly resource: string;
  readonly amount: Quantity;
}

/** All requests, limits and overheads of a Pod by their paths, such as `spec.containers[0].resources.limits[cpu]`. */
export function amountsByPath(pod: Pod): ReadonlyMap<string, SpecAmount> {
  const found = new Map<string, SpecAmount>();
  const spec = ((pod as unknown as Tree).spec ?? {}) as Tree;
  const add = (list: Tree | null | undefined, ...segments: FieldPathSegment[]) => {
    for (const [resource, amount] of Object.entries(list ?? {})) {
      const path = `${formatFieldPath(['spec', ...segments])}[${resource}]`;
      found.set(path, { resource, amount: quantityFromJSON(amount) });
    }
  };
  const addRequirements = (holder: Tree, ...segments: FieldPathSegment[]) => {
    add(holder.resources?.requests, ...segments, 'resources', 'requests');
    add(holder.resources?.limits, ...segments, 'resources', 'limits');
  };
  addRequirements(spec);
  add(spec.overhead, 'overhead');
  for (const field of ['containers', 'initContainers', 'ephemeralContainers']) {
    Object.values(spec[field] ?? {}).forEach((container, index) => {
      addRequirements((container ?? {}) as Tree, field, index);
    });
  }
  return found;
}
