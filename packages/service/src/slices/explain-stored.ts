import {
  childPath,
  type EndpointSlice,
  type FieldPath,
  type Node,
  type Pod,
  type Service,
  type StringMap,
  textOf,
} from '@kubesem/core';
import { hintsText } from '../hints/distribution.js';
import { contradictions } from './contradictions.js';
import { endpointKey, hasChanged } from './desired.js';
import { type EndpointSliceOptions, reconcileEndpointSlices } from './reconcile.js';
import { problem, type StoredSliceProblem } from './stored-problem.js';
import { indexSlices, portKey, readEndpoints } from './stored-slice.js';

/**
 * Explains how the stored EndpointSlices of a Service differ from what the controller would write, and where they contradict each
 * other.
 *
 * @param service - the Service as it is stored
 * @param pods - Pods of any namespace
 * @param nodes - all nodes of the cluster
 * @param slices - EndpointSlices of any Service
 * @param options - the size of the slices
 * @returns the differences, by slice; empty if the slices are up to date. Slices that other controllers write are only checked for
 *   contradictions
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if one of the Pods is an object of another kind
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `DUPLICATE_NAME` if two slices of the Service have one name
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if hints depend on cpu that is not a
 *   quantity
 *
 * @example
 * ```ts
 * import { buildEndpointSlices, explainStoredSlices } from '@kubesem/service';
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
 * const slices = buildEndpointSlices(service, [pod('True')], nodes);
 * explainStoredSlices(service, [pod('True')], nodes, slices) // => []
 * explainStoredSlices(service, [pod('False')], nodes, slices).map(({ path, code }) => `${path} ${code}`) // => [
 * //   '[0].endpoints[0] ENDPOINT_DIFFERS',
 * // ]
 * ```
 *
 * Source: `k8s.io/endpointslice` v0.37.1, `Reconciler.Reconcile`.
 */
export function explainStoredSlices(
  service: Service,
  pods: readonly Pod[],
  nodes: readonly Node[],
  slices: readonly EndpointSlice[],
  options: EndpointSliceOptions = {},
): readonly StoredSliceProblem[] {
  const changes = reconcileEndpointSlices(service, pods, nodes, slices, options);
  const nameOf = ({ metadata }: EndpointSlice) => metadata?.name ?? '';
  const updates = new Map(changes.update.map((slice) => [nameOf(slice), slice]));
  const unwanted = new Set(changes.delete);
  const own = indexSlices(slices)(service);
  const found = own.flatMap(([index, slice]) => {
    const path = childPath(undefined, index);
    const update = updates.get(nameOf(slice));
    if (unwanted.has(slice)) {
      return [problem('SLICE_UNWANTED', path, 'the controller would delete this slice')];
    }
    return update === undefined ? [] : differences(slice, update, path);
  });
  const missing = changes.create.map(({ addressType, endpoints }) => {
    const count = endpoints?.length ?? 0;
    const message = `the controller would create a slice with ${count} ${addressType} endpoints`;
    return problem('SLICE_MISSING', undefined, message);
  });
  return [...found, ...contradictions(own), ...missing];
}

function differences(
  slice: EndpointSlice,
  update: EndpointSlice,
  path: FieldPath,
): readonly StoredSliceProblem[] {
  if (portKey(slice, path) !== portKey(update, path)) {
    const message = 'the controller would replace this slice by one with other ports';
    return [problem('PORTS_DIFFER', childPath(path, 'ports'), message)];
  }
  const wanted = new Map((update.endpoints ?? []).map((each) => [endpointKey(each), each]));
  const listPath = childPath(path, 'endpoints');
  const found: StoredSliceProblem[] = [];
  let hasOtherHints = false;
  for (const [index, endpoint] of readEndpoints(slice, path).entries()) {
    const key = endpointKey(endpoint);
    const desired = wanted.get(key);
    wanted.delete(key);
    const at = childPath(listPath, index);
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
  if (sortedText(slice.metadata?.labels) !== sortedText(update.metadata?.labels)) {
    const labelsPath = childPath(childPath(path, 'metadata'), 'labels');
    found.push(problem('LABELS_DIFFER', labelsPath, 'the controller would write other labels'));
  }
  // A slice that differs in nothing else is written because of empty hints.
  if (isSameEndpoints && (hasOtherHints || found.length === 0)) {
    found.push(problem('HINTS_DIFFER', listPath, 'the controller would write other hints'));
  }
  return found;
}

const sortedText = (labels: StringMap | null | undefined) =>
  JSON.stringify(
    Object.entries(labels ?? {})
      .map(([key, value]) => [key, textOf(value)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
