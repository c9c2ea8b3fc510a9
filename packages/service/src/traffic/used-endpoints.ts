// Which endpoints of slices receive connections, and how many they are.
import { ABSENT, type ClusterLists, fields, type Service } from '@kubesem/core';
import { POD } from '@kubesem/core/kinds';
import { canonicalAddress, FAMILIES, type Family } from '../addresses/address.js';
import { setDefaults } from '../defaults/default-fields.js';
import { readService } from '../fields/service.js';
import { endpointFamilies } from '../pods/families.js';
import { hostPort } from './endpoints.js';
import { readProxiedService } from './proxied.js';

/** How many endpoints there are, and how many of them are ready. */
interface EndpointCount {
  readonly ready: number;
  readonly total: number;
}

/**
 * Returns the IP families in which clients reach the endpoints of a Service: those of its cluster IPs. DNS answers with
 * the endpoints of a headless Service, whatever its families are.
 *
 * Source: `k8s.io/kubernetes/pkg/proxy/util` v1.37.1, `GetClusterIPByFamily`; CoreDNS v1.14.6, `plugin/kubernetes`.
 *
 * @internal
 */
export function reachableFamilies(service: Service): readonly Family[] {
  const { ignored, families } = readProxiedService(service);
  if (ignored === 'HEADLESS') {
    return FAMILIES;
  }
  // A Service that is not stored yet has no cluster IP.
  return ignored === undefined
    ? families.map(({ family }) => family)
    : endpointFamilies(setDefaults(readService(service)));
}

/**
 * Counts the endpoints of a Service that clients can reach.
 *
 * An address and port counts once, in however many slices it is, and so does a Pod with addresses of two families. As
 * kube-proxy does, the count takes the last of two that is not terminating. Fields of the wrong type count as absent.
 *
 * @param service - the Service as it is stored
 * @param cluster - its EndpointSlices
 * @returns the number of endpoints, and how many are ready
 *
 * Source: `k8s.io/kubernetes/pkg/proxy` v1.37.1, `EndpointSliceCache`.
 *
 * @internal
 */
export function countEndpoints(
  service: Service,
  cluster: ClusterLists<'endpointSlices'>,
): EndpointCount {
  const families: readonly string[] = reachableFamilies(service);
  const places = new Map<string, symbol>();
  const isReady = new Map<symbol, boolean>();
  for (const slice of fields(cluster, ABSENT).objects('endpointSlices')) {
    if (!families.includes(slice.text('addressType'))) {
      continue;
    }
    const ports = slice.objects('ports');
    for (const endpoint of slice.objects('endpoints')) {
      const [first = ''] = endpoint.texts('addresses');
      const address = canonicalAddress(first) ?? first;
      const names = ports.map((port) => {
        const place = hostPort({ address, port: port.integer('port') ?? 0 });
        return `${port.text('name')} ${port.text('protocol') || 'TCP'} ${place}`;
      });
      const target = endpoint.at('targetRef');
      const pod = target.text('kind') === POD.kind ? target.text('name') : '';
      const own = pod === '' ? [] : [`Pod ${pod}`];
      const keys = [...own, ...names, ...(own.length + names.length === 0 ? [address] : [])];
      const known = keys.map((key) => places.get(key)).find((each) => each !== undefined);
      const id = known ?? Symbol();
      for (const key of keys) {
        places.set(key, id);
      }
      const conditions = endpoint.at('conditions');
      if (known === undefined || conditions.flag('terminating') !== true) {
        isReady.set(id, conditions.flag('ready') !== false);
      }
    }
  }
  return { ready: [...isReady.values()].filter(Boolean).length, total: isReady.size };
}
