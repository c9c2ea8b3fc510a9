// Endpoints of one Service with the same address and port.
import {
  childPath,
  displayText,
  type Endpoint,
  type EndpointSlice,
  fieldProblem,
  formatFieldPath,
  pathSegments,
  readList,
  readObject,
  textOf,
} from '@kubesem/core';
import type { StoredSliceProblem } from './stored-problem.js';

/** An endpoint that has been seen. */
interface Known {
  readonly endpoint: Endpoint;
  readonly path: string;
}

/**
 * Finds endpoints of the slices of a Service with the same address and port. An address that a Pod has got while its former Pod
 * is terminating is not one of them: kube-proxy uses the new one.
 *
 * @param slices - slices of one Service, with their indexes
 */
export function contradictions(
  slices: readonly (readonly [number, EndpointSlice])[],
): readonly StoredSliceProblem[] {
  const known = new Map<string, Known>();
  return slices.flatMap(([index, slice]) => {
    const slicePath = childPath(undefined, index);
    const listPath = childPath(slicePath, 'endpoints');
    const ports = readList(slice.ports, childPath(slicePath, 'ports'));
    return readList(slice.endpoints, listPath).flatMap((given, number) => {
      const at = childPath(listPath, number);
      const endpoint = readObject(given, at) ?? {};
      const path = formatFieldPath(pathSegments(at));
      let earlier: Known | undefined;
      for (const each of ports) {
        const { name, protocol, port } = each ?? {};
        const key = JSON.stringify([
          textOf(slice.addressType),
          textOf(endpoint.addresses?.[0]),
          textOf(name),
          textOf(protocol ?? 'TCP'),
          displayText(port),
        ]);
        const other = known.get(key);
        earlier ??=
          other && isTerminating(other.endpoint) === isTerminating(endpoint) ? other : undefined;
        known.set(key, other ?? { endpoint, path });
      }
      if (earlier === undefined) {
        return [];
      }
      const isSame = factsOf(earlier.endpoint) === factsOf(endpoint);
      return fieldProblem({
        type: 'FieldValueDuplicate',
        code: isSame ? 'ENDPOINT_DUPLICATE' : 'ENDPOINT_CONTRADICTS',
        path: at,
        value: endpoint.addresses?.[0],
        message: `${earlier.path} has the same address and port${isSame ? '' : ', but other conditions or another node'}`,
      });
    });
  });
}

function isTerminating({ conditions }: Endpoint): boolean {
  return conditions?.terminating === true;
}

function factsOf({ conditions, nodeName }: Endpoint): string {
  const { ready, serving } = conditions ?? {};
  return JSON.stringify([ready !== false, serving !== false, textOf(nodeName)]);
}
