import type { Json, JsonObject } from '../../harness/json.js';

const SINGLE = { clusterIpRanges: ['10.96.0.0/16'], nodePortRange: '30000-32767' };
const DUAL = { ...SINGLE, clusterIpRanges: ['10.96.0.0/16', 'fd00::/108'] };
const metadata = { name: 'web', namespace: 'shop' };
const ports = [{ port: 80, targetPort: 9376 }];
const selector = { app: 'web' };

const SPECS: readonly JsonObject[] = [
  { ports },
  { type: 'ClusterIP', ports, selector },
  { type: 'NodePort', ports, selector },
  { type: 'NodePort', ports: [{ port: 80, nodePort: 30_007 }] },
  { type: 'LoadBalancer', ports, selector },
  { type: 'LoadBalancer', ports, allocateLoadBalancerNodePorts: false },
  { type: 'LoadBalancer', ports, externalTrafficPolicy: 'Local' },
  { type: 'LoadBalancer', ports, externalTrafficPolicy: 'Local', healthCheckNodePort: 1 },
  { type: 'ExternalName', externalName: 'my.database.example.com' },
  { type: 'ExternalName', externalName: 'a.example.com.', ports, externalIPs: ['192.0.2.1'] },
  { clusterIP: 'None', ports, selector },
  { clusterIP: 'None' },
  { clusterIP: 'None', type: 'NodePort', ports },
  { ports, ipFamilyPolicy: 'PreferDualStack' },
  { ports, ipFamilyPolicy: 'RequireDualStack', ipFamilies: ['IPv6'] },
  { ports, ipFamilies: ['IPv6', 'IPv4'], ipFamilyPolicy: 'SingleStack' },
  { ports, clusterIP: '10.96.0.7' },
  { ports, clusterIP: '10.97.0.7' },
  { ports, clusterIPs: ['10.96.0.7'] },
  // Shared node ports, and mixed protocols.
  {
    type: 'NodePort',
    ports: [
      { name: 'dns', port: 53, protocol: 'UDP' },
      { name: 'dns-tcp', port: 53, nodePort: 30_053 },
      { name: 'metrics', port: 9153 },
    ],
  },
  { type: 'NodePort', ports: [{ port: 80 }, { port: 80 }] },
  {
    type: 'NodePort',
    ports: [
      { name: 'a', port: 80, nodePort: 30_000 },
      { name: 'b', port: 81, nodePort: 30_000 },
    ],
  },
  // What the documentation says otherwise.
  { clusterIP: 'None', selector, ports: [{ port: 80, targetPort: 8080 }] },
  { ports: [{ port: 80, targetPort: '9376' }] },
  { ports: [{ port: 80, appProtocol: 'anything' }] },
  { ports, trafficDistribution: 'PreferSameNode' },
  { ports, trafficDistribution: 'PreferClose' },
  { ports, externalIPs: ['198.51.100.32'] },
  { ports, externalIPs: ['febf::1'] },
  { ports, sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: {} } },
];

/** Services of the documentation, and others of each type. */
export function* createExamples(): Iterable<Json> {
  for (const spec of SPECS) {
    for (const cluster of [SINGLE, DUAL]) {
      yield { service: { metadata, spec }, ...cluster };
    }
  }
  yield { service: { metadata: { ...metadata, name: '2-web' }, spec: { ports } }, ...SINGLE };
}

const stored = {
  clusterIP: '10.96.0.7',
  clusterIPs: ['10.96.0.7'],
  ipFamilies: ['IPv4'],
  ipFamilyPolicy: 'SingleStack',
};
const nodePorts = [
  { name: 'a', port: 80, nodePort: 30_000 },
  { name: 'b', port: 81, nodePort: 30_001 },
];
const plain = [
  { name: 'b', port: 81 },
  { name: 'c', port: 82 },
];

const CHANGES: readonly (readonly [JsonObject, JsonObject])[] = [
  [{ ...stored, ports }, { ports }],
  [
    { ...stored, ports },
    { ports, clusterIP: '10.96.0.8' },
  ],
  [
    { ...stored, ports },
    { ports, clusterIP: '', clusterIPs: [] },
  ],
  [
    { ...stored, ports },
    { ports, ipFamilyPolicy: 'PreferDualStack' },
  ],
  [
    { ...stored, ports },
    { ports, type: 'NodePort' },
  ],
  [
    { ...stored, ports },
    { ...stored, type: 'ExternalName', externalName: 'example.com' },
  ],
  [
    { ...stored, ports },
    { type: 'ExternalName', externalName: 'example.com' },
  ],
  [{ type: 'ExternalName', externalName: 'example.com' }, { ports }],
  [
    { ...stored, type: 'NodePort', ports: nodePorts },
    { type: 'NodePort', ports: plain },
  ],
  [
    { ...stored, type: 'NodePort', ports: nodePorts },
    { type: 'ClusterIP', ports: nodePorts },
  ],
  [
    { ...stored, type: 'NodePort', ports: nodePorts },
    { type: 'ClusterIP', ports: [{ port: 80, nodePort: 30_009 }] },
  ],
];

/** Changes of Services. */
export function* updateExamples(): Iterable<Json> {
  for (const [old, spec] of CHANGES) {
    yield { old: { metadata, spec: old }, service: { metadata, spec }, ...DUAL };
  }
}
