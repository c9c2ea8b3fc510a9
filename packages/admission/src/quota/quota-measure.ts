import type { PersistentVolumeClaim, Pod, ResourceList, Service, Timestamp } from '@kubesem/core';
import { Quantity } from '@kubesem/quantity';
import type { Amounts, MutableAmounts } from '@kubesem/resources';
import {
  DEVICE_CLASS_PREFIX,
  isExtendedResource,
  isHugePages,
  podLimits,
  podRequests,
  readList,
  readObject,
  readQuantity,
  readString,
} from '@kubesem/resources';
import { type QuotaObject, resourceOf } from './quota-objects.js';

/** What is known besides the objects. */
export interface QuotaOptions {
  /** The time: Pods whose deletion should be over do not count any more. Without it they do. */
  readonly now?: Timestamp | undefined;
}

/** What one object counts under each name. Paths in errors begin in the object. */
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
    // The old names of some kinds; nobody asks for those of the others.
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

/** Whether the Pod has ended, or should have. Source: `QuotaV1Pod`, as above. */
function isOver({ metadata, status }: Pod, { now }: QuotaOptions): boolean {
  if (status?.phase === 'Failed' || status?.phase === 'Succeeded') {
    return true;
  }
  const { deletionTimestamp, deletionGracePeriodSeconds: grace } = metadata ?? {};
  return grace != null && toMs(now) > toMs(deletionTimestamp) + grace * 1000;
}

/** A time that is not known is neither before nor after another. */
function toMs(time: Timestamp | null | undefined): number {
  return new Date(time ?? Number.NaN).getTime();
}

/** Source: `Usage` of the service evaluator, as above. */
function measureService({ spec }: Service, amounts: MutableAmounts): void {
  const type = readString(spec?.type, 'spec.type');
  const ports = readList(spec?.ports, 'spec.ports');
  const isBalanced = type === 'LoadBalancer';
  // Ports are yet to be given, so it is the wish that counts.
  const hasPorts =
    type === 'NodePort' || (isBalanced && spec?.allocateLoadBalancerNodePorts !== false);
  const asked = isBalanced ? ports.filter((port) => port?.nodePort) : [];
  amounts.set('services', Quantity.of(1));
  amounts.set('services.loadbalancers', Quantity.of(isBalanced ? 1 : 0));
  amounts.set('services.nodeports', Quantity.of((hasPorts ? ports : asked).length));
}

/** Source: `Usage` of the evaluator of claims, as above. */
function measureClaim(
  { metadata, spec, status }: PersistentVolumeClaim,
  amounts: MutableAmounts,
): void {
  const annotated = metadata?.annotations?.['volume.beta.kubernetes.io/storage-class'];
  const storageClass = annotated ?? readString(spec?.storageClassName, 'spec.storageClassName');
  const set = (name: string, amount: Quantity): void => {
    amounts.set(name, amount);
    if (storageClass !== '') {
      amounts.set(`${storageClass}.storageclass.storage.k8s.io/${name}`, amount);
    }
  };
  set('persistentvolumeclaims', Quantity.of(1));
  const request = storageOf(spec?.resources?.requests, 'spec.resources.requests');
  const allocated = storageOf(status?.allocatedResources, 'status.allocatedResources');
  if (request !== undefined) {
    // An expansion that failed and was taken back still takes what was set aside for it.
    set('requests.storage', allocated && allocated.cmp(request) > 0 ? allocated : request);
  }
}

/** Whole bytes. */
function storageOf(list: ResourceList | null | undefined, path: string): Quantity | undefined {
  const value = readObject(list, path)?.storage;
  return value === undefined ? undefined : readQuantity(value, `${path}.storage`).roundUp(0);
}
