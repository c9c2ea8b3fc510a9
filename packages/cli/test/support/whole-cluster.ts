const metadata = (name: string, more: object = {}) => ({
  name,
  namespace: 'shop',
  uid: name,
  ...more,
});
const labels = { app: 'web' };
const owner = (kind: string, name: string) => ({
  ownerReferences: [{ apiVersion: 'apps/v1', kind, name, uid: name, controller: true }],
});
const requests = { cpu: '500m', memory: '128Mi' };
const containers = [
  {
    name: 'app',
    image: 'registry.example/app:1',
    resources: { requests },
    envFrom: [{ configMapRef: { name: 'settings' } }],
    env: [{ name: 'KEY', valueFrom: { secretKeyRef: { name: 'keys', key: 'key' } } }],
    volumeMounts: [{ name: 'settings', mountPath: '/etc/settings' }],
  },
];
const podSpec = {
  containers,
  imagePullSecrets: [{ name: 'pull' }],
  serviceAccountName: 'web',
  runtimeClassName: 'slow',
  volumes: [{ name: 'settings', configMap: { name: 'settings' } }],
};
const template = { metadata: { labels }, spec: podSpec };
const selector = { matchLabels: labels };
const started = '2026-01-01T00:00:00Z';
const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: started }];
const pods = ['web-1', 'web-2'].map((name, index) => ({
  metadata: metadata(name, { labels, ...owner('ReplicaSet', 'web') }),
  spec: { ...podSpec, nodeName: 'alpha', overhead: { cpu: '100m' } },
  status: {
    phase: 'Running',
    conditions,
    startTime: started,
    podIP: `10.0.0.${index + 1}`,
    podIPs: [{ ip: `10.0.0.${index + 1}` }],
    containerStatuses: [{ name: 'app', ready: true, state: { running: { startedAt: started } } }],
  },
}));
const status = { replicas: 2, readyReplicas: 2, updatedReplicas: 2, availableReplicas: 2 };
const workload = {
  metadata: metadata('web', { labels, generation: 1 }),
  spec: { replicas: 2, selector, template },
  status,
};
const ports = [{ name: 'http', port: 80, protocol: 'TCP' }];
const allocatable = { cpu: '2', memory: '4Gi', pods: '10' };
const FLOW = '/apis/flowcontrol.apiserver.k8s.io/v1';

/** The lists of a cluster by path, in which every kind matters. */
export const CLUSTER: { readonly [path: string]: readonly object[] } = {
  '/api/v1/nodes': [
    { metadata: { name: 'alpha' }, status: { allocatable, capacity: allocatable } },
  ],
  '/api/v1/namespaces': [{ metadata: { name: 'shop' } }],
  '/api/v1/pods': pods,
  '/api/v1/configmaps': [{ metadata: metadata('settings'), data: { COLOR: 'red' } }],
  '/api/v1/secrets': [{ metadata: metadata('keys'), data: { key: btoa('x') } }],
  '/api/v1/serviceaccounts': [{ metadata: metadata('web') }],
  '/api/v1/services': [
    {
      metadata: metadata('web'),
      spec: { clusterIP: '10.1.0.1', clusterIPs: ['10.1.0.1'], selector: labels, ports },
    },
    {
      metadata: { name: 'kubernetes', namespace: 'default' },
      spec: { clusterIP: '10.1.0.2', ports },
    },
  ],
  '/apis/discovery.k8s.io/v1/endpointslices': [
    {
      metadata: metadata('web-x', { labels: { 'kubernetes.io/service-name': 'web' } }),
      addressType: 'IPv4',
      endpoints: [
        {
          addresses: ['10.0.0.1'],
          conditions: { ready: true },
          nodeName: 'alpha',
          targetRef: { kind: 'Pod', name: 'web-1', namespace: 'shop' },
        },
      ],
      ports,
    },
  ],
  '/api/v1/limitranges': [
    {
      metadata: metadata('limits'),
      spec: { limits: [{ type: 'Container', max: { cpu: '600m' } }] },
    },
  ],
  '/api/v1/resourcequotas': [
    {
      metadata: metadata('quota'),
      spec: { hard: { 'requests.cpu': '1400m' } },
      status: { hard: { 'requests.cpu': '1400m' }, used: { 'requests.cpu': '1200m' } },
    },
  ],
  '/apis/apps/v1/deployments': [workload],
  '/apis/apps/v1/replicasets': [
    { ...workload, metadata: metadata('web', { labels, ...owner('Deployment', 'web') }) },
  ],
  '/apis/node.k8s.io/v1/runtimeclasses': [
    { metadata: { name: 'slow' }, handler: 'slow', overhead: { podFixed: { cpu: '100m' } } },
  ],
  '/apis/policy/v1/poddisruptionbudgets': [
    {
      metadata: metadata('web'),
      spec: { minAvailable: 1, selector },
      status: { disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1, expectedPods: 2 },
    },
  ],
  '/apis/autoscaling/v2/horizontalpodautoscalers': [
    {
      metadata: metadata('web'),
      spec: {
        minReplicas: 1,
        maxReplicas: 7,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
          },
        ],
      },
    },
  ],
  '/apis/metrics.k8s.io/v1beta1/pods': ['web-1', 'web-2'].map((name) => ({
    metadata: metadata(name),
    timestamp: '2026-01-02T00:00:00Z',
    window: '30s',
    containers: [{ name: 'app', usage: { cpu: '500m' } }],
  })),
  [`${FLOW}/prioritylevelconfigurations`]: [
    {
      metadata: { name: 'high' },
      spec: {
        type: 'Limited',
        limited: { nominalConcurrencyShares: 10, limitResponse: { type: 'Reject' } },
      },
    },
  ],
  [`${FLOW}/flowschemas`]: [
    {
      metadata: { name: 'mine' },
      spec: {
        matchingPrecedence: 500,
        priorityLevelConfiguration: { name: 'high' },
        rules: [
          {
            subjects: [{ kind: 'User', user: { name: 'jane' } }],
            resourceRules: [
              { verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'] },
            ],
          },
        ],
      },
    },
  ],
};

const POD_FILE = `apiVersion: v1
kind: Pod
metadata: { name: new, namespace: shop }
spec:
  runtimeClassName: slow
  containers: [{ name: app, image: a, resources: { requests: { cpu: 500m } } }]
`;
const MANIFEST = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  replicas: 4
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { runtimeClassName: slow, containers: [{ name: app, image: b, resources: { requests: { cpu: 700m } } }] }
`;

const SETTINGS = `apiVersion: v1
kind: ConfigMap
metadata: { name: settings, namespace: shop }
data: { COLOR: blue }
`;

const NOW = '2026-01-02T00:00:10Z';

/** A run of each command that has `--context`; `FILE:` stands before the content of a file. */
export const RUNS: readonly (readonly string[])[] = [
  ['inspect'],
  ['inspect', '--images', '--pull-secrets'],
  ['inspect', `FILE:${POD_FILE}`],
  ['pods'],
  ['nodes'],
  ['select', 'app=web'],
  ['select', 'app=web', '--kind', 'Pod'],
  ['fit', '-f', `FILE:${POD_FILE}`],
  ['quota'],
  ['quota', '--admit', `FILE:${POD_FILE}`],
  ['pdb', '--now', NOW],
  ['pdb', 'web', '--now', NOW],
  ['pdb', '--evict', 'web-1', '--now', NOW],
  ['drain', 'alpha', '--now', NOW],
  ['drain', 'alpha', '--simulate', '--now', NOW],
  ['hpa', '--now', NOW],
  ['rollout', 'status'],
  ['rollout', 'simulate', 'web', '-f', `FILE:${MANIFEST}`],
  ['config', 'hash'],
  ['config', 'diff', `FILE:${SETTINGS}`],
  ['env', 'Deployment/web', '-n', 'shop'],
  ['files', 'Deployment/web', '-n', 'shop'],
  ['service'],
  ['service', 'route', 'shop/web', '--from', 'shop/web-1', '--port', '80'],
  ['dns', 'zone'],
  ['dns', 'names'],
  ['dns', 'query', 'web.shop.svc.cluster.local'],
  ['dns', 'lookup', 'web', '--from', 'shop/web-1'],
  ['dns', 'resolv', '--from', 'shop/web-1'],
  ['apf', 'levels'],
  ['apf', 'simulate', 'examples/apf-scenario.yaml', '--duration', '1s'],
  ['apf', 'classify', '--user', 'jane', 'GET', '/api/v1/pods'],
  ['apf', 'explain', 'GET', '/api/v1/pods', '--user', 'jane'],
];
