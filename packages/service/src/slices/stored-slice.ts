// The EndpointSlices of a Service that the controller finds.
import {
  type Endpoint,
  type EndpointPort,
  type EndpointSlice,
  type ObjectMeta,
  objectNamespace,
  type Service,
} from '@kubesem/core';
import {
  ABSENT,
  type Fields,
  fields,
  openAll,
  SERVICE_NAME_LABEL,
  THROW,
} from '@kubesem/core/internal';
import { SERVICE } from '@kubesem/core/kinds';
import { orderPorts } from './port-order.js';

/** Name of the controller, and the value of its label. */
export const CONTROLLER = 'endpointslice-controller.k8s.io';
/** Label with the name of the controller. */
export const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';

/** A slice of a Service. */
export interface StoredSlice {
  readonly slice: EndpointSlice;
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly addressType: string;
  readonly endpoints: readonly Endpoint[];
  /** The same for slices with equal ports. */
  readonly portKey: string;
  /** Whether the Service owns it. */
  readonly isOwned: boolean;
}

/**
 * Reads the slices that the controller has written for a Service and that are not being deleted.
 *
 * @param service - the Service
 * @param slices - EndpointSlices of any Service
 *
 * Source: `k8s.io/kubernetes/pkg/controller/endpointslice` v1.37.1, `dropEndpointSlicesPendingDeletion`.
 */
export function readStoredSlices(
  service: Service,
  slices: Iterable<Fields<EndpointSlice>>,
): readonly StoredSlice[] {
  const uid = service.metadata?.uid ?? '';
  const names = new Set<string>();
  return [...ownSlices(service, slices)].flatMap((own) => {
    const { labels, metadata } = own;
    if (labels.get(MANAGED_BY) !== CONTROLLER || (metadata.raw('deletionTimestamp') ?? '') !== '') {
      return [];
    }
    return [{ ...readSlice(own, names), isOwned: isOwnedBy(metadata, uid) }];
  });
}

/** Reads a slice; `names` are those of the slices before it. */
export function readSlice(
  { slice, metadata, labels }: OwnSlice,
  names: Set<string>,
): Omit<StoredSlice, 'isOwned'> {
  const name = metadata.text('name');
  if (names.has(name)) {
    const message = `duplicate name ${JSON.stringify(name)}; pass each EndpointSlice once`;
    metadata.duplicate('name', name, message, 'DUPLICATE_NAME');
  }
  names.add(name);
  return {
    slice: slice.value,
    name,
    labels,
    addressType: slice.text('addressType'),
    endpoints: readEndpoints(slice),
    portKey: portKey(slice),
  };
}

/** Finds the slices of Services without comparing each slice with each Service. */
export function indexSlices(
  slices: readonly EndpointSlice[],
): (service: Service) => readonly Fields<EndpointSlice>[] {
  const lists = new Map<string, Fields<EndpointSlice>[]>();
  const keyOf = (object: Service | EndpointSlice, name: string) =>
    `${objectNamespace(object)}\0${name}`;
  for (const slice of openAll(slices, THROW)) {
    const labels = fields(slice.at('metadata').raw('labels'), ABSENT);
    const key = keyOf(slice.value, labels.text(SERVICE_NAME_LABEL));
    const list = lists.get(key) ?? [];
    lists.set(key, list);
    list.push(slice);
  }
  return (service) =>
    lists.get(keyOf(service, fields(service, ABSENT).at('metadata').text('name'))) ?? [];
}

/** Reads the endpoints of a slice; their addresses are sorted, as the controller writes them. */
export function readEndpoints(slice: Fields<EndpointSlice>): readonly Endpoint[] {
  return slice.each('endpoints', (endpoint) => {
    for (const field of ['hostname', 'nodeName', 'zone'] as const) {
      endpoint.text(field);
    }
    const conditions = endpoint.at('conditions');
    for (const field of ['ready', 'serving', 'terminating'] as const) {
      conditions.flag(field);
    }
    const target = endpoint.at('targetRef');
    for (const field of ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'fieldPath'] as const) {
      target.text(field);
    }
    const hints = endpoint.at('hints');
    for (const field of ['forZones', 'forNodes'] as const) {
      hints.each(field, (hint) => hint.text('name'));
    }
    return { ...endpoint.value, addresses: [...endpoint.texts('addresses')].sort() };
  });
}

/** Returns the same text for slices with equal ports, in any order and spelling. */
export function portKey(slice: Fields<EndpointSlice>): string {
  return orderPorts(readPorts(slice)).key;
}

/** Reads the ports of a slice, as stored: with a name and a protocol. */
function readPorts(slice: Fields<EndpointSlice>): readonly EndpointPort[] {
  return slice.each('ports', (port) => ({
    name: port.text('name'),
    protocol: port.optionalText('protocol') ?? 'TCP',
    port: port.integer('port'),
    appProtocol: port.optionalText('appProtocol'),
  }));
}

/** Source: `k8s.io/endpointslice` v0.37.1, `ownedBy`. */
function isOwnedBy(metadata: Fields<ObjectMeta>, uid: string): boolean {
  return metadata
    .objects('ownerReferences')
    .some(
      (owner) =>
        owner.text('uid') === uid &&
        owner.text('kind') === SERVICE.kind &&
        owner.text('apiVersion') === SERVICE.apiVersion,
    );
}

/** A slice of a Service. */
interface OwnSlice {
  readonly slice: Fields<EndpointSlice>;
  readonly metadata: Fields<ObjectMeta>;
  readonly labels: ReadonlyMap<string, string>;
}

/**
 * Finds the slices of a Service: those in its namespace with its name in their label.
 *
 * @param service - the Service, or its Endpoints
 * @param slices - EndpointSlices of any Service
 */
export function* ownSlices(
  service: Pick<Service, 'metadata'>,
  slices: Iterable<Fields<EndpointSlice>>,
): Generator<OwnSlice> {
  const namespace = objectNamespace(service);
  const name = fields(service, THROW).at('metadata').text('name');
  for (const slice of slices) {
    const metadata = slice.at('metadata');
    const labels = metadata.map('labels');
    if (
      name !== '' &&
      objectNamespace(slice.value) === namespace &&
      labels.get(SERVICE_NAME_LABEL) === name
    ) {
      yield { slice, metadata, labels };
    }
  }
}
