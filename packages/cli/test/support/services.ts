export { dump } from './cluster.js';

interface ServiceSpec {
  readonly clusterIP?: string;
  readonly [field: string]: unknown;
}

/** A stored Service in the namespace `shop`. */
export const service = (name: string, { clusterIP = '10.96.0.7', ...spec }: ServiceSpec) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace: 'shop', uid: name },
  spec: {
    type: 'ClusterIP',
    ...(clusterIP !== '' && { clusterIP, clusterIPs: [clusterIP] }),
    ipFamilies: ['IPv4'],
    ...spec,
  },
});

/** How a Pod is. */
interface PodState {
  readonly labels?: object;
  readonly phase?: string;
  readonly ip?: string;
  readonly isReady?: boolean;
  readonly nodeName?: string;
  readonly ports?: readonly object[];
}

/** A stored Pod in the namespace `shop`. */
export const pod = (
  name: string,
  {
    labels = { app: 'web' },
    phase = 'Running',
    ip = '10.0.0.9',
    isReady = true,
    nodeName = 'n1',
    ports = [{ name: 'http', containerPort: 8080 }],
  }: PodState = {},
) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'shop', uid: name, labels },
  spec: { nodeName, containers: [{ name: 'app', image: 'app:1', ports }] },
  status: {
    phase,
    podIPs: ip === '' ? [] : [{ ip }],
    conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }],
  },
});

/** A stored node. */
export const node = (name: string, zone = '') => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name,
    uid: name,
    ...(zone !== '' && { labels: { 'topology.kubernetes.io/zone': zone } }),
  },
});

/** A stored EndpointSlice of a Service in the namespace `shop`. */
export const slice = (name: string, of: string, endpoints: readonly object[], port: number) => ({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: {
    name,
    namespace: 'shop',
    uid: name,
    labels: {
      'kubernetes.io/service-name': of,
      'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
    },
  },
  addressType: 'IPv4',
  endpoints,
  ports: [{ name: '', protocol: 'TCP', port }],
});
