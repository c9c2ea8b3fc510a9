import type { EndpointSlice, FieldErrorType, FieldProblem } from '@kubesem/core';
import { type Fields, fields } from '@kubesem/core/internal';
import { ENDPOINT_SLICE_TYPE } from '@kubesem/core/types/endpoint-slice';
import { checkCount, isRepeated, typeProblems, UniqueProblems } from '../rules/checked.js';
import { checkName } from '../rules/names.js';
import { PROTOCOLS } from '../rules/numbers.js';
import { checkObjectMeta, checkObjectMetaUpdate, storedObject } from '../rules/object-meta.js';
import { checkEndpoints } from './endpoints.js';
import { hasSameEndpoints } from './same-endpoints.js';

/** Options of {@link validateEndpointSlice}. */
export interface ValidateEndpointSliceOptions {
  /** The stored EndpointSlice of the same name, which the slice replaces; absent for a new one. */
  readonly old?: EndpointSlice | null | undefined;
}

/**
 * Checks an EndpointSlice as the API server does when it is created or updated.
 *
 * Endpoints that an update does not change are not checked. The API server does not check whether an address is the
 * cluster IP of a Service, although its documentation forbids that. `deprecatedTopology` is dropped, not checked. Of the metadata,
 * only the name and the namespace are checked.
 *
 * @param slice - the EndpointSlice of the request; it is not changed
 * @param options - on an update, the stored EndpointSlice
 * @returns the reasons why the API server rejects it, in its order apart from what it reads from maps; empty if it accepts what
 * kubesem checks
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the options are not an object; a field of the
 *   stored slice that has the wrong type counts as absent
 *
 * @example
 * ```ts
 * import { validateEndpointSlice } from '@kubesem/validation/endpoint-slice';
 *
 * const [problem] = validateEndpointSlice({
 *   metadata: { name: 'web-1' },
 *   addressType: 'IPv4',
 *   endpoints: [{ addresses: ['10.0.0.7'] }, { addresses: ['127.0.0.1'] }],
 * });
 * problem?.path // => 'endpoints[1].addresses[0]'
 * problem?.message // => 'may not be in the loopback range (127.0.0.0/8, ::1/128)'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/discovery/validation` v1.37.1, `ValidateEndpointSliceCreate` and
 * `ValidateEndpointSliceUpdate`.
 */
export function validateEndpointSlice(
  slice: EndpointSlice,
  options?: ValidateEndpointSliceOptions | null,
): readonly FieldProblem<FieldErrorType | 'INVALID_TYPE'>[] {
  const wrong = typeProblems(slice, ENDPOINT_SLICE_TYPE);
  if (wrong.length > 0) {
    return wrong;
  }
  const problems = new UniqueProblems();
  const object = fields(slice, problems);
  const old = storedObject(options);
  if (old.isPresent) {
    checkObjectMetaUpdate(object, old);
  }
  checkObjectMeta(object, 'dns1123Subdomain', old);
  const addressType = object.text('addressType');
  if (addressType === '') {
    object.required('addressType');
  } else {
    object.supported('addressType', addressType, ['FQDN', 'IPv4', 'IPv6']);
  }
  checkPorts(object);
  if (!(old.isPresent && hasSameEndpoints(object, old))) {
    checkEndpoints(object);
  }
  if (old.isPresent && addressType !== old.text('addressType')) {
    object.invalid('addressType', 'field is immutable');
  }
  return problems.list();
}

const MAX_PORTS = 20_000;

/** Source: `k8s.io/kubernetes/pkg/apis/discovery/validation` v1.37.1, `validatePorts`. */
function checkPorts(slice: Fields<EndpointSlice>): void {
  if (!checkCount(slice, 'ports', MAX_PORTS)) {
    return;
  }
  const names = new Set<string>();
  slice.each('ports', (port) => {
    const name = port.text('name');
    if (name !== '') {
      checkName(port, 'name', 'dns1123Label', name);
    }
    if (isRepeated(names, name)) {
      port.duplicate('name', name);
    }
    port.supported('protocol', port.optionalText('protocol') ?? 'TCP', PROTOCOLS);
    const appProtocol = port.optionalText('appProtocol');
    if (appProtocol !== undefined) {
      checkName(port, 'appProtocol', 'qualifiedName', appProtocol);
    }
  });
}
