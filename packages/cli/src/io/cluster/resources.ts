import { apiGroupOf } from '@kubesem/core';
import {
  CONFIG_MAP,
  CRON_JOB,
  CUSTOM_RESOURCE_DEFINITION,
  DAEMON_SET,
  DEPLOYMENT,
  ENDPOINT_SLICE,
  FLOW_SCHEMA,
  HORIZONTAL_POD_AUTOSCALER,
  JOB,
  type Kind,
  LIMIT_RANGE,
  NAMESPACE,
  NODE,
  POD,
  POD_DISRUPTION_BUDGET,
  PRIORITY_LEVEL_CONFIGURATION,
  REPLICA_SET,
  REPLICATION_CONTROLLER,
  RESOURCE_QUOTA,
  RUNTIME_CLASS,
  SECRET,
  SERVICE,
  SERVICE_ACCOUNT,
  STATEFUL_SET,
} from '@kubesem/core/kinds';

/** A kind of objects that a command can read from a cluster. */
export interface Resource extends Pick<Kind, 'apiVersion' | 'kind' | 'plural' | 'namespaced'> {
  /** Which of the objects to list; undefined for all. */
  readonly fieldSelector?: string | undefined;
  /** Whether only the metadata of the objects is of use; false by default. */
  readonly metadataOnly?: boolean | undefined;
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

/** Metrics are served by a server of their own, so their kind is not built in. */
const POD_METRICS: Resource = {
  apiVersion: 'metrics.k8s.io/v1beta1',
  kind: 'PodMetrics',
  plural: 'pods',
  namespaced: true,
};

/** What `kubesem pods` needs. */
export const POD_RESOURCES: readonly Resource[] = [POD];

/** What `kubesem nodes` and `kubesem fit` need. */
export const NODE_RESOURCES: readonly Resource[] = /* @__PURE__ */ ifUnlisted(
  [NODE, POD],
  'NO_ANSWER',
);

/** What the API server adds to Pods with a RuntimeClass. Only new Pods need them: stored ones have it already. */
export const RUNTIME_CLASS_RESOURCES: readonly Resource[] = [
  { ...RUNTIME_CLASS, unlisted: 'WARNING' },
];

/** What a DNS server serves. Services and Pods are in namespaces that exist. */
export const DNS_RESOURCES: readonly Resource[] = [
  { ...NAMESPACE, unlisted: 'WARNING' },
  ...ifUnlisted([SERVICE, ENDPOINT_SLICE, POD], 'NO_ANSWER'),
];

/** What endpoints of Services depend on. */
export const SERVICE_RESOURCES: readonly Resource[] = [
  ...DNS_RESOURCES.filter(({ kind }) => kind !== NAMESPACE.kind),
  { ...NODE, unlisted: 'WARNING' },
];

/** The configuration of API Priority and Fairness. */
export const APF_RESOURCES: readonly Resource[] = /* @__PURE__ */ ifUnlisted(
  [PRIORITY_LEVEL_CONFIGURATION, FLOW_SCHEMA],
  'NO_ANSWER',
);

/** The controllers of Pods that do not end by themselves. */
const CONTROLLER_RESOURCES: readonly Resource[] = [
  DEPLOYMENT,
  REPLICA_SET,
  STATEFUL_SET,
  DAEMON_SET,
  REPLICATION_CONTROLLER,
];

/** Pods, what creates them, and what limits them. */
export const WORKLOAD_RESOURCES: readonly Resource[] = [
  LIMIT_RANGE,
  RESOURCE_QUOTA,
  ...CONTROLLER_RESOURCES,
  CRON_JOB,
  JOB,
  POD,
];

/** What `kubesem inspect` needs. */
export const INSPECT_RESOURCES: readonly Resource[] = [
  POD_DISRUPTION_BUDGET,
  HORIZONTAL_POD_AUTOSCALER,
  ...WORKLOAD_RESOURCES,
];

/** What `kubesem pdb` needs. A budget that depends on a controller that is not listed is itself unknown. */
export const DISRUPTION_RESOURCES: readonly Resource[] = [
  ...ifUnlisted(CONTROLLER_RESOURCES, 'WARNING'),
  ...ifUnlisted([POD, POD_DISRUPTION_BUDGET], 'NO_ANSWER'),
];

/** What defines kinds that are not built in. */
export const DEFINITION_RESOURCES: readonly Resource[] = /* @__PURE__ */ ifUnlisted(
  [CUSTOM_RESOURCE_DEFINITION],
  'WARNING',
);

/** What `kubesem rollout status` needs. */
export const ROLLOUT_RESOURCES: readonly Resource[] = [DEPLOYMENT, STATEFUL_SET, DAEMON_SET];

/** What `kubesem rollout simulate` needs. */
export const DEPLOYMENT_RESOURCES: readonly Resource[] = [
  ...RUNTIME_CLASS_RESOURCES,
  ...ifUnlisted([LIMIT_RANGE, RESOURCE_QUOTA, DEPLOYMENT, REPLICA_SET], 'NO_ANSWER'),
];

/** What `kubesem hpa` needs; `MetricsReader` reads other metrics than the usage of Pods, which must be named. */
export const HPA_RESOURCES: readonly Resource[] = [
  ...CONTROLLER_RESOURCES.filter(({ kind }) => kind !== DAEMON_SET.kind),
  ...ifUnlisted([POD, HORIZONTAL_POD_AUTOSCALER, POD_METRICS], 'NO_ANSWER'),
];

/** What `kubesem drain` needs. */
export const DRAIN_RESOURCES: readonly Resource[] = [
  ...DISRUPTION_RESOURCES,
  ...ifUnlisted([NODE, JOB], 'WARNING'),
];

/** What `kubesem config` needs. */
export const CONFIG_RESOURCES: readonly Resource[] = [CONFIG_MAP, SECRET];

/** What `kubesem env` and `kubesem files` need. Nodes are not in a namespace, so most users may not list them. */
export const ENV_RESOURCES: readonly Resource[] = [
  ...ifUnlisted(
    [...WORKLOAD_RESOURCES.filter(({ kind }) => kind !== RESOURCE_QUOTA.kind), ...CONFIG_RESOURCES],
    'WARNING',
  ),
  SERVICE,
  // Its variables are in the Pods of every namespace.
  { ...SERVICE, fieldSelector: 'metadata.name=kubernetes', alsoIn: 'default' },
];

/** Where Pods find the credentials for their images. */
export const PULL_SECRET_RESOURCES: readonly Resource[] = /* @__PURE__ */ ifUnlisted(
  [
    ...['kubernetes.io/dockerconfigjson', 'kubernetes.io/dockercfg'].map((type) => ({
      ...SECRET,
      fieldSelector: `type=${type}`,
    })),
    SERVICE_ACCOUNT,
  ],
  'NO_ANSWER',
);

/** What `kubesem select` reads: one kind, or all of these but Secrets. Empty for a kind that is not among them. */
export function selectResources(kind: string | undefined): readonly Resource[] {
  const all = [
    NODE,
    ...DNS_RESOURCES.filter(({ kind }) => kind !== POD.kind),
    ...WORKLOAD_RESOURCES,
    ...CONFIG_RESOURCES,
    SERVICE_ACCOUNT,
  ];
  return all
    .filter((resource) =>
      kind === undefined
        ? resource.kind !== SECRET.kind
        : resource.kind.toLowerCase() === kind.toLowerCase(),
    )
    .map((resource) => ({ ...resource, unlisted: resource.namespaced ? undefined : 'WARNING' }));
}

/** The name of a resource in messages, with its group: there are Pods of two groups. */
export function resourceTitle({ apiVersion, plural }: Resource): string {
  const group = apiGroupOf(apiVersion);
  return group === '' ? plural : `${plural}.${group}`;
}

/** The path that lists a resource, in one namespace or in all. */
export function pathOf(resource: Resource, namespace: string | undefined): string {
  const { apiVersion, plural, namespaced: isNamespaced } = resource;
  const group = `/${apiGroupOf(apiVersion) === '' ? 'api' : 'apis'}/${apiVersion}`;
  return isNamespaced && namespace !== undefined
    ? `${group}/namespaces/${encodeURIComponent(namespace)}/${plural}`
    : `${group}/${plural}`;
}
