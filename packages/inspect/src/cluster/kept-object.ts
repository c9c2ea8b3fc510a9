// What the report keeps of an object until all have been read: a dump has too many to keep them whole.
import {
  type ConfigMap,
  type Container,
  type Deployment,
  type ObjectMeta,
  type Pod,
  type Secret,
} from '@kubesem/core';
import { ABSENT, type Fields, fields } from '@kubesem/core/internal';
import {
  CONFIG_MAP,
  ENDPOINT_SLICE,
  ENDPOINTS,
  HORIZONTAL_POD_AUTOSCALER,
  type Kind,
  LIMIT_RANGE,
  NAMESPACE,
  NODE,
  POD,
  POD_DISRUPTION_BUDGET,
  RESOURCE_QUOTA,
  RUNTIME_CLASS,
  SECRET,
  SERVICE,
  type WorkloadKind,
} from '@kubesem/core/kinds';
import type { BudgetedWorkload } from '@kubesem/disruption';
import type { JSONObject, ManifestObject } from '@kubesem/manifests';
import { type Workload, workloadKind } from '@kubesem/workloads';
import { readPodTemplate, WORKLOAD_KINDS } from '@kubesem/workloads/internal';

/** The kinds on which the report about another object depends. */
export const REPORT_KINDS: readonly Kind[] = [
  ...WORKLOAD_KINDS,
  ...[LIMIT_RANGE, RUNTIME_CLASS, RESOURCE_QUOTA, CONFIG_MAP, SECRET],
  ...[HORIZONTAL_POD_AUTOSCALER, POD_DISRUPTION_BUDGET],
  ...[SERVICE, ENDPOINT_SLICE, ENDPOINTS, NODE, NAMESPACE],
];

/** Whether an object is a custom resource: the API groups of Kubernetes have no dot, or end with `.k8s.io`. */
export function isCustom({ apiVersion }: ManifestObject): boolean {
  return /^[^/]*\./.test(apiVersion) && !/^[^/]*\.k8s\.io\//.test(apiVersion);
}

/** The fields of an object on which reports about other objects depend. */
export function keptObject(placed: ManifestObject): object {
  const { apiVersion, kind, object } = placed;
  if (kind === POD.kind) {
    return keptPod(object as Pod);
  }
  if (kind === CONFIG_MAP.kind || kind === SECRET.kind) {
    return keysOf(object as ConfigMap & Secret);
  }
  const workload = workloadKind(apiVersion, kind);
  if (workload !== undefined) {
    return budgetedFields(object, workload);
  }
  return isCustom(placed) ? { metadata: metadataOf(fields(object as Workload, ABSENT)) } : object;
}

/** The fields that endpoints, DNS names and budgets depend on. */
function keptPod({ metadata, spec, status }: Pod): Pod {
  const { name, namespace, uid, labels, ownerReferences, deletionTimestamp } = metadata ?? {};
  const { nodeName, hostname, subdomain, hostNetwork, hostnameOverride } = spec ?? {};
  const { phase, podIP, podIPs } = status ?? {};
  const ready = status?.conditions?.find((condition) => condition?.type === 'Ready');
  return {
    metadata: { name, namespace, uid, labels, ownerReferences, deletionTimestamp },
    spec: {
      nodeName,
      hostname,
      subdomain,
      hostNetwork,
      hostnameOverride,
      setHostnameAsFQDN: spec?.setHostnameAsFQDN,
      containers: portsOf(spec?.containers),
      initContainers: portsOf(spec?.initContainers),
    },
    status: status && {
      phase,
      podIP,
      podIPs,
      conditions: ready && [{ type: 'Ready', status: ready.status }],
    },
  };
}

/** The containers that have ports; most have none. */
function portsOf(containers: readonly Container[] | null | undefined): Container[] | undefined {
  const found = containers?.filter((container) => container?.ports?.length);
  return found?.length
    ? found.map(({ name, restartPolicy, ports }) => ({ name, restartPolicy, ports }))
    : undefined;
}

/** The keys of a ConfigMap or Secret, without the data. */
function keysOf(object: ConfigMap & Secret): ConfigMap & Secret {
  const given = fields(object, ABSENT);
  const keysIn = (field: 'data' | 'binaryData' | 'stringData') =>
    Object.fromEntries(Object.keys(given.at(field).value).map((key) => [key, '']));
  const { name, namespace, uid } = given.at('metadata').value;
  return {
    metadata: { name, namespace, uid },
    data: keysIn('data'),
    binaryData: keysIn('binaryData'),
    stringData: keysIn('stringData'),
  };
}

/** The fields of a Pod or workload that budgets depend on. A field of the wrong type counts as absent. */
export function budgetedFields(object: JSONObject, kind: WorkloadKind): BudgetedWorkload {
  const workload = fields(object as Workload, ABSENT);
  const metadata = metadataOf(workload);
  if (kind === POD) {
    return { metadata };
  }
  const { replicas } = (workload as Fields<Deployment>).at('spec').value;
  const { labels } = fields(readPodTemplate(workload, kind), ABSENT).at('metadata').value;
  return { metadata, spec: { replicas, template: { metadata: { labels } } } };
}

function metadataOf(object: Fields<Workload>): ObjectMeta {
  const { name, namespace, uid, labels, ownerReferences } = object.at('metadata').value;
  return { name, namespace, uid, labels, ownerReferences };
}
