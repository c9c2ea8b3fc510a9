/** A kind of objects that a command can read from a cluster. */
export interface Resource {
  readonly apiVersion: string;
  /** Name in the path, such as `pods`. */
  readonly plural: string;
  readonly kind: string;
  /** Whether its objects are in namespaces. */
  readonly namespaced: boolean;
  /** Which of the objects to list; undefined for all. */
  readonly fieldSelector?: string | undefined;
  /** Namespace to list if another one is read; without the right to do so, there is no warning. */
  readonly alsoIn?: string | undefined;
  /** What follows if the server refuses to list it; by default an error, next to what else was read. */
  readonly unlisted?: 'NO_ANSWER' | 'WARNING' | undefined;
}

/**
 * Says what follows if kinds are not listed.
 *
 * @param resources - what a command reads
 * @param unlisted - what follows if the server does not list them
 * @param kinds - the kinds; by default all that nothing is said of yet
 */
export function ifUnlisted(
  resources: readonly Resource[],
  unlisted: NonNullable<Resource['unlisted']>,
  kinds?: readonly string[],
): readonly Resource[] {
  return resources.map((each) =>
    (kinds?.includes(each.kind) ?? each.unlisted === undefined) ? { ...each, unlisted } : each,
  );
}

function namespaced(apiVersion: string, plural: string, kind: string): Resource {
  return { apiVersion, plural, kind, namespaced: true };
}

function clusterWide(apiVersion: string, plural: string, kind: string): Resource {
  return { apiVersion, plural, kind, namespaced: false };
}

const PODS = namespaced('v1', 'pods', 'Pod');

/** What `kubesem pods` needs. */
export const POD_RESOURCES: readonly Resource[] = [PODS];

/** What `kubesem nodes` and `kubesem fit` need. */
export const NODE_RESOURCES: readonly Resource[] = /* @__PURE__ */ ifUnlisted(
  [clusterWide('v1', 'nodes', 'Node'), PODS],
  'NO_ANSWER',
);

/** What the API server adds to Pods with a RuntimeClass. Only new Pods need them: stored ones have it already. */
export const RUNTIME_CLASS_RESOURCES: readonly Resource[] = [
  { ...clusterWide('node.k8s.io/v1', 'runtimeclasses', 'RuntimeClass'), unlisted: 'WARNING' },
];

/** What a DNS server serves. Services and Pods are in namespaces that exist. */
export const DNS_RESOURCES: readonly Resource[] = [
  { ...clusterWide('v1', 'namespaces', 'Namespace'), unlisted: 'WARNING' },
  ...ifUnlisted(
    [
      namespaced('v1', 'services', 'Service'),
      namespaced('discovery.k8s.io/v1', 'endpointslices', 'EndpointSlice'),
      PODS,
    ],
    'NO_ANSWER',
  ),
];

/** What endpoints of Services depend on. */
export const SERVICE_RESOURCES: readonly Resource[] = [
  ...DNS_RESOURCES.filter(({ kind }) => kind !== 'Namespace'),
  { ...clusterWide('v1', 'nodes', 'Node'), unlisted: 'WARNING' },
];

const FLOWCONTROL = 'flowcontrol.apiserver.k8s.io/v1';

/** The configuration of API Priority and Fairness. */
export const APF_RESOURCES: readonly Resource[] = /* @__PURE__ */ ifUnlisted(
  [
    clusterWide(FLOWCONTROL, 'prioritylevelconfigurations', 'PriorityLevelConfiguration'),
    clusterWide(FLOWCONTROL, 'flowschemas', 'FlowSchema'),
  ],
  'NO_ANSWER',
);

/** The controllers of Pods that do not end by themselves. */
const CONTROLLER_RESOURCES: readonly Resource[] = [
  namespaced('apps/v1', 'deployments', 'Deployment'),
  namespaced('apps/v1', 'replicasets', 'ReplicaSet'),
  namespaced('apps/v1', 'statefulsets', 'StatefulSet'),
  namespaced('apps/v1', 'daemonsets', 'DaemonSet'),
  namespaced('v1', 'replicationcontrollers', 'ReplicationController'),
];

/** Pods, what creates them, and what limits them. */
export const WORKLOAD_RESOURCES: readonly Resource[] = [
  namespaced('v1', 'limitranges', 'LimitRange'),
  namespaced('v1', 'resourcequotas', 'ResourceQuota'),
  ...CONTROLLER_RESOURCES,
  namespaced('batch/v1', 'cronjobs', 'CronJob'),
  namespaced('batch/v1', 'jobs', 'Job'),
  PODS,
];

const BUDGETS = namespaced('policy/v1', 'poddisruptionbudgets', 'PodDisruptionBudget');
const AUTOSCALERS = namespaced(
  'autoscaling/v2',
  'horizontalpodautoscalers',
  'HorizontalPodAutoscaler',
);

/** What `kubesem inspect` needs. */
export const INSPECT_RESOURCES: readonly Resource[] = [BUDGETS, AUTOSCALERS, ...WORKLOAD_RESOURCES];

/** What `kubesem pdb` needs. A budget that depends on a controller that is not listed is itself unknown. */
export const DISRUPTION_RESOURCES: readonly Resource[] = [
  ...ifUnlisted(CONTROLLER_RESOURCES, 'WARNING'),
  ...ifUnlisted([PODS, BUDGETS], 'NO_ANSWER'),
];

/** What `kubesem rollout status` needs. */
export const ROLLOUT_RESOURCES: readonly Resource[] = CONTROLLER_RESOURCES.filter(({ kind }) =>
  ['Deployment', 'StatefulSet', 'DaemonSet'].includes(kind),
);

/** What `kubesem rollout simulate` needs. */
export const DEPLOYMENT_RESOURCES: readonly Resource[] = [
  ...RUNTIME_CLASS_RESOURCES,
  ...ifUnlisted(
    WORKLOAD_RESOURCES.filter(({ kind }) =>
      ['LimitRange', 'ResourceQuota', 'Deployment', 'ReplicaSet'].includes(kind),
    ),
    'NO_ANSWER',
  ),
];

/** What `kubesem hpa` needs; it lists only the usage of Pods, because other metrics must be named. */
export const HPA_RESOURCES: readonly Resource[] = [
  ...CONTROLLER_RESOURCES.filter(({ kind }) => kind !== 'DaemonSet'),
  ...ifUnlisted(
    [PODS, AUTOSCALERS, namespaced('metrics.k8s.io/v1beta1', 'pods', 'PodMetrics')],
    'NO_ANSWER',
  ),
];

/** What `kubesem drain` needs. */
export const DRAIN_RESOURCES: readonly Resource[] = [
  ...DISRUPTION_RESOURCES,
  ...ifUnlisted(
    [clusterWide('v1', 'nodes', 'Node'), namespaced('batch/v1', 'jobs', 'Job')],
    'WARNING',
  ),
];

/** What `kubesem config` needs. */
export const CONFIG_RESOURCES: readonly Resource[] = [
  namespaced('v1', 'configmaps', 'ConfigMap'),
  namespaced('v1', 'secrets', 'Secret'),
];

/** What `kubesem env` and `kubesem files` need. Nodes are not in a namespace, so most users may not list them. */
export const ENV_RESOURCES: readonly Resource[] = [
  ...ifUnlisted(
    [...WORKLOAD_RESOURCES.filter(({ kind }) => kind !== 'ResourceQuota'), ...CONFIG_RESOURCES],
    'WARNING',
  ),
  namespaced('v1', 'services', 'Service'),
  // Its variables are in the Pods of every namespace.
  {
    ...namespaced('v1', 'services', 'Service'),
    fieldSelector: 'metadata.name=kubernetes',
    alsoIn: 'default',
  },
];

/** Where Pods find the credentials for their images. */
export const PULL_SECRET_RESOURCES: readonly Resource[] = /* @__PURE__ */ ifUnlisted(
  [
    ...['kubernetes.io/dockerconfigjson', 'kubernetes.io/dockercfg'].map((type) => ({
      ...namespaced('v1', 'secrets', 'Secret'),
      fieldSelector: `type=${type}`,
    })),
    namespaced('v1', 'serviceaccounts', 'ServiceAccount'),
  ],
  'NO_ANSWER',
);

/** What `kubesem select` reads: one kind, or all of these but Secrets. Empty for a kind that is not among them. */
export function selectResources(kind: string | undefined): readonly Resource[] {
  const all = [
    clusterWide('v1', 'nodes', 'Node'),
    ...DNS_RESOURCES.filter(({ kind }) => kind !== 'Pod'),
    ...WORKLOAD_RESOURCES,
    ...CONFIG_RESOURCES,
    namespaced('v1', 'serviceaccounts', 'ServiceAccount'),
  ];
  return all
    .filter((resource) =>
      kind === undefined
        ? resource.kind !== 'Secret'
        : resource.kind.toLowerCase() === kind.toLowerCase(),
    )
    .map((resource) => ({ ...resource, unlisted: resource.namespaced ? undefined : 'WARNING' }));
}

/** The name of a resource in messages, with its group: there are Pods of two groups. */
export function resourceTitle({ apiVersion, plural }: Resource): string {
  return [plural, ...(apiVersion.includes('/') ? apiVersion.split('/').slice(0, 1) : [])].join('.');
}

/** The path that lists a resource, in one namespace or in all. */
export function pathOf(resource: Resource, namespace: string | undefined): string {
  const { apiVersion, plural, namespaced: isNamespaced } = resource;
  const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  return isNamespaced && namespace !== undefined
    ? `${group}/namespaces/${encodeURIComponent(namespace)}/${plural}`
    : `${group}/${plural}`;
}
