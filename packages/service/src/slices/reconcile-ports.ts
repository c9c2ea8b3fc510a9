// One group of slices with the same ports: what stays, what is filled up, what goes.
import { type Endpoint, type EndpointPort, type Service, type StringMap } from '@kubesem/core';
import { fields, SERVICE_NAME_LABEL, THROW } from '@kubesem/core/internal';
import type { ServiceFields } from '../fields.js';
import { type EndpointGroup, endpointKey, hasChanged } from './desired.js';
import { CONTROLLER, MANAGED_BY, type StoredSlice } from './stored-slice.js';

/** A slice as it will be written, or left alone. */
export interface WorkSlice {
  /** The slice that it changes; undefined for a new one. */
  readonly stored: StoredSlice | undefined;
  readonly ports: readonly EndpointPort[];
  labels: StringMap | undefined;
  readonly endpoints: Endpoint[];
}

/** What happens to the slices of a family. */
export interface SlicePlan {
  readonly create: WorkSlice[];
  readonly update: WorkSlice[];
  unchanged: WorkSlice[];
  readonly remove: StoredSlice[];
}

/** The labels of a slice and whether the stored ones differ; see `labels.ts`. */
interface SliceLabels {
  readonly labels: StringMap;
  hasOther(stored: StoredSlice): boolean;
}

/** A stored slice to change, or to leave alone. */
function workOn(stored: StoredSlice, endpoints: readonly Endpoint[] = stored.endpoints): WorkSlice {
  const { ports, metadata } = stored.slice;
  const labels = metadata?.labels ?? undefined;
  return { stored, ports: ports ?? [], labels, endpoints: [...endpoints] };
}

/**
 * Distributes the endpoints of a group over its slices. Endpoints stay where they are; changed slices are filled first, then
 * one unchanged slice if the rest fits into it, then new ones.
 *
 * Source: `k8s.io/endpointslice` v0.37.1, `Reconciler.reconcileByPortMapping`. It picks endpoints in random order; here they
 * keep the order of the Pods.
 */
export function reconcilePorts(
  stored: readonly StoredSlice[],
  { ports, endpoints: missing }: EndpointGroup,
  { labels, hasOther }: SliceLabels,
  most: number,
): SlicePlan {
  const plan: SlicePlan = { create: [], update: [], unchanged: [], remove: [] };
  for (const each of stored) {
    const { kept, isChanged } = keepDesired(each.endpoints, missing);
    if (isChanged && kept.length === 0) {
      plan.remove.push(each);
    } else if (isChanged) {
      plan.update.push({ ...workOn(each, kept), labels });
    } else if (hasOther(each)) {
      plan.update.push({ ...workOn(each), labels });
    } else {
      plan.unchanged.push(workOn(each));
    }
  }
  const fullestFirst = [...plan.update].sort((a, b) => b.endpoints.length - a.endpoints.length);
  for (const slice of fullestFirst) {
    fill(slice, missing, most);
  }
  while (missing.size > 0) {
    const chosen = sliceWithRoom(plan.unchanged, missing.size, most);
    if (chosen === undefined) {
      const created: WorkSlice = { stored: undefined, ports, labels, endpoints: [] };
      plan.create.push(created);
      fill(created, missing, most);
    } else {
      plan.unchanged = plan.unchanged.filter((slice) => slice !== chosen);
      plan.update.push(chosen);
      fill(chosen, missing, most);
    }
  }
  return plan;
}

/** The desired endpoints of a slice as they should be. What is kept is no longer missing. */
function keepDesired(
  endpoints: readonly Endpoint[],
  missing: Map<string, Endpoint>,
): { readonly kept: readonly Endpoint[]; readonly isChanged: boolean } {
  let isChanged = false;
  const kept = endpoints.flatMap((endpoint) => {
    const key = endpointKey(endpoint);
    const desired = missing.get(key);
    missing.delete(key);
    isChanged = isChanged || desired === undefined || hasChanged(endpoint, desired);
    return desired ?? [];
  });
  return { kept, isChanged };
}

function fill({ endpoints }: WorkSlice, missing: Map<string, Endpoint>, most: number): void {
  for (const [key, endpoint] of missing) {
    if (endpoints.length >= most) {
      return;
    }
    endpoints.push(endpoint);
    missing.delete(key);
  }
}

/**
 * The fullest slice that can take all missing endpoints.
 *
 * Source: `k8s.io/endpointslice` v0.37.1, `getSliceToFill`.
 */
function sliceWithRoom(
  slices: readonly WorkSlice[],
  missing: number,
  most: number,
): WorkSlice | undefined {
  if (missing >= most) {
    return undefined;
  }
  const fitting = slices.filter(({ endpoints }) => endpoints.length + missing <= most);
  return fitting.reduce<WorkSlice | undefined>(
    (best, slice) => (best && best.endpoints.length >= slice.endpoints.length ? best : slice),
    undefined,
  );
}

const HEADLESS = 'service.kubernetes.io/headless';
const RESERVED: readonly string[] = [SERVICE_NAME_LABEL, MANAGED_BY, HEADLESS];

/**
 * Returns the labels of the slices of a Service: its own, and three reserved ones. A slice with other reserved labels is not
 * updated for that reason alone.
 *
 * Source: `k8s.io/endpointslice` v0.37.1, `setEndpointSliceLabels`.
 */
export function sliceLabels(service: Service, { name, clusterIP }: ServiceFields): SliceLabels {
  const given = fields(service, THROW).at('metadata').map('labels');
  const own = new Map([...given].filter(([key]) => !RESERVED.includes(key)));
  const isHeadless = clusterIP === '' || clusterIP === 'None';
  const labels: StringMap = Object.fromEntries([
    ...own,
    ...(isHeadless ? [[HEADLESS, ''] as const] : []),
    [SERVICE_NAME_LABEL, name],
    [MANAGED_BY, CONTROLLER],
  ]);
  return {
    labels,
    hasOther: (stored) => {
      const found = [...stored.labels].filter(([key]) => !RESERVED.includes(key));
      return found.length !== own.size || found.some(([key, value]) => own.get(key) !== value);
    },
  };
}
