import { escapeName } from '../names/escape.js';
import type { Zone, ZoneService } from '../zone/zone.js';
import { type LookupReason, type LookupReasonCode, reason, shellWord } from './reason.js';

/**
 * Finds the reason why a name of an existing Service has no answer.
 *
 * @param service - the Service
 * @param prefix - the labels before its name
 * @param zone - the zone of the cluster
 * @returns the reason, with a command from the documentation about debugging Services
 */
export function serviceReason(
  service: ZoneService,
  prefix: readonly string[],
  zone: Zone,
): LookupReason {
  const { name, namespace, externalName, isHeadless, hosts, hasSlices, endpoints } = service;
  const own = `Service ${name} in namespace ${namespace}`;
  const inNamespace = `-n ${shellWord(namespace)}`;
  const asObject = `kubectl get svc ${shellWord(name)} ${inNamespace} -o yaml`;
  const slices = `kubectl get endpointslices -l kubernetes.io/service-name=${shellWord(name)} ${inNamespace}`;
  const because = (code: LookupReasonCode, message: string, check: string): LookupReason =>
    reason(code, `${own} ${message}`, check);
  const noneReady = (which: string): LookupReason =>
    hasSlices
      ? because('NO_READY_ENDPOINTS', `has no ready endpoint${which}`, slices)
      : because(
          'NO_ENDPOINT_SLICES',
          'has no EndpointSlice in the input, so its endpoints are unknown',
          slices,
        );
  if (escapeName(name) !== name) {
    return because('INVALID_NAME', 'has a name that the DNS server does not find', asObject);
  }
  if (externalName !== undefined) {
    const problem =
      prefix.length > 0
        ? 'so there are no names below it'
        : 'which is an address or does not resolve';
    return because('EXTERNAL_NAME', `is an alias of ${externalName}, ${problem}`, asObject);
  }
  const isEmpty = endpoints.length === 0;
  if (isEmpty && (isHeadless || zone.ignoreEmptyService)) {
    return noneReady('');
  }
  // A Service without an address has no SRV record, whether or not it has the port.
  if (prefix.length > 1 && (isHeadless || hosts.some(({ type }) => type !== undefined))) {
    const port = prefix.join('.');
    return because('NO_SUCH_PORT', `has no port ${port} (_<port>._<protocol>)`, asObject);
  }
  if (prefix.length !== 1) {
    return because('NO_CLUSTER_IP', 'has no cluster IP', asObject);
  }
  const [label = ''] = prefix;
  if (endpoints.every(({ hostname }) => hostname !== '')) {
    return noneReady(` named ${label}`);
  }
  return because(
    'HEADLESS_WITHOUT_HOSTNAME',
    `has endpoints without a host name; set hostname and subdomain (${name}) in their Pods`,
    `kubectl get pods ${inNamespace} -o custom-columns=NAME:.metadata.name,HOSTNAME:.spec.hostname,SUBDOMAIN:.spec.subdomain`,
  );
}
