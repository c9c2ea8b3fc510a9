import { apiGroupOf } from '@kubesem/core';
import * as kinds from '@kubesem/core/kinds';

/** A kind of objects that a command can read from a cluster. */
export interface Resource
  extends Pick<kinds.Kind, 'apiVersion' | 'kind' | 'plural' | 'namespaced'> {
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

/** What `kubesem nodes` and `kubesem fit` need. */
export const NODE_RESOURCES: readonly Resource[] = /* @__PURE__ */ ifUnlisted(
  [kinds.NODE, kinds.POD],
  'NO_ANSWER',
);

/** What the API server adds to Pods with a RuntimeClass. Only new Pods need them: stored ones have it already. */
export const RUNTIME_CLASS_RESOURCES: readonly Resource[] = [
  { ...kinds.RUNTIME_CLASS, unlisted: 'WARNING' },
];

/** What a DNS server serves. Services and Pods are in namespaces that exist. */
export const DNS_RESOURCES: readonly Resource[] = [
  { ...kinds.NAMESPACE, unlisted: 'WARNING' },
  ...ifUnlisted([kinds.SERVICE, kinds.ENDPOINT_SLICE, kinds.POD], 'NO_ANSWER'),
];

/** What endpoints of Services depend on. */
export const SERVICE_RESOURCES: readonly Resource[] = [
  ...DNS_RESOURCES.filter(({ kind }) => kind !== kinds.NAMESPACE.kind),
  { ...kinds.NODE, unlisted: 'WARNING' },
];

/** The configuration of API Priority and Fairness. */
export const APF_RESOURCES: readonly Resource[] = /* @__PURE__ */ ifUnlisted(
  [kinds.PRIORITY_LEVEL_CONFIGURATION, kinds.FLOW_SCHEMA],
  'NO_ANSWER',
);

/** The controllers of Pods that do not end by themselves. */
const CONTROLLER_RESOURCES: readonly Resource[] = [
  kinds.DEPLOYMENT,
  kinds.REPLICA_SET,
  kinds.STATEFUL_SET,
  kinds.DAEMON_SET,
  kinds.REPLICATION_CONTROLLER,
];

/** Pods, what creates them, and what limits them. */
export const WORKLOAD_RESOURCES: readonly Resource[] = [
  kinds.LIMIT_RANGE,
  kinds.RESOURCE_QUOTA,
  ...CONTROLLER_RESOURCES,
  kinds.CRON_JOB,
  kinds.JOB,
  kinds.POD,
];

/** What `kubesem inspect` needs. */
export const INSPECT_RESOURCES: readonly Resource[] = [
  kinds.POD_DISRUPTION_BUDGET,
  kinds.HORIZONTAL_POD_AUTOSCALER,
  ...WORKLOAD_RESOURCES,
];

/** What `kubesem pdb` needs. A budget that depends on a controller that is not listed is itself unknown. */
export const DISRUPTION_RESOURCES: readonly Resource[] = [
  ...ifUnlisted(CONTROLLER_RESOURCES, 'WARNING'),
  ...ifUnlisted([kinds.POD, kinds.POD_DISRUPTION_BUDGET], 'NO_ANSWER'),
];

/** What defines kinds that are not built in. */
export const DEFINITION_RESOURCES: readonly Resource[] = /* @__PURE__ */ ifUnlisted(
  [kinds.CUSTOM_RESOURCE_DEFINITION],
  'WARNING',
);

/** What `kubesem rollout simulate` needs. */
export const DEPLOYMENT_RESOURCES: readonly Resource[] = [
  ...RUNTIME_CLASS_RESOURCES,
  ...ifUnlisted(
    [kinds.LIMIT_RANGE, kinds.RESOURCE_QUOTA, kinds.DEPLOYMENT, kinds.REPLICA_SET],
    'NO_ANSWER',
  ),
];

/** What `kubesem hpa` needs; `MetricsReader` reads other metrics than the usage of Pods, which must be named. */
export const HPA_RESOURCES: readonly Resource[] = [
  ...CONTROLLER_RESOURCES.filter(({ kind }) => kind !== kinds.DAEMON_SET.kind),
  ...ifUnlisted([kinds.POD, kinds.HORIZONTAL_POD_AUTOSCALER, POD_METRICS], 'NO_ANSWER'),
];

/** What `kubesem drain` needs. */
export const DRAIN_RESOURCES: readonly Resource[] = [
  ...DISRUPTION_RESOURCES,
  ...ifUnlisted([kinds.NODE, kinds.JOB], 'WARNING'),
];

/** What `kubesem config` needs. */
export const CONFIG_RESOURCES: readonly Resource[] = [kinds.CONFIG_MAP, kinds.SECRET];

/** What `kubesem env` and `kubesem files` need. Nodes are not in a namespace, so most users may not list them. */
export const ENV_RESOURCES: readonly Resource[] = [
  ...ifUnlisted(
    [
      ...WORKLOAD_RESOURCES.filter(({ kind }) => kind !== kinds.RESOURCE_QUOTA.kind),
      ...CONFIG_RESOURCES,
    ],
    'WARNING',
  ),
  kinds.SERVICE,
  // Its variables are in the Pods of every namespace.
  { ...kinds.SERVICE, fieldSelector: 'metadata.name=kubernetes', alsoIn: 'default' },
];

/** Where Pods find the credentials for their images. */
export const PULL_SECRET_RESOURCES: readonly Resource[] = /* @__PURE__ */ ifUnlisted(
  [
    ...['kubernetes.io/dockerconfigjson', 'kubernetes.io/dockercfg'].map((type) => ({
      ...kinds.SECRET,
      fieldSelector: `type=${type}`,
    })),
    kinds.SERVICE_ACCOUNT,
  ],
  'NO_ANSWER',
);

/** What `kubesem select` reads: one kind, or all of these but Secrets. Empty for a kind that is not among them. */
export function selectResources(kind: string | undefined): readonly Resource[] {
  const all = [
    kinds.NODE,
    ...DNS_RESOURCES.filter(({ kind }) => kind !== kinds.POD.kind),
    ...WORKLOAD_RESOURCES,
    ...CONFIG_RESOURCES,
    kinds.SERVICE_ACCOUNT,
  ];
  return all
    .filter((resource) =>
      kind === undefined
        ? resource.kind !== kinds.SECRET.kind
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
