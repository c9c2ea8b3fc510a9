import type { Json, JsonObject } from '../json.js';
import type { Random } from '../random.js';
import { Maker } from './maker.js';

const POD_NAMES = [
  ...['cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory', 'pods'],
  ...['count/pods', 'ephemeral-storage', 'requests.ephemeral-storage', 'limits.ephemeral-storage'],
  ...[
    'hugepages-2Mi',
    'requests.hugepages-2Mi',
    'requests.example.com/gpu',
    'requests.example.com/a',
  ],
  ...[
    'requests.deviceclass.resource.kubernetes.io/c',
    'requests.kubernetes.io/native',
    'example.com/gpu',
  ],
];
const CLASSES = ['gold', 'silver', ''];
const CLAIM_NAMES = [
  ...['persistentvolumeclaims', 'count/persistentvolumeclaims', 'requests.storage', 'storage'],
  ...['gold.storageclass.storage.k8s.io/requests.storage', 'limits.storage'],
  ...['gold.storageclass.storage.k8s.io/persistentvolumeclaims'],
  ...['silver.storageclass.storage.k8s.io/requests.storage', 'x.storageclass.storage.k8s.io/foo'],
];
const SERVICE_NAMES = [
  'services',
  'count/services',
  'services.nodeports',
  'services.loadbalancers',
];
const COUNT_NAMES = [
  ...['configmaps', 'count/configmaps', 'secrets', 'resourcequotas', 'replicationcontrollers'],
  ...[
    'count/deployments.apps',
    'count/secrets',
    'deployments.apps',
    'foo',
    '__proto__',
    'constructor',
  ],
];
const COUNTED = [
  'configmaps',
  'secrets',
  'resourcequotas',
  'replicationcontrollers',
  'deployments.apps',
];

function hardNames(random: Random): string[] {
  const list = [POD_NAMES, POD_NAMES, POD_NAMES, CLAIM_NAMES, SERVICE_NAMES, COUNT_NAMES];
  const count = 1 + random.below(random.percent(80) ? 4 : 9);
  return Array.from({ length: count }, () => random.pick(random.pick(list)));
}

const SCOPES = [
  ...['Terminating', 'NotTerminating', 'BestEffort', 'NotBestEffort', 'PriorityClass'],
  ...['CrossNamespacePodAffinity', 'VolumeAttributesClass', 'Nonsense'],
];

function scoped(random: Random): JsonObject {
  const kind = random.below(10);
  if (kind < 6) {
    return {};
  }
  if (kind < 8) {
    return { scopes: Array.from({ length: 1 + random.below(2) }, () => random.pick(SCOPES)) };
  }
  const matchExpressions = Array.from({ length: 1 + random.below(2) }, () => requirement(random));
  return { scopeSelector: { matchExpressions } };
}

/** Three in a hundred are broken. */
function requirement(random: Random): JsonObject {
  const scopeName = random.percent(70)
    ? random.pick(['PriorityClass', 'VolumeAttributesClass'])
    : random.pick(SCOPES);
  const operator = random.percent(99)
    ? random.pick(['In', 'NotIn', 'Exists', 'DoesNotExist'])
    : random.pick(['in', '', 'Gt']);
  const listsValues = operator === 'In' || operator === 'NotIn';
  const values = random.pick([['high'], ['high', 'low'], ['fast'], ['low', 'slow']]);
  const isBroken = random.percent(2);
  return {
    scopeName,
    operator,
    ...(listsValues !== isBroken ? { values: isBroken ? ['not a value'] : values } : {}),
  };
}

const NOW = '2026-11-21T00:00:00Z';

function term(random: Random): Json {
  return {
    topologyKey: 'zone',
    ...random.pick<JsonObject>([
      ...[{}, {}, { namespaces: ['other'] }, { namespaces: [] }, { namespaceSelector: {} }],
      { namespaceSelector: null },
    ]),
  };
}

function affinity(random: Random): JsonObject {
  const terms = random.percent(50)
    ? { requiredDuringSchedulingIgnoredDuringExecution: [term(random)] }
    : {
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight: 1, podAffinityTerm: term(random) },
        ],
      };
  return { affinity: { [random.pick(['podAffinity', 'podAntiAffinity'])]: terms } };
}

function pod(random: Random, maker: Maker): JsonObject {
  const deletion = maker.maybe(15, () => ({
    deletionTimestamp: random.pick([
      '2026-11-20T23:59:30Z',
      '2026-11-20T23:59:00Z',
      '2026-11-22T00:00:00Z',
    ]),
    ...maker.maybe(80, () => ({ deletionGracePeriodSeconds: random.pick([0, 30, 60, 3600]) })),
  }));
  const made = maker.pod({ name: 'p', ...deletion }, undefined);
  const status = made.status as JsonObject;
  return {
    ...made,
    spec: {
      ...(made.spec as JsonObject),
      ...maker.maybe(40, () => ({ priorityClassName: random.pick(['high', 'low', '']) })),
      ...maker.maybe(30, () => ({ activeDeadlineSeconds: random.pick([-1, 0, 60]) })),
      ...maker.maybe(20, () => affinity(random)),
    },
    status: {
      ...status,
      ...maker.maybe(15, () => ({ qosClass: random.pick(['BestEffort', 'Burstable']) })),
    },
  };
}

function service(random: Random, maker: Maker): JsonObject {
  const ports = Array.from({ length: random.below(4) }, (_, index) => ({
    port: index + 1,
    ...maker.maybe(40, () => ({ nodePort: random.pick([0, 30_000]) })),
  }));
  return {
    spec: {
      ...maker.maybe(80, () => ({
        type: random.pick([
          'ClusterIP',
          'NodePort',
          'LoadBalancer',
          'LoadBalancer',
          'ExternalName',
        ]),
      })),
      ...maker.maybe(80, () => ({ ports })),
      ...maker.maybe(40, () => ({
        allocateLoadBalancerNodePorts: random.pick([true, false, null]),
      })),
    },
  };
}

function claim(random: Random, maker: Maker): JsonObject {
  const annotation = 'volume.beta.kubernetes.io/storage-class';
  return {
    metadata: {
      name: 'c',
      ...maker.maybe(15, () => ({ annotations: { [annotation]: random.pick(CLASSES) } })),
    },
    spec: {
      ...maker.maybe(60, () => ({ storageClassName: random.pick(CLASSES) })),
      ...maker.maybe(30, () => ({ volumeAttributesClassName: random.pick(['fast', 'slow', '']) })),
      ...maker.maybe(90, () => ({ resources: { requests: maker.list(['storage']) } })),
    },
    status: {
      ...maker.maybe(30, () => ({ allocatedResources: maker.list(['storage']) })),
      ...maker.maybe(20, () => ({
        currentVolumeAttributesClassName: random.pick(['fast', 'slow']),
      })),
      ...maker.maybe(20, () => ({
        modifyVolumeStatus: {
          status: 'Pending',
          targetVolumeAttributesClassName: random.pick(['fast', 'slow', '']),
        },
      })),
    },
  };
}

function objects(random: Random, maker: Maker): JsonObject {
  const some = (most: number, make: () => Json): Json[] =>
    Array.from({ length: random.below(most + 1) }, make);
  return {
    pods: some(4, () => pod(random, maker)),
    services: some(3, () => service(random, maker)),
    persistentvolumeclaims: some(3, () => claim(random, maker)),
    ...Object.fromEntries(
      COUNTED.map((name) => [name, some(2, () => ({ metadata: { name: 'x' } }))] as const),
    ),
  };
}

/** What a quota limits, and the objects of its namespace. */
export function quotaAndObjects(random: Random): JsonObject {
  const maker = new Maker(random);
  return {
    hard: maker.list(hardNames(random)),
    ...scoped(random),
    objects: objects(random, maker),
    now: NOW,
  };
}

/** Amounts of a status, of which the used ones are mostly there for each hard one. */
function quota(random: Random, maker: Maker, name: string): JsonObject {
  const names = hardNames(random);
  const isComplete = random.percent(92);
  return {
    metadata: { name },
    spec: { hard: maker.list(names), ...scoped(random) },
    status: {
      hard: maker.list(names),
      used: maker.list(names.filter(() => isComplete || random.percent(50))),
    },
  };
}

/** Quotas, and an object that is to be created. */
export function quotasAndObject(random: Random): JsonObject {
  const maker = new Maker(random);
  const quotas = Array.from({ length: random.percent(70) ? 1 : 1 + random.below(3) }, (_, index) =>
    quota(random, maker, `q${index}`),
  );
  const resource = random.pick([
    'pods',
    'pods',
    'pods',
    'services',
    'persistentvolumeclaims',
    'secrets',
    'deployments.apps',
  ]);
  const makers: { readonly [resource: string]: (() => JsonObject) | undefined } = {
    pods: () => pod(random, maker),
    services: () => service(random, maker),
    persistentvolumeclaims: () => claim(random, maker),
  };
  return {
    quotas,
    resource,
    object: makers[resource]?.() ?? { metadata: { name: 'x' } },
    now: NOW,
  };
}

const web = (fields: JsonObject = {}, status: JsonObject = {}): JsonObject => ({
  metadata: { name: 'web' },
  spec: {
    containers: [
      {
        name: 'a',
        resources: {
          requests: { cpu: '250m', memory: '1Gi', 'example.com/gpu': '1', 'hugepages-2Mi': '4Mi' },
          limits: { cpu: '500m', memory: '1G' },
        },
      },
    ],
    ...fields,
  },
  status,
});
const EVERYTHING: JsonObject = Object.fromEntries(
  [...POD_NAMES, ...CLAIM_NAMES, ...SERVICE_NAMES, ...COUNT_NAMES].map((name) => [name, '10']),
);
const PODS: readonly JsonObject[] = [
  web(),
  web({}, { phase: 'Succeeded' }),
  web({ activeDeadlineSeconds: 0 }),
  web({ priorityClassName: 'high' }),
  web({ containers: [{ name: 'a' }] }),
  web({ overhead: { cpu: '250m' }, resources: { requests: { memory: '2Gi' } } }),
  web({
    affinity: {
      podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ namespaceSelector: {} }] },
    },
  }),
  {
    ...web(),
    metadata: {
      name: 'stuck',
      deletionTimestamp: '2026-11-20T00:00:00Z',
      deletionGracePeriodSeconds: 30,
    },
  },
];
const SERVICES: readonly JsonObject[] = [
  {},
  { spec: { type: 'NodePort', ports: [{ port: 1 }, { port: 2 }] } },
  { spec: { type: 'LoadBalancer', ports: [{ port: 1 }, { port: 2 }] } },
  {
    spec: {
      type: 'LoadBalancer',
      allocateLoadBalancerNodePorts: false,
      ports: [{ port: 1, nodePort: 30_000 }, { port: 2 }],
    },
  },
];
const CLAIMS: readonly JsonObject[] = [
  { spec: { resources: { requests: { storage: '1.5' } } } },
  { spec: { storageClassName: 'gold', resources: { requests: { storage: '1Gi' } } } },
  {
    metadata: { annotations: { 'volume.beta.kubernetes.io/storage-class': '' } },
    spec: { storageClassName: 'gold', resources: { requests: { storage: '1Gi' } } },
    status: { allocatedResources: { storage: '2Gi' } },
  },
  {
    spec: { volumeAttributesClassName: 'fast' },
    status: { currentVolumeAttributesClassName: 'slow' },
  },
];

/** Every scope, as a scope and in a selector. */
const SCOPED: readonly JsonObject[] = [
  {},
  ...SCOPES.map((scope) => ({ scopes: [scope] })),
  { scopes: ['Terminating', 'BestEffort'] },
  ...['PriorityClass', 'VolumeAttributesClass'].flatMap((scopeName) => [
    { scopeSelector: { matchExpressions: [{ scopeName, operator: 'Exists' }] } },
    { scopeSelector: { matchExpressions: [{ scopeName, operator: 'DoesNotExist' }] } },
    {
      scopeSelector: {
        matchExpressions: [{ scopeName, operator: 'In', values: ['high', 'fast'] }],
      },
    },
    {
      scopeSelector: {
        matchExpressions: [{ scopeName, operator: 'NotIn', values: ['high', 'fast'] }],
      },
    },
    { scopeSelector: { matchExpressions: [{ scopeName, operator: 'In' }] } },
  ]),
];

/** The oracle counts under `count/` what it is told that there is. */
const NONE: JsonObject = { 'deployments.apps': [] };

/** All that is tracked, in each scope; and each object alone. */
export function* quotasAndObjects(): Iterable<Json> {
  const all = {
    pods: PODS,
    services: SERVICES,
    persistentvolumeclaims: CLAIMS,
    'deployments.apps': [{}, {}],
    configmaps: [{}],
  };
  for (const scope of SCOPED) {
    yield { hard: EVERYTHING, ...scope, objects: all, now: NOW };
  }
  for (const [name, list] of Object.entries(all)) {
    for (const one of list) {
      yield { hard: EVERYTHING, objects: { ...NONE, [name]: [one] }, now: NOW };
    }
  }
  yield { hard: EVERYTHING, objects: NONE, now: NOW };
}

/** Each object with a quota that it just meets, that it exceeds, or that is not known yet. */
export function* quotasToCheck(): Iterable<Json> {
  const checks: readonly JsonObject[] = [
    { hard: { pods: '1' }, used: { pods: '0' } },
    { hard: { pods: '0' }, used: { pods: '0' } },
    { hard: { cpu: '1', memory: '2Gi' }, used: { cpu: '750m', memory: '1Gi' } },
    { hard: { cpu: '1', memory: '2Gi' }, used: { cpu: '751m', memory: '9Gi' } },
    { hard: { 'limits.cpu': '1', 'limits.ephemeral-storage': '1' }, used: { 'limits.cpu': '0' } },
    {
      hard: { 'requests.example.com/gpu': '1', 'count/pods': '5' },
      used: { 'requests.example.com/gpu': '1', 'count/pods': '1' },
    },
    {
      hard: { services: '2', 'services.nodeports': '1' },
      used: { services: '1', 'services.nodeports': '0' },
    },
    {
      hard: { 'requests.storage': '1Gi', persistentvolumeclaims: '1' },
      used: { 'requests.storage': '1', persistentvolumeclaims: '0' },
    },
    {
      hard: { 'count/deployments.apps': '1', secrets: '1' },
      used: { 'count/deployments.apps': '1', secrets: '0' },
    },
    {},
  ];
  for (const status of checks) {
    const quotas = [{ metadata: { name: 'q' }, status }];
    for (const [resource, list] of Object.entries({
      pods: PODS,
      services: SERVICES,
      persistentvolumeclaims: CLAIMS,
    })) {
      for (const object of list) {
        yield { quotas, resource, object, now: NOW };
      }
    }
    yield { quotas, resource: 'deployments.apps', object: {}, now: NOW };
    yield { quotas, resource: 'secrets', object: {}, now: NOW };
  }
  const status = { hard: { pods: '1' }, used: { pods: '1' } };
  for (const spec of SCOPED) {
    yield {
      quotas: [{ metadata: { name: 'q' }, spec, status }],
      resource: 'pods',
      object: PODS[3] as Json,
      now: NOW,
    };
  }
}
