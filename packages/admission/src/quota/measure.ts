import {
  childPath,
  type FieldPath,
  INT64_RANGE,
  isPodTerminal,
  keyPath,
  type PersistentVolumeClaim,
  type Pod,
  type ResourceList,
  readInteger,
  readList,
  readObject,
  readString,
  type Service,
  type Timestamp,
  timestampMs,
} from '@kubesem/core';
import { Quantity } from '@kubesem/quantity';
import {
  type Amounts,
  DEVICE_CLASS_PREFIX,
  isExtendedResource,
  isHugePages,
  type MutableAmounts,
  podLimits,
  podRequests,
  readQuantity,
} from '@kubesem/resources';
import { type QuotaObject, resourceOf } from './objects.js';

/** Options for counting objects. */
export interface QuotaOptions {
  /** The current time. Deleted Pods whose grace period is over do not count; without a time they do. */
  readonly now?: Timestamp | undefined;
}

/** Returns how much one object counts under each name. The segments of errors start in the object. */
export function measure(object: QuotaObject, options: QuotaOptions): Amounts {
  const resource = resourceOf(object);
  const amounts: MutableAmounts = new Map();
  amounts.set(`count/${resource}`, Quantity.of(1));
  if (resource === 'pods') {
    measurePod(object as Pod, options, amounts);
  } else if (resource === 'services') {
    measureService(object as Service, amounts);
  } else if (resource === 'persistentvolumeclaims') {
    measureClaim(object as PersistentVolumeClaim, amounts);
  } else {
    // Only some kinds have a name without `count/`; no quota uses those of the others.
    amounts.set(resource, Quantity.of(1));
  }
  return amounts;
}

/** Source: `k8s.io/kubernetes/pkg/quota/v1/evaluator/core` v1.37.1, `PodUsageFunc`. */
function measurePod(pod: Pod, options: QuotaOptions, amounts: MutableAmounts): void {
  if (isOver(pod, options)) {
    return;
  }
  amounts.set('pods', Quantity.of(1));
  const add = (name: string, amount: Quantity | undefined): void => {
    if (amount !== undefined) {
      amounts.set(name, amount);
    }
  };
  const requests = podRequests(pod, { useStatusResources: true });
  const limits = podLimits(pod, { useStatusResources: true });
  for (const name of ['cpu', 'memory', 'ephemeral-storage']) {
    add(name, requests[name]);
    add(`requests.${name}`, requests[name]);
    add(`limits.${name}`, limits[name]);
  }
  for (const name of Object.keys(requests)) {
    if (isHugePages(name)) {
      add(name, requests[name]);
    }
    if (isHugePages(name) || isExtendedResource(name) || name.startsWith(DEVICE_CLASS_PREFIX)) {
      add(`requests.${name}`, requests[name]);
    }
  }
}

/** Whether the Pod has ended, or its grace period is over. Source: `QuotaV1Pod`, as above. */
function isOver(pod: Pod, { now }: QuotaOptions): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds } = pod.metadata ?? {};
  const path = childPath(childPath(undefined, 'metadata'), 'deletionGracePeriodSeconds');
  const grace = readInteger(deletionGracePeriodSeconds, path, INT64_RANGE);
  // An unknown time (NaN) is neither before nor after another.
  return (
    isPodTerminal(pod) ||
    (grace !== undefined && timestampMs(now) > timestampMs(deletionTimestamp) + grace * 1000)
  );
}

/** Source: `Usage` of the service evaluator, as above. */
function measureService(service: Service, amounts: MutableAmounts): void {
  const specPath = childPath(undefined, 'spec');
  const spec = readObject(service.spec, specPath);
  const type = readString(spec?.type, childPath(specPath, 'type'));
  const ports = readList(spec?.ports, childPath(specPath, 'ports'));
  const isBalanced = type === 'LoadBalancer';
  // Node ports are not allocated yet, so all ports that will get one count.
  const hasPorts =
    type === 'NodePort' || (isBalanced && spec?.allocateLoadBalancerNodePorts !== false);
  const chosen = isBalanced ? ports.filter((port) => port?.nodePort) : [];
  amounts.set('services', Quantity.of(1));
  amounts.set('services.loadbalancers', Quantity.of(isBalanced ? 1 : 0));
  amounts.set('services.nodeports', Quantity.of((hasPorts ? ports : chosen).length));
}

/** Source: `Usage` of the evaluator of claims, as above. */
function measureClaim(claim: PersistentVolumeClaim, amounts: MutableAmounts): void {
  const specPath = childPath(undefined, 'spec');
  const statusPath = childPath(undefined, 'status');
  const spec = readObject(claim.spec, specPath);
  const status = readObject(claim.status, statusPath);
  const annotated = claim.metadata?.annotations?.['volume.beta.kubernetes.io/storage-class'];
  const storageClass =
    annotated ?? readString(spec?.storageClassName, childPath(specPath, 'storageClassName'));
  const set = (name: string, amount: Quantity): void => {
    amounts.set(name, amount);
    if (storageClass !== '') {
      amounts.set(`${storageClass}.storageclass.storage.k8s.io/${name}`, amount);
    }
  };
  set('persistentvolumeclaims', Quantity.of(1));
  const resourcesPath = childPath(specPath, 'resources');
  const resources = readObject(spec?.resources, resourcesPath);
  const request = storageOf(resources?.requests, childPath(resourcesPath, 'requests'));
  const allocatedPath = childPath(statusPath, 'allocatedResources');
  const allocated = storageOf(status?.allocatedResources, allocatedPath);
  if (request !== undefined) {
    // After a failed expansion was reverted, the storage that was allocated for it still counts.
    set('requests.storage', allocated && allocated.cmp(request) > 0 ? allocated : request);
  }
}

/** Whole bytes. */
function storageOf(list: ResourceList | null | undefined, path: FieldPath): Quantity | undefined {
  const value = readObject(list, path)?.storage;
  return value === undefined ? undefined : readQuantity(value, keyPath(path, 'storage')).roundUp(0);
}
