import { type Pod, type Service, type ServicePort } from '@kubesem/core';
import { ABSENT, fields } from '@kubesem/core/internal';
import {
  endpointSelection,
  type PodEndpointExplanation,
  type PodVerdict,
  targetPort,
} from '@kubesem/service';

/** Whether a Pod receives the traffic of a Service, and why. */
export interface EndpointReason {
  /**
   * State of the Pod for the Service.
   *
   * - `ready`: it receives traffic
   * - `serving`: it is being deleted, and receives traffic only if no other endpoint is ready
   * - `not ready`: it is an endpoint that receives no traffic
   * - `no port`: none of its containers has the target port
   * - `not an endpoint`: it is selected, but has ended, or has no address or node that counts
   * - `not selected`: it does not have the labels of the selector
   */
  readonly state:
    | 'ready'
    | 'serving'
    | 'not ready'
    | 'no port'
    | 'not an endpoint'
    | 'not selected';
  /** The reason in a few words; empty if there is nothing to say. */
  readonly reason: string;
}

const VERDICTS: { readonly [verdict in Exclude<PodVerdict, 'ENDPOINT' | 'SELECTOR'>]: string } = {
  FINISHED: 'it has ended',
  NO_ADDRESS: 'it has no address yet',
  NO_ADDRESS_OF_FAMILY: 'it has no address of the IP families of the Service',
  NODE_MISSING: 'it has no node, or its node does not exist',
};

/**
 * Explains whether a Pod receives the traffic of a Service.
 *
 * A field of the wrong type counts as absent.
 *
 * @param explained - the Pod in the result of {@link @kubesem/service!endpointSelection | endpointSelection}
 * @param service - the Service
 * @param pod - the Pod
 * @param port - index of the only port that matters; all ports by default
 * @returns the state and the reason
 *
 * @example
 * ```ts
 * import { endpointReason } from '@kubesem/inspect';
 * import { endpointSelection } from '@kubesem/service';
 *
 * const service = { metadata: { name: 'web' }, spec: { selector: { app: 'web' }, ports: [{ port: 80 }] } };
 * const pod = { metadata: { name: 'web-1', labels: { app: 'api' } } };
 * const [explained] = endpointSelection(service, { pods: [pod], nodes: [] }).pods;
 * explained && endpointReason(explained, service, pod) // => { state: 'not selected', reason: 'label app is "api", not "web"' }
 * ```
 */
export function endpointReason(
  explained: PodEndpointExplanation,
  service: Service,
  pod: Pod,
  port?: number,
): EndpointReason {
  const { verdict, endpoints, missingPorts, mismatch } = explained;
  if (verdict === 'SELECTOR') {
    const { key = '', expected = '', found } = mismatch ?? {};
    const value = found === undefined ? 'is missing' : `is ${JSON.stringify(found)}`;
    const reason = `label ${key} ${value}, not ${JSON.stringify(expected)}`;
    return { state: 'not selected', reason };
  }
  const [first] = endpoints;
  if (verdict !== 'ENDPOINT' || first === undefined) {
    return { state: 'not an endpoint', reason: verdict === 'ENDPOINT' ? '' : VERDICTS[verdict] };
  }
  const missing = missingPorts.filter((index) => port === undefined || index === port);
  if (missing.length > 0) {
    const ports = fields(service, ABSENT).at('spec').objects('ports');
    const reasons = missing.map((index) => missingText(ports[index]?.value ?? {}, pod));
    return { state: 'no port', reason: reasons.join('; ') };
  }
  const { ready, serving, terminating } = first.conditions;
  const reasons = [
    ...(terminating ? ['it is being deleted'] : serving ? [] : ['its condition Ready is not True']),
    ...(ready && !serving ? ['publishNotReadyAddresses makes it ready'] : []),
  ];
  const state = ready ? 'ready' : serving ? 'serving' : 'not ready';
  return { state, reason: reasons.join('; ') };
}

function missingText(port: ServicePort, pod: Pod): string {
  const { near, compared } = targetPort(port, pod);
  const nearest = near[0] === undefined ? '' : `; ${near[0].text}`;
  const known = compared.length === 0 ? '' : ` (compared: ${compared.join(', ')})`;
  return `no container has a ${port.protocol ?? 'TCP'} port "${port.targetPort ?? port.port}"${known}${nearest}`;
}

/**
 * Lists the Pods of the namespace that a Service does not select. Pods that have the label with another value come first,
 * because the selector probably means them.
 *
 * @param service - the Service
 * @param pods - Pods of any namespace
 * @returns their explanations; `index` is that in `pods`
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { unselectedPods } from '@kubesem/inspect';
 *
 * const service = { metadata: { name: 'web' }, spec: { selector: { app: 'web' } } };
 * const pods = [{ metadata: { name: 'job-1' } }, { metadata: { name: 'web-1', labels: { app: 'wep' } } }];
 * unselectedPods(service, pods).map(({ name }) => name) // => ['web-1', 'job-1']
 * ```
 */
export function unselectedPods(
  service: Service,
  pods: readonly Pod[],
): readonly PodEndpointExplanation[] {
  const others = endpointSelection(service, { pods, nodes: [] }).pods.filter(
    ({ verdict }) => verdict === 'SELECTOR',
  );
  const isNear = ({ mismatch }: PodEndpointExplanation) => mismatch?.found !== undefined;
  return [...others.filter(isNear), ...others.filter((each) => !isNear(each))];
}
