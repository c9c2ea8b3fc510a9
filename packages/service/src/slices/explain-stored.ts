// Endpoints of one Service with the same address and port.
import {
  type ClusterLists,
  type Endpoint,
  type EndpointSlice,
  type FieldPath,
  formatFieldPath,
  type Problem,
  pathSegments,
  type Service,
} from '@kubesem/core';
import { clusterLists, type Fields, fields, problemOf, THROW } from '@kubesem/core/internal';
import { hintsText } from '../hints/distribution.js';
import type { STORED_SLICE_CODES } from './codes.js';
import { endpointKey, hasChanged } from './desired.js';
import { type EndpointSliceOptions, endpointSlicePlan } from './reconcile.js';
import { indexSlices, portKey, readEndpoints } from './stored-slice.js';

/** How stored EndpointSlices differ from what the controller would write. */
export type StoredSliceProblemCode = keyof typeof STORED_SLICE_CODES;

/** A difference; its segments start with the index of the slice. */
type Difference = Problem<StoredSliceProblemCode>;

function problem(
  code: StoredSliceProblemCode,
  path: FieldPath | undefined,
  message: string,
  value?: string,
): Difference {
  return problemOf({ code, severity: 'warning', path, message, value });
}

/**
 * Explains how the stored EndpointSlices of a Service differ from what the controller would write, and where they contradict each
 * other.
 *
 * @param service - the Service as it is stored
 * @param cluster - Pods of any namespace, all nodes, and EndpointSlices of any Service
 * @param options - the size of the slices
 * @returns the differences, by slice, with segments that start with its index; empty if the slices are up to date. Slices that
 *   other controllers write are only checked for contradictions
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if one of the Pods is an object of another kind
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `DUPLICATE_NAME` if two slices of the Service have one name
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if hints depend on cpu that is not a
 *   quantity
 *
 * @example
 * ```ts
 * import { createEndpointSlices, explainStoredSlices } from '@kubesem/service';
 *
 * const service = {
 *   metadata: { name: 'web' },
 *   spec: { selector: { app: 'web' }, ports: [{ port: 80 }], ipFamilies: ['IPv4'] },
 * };
 * const pod = (status: string) => ({
 *   metadata: { name: 'web-1', labels: { app: 'web' } },
 *   spec: { nodeName: 'n1' },
 *   status: { podIPs: [{ ip: '10.0.0.7' }], conditions: [{ type: 'Ready', status }] },
 * });
 * const nodes = [{ metadata: { name: 'n1' } }];
 * const slices = createEndpointSlices(service, { pods: [pod('True')], nodes });
 * explainStoredSlices(service, { pods: [pod('True')], nodes, endpointSlices: slices }) // => []
 * explainStoredSlices(service, { pods: [pod('False')], nodes, endpointSlices: slices }).map(({ path, code }) => `${path} ${code}`) // => [
 * //   '[0].endpoints[0] ENDPOINT_DIFFERS',
 * // ]
 * ```
 *
 * Source: `k8s.io/endpointslice` v0.37.1, `Reconciler.Reconcile`.
 */
export function explainStoredSlices(
  service: Service,
  cluster: ClusterLists<'pods' | 'nodes' | 'endpointSlices'>,
  options: EndpointSliceOptions = {},
): readonly Problem<StoredSliceProblemCode>[] {
  const changes = endpointSlicePlan(service, cluster, options);
  const nameOf = ({ metadata }: EndpointSlice) => metadata?.name ?? '';
  const updates = new Map(changes.update.map((slice) => [nameOf(slice), slice]));
  const unwanted = new Set(changes.delete);
  const own = indexSlices(clusterLists(cluster, 'endpointSlices').endpointSlices)(service);
  const found = own.flatMap((slice) => {
    const update = updates.get(nameOf(slice.value));
    if (unwanted.has(slice.value)) {
      return [problem('SLICE_UNWANTED', slice.path, 'the controller would delete this slice')];
    }
    return update === undefined ? [] : differences(slice, fields(update, THROW));
  });
  const missing = changes.create.map(({ addressType, endpoints }) => {
    const count = endpoints?.length ?? 0;
    const message = `the controller would create a slice with ${count} ${addressType} endpoints`;
    return problem('SLICE_MISSING', undefined, message);
  });
  return [...found, ...contradictions(own), ...missing];
}

function differences(
  slice: Fields<EndpointSlice>,
  update: Fields<EndpointSlice>,
): readonly Difference[] {
  if (portKey(slice) !== portKey(update)) {
    const message = 'the controller would replace this slice by one with other ports';
    return [problem('PORTS_DIFFER', slice.pathOf('ports'), message)];
  }
  const wanted = new Map(update.list('endpoints').map((each) => [endpointKey(each), each]));
  const listPath = slice.pathOf('endpoints');
  const found: Difference[] = [];
  let hasOtherHints = false;
  for (const [index, endpoint] of readEndpoints(slice).entries()) {
    const key = endpointKey(endpoint);
    const desired = wanted.get(key);
    wanted.delete(key);
    const at = slice.pathOf('endpoints', index);
    hasOtherHints ||= hintsText(endpoint.hints) !== hintsText(desired?.hints);
    if (desired === undefined) {
      found.push(problem('ENDPOINT_STALE', at, 'no longer an endpoint of the Service'));
    } else if (hasChanged(endpoint, desired)) {
      const message = 'conditions, node, zone or target differ from those of the Pod';
      found.push(problem('ENDPOINT_DIFFERS', at, message));
    }
  }
  for (const { addresses } of wanted.values()) {
    const message = `lacks the endpoint ${addresses?.[0] ?? ''}`;
    found.push(problem('ENDPOINT_MISSING', listPath, message));
  }
  const isSameEndpoints = found.length === 0;
  const [metadata, other] = [slice.at('metadata'), update.at('metadata')];
  if (sortedText(metadata.map('labels')) !== sortedText(other.map('labels'))) {
    const message = 'the controller would write other labels';
    found.push(problem('LABELS_DIFFER', metadata.pathOf('labels'), message));
  }
  // A slice that differs in nothing else is written because of empty hints.
  if (isSameEndpoints && (hasOtherHints || found.length === 0)) {
    found.push(problem('HINTS_DIFFER', listPath, 'the controller would write other hints'));
  }
  return found;
}

const sortedText = (labels: ReadonlyMap<string, string>) =>
  JSON.stringify([...labels].sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Finds endpoints of the slices of a Service with the same address and port. An address that a Pod has got while its former Pod
 * is terminating is not one of them: kube-proxy uses the new one.
 *
 * @param slices - slices of one Service
 */
function contradictions(slices: readonly Fields<EndpointSlice>[]): readonly Difference[] {
  const known = new Map<string, Fields<Endpoint>>();
  return slices.flatMap((slice) => {
    const addressType = slice.text('addressType');
    const ports = slice.each('ports', (port) => {
      const protocol = port.optionalText('protocol') ?? 'TCP';
      return [port.text('name'), protocol, port.integer('port')] as const;
    });
    return slice.objects('endpoints').flatMap((endpoint) => {
      const [address] = endpoint.texts('addresses');
      let earlier: Fields<Endpoint> | undefined;
      for (const port of ports) {
        const key = JSON.stringify([addressType, address, ...port]);
        const other = known.get(key);
        earlier ??= other && isTerminating(other) === isTerminating(endpoint) ? other : undefined;
        known.set(key, other ?? endpoint);
      }
      if (earlier === undefined) {
        return [];
      }
      const isSame = factsOf(earlier) === factsOf(endpoint);
      const place = formatFieldPath(pathSegments(earlier.path));
      const code = isSame ? 'ENDPOINT_DUPLICATE' : 'ENDPOINT_CONTRADICTS';
      const message = `${place} has the same address and port${isSame ? '' : ', but other conditions or another node'}`;
      return problem(code, endpoint.path, message, address);
    });
  });
}

function isTerminating(endpoint: Fields<Endpoint>): boolean {
  return endpoint.at('conditions').flag('terminating') === true;
}

function factsOf(endpoint: Fields<Endpoint>): string {
  const conditions = endpoint.at('conditions');
  const isNot = (field: 'ready' | 'serving') => conditions.flag(field) === false;
  return JSON.stringify([isNot('ready'), isNot('serving'), endpoint.text('nodeName')]);
}
