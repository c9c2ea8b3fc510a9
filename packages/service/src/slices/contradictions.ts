// Endpoints of one Service with the same address and port.
import {
  type Endpoint,
  type EndpointSlice,
  type Fields,
  fieldProblem,
  formatFieldPath,
  pathSegments,
} from '@kubesem/core';
import type { StoredSliceProblem } from './stored-problem.js';

/**
 * Finds endpoints of the slices of a Service with the same address and port. An address that a Pod has got while its former Pod
 * is terminating is not one of them: kube-proxy uses the new one.
 *
 * @param slices - slices of one Service
 */
export function contradictions(
  slices: readonly Fields<EndpointSlice>[],
): readonly StoredSliceProblem[] {
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
      return fieldProblem({
        type: 'FieldValueDuplicate',
        code: isSame ? 'ENDPOINT_DUPLICATE' : 'ENDPOINT_CONTRADICTS',
        path: endpoint.path,
        value: address,
        message: `${place} has the same address and port${isSame ? '' : ', but other conditions or another node'}`,
      });
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
