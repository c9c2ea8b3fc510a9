import type { QuotaObject } from '@kubesem/admission';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Random } from '../../harness/random.js';
import { words } from '../../harness/words.js';
import type { Maker } from '../../resources/maker.js';

/** Quota names for Pods, and some that Pods do not count under. */
export const POD_NAMES: readonly string[] = words(`
  cpu memory requests.cpu requests.memory limits.cpu limits.memory pods count/pods
  ephemeral-storage requests.ephemeral-storage limits.ephemeral-storage hugepages-2Mi
  requests.hugepages-2Mi requests.example.com/gpu requests.example.com/a
  requests.deviceclass.resource.kubernetes.io/c requests.kubernetes.io/native example.com/gpu
`);
const CLASSES = ['gold', 'silver', ''];
/** Quota names for claims. */
export const CLAIM_NAMES: readonly string[] = words(`
  persistentvolumeclaims count/persistentvolumeclaims requests.storage storage
  gold.storageclass.storage.k8s.io/requests.storage limits.storage
  gold.storageclass.storage.k8s.io/persistentvolumeclaims
  silver.storageclass.storage.k8s.io/requests.storage x.storageclass.storage.k8s.io/foo
`);
/** Quota names for Services. */
export const SERVICE_NAMES: readonly string[] = [
  'services',
  'count/services',
  'services.nodeports',
  'services.loadbalancers',
];
/** Quota names for counts of objects, and invalid ones. */
export const COUNT_NAMES: readonly string[] = words(`
  configmaps count/configmaps secrets resourcequotas replicationcontrollers
  count/deployments.apps count/secrets deployments.apps foo __proto__ constructor
`);
const COUNTED = [
  'configmaps',
  'secrets',
  'resourcequotas',
  'replicationcontrollers',
  'deployments.apps',
];

/** Names for the `hard` field of a quota. */
export function hardNames(random: Random): string[] {
  const list = [POD_NAMES, POD_NAMES, POD_NAMES, CLAIM_NAMES, SERVICE_NAMES, COUNT_NAMES];
  const count = 1 + random.below(random.percent(80) ? 4 : 9);
  return Array.from({ length: count }, () => random.pick(random.pick(list)));
}

/** All scopes, and an invalid one. */
export const SCOPES: readonly string[] = words(`
  Terminating NotTerminating BestEffort NotBestEffort PriorityClass CrossNamespacePodAffinity
  VolumeAttributesClass Nonsense
`);

/** The scopes of a quota, if it has any. */
export function scoped(random: Random): JsonObject {
  const scopes = (): JsonObject => ({
    scopes: Array.from({ length: 1 + random.below(3) }, () => random.pick(SCOPES)),
  });
  const selector = (): JsonObject => ({
    scopeSelector: {
      matchExpressions: Array.from({ length: 1 + random.below(2) }, () => requirement(random)),
    },
  });
  const none = (): JsonObject => ({});
  const both = (): JsonObject => ({ ...scopes(), ...selector() });
  return random.pick([none, none, none, none, none, scopes, scopes, selector, selector, both])();
}

/** One requirement of a selector; 3 % are invalid. */
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

/** The namespace of an object: usually `default`, given or not. */
export function inNamespace(random: Random): JsonObject {
  return random.pick<JsonObject>([{}, {}, {}, { namespace: 'default' }, { namespace: 'a' }]);
}

/** The current time of all cases. */
export const NOW = '2026-11-21T00:00:00Z';

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

/** A Pod with the fields that scopes select. */
export function pod(random: Random, maker: Maker): JsonObject {
  const deletion = random.maybe(15, () => ({
    deletionTimestamp: random.pick([
      '2026-11-20T23:59:30Z',
      '2026-11-20T23:59:00Z',
      '2026-11-22T00:00:00Z',
    ]),
    ...random.maybe(80, () => ({ deletionGracePeriodSeconds: random.pick([0, 30, 60, 3600]) })),
  }));
  const made = maker.pod({ name: 'p', ...inNamespace(random), ...deletion }, undefined);
  const status = made.status as JsonObject;
  return {
    ...made,
    spec: {
      ...(made.spec as JsonObject),
      ...random.maybe(40, () => ({ priorityClassName: random.pick(['high', 'low', '']) })),
      ...random.maybe(30, () => ({ activeDeadlineSeconds: random.pick([-1, 0, 60]) })),
      ...random.maybe(20, () => affinity(random)),
    },
    status: {
      ...status,
      ...random.maybe(15, () => ({ qosClass: random.pick(['BestEffort', 'Burstable']) })),
    },
  };
}

/** A Service. */
export function service(random: Random): JsonObject {
  const ports = Array.from({ length: random.below(4) }, (_, index) => ({
    port: index + 1,
    ...random.maybe(40, () => ({ nodePort: random.pick([0, 30_000]) })),
  }));
  return {
    metadata: inNamespace(random),
    spec: {
      ...random.maybe(80, () => ({
        type: random.pick([
          'ClusterIP',
          'NodePort',
          'LoadBalancer',
          'LoadBalancer',
          'ExternalName',
        ]),
      })),
      ...random.maybe(80, () => ({ ports })),
      ...random.maybe(40, () => ({
        allocateLoadBalancerNodePorts: random.pick([true, false, null]),
      })),
    },
  };
}

/** A PersistentVolumeClaim. */
export function claim(random: Random, maker: Maker): JsonObject {
  const annotation = 'volume.beta.kubernetes.io/storage-class';
  return {
    metadata: {
      name: 'c',
      ...inNamespace(random),
      ...random.maybe(15, () => ({ annotations: { [annotation]: random.pick(CLASSES) } })),
    },
    spec: {
      ...random.maybe(60, () => ({ storageClassName: random.pick(CLASSES) })),
      ...random.maybe(30, () => ({ volumeAttributesClassName: random.pick(['fast', 'slow', '']) })),
      ...random.maybe(90, () => ({ resources: { requests: maker.list(['storage']) } })),
    },
    status: {
      ...random.maybe(30, () => ({ allocatedResources: maker.list(['storage']) })),
      ...random.maybe(20, () => ({
        currentVolumeAttributesClassName: random.pick(['fast', 'slow']),
      })),
      ...random.maybe(20, () => ({
        modifyVolumeStatus: {
          status: 'Pending',
          targetVolumeAttributesClassName: random.pick(['fast', 'slow', '']),
        },
      })),
    },
  };
}

/** The objects of a namespace, by resource. */
export function objects(random: Random, maker: Maker): JsonObject {
  return {
    pods: random.list(4, () => pod(random, maker)),
    services: random.list(3, () => service(random)),
    persistentvolumeclaims: random.list(3, () => claim(random, maker)),
    ...Object.fromEntries(
      COUNTED.map(
        (name) =>
          [
            name,
            random.list(2, () => ({ metadata: { name: 'x', ...inNamespace(random) } })),
          ] as const,
      ),
    ),
  };
}

/** API version and kind by resource. */
const KINDS: { readonly [resource: string]: QuotaObject | undefined } = {
  pods: { apiVersion: 'v1', kind: 'Pod' },
  services: { apiVersion: 'v1', kind: 'Service' },
  persistentvolumeclaims: { apiVersion: 'v1', kind: 'PersistentVolumeClaim' },
  configmaps: { apiVersion: 'v1', kind: 'ConfigMap' },
  secrets: { apiVersion: 'v1', kind: 'Secret' },
  resourcequotas: { apiVersion: 'v1', kind: 'ResourceQuota' },
  replicationcontrollers: { apiVersion: 'v1', kind: 'ReplicationController' },
  'deployments.apps': { apiVersion: 'apps/v1', kind: 'Deployment' },
};

/** An object with the kind of its resource. */
export function withKind(resource: string, object: QuotaObject): QuotaObject {
  return { ...KINDS[resource], ...object };
}
