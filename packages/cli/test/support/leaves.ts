// Objects whose texts are replaced to see what commands make of them.

const meta = (name: string, more: object = {}) => ({
  metadata: {
    name,
    namespace: 'shop',
    uid: `uid-${name}`,
    generation: 2,
    creationTimestamp: '2024-01-01T00:00:00Z',
    labels: { app: 'web' },
    annotations: { note: 'text' },
    ...more,
  },
});
const ownedBy = (kind: string, name: string, apiVersion = 'apps/v1') => ({
  ownerReferences: [{ apiVersion, kind, name, uid: `uid-${name}`, controller: true }],
});
const condition = (type: string, status = 'True') => ({
  type,
  status,
  reason: 'Reason',
  message: 'message',
  lastTransitionTime: '2024-01-01T00:00:00Z',
  lastUpdateTime: '2024-01-01T00:00:00Z',
});
const container = {
  name: 'app',
  image: 'r1.example/team/app:1',
  imagePullPolicy: 'Always',
  resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { memory: '2Gi' } },
  env: [
    { name: 'A', value: 'a' },
    { name: 'B', valueFrom: { configMapKeyRef: { name: 'web', key: 'k' } } },
  ],
  ports: [{ name: 'http', containerPort: 80, protocol: 'TCP' }],
  volumeMounts: [{ name: 'v', mountPath: '/v' }],
  readinessProbe: { httpGet: { path: '/', port: 'http', scheme: 'HTTP', host: 'h' } },
};
const spec = {
  nodeName: 'n1',
  serviceAccountName: 'sa',
  schedulerName: 'default',
  priorityClassName: 'high',
  hostname: 'h',
  subdomain: 'web',
  dnsPolicy: 'ClusterFirst',
  restartPolicy: 'Always',
  containers: [container],
  volumes: [{ name: 'v', configMap: { name: 'web' } }],
  readinessGates: [{ conditionType: 'gate' }],
  tolerations: [{ key: 'k', operator: 'Exists', effect: 'NoExecute' }],
  topologySpreadConstraints: [{ topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }],
};
const state = (kind: string) => ({
  [kind]: {
    reason: 'Why',
    message: 'text',
    exitCode: 1,
    signal: 9,
    startedAt: '2024-01-01T00:00:00Z',
  },
});
const podStatus = {
  phase: 'Running',
  reason: 'Why',
  message: 'text',
  qosClass: 'Burstable',
  hostIP: '10.0.0.1',
  podIP: '10.1.0.1',
  podIPs: [{ ip: '10.1.0.1' }],
  nominatedNodeName: 'n2',
  resize: 'Deferred',
  startTime: '2024-01-01T00:00:00Z',
  conditions: [
    condition('Ready', 'False'),
    condition('PodScheduled'),
    condition('PodResizePending'),
  ],
  containerStatuses: [
    {
      name: 'app',
      ready: false,
      restartCount: 3,
      image: 'app:1',
      imageID: 'app@sha256:1',
      containerID: 'containerd://1',
      state: state('waiting'),
      lastState: state('terminated'),
      resources: container.resources,
      allocatedResources: { cpu: '1' },
    },
  ],
};
const scaled = {
  replicas: 2,
  readyReplicas: 1,
  updatedReplicas: 1,
  availableReplicas: 1,
  observedGeneration: 2,
};
const template = { metadata: { labels: { app: 'web' } }, spec };
const workload = (
  kind: string,
  name: string,
  more: object,
  status: object,
  metadata: object = {},
) => ({
  apiVersion: 'apps/v1',
  kind,
  ...meta(name, metadata),
  spec: { replicas: 2, selector: { matchLabels: { app: 'web' } }, template, ...more },
  status,
});
const metric = { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } };

/** Objects of all kinds that commands read, with what controllers write into their status. */
export const OBJECTS: readonly object[] = [
  {
    apiVersion: 'v1',
    kind: 'Pod',
    ...meta('web-1', ownedBy('ReplicaSet', 'web-1a')),
    spec,
    status: podStatus,
  },
  {
    apiVersion: 'v1',
    kind: 'Node',
    ...meta('n1', { namespace: undefined }),
    spec: { podCIDR: '10.1.0.0/24', taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }] },
    status: {
      allocatable: { cpu: '4', memory: '8Gi', pods: '10' },
      capacity: { cpu: '4', memory: '8Gi', pods: '10' },
      conditions: [condition('Ready')],
      addresses: [{ type: 'InternalIP', address: '10.0.0.1' }],
      nodeInfo: { kubeletVersion: 'v1.37.1', osImage: 'os', architecture: 'amd64' },
    },
  },
  workload(
    'Deployment',
    'web',
    { strategy: { type: 'RollingUpdate' } },
    {
      ...scaled,
      conditions: [condition('Progressing', 'False'), condition('Available')],
    },
  ),
  workload(
    'ReplicaSet',
    'web-1a',
    {},
    { ...scaled, conditions: [condition('ReplicaFailure')] },
    ownedBy('Deployment', 'web'),
  ),
  workload(
    'StatefulSet',
    'db',
    { serviceName: 'web', updateStrategy: { type: 'RollingUpdate' } },
    {
      ...scaled,
      currentRevision: 'a',
      updateRevision: 'b',
    },
  ),
  workload(
    'DaemonSet',
    'ds',
    { updateStrategy: { type: 'RollingUpdate' } },
    {
      ...{
        desiredNumberScheduled: 1,
        numberReady: 1,
        updatedNumberScheduled: 1,
        observedGeneration: 2,
      },
    },
  ),
  {
    apiVersion: 'batch/v1',
    kind: 'Job',
    ...meta('job'),
    spec: { template, completions: 1, completionMode: 'NonIndexed' },
    status: { failed: 1, conditions: [condition('Failed')], completedIndexes: '1-2' },
  },
  {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    ...meta('web'),
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      ...{ minReplicas: 1, maxReplicas: 5, metrics: [{ type: 'Resource', resource: metric }] },
    },
    status: {
      ...{ currentReplicas: 2, desiredReplicas: 3, lastScaleTime: '2024-01-01T00:00:00Z' },
      conditions: [condition('AbleToScale'), condition('ScalingActive', 'False')],
      currentMetrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', current: { averageUtilization: 3, averageValue: '3m' } },
        },
      ],
    },
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    ...meta('web'),
    spec: {
      maxUnavailable: '50%',
      selector: { matchLabels: { app: 'web' } },
      unhealthyPodEvictionPolicy: 'IfHealthyBudget',
    },
    status: {
      ...{
        disruptionsAllowed: 0,
        currentHealthy: 0,
        desiredHealthy: 1,
        expectedPods: 2,
        observedGeneration: 2,
      },
      conditions: [condition('DisruptionAllowed', 'False')],
      disruptedPods: { 'web-1': '2024-01-01T00:00:00Z' },
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    ...meta('web'),
    spec: {
      ...{
        type: 'LoadBalancer',
        selector: { app: 'web' },
        clusterIP: '10.96.0.1',
        clusterIPs: ['10.96.0.1'],
      },
      ports: [{ name: 'http', port: 80, targetPort: 'http', protocol: 'TCP', appProtocol: 'http' }],
      ...{
        sessionAffinity: 'None',
        internalTrafficPolicy: 'Cluster',
        trafficDistribution: 'PreferClose',
      },
    },
    status: {
      loadBalancer: { ingress: [{ ip: '1.2.3.4', hostname: 'lb', ipMode: 'VIP' }] },
      conditions: [condition('Ok')],
    },
  },
  {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    ...meta('web-x', { labels: { 'kubernetes.io/service-name': 'web' } }),
    addressType: 'IPv4',
    endpoints: [
      {
        addresses: ['10.1.0.1'],
        conditions: { ready: true },
        targetRef: { kind: 'Pod', name: 'web-1', namespace: 'shop' },
        nodeName: 'n1',
        zone: 'z',
        hints: { forZones: [{ name: 'z' }] },
      },
    ],
    ports: [{ name: 'http', port: 80, protocol: 'TCP' }],
  },
  {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    ...meta('quota'),
    spec: { hard: { 'requests.cpu': '4', pods: '5' }, scopes: ['NotTerminating'] },
    status: { hard: { 'requests.cpu': '4', pods: '5' }, used: { 'requests.cpu': '1', pods: '1' } },
  },
  {
    apiVersion: 'v1',
    kind: 'LimitRange',
    ...meta('range'),
    spec: { limits: [{ type: 'Container', max: { memory: '4Gi' }, default: { memory: '1Gi' } }] },
  },
  {
    apiVersion: 'v1',
    kind: 'Namespace',
    ...meta('shop', { namespace: undefined }),
    status: { phase: 'Active', conditions: [condition('NamespaceDeletionContentFailure')] },
  },
  { apiVersion: 'v1', kind: 'ConfigMap', ...meta('web'), data: { k: 'v' } },
  {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
    kind: 'PriorityLevelConfiguration',
    ...meta('level', { namespace: undefined }),
    spec: {
      type: 'Limited',
      limited: { nominalConcurrencyShares: 20, limitResponse: { type: 'Reject' } },
    },
    status: { conditions: [condition('Ok')] },
  },
  {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
    kind: 'FlowSchema',
    ...meta('schema', { namespace: undefined }),
    spec: {
      priorityLevelConfiguration: { name: 'level' },
      matchingPrecedence: 700,
      distinguisherMethod: { type: 'ByUser' },
      rules: [
        {
          subjects: [{ kind: 'Group', group: { name: 'devs' } }],
          nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/version'] }],
        },
      ],
    },
    status: { conditions: [condition('Dangling', 'False')] },
  },
];
