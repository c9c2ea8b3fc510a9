// Objects that the API server accepts, with random optional fields that have or lead to defaults.
import type { Random } from '@kubesem/conformance/random';
import { kindNamed } from '@kubesem/core/kinds';
import type { ManifestLike } from '../object.js';

type Fields = Readonly<Record<string, unknown>>;

/** Returns each of the optional fields in half of the cases. */
function some(random: Random, optional: Fields): Fields {
  return Object.fromEntries(Object.entries(optional).filter(() => random.percent(50)));
}

const LABELS = { app: 'web' };
const SELECTOR = { matchLabels: LABELS };
const ACTIONS: readonly Fields[] = [
  { httpGet: { port: 80 } },
  { httpGet: { port: 'http', path: 'x' } },
  { tcpSocket: { port: 80 } },
  { exec: { command: ['true'] } },
  { grpc: { port: 80 } },
];

function probe(random: Random): Fields {
  return {
    ...random.pick(ACTIONS),
    ...some(random, { timeoutSeconds: 3, periodSeconds: 7, failureThreshold: 2 }),
  };
}

const IMAGES = ['app', 'app:latest', 'app:1', 'registry:5000/app', `app@sha256:${'a'.repeat(64)}`];
const ENVIRONMENT = [
  { name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
  { name: 'B', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
  { name: 'C', valueFrom: { configMapKeyRef: { name: 'c', key: 'k' } } },
];

function container(random: Random, name: string): Fields {
  return {
    name,
    image: random.pick(IMAGES),
    ...some(random, {
      ports: [
        { containerPort: 80, name: name.slice(0, 10) },
        { containerPort: 53, protocol: 'UDP' },
      ],
      env: ENVIRONMENT,
      resources: random.pick<Fields>([
        { limits: { cpu: '1500m', memory: '1Gi' } },
        { limits: { cpu: '2' }, requests: { memory: '0.5Gi' } },
        { requests: { cpu: '0.0001' } },
      ]),
      securityContext: random.pick<Fields>([{}, { procMount: 'Default' }, { runAsUser: 1 }]),
      terminationMessagePath: '/log',
      imagePullPolicy: 'Never',
    }),
  };
}

function appContainer(random: Random, name: string): Fields {
  const hook = { preStop: { httpGet: { port: 80 } } };
  const probes = {
    livenessProbe: probe(random),
    readinessProbe: probe(random),
    startupProbe: probe(random),
    lifecycle: hook,
  };
  return { ...container(random, name), ...some(random, probes) };
}

const VOLUMES: readonly Fields[] = [
  { name: 'empty' },
  { name: 'secret', secret: { secretName: 's' } },
  { name: 'config', configMap: { name: 'c' } },
  {
    name: 'downward',
    downwardAPI: { items: [{ path: 'p', fieldRef: { fieldPath: 'metadata.name' } }] },
  },
  { name: 'host', hostPath: { path: '/tmp' } },
  { name: 'iscsi', iscsi: { targetPortal: 'a', iqn: 'iqn.2020-01.a.b:c', lun: 0 } },
  { name: 'rbd', rbd: { monitors: ['m'], image: 'i' } },
  { name: 'azure', azureDisk: { diskName: 'd', diskURI: 'https://a' } },
  {
    name: 'scale',
    scaleIO: { gateway: 'g', system: 's', volumeName: 'v', secretRef: { name: 's' } },
  },
  {
    name: 'all',
    projected: {
      sources: [
        { serviceAccountToken: { path: 't' } },
        { downwardAPI: { items: [{ path: 'p', fieldRef: { fieldPath: 'metadata.uid' } }] } },
      ],
    },
  },
  {
    name: 'claim',
    ephemeral: {
      volumeClaimTemplate: {
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      },
    },
  },
  { name: 'image', image: { reference: 'model' } },
];

function podSpec(random: Random): Fields {
  return {
    automountServiceAccountToken: false,
    containers: [appContainer(random, 'app'), ...random.list(1, () => appContainer(random, 'log'))],
    ...some(random, {
      initContainers: [container(random, 'init')],
      volumes: VOLUMES.filter(() => random.percent(30)),
      hostNetwork: true,
      restartPolicy: 'Always',
      dnsPolicy: 'Default',
      terminationGracePeriodSeconds: 0,
      securityContext: { runAsUser: 1 },
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: 'zone',
          whenUnsatisfiable: 'ScheduleAnyway',
          labelSelector: SELECTOR,
        },
      ],
      enableServiceLinks: false,
      resources: { limits: { cpu: '8', memory: '16Gi' } },
    }),
  };
}

function template(random: Random, spec: Fields = {}): Fields {
  return { metadata: { labels: LABELS }, spec: { ...podSpec(random), ...spec } };
}

/** Templates of Jobs have other policies. */
const ENDS = { restartPolicy: 'Never' };

function jobSpec(random: Random): Fields {
  return {
    template: template(random, ENDS),
    ...some(random, {
      completions: 3,
      parallelism: 2,
      backoffLimit: 2,
      suspend: true,
      ...random.pick<Fields>([
        {},
        {
          podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'Ready' }] }] },
        },
        {
          podFailurePolicy: {
            rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [1] } }],
          },
        },
      ]),
    }),
  };
}

function claimSpec(random: Random): Fields {
  return {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: random.pick(['1Gi', '0.5Gi', '1e9', '1500M']) } },
    ...some(random, { volumeMode: 'Block', storageClassName: '' }),
  };
}

function serviceSpec(random: Random): Fields {
  const type = random.pick(['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName']);
  const isName = type === 'ExternalName';
  return {
    ...(random.percent(70) || type !== 'ClusterIP' ? { type } : {}),
    ...(isName
      ? { externalName: 'example.com' }
      : { ports: [{ port: 80, ...some(random, { targetPort: 'http', protocol: 'UDP' }) }] }),
    ...some(random, {
      sessionAffinity: isName ? 'None' : 'ClientIP',
      selector: LABELS,
      publishNotReadyAddresses: true,
      ...(type === 'LoadBalancer' && { allocateLoadBalancerNodePorts: false }),
      ...(type !== 'ClusterIP' && !isName && { externalTrafficPolicy: 'Cluster' }),
    }),
  };
}

const ROLLING = { type: 'RollingUpdate' };

/** The fields besides kind and metadata, by the kind. */
const MAKERS: Readonly<Record<string, (random: Random) => Fields>> = {
  Pod: (random) => ({ spec: podSpec(random) }),
  PodTemplate: (random) => ({ template: template(random) }),
  ReplicationController: (random) => ({
    spec: { template: template(random), ...some(random, { replicas: 0, selector: LABELS }) },
  }),
  ReplicaSet: (random) => ({
    spec: {
      selector: SELECTOR,
      template: template(random, { restartPolicy: 'Always' }),
      ...some(random, { replicas: 0 }),
    },
  }),
  Deployment: (random) => ({
    spec: {
      selector: SELECTOR,
      template: template(random, { restartPolicy: 'Always' }),
      ...some(random, {
        replicas: 0,
        revisionHistoryLimit: 0,
        progressDeadlineSeconds: 60,
        strategy: random.pick<Fields>([
          ROLLING,
          { type: 'Recreate' },
          { rollingUpdate: { maxSurge: 2 } },
          { ...ROLLING, rollingUpdate: { maxUnavailable: '10%' } },
        ]),
      }),
    },
  }),
  StatefulSet: (random) => ({
    spec: {
      selector: SELECTOR,
      template: template(random, { restartPolicy: 'Always' }),
      ...some(random, {
        serviceName: 'web',
        podManagementPolicy: 'Parallel',
        volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claimSpec(random) }],
        updateStrategy: random.pick<Fields>([
          ROLLING,
          { type: 'OnDelete' },
          { ...ROLLING, rollingUpdate: {} },
        ]),
        persistentVolumeClaimRetentionPolicy: random.pick<Fields>([{}, { whenDeleted: 'Delete' }]),
      }),
    },
  }),
  DaemonSet: (random) => ({
    spec: {
      selector: SELECTOR,
      template: template(random, { restartPolicy: 'Always' }),
      ...some(random, {
        updateStrategy: random.pick<Fields>([
          ROLLING,
          { type: 'OnDelete' },
          { ...ROLLING, rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
        ]),
      }),
    },
  }),
  // Without a selector, the server generates one.
  Job: (random) => ({ spec: { ...jobSpec(random), manualSelector: true, selector: SELECTOR } }),
  CronJob: (random) => ({
    spec: {
      schedule: '0 * * * *',
      jobTemplate: { spec: jobSpec(random) },
      ...some(random, { concurrencyPolicy: 'Forbid', suspend: true, failedJobsHistoryLimit: 0 }),
    },
  }),
  HorizontalPodAutoscaler: (random) => ({
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      maxReplicas: 5,
      ...some(random, {
        minReplicas: 2,
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'memory', target: { type: 'Utilization', averageUtilization: 50 } },
          },
        ],
        behavior: random.pick<Fields>([
          {},
          { scaleUp: { stabilizationWindowSeconds: 5 } },
          { scaleDown: { policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }] } },
          { scaleDown: { selectPolicy: 'Min' } },
        ]),
      }),
    },
  }),
  Service: (random) => ({ spec: serviceSpec(random) }),
  Endpoints: (random) => ({
    subsets: [
      {
        addresses: [{ ip: '192.0.2.1' }],
        ports: [{ port: 80, ...some(random, { protocol: 'UDP' }) }],
      },
    ],
  }),
  EndpointSlice: (random) => ({
    addressType: 'IPv4',
    endpoints: [{ addresses: ['192.0.2.1'] }],
    ports: [some(random, { name: 'http', port: 80, protocol: 'UDP' })],
  }),
  PersistentVolumeClaim: (random) => ({ spec: claimSpec(random) }),
  Secret: (random) => some(random, { data: { c: 'ZA==' }, immutable: true }),
  Namespace: () => ({}),
  Node: (random) => ({ spec: some(random, { unschedulable: true }) }),
  LimitRange: (random) => ({
    spec: {
      limits: [
        {
          type: 'Container',
          ...some(random, {
            max: { cpu: '4' },
            min: { cpu: '0.1' },
            default: { cpu: '2', memory: '1Gi' },
          }),
        },
        { type: 'Pod', ...some(random, { max: { memory: '8Gi' } }) },
      ],
    },
  }),
  ResourceQuota: (random) => ({
    spec: { hard: some(random, { cpu: '1.5', memory: '0.5Gi', pods: '10' }) },
  }),
  FlowSchema: (random) => ({
    spec: {
      priorityLevelConfiguration: { name: 'global-default' },
      ...some(random, { matchingPrecedence: 500, distinguisherMethod: { type: 'ByUser' } }),
    },
  }),
  PriorityLevelConfiguration: (random) => ({
    spec: random.pick<Fields>([
      { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } },
      {
        type: 'Limited',
        limited: { nominalConcurrencyShares: 5, limitResponse: { type: 'Queue', queuing: {} } },
      },
      { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: { queues: 32 } } } },
    ]),
  }),
};

/** The kinds whose defaults are compared. */
export const KINDS: readonly string[] = Object.keys(MAKERS);

/**
 * Returns a random object that the server accepts.
 *
 * @param random - decides about the optional fields
 * @param name - name of a kind in {@link KINDS}
 * @param namespace - its namespace
 * @param index - makes its name unique
 * @returns the object
 */
export function anyValidObject(
  random: Random,
  name: string,
  namespace: string,
  index: number,
): ManifestLike {
  const kind = kindNamed(name.toLowerCase());
  return {
    apiVersion: kind?.apiVersion as string,
    kind: name,
    metadata: {
      name: `valid-${index}`,
      ...(kind?.namespaced ? { namespace } : {}),
    },
    ...MAKERS[name]?.(random),
  };
}
