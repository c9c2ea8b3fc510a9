import type { Zone, ZoneService } from '../zone/zone.js';
import { type LookupReason, type LookupReasonCode, reason } from './lookup-reason.js';

/**
 * Tells why a name of a Service that exists has no answer.
 *
 * @param service - the Service
 * @param prefix - the labels in front of its name
 * @param zone - that it is in
 * @returns the reason, with the check of the page about debugging Services
 */
export function serviceReason(
  service: ZoneService,
  prefix: readonly string[],
  zone: Zone,
): LookupReason {
  const { name, namespace, externalName, isHeadless, hosts, hasSlices, endpoints } = service;
  const own = `Service ${name} in the namespace ${namespace}`;
  const asObject = `kubectl get svc ${name} -n ${namespace} -o yaml`;
  const slices = `kubectl get endpointslices -l kubernetes.io/service-name=${name} -n ${namespace}`;
  const because = (code: LookupReasonCode, message: string, check: string): LookupReason =>
    reason(code, `${own} ${message}`, check);
  const noneReady = (which: string): LookupReason =>
    hasSlices
      ? because('NO_READY_ENDPOINTS', `has no ready endpoint${which}`, slices)
      : because(
          'NO_ENDPOINT_SLICES',
          'has no EndpointSlice among the objects that are given',
          slices,
        );
  if (externalName !== undefined) {
    const problem =
      prefix.length > 0 ? 'so nothing is below its name' : 'which is an address or leads nowhere';
    return because('EXTERNAL_NAME', `stands for ${externalName}, ${problem}`, asObject);
  }
  const isEmpty = endpoints.length === 0;
  if (isEmpty && (isHeadless || zone.ignoreEmptyService)) {
    return noneReady('');
  }
  // Without an address a Service has no name of a port, whether or not it has the port.
  if (prefix.length > 1 && (isHeadless || hosts.some(({ type }) => type !== undefined))) {
    const port = prefix.join('.');
    return because('NO_SUCH_PORT', `has no port ${port} (_port._protocol)`, asObject);
  }
  if (prefix.length !== 1) {
    return because('NO_CLUSTER_IP', 'has no address', asObject);
  }
  const [label = ''] = prefix;
  if (endpoints.every(({ hostname }) => hostname !== '')) {
    return noneReady(` with the name ${label}`);
  }
  return because(
    'HEADLESS_WITHOUT_HOSTNAME',
    `has endpoints without a host name: their Pods need hostname, and subdomain ${name}`,
    `kubectl get pods -n ${namespace} -o custom-columns=NAME:.metadata.name,HOSTNAME:.spec.hostname,SUBDOMAIN:.spec.subdomain`,
  );
}
