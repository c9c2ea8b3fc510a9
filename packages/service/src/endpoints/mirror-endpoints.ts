import {
  type ClusterLists,
  type Endpoint,
  type EndpointPort,
  type EndpointSlice,
  type EndpointSubset,
  type Endpoints,
  type Service,
} from '@kubesem/core';
import {
  clusterLists,
  formatIpAddress,
  openAll,
  fields as openFields,
  readSloppyAddress,
  SERVICE_NAME_LABEL,
  THROW,
} from '@kubesem/core/internal';
import { ENDPOINTS } from '@kubesem/core/kinds';
import { type Family } from '../families.js';
import { readService } from '../fields.js';
import { endpointKey, hasChanged } from '../slices/desired.js';
import { orderPorts } from '../slices/port-order.js';
import { MANAGED_BY, ownSlices, readSlice, type StoredSlice } from '../slices/stored-slice.js';
import { newSlice } from '../slices/written-slice.js';
import { type EndpointsFields, readEndpointsObject } from './read-endpoints.js';
import { packSubsets, type ReadyAddress } from './subsets.js';

/** Name of the controller, and the value of its label. */
const CONTROLLER = 'endpointslicemirroring-controller.k8s.io';
const SKIP_MIRROR = 'endpointslice.kubernetes.io/skip-mirror';
const LEADER = 'control-plane.alpha.kubernetes.io/leader';
/** The annotations that are not copied. */
const OWN_ANNOTATIONS: readonly string[] = [
  'endpoints.kubernetes.io/last-change-trigger-time',
  'kubectl.kubernetes.io/last-applied-configuration',
];

type Stored = Omit<StoredSlice, 'isOwned'>;

/** The endpoints of a family with the same ports. */
interface MirroredGroup {
  readonly family: Family;
  readonly ports: readonly EndpointPort[];
  /** By {@link endpointKey}. */
  readonly endpoints: Map<string, Endpoint>;
}

/**
 * Computes which EndpointSlices the controller creates, updates and deletes to mirror Endpoints. It mirrors those of Services
 * without a selector, which users and their controllers write.
 *
 * @param service - the Service with the name of the Endpoints; undefined if there is none
 * @param endpoints - the Endpoints as they are stored
 * @param cluster - EndpointSlices of any Service; those that the controller has not written for these Endpoints are ignored
 * @param options - the number of addresses that it copies
 * @returns the changes, and the events about addresses that are not copied. Where the controller keeps the order of Go's maps,
 *   addresses are sorted
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `DUPLICATE_NAME` if two slices of the Service have one name
 *
 * @example
 * ```ts
 * import { mirroredEndpoints } from '@kubesem/service';
 *
 * const service = { metadata: { name: 'db' }, spec: { ports: [{ port: 5432 }] } };
 * const endpoints = {
 *   metadata: { name: 'db' },
 *   subsets: [{ addresses: [{ ip: '192.0.2.1' }, { ip: '2001:db8::1' }], ports: [{ port: 5432 }] }],
 * };
 * const { create } = mirroredEndpoints(service, endpoints, { endpointSlices: [] });
 * create.map(({ addressType }) => addressType) // => ['IPv4', 'IPv6']
 * const selecting = { ...service, spec: { selector: { app: 'db' } } };
 * mirroredEndpoints(selecting, endpoints, { endpointSlices: [] }).unmirrored // => 'SELECTOR'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/endpointslicemirroring` v1.37.1, `Controller.syncEndpoints`.
 */
export function mirroredEndpoints(
  service: Service | undefined,
  endpoints: Endpoints,
  cluster: ClusterLists<'endpointSlices'>,
  options: MirroringOptions = {},
): MirroredEndpoints {
  const range = { min: 1, max: 1000 };
  const most = openFields(options, THROW).integer('maxEndpointsPerSubset', range) ?? 1000;
  const fields = readEndpointsObject(endpoints);
  const stored = readMirrored(endpoints, clusterLists(cluster, 'endpointSlices').endpointSlices);
  const unmirrored = unmirroredReason(service, fields);
  if (unmirrored !== undefined) {
    const removed = stored.map(({ slice }) => slice);
    return { unmirrored, create: [], update: [], delete: removed, events: [] };
  }
  const { groups, events } = desiredGroups(packSubsets(fields.subsets), most);
  return { unmirrored, ...reconcile(fields, groups, stored, most), events };
}

function unmirroredReason(
  service: Service | undefined,
  { labels, annotations }: EndpointsFields,
): UnmirroredReason | undefined {
  if (labels.get(SKIP_MIRROR) === 'true') {
    return 'SKIP_LABEL';
  }
  if (annotations.has(LEADER)) {
    return 'LEADER_ELECTION';
  }
  if (service === undefined) {
    return 'NO_SERVICE';
  }
  return readService(service).selector.size > 0 ? 'SELECTOR' : undefined;
}

/** Reads the slices that the controller has written. */
function readMirrored(endpoints: Endpoints, existing: readonly EndpointSlice[]): readonly Stored[] {
  const names = new Set<string>();
  return [...ownSlices(endpoints, openAll(existing, THROW))].flatMap((own) =>
    own.labels.get(MANAGED_BY) === CONTROLLER ? [readSlice(own, names)] : [],
  );
}

/**
 * Groups the addresses of subsets by family and ports.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/endpointslicemirroring` v1.37.1, `reconciler.reconcile`.
 */
function desiredGroups(
  subsets: readonly EndpointSubset[],
  most: number,
): {
  readonly groups: ReadonlyMap<string, MirroredGroup>;
  readonly events: readonly MirroringEvent[];
} {
  const groups = new Map<string, MirroredGroup>();
  let [invalid, skipped] = [0, 0];
  for (const { addresses, notReadyAddresses, ports: given } of subsets) {
    const { ports, key } = orderPorts(given ?? []);
    const all: readonly ReadyAddress[] = [
      ...(addresses ?? []).map((address) => ({ address, isReady: true })),
      ...(notReadyAddresses ?? []).map((address) => ({ address, isReady: false })),
    ];
    let added = 0;
    for (const each of all) {
      if (added >= most) {
        break;
      }
      const found = endpointOf(each);
      if (found === undefined) {
        invalid++;
        continue;
      }
      const groupKey = `${found.family} ${key}`;
      const group = groups.get(groupKey) ?? { family: found.family, ports, endpoints: new Map() };
      groups.set(groupKey, group);
      group.endpoints.set(endpointKey(found.endpoint), found.endpoint);
      added++;
    }
    skipped += all.length - added;
  }
  return { groups, events: eventsOf(invalid, skipped, most) };
}

function endpointOf({
  address,
  isReady,
}: ReadyAddress): { readonly family: Family; readonly endpoint: Endpoint } | undefined {
  const { ip, hostname, nodeName, targetRef } = address;
  const read = readSloppyAddress(ip ?? '');
  return (
    read && {
      family: read.family,
      endpoint: {
        addresses: [formatIpAddress(read)],
        conditions: { ready: isReady },
        ...(hostname && { hostname }),
        ...(targetRef && { targetRef }),
        ...(nodeName != null && { nodeName }),
      },
    }
  );
}

function eventsOf(invalid: number, skipped: number, most: number): readonly MirroringEvent[] {
  const events: MirroringEvent[] = [];
  if (invalid > 0) {
    const message = `Skipped ${invalid} invalid IP addresses when mirroring to EndpointSlices`;
    events.push({ type: 'Warning', reason: 'InvalidIPAddress', message });
  }
  if (skipped > invalid) {
    const message = `A max of ${most} addresses can be mirrored to EndpointSlices per Endpoints subset. ${skipped} addresses were skipped`;
    events.push({ type: 'Warning', reason: 'TooManyAddressesToMirror', message });
  }
  return events;
}

/**
 * Compares the groups with the stored slices: each group has one slice. New slices take the names of those that are deleted.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/endpointslicemirroring` v1.37.1, `reconciler.reconcileByPortMapping` and
 * `recycleSlices`.
 */
function reconcile(
  fields: EndpointsFields,
  groups: ReadonlyMap<string, MirroredGroup>,
  stored: readonly Stored[],
  most: number,
): Pick<MirroredEndpoints, 'create' | 'update' | 'delete'> {
  const kept = new Map<string, Stored>();
  const unwanted = new Map<string, Stored[]>();
  for (const slice of stored) {
    const key = `${slice.addressType} ${slice.portKey}`;
    if (groups.has(key) && !kept.has(key)) {
      kept.set(key, slice);
    } else {
      const list = unwanted.get(slice.addressType) ?? [];
      unwanted.set(slice.addressType, list);
      list.push(slice);
    }
  }
  const create: EndpointSlice[] = [];
  const update: EndpointSlice[] = [];
  for (const [key, group] of groups) {
    const first = kept.get(key);
    const slice = sliceOf(fields, group, most);
    if (first === undefined) {
      const replaced = unwanted.get(group.family)?.pop();
      if (replaced === undefined) {
        create.push(slice);
      } else {
        update.push({ ...slice, metadata: { ...slice.metadata, name: replaced.name } });
      }
    } else if (!isCurrent(first, group, fields)) {
      const { generateName: _, ...metadata } = slice.metadata ?? {};
      update.push({ ...slice, metadata: { ...metadata, name: first.name } });
    }
  }
  const removed = [...unwanted.values()].flatMap((slices) => slices.map(({ slice }) => slice));
  return { create: fields.isDeleted ? [] : create, update, delete: removed };
}

/** Reports whether a stored slice has the endpoints, labels, annotations and owner that it should have. */
function isCurrent(
  { slice, endpoints, labels }: Stored,
  group: MirroredGroup,
  fields: EndpointsFields,
): boolean {
  const isSame = endpoints.every((endpoint) => {
    const desired = group.endpoints.get(endpointKey(endpoint));
    return desired !== undefined && !hasChanged(endpoint, desired);
  });
  const own = new Map(
    [...labels].filter(([key]) => key !== MANAGED_BY && key !== SERVICE_NAME_LABEL),
  );
  const annotations = new Map(Object.entries(slice.metadata?.annotations ?? {}));
  const { name, uid } = fields.metadata;
  const hasOtherOwner = (slice.metadata?.ownerReferences ?? []).some(
    (owner) => owner.kind === ENDPOINTS.kind && owner.name === name && (owner.uid ?? '') !== uid,
  );
  return (
    isSame &&
    endpoints.length === group.endpoints.size &&
    isEqual(own, fields.labels) &&
    isEqual(annotations, copiedAnnotations(fields)) &&
    !hasOtherOwner
  );
}

function isEqual(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
}

function copiedAnnotations({ annotations }: EndpointsFields): ReadonlyMap<string, string> {
  return new Map([...annotations].filter(([key]) => !OWN_ANNOTATIONS.includes(key)));
}

/** Source: `k8s.io/kubernetes/pkg/controller/endpointslicemirroring` v1.37.1, `newEndpointSlice`. */
function sliceOf(
  fields: EndpointsFields,
  { family, ports, endpoints }: MirroredGroup,
  most: number,
): EndpointSlice {
  const labels = Object.fromEntries([
    ...fields.labels,
    [SERVICE_NAME_LABEL, fields.metadata.name] as const,
    [MANAGED_BY, CONTROLLER] as const,
  ]);
  const listed = [...endpoints.values()].slice(0, most);
  const { metadata: given, ...slice } = newSlice(fields, family, {
    labels,
    endpoints: listed,
    ports,
  });
  const { ownerReferences, ...metadata } = given ?? {};
  const annotations = copiedAnnotations(fields);
  return {
    ...slice,
    metadata: {
      ...metadata,
      ...(annotations.size > 0 && { annotations: Object.fromEntries(annotations) }),
      ownerReferences: (ownerReferences ?? []).map((owner) => ({ ...owner, kind: ENDPOINTS.kind })),
    },
  };
}

/** Options of {@link mirroredEndpoints}. */
export interface MirroringOptions {
  /** Maximum number of addresses that the controller copies of a subset, 1 to 1000; by default 1000. */
  readonly maxEndpointsPerSubset?: number | undefined;
}

/**
 * Why Endpoints are not mirrored:
 * - `SKIP_LABEL`: their label `endpointslice.kubernetes.io/skip-mirror` is `true`, as on those that a controller writes
 * - `LEADER_ELECTION`: they are a lock of a leader election
 * - `NO_SERVICE`: there is no Service of the same name
 * - `SELECTOR`: the Service has a selector, so its EndpointSlices come from Pods
 */
export type UnmirroredReason = 'SKIP_LABEL' | 'LEADER_ELECTION' | 'NO_SERVICE' | 'SELECTOR';

/** An event that the mirroring controller records on Endpoints. */
export interface MirroringEvent {
  /** `Warning`. */
  readonly type: 'Warning';
  /** Addresses are not IP addresses, or there are too many. */
  readonly reason: 'InvalidIPAddress' | 'TooManyAddressesToMirror';
  /** The message of the controller. */
  readonly message: string;
}

/** What the mirroring controller writes for Endpoints. */
export interface MirroredEndpoints {
  /** Why nothing is mirrored; undefined if the Endpoints are. */
  readonly unmirrored: UnmirroredReason | undefined;
  /** New slices, with a `generateName` instead of a name. */
  readonly create: readonly EndpointSlice[];
  /** Stored slices with their new content. */
  readonly update: readonly EndpointSlice[];
  /** Stored slices that are no longer needed. */
  readonly delete: readonly EndpointSlice[];
  /** The events about addresses that are not copied. */
  readonly events: readonly MirroringEvent[];
}
