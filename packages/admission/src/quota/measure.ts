import {
  isPodTerminal,
  type PersistentVolumeClaim,
  type Pod,
  type ResourceList,
  type Service,
  type Timestamp,
} from '@kubesem/core';
import { type Fields, fields, INT64_RANGE, THROW, timestampMs } from '@kubesem/core/internal';
import { Quantity } from '@kubesem/quantity';
import { podLimits, podRequests } from '@kubesem/resources';
import {
  type Amounts,
  DEVICE_CLASS_PREFIX,
  isExtendedResource,
  isHugePages,
  type MutableAmounts,
  readAmount,
} from '@kubesem/resources/internal';
import { type QuotaObject, resourceOf } from './objects.js';

/** Options for counting objects. */
export interface QuotaOptions {
  /** The current time. Deleted Pods whose grace period is over do not count; without a time they do. */
  readonly now?: Timestamp | undefined;
}

/**
 * Returns how much one object counts under each name. The segments of errors start in the object. The resource is passed in
 * because who counts many objects has it already.
 */
export function measure(
  object: QuotaObject,
  options: QuotaOptions,
  resource: string = resourceOf(object),
): Amounts {
  const amounts: MutableAmounts = new Map();
  amounts.set(`count/${resource}`, Quantity.of(1));
  if (resource === 'pods') {
    measurePod(object as Pod, options, amounts);
  } else if (resource === 'services') {
    measureService(fields<Service>(object, THROW), amounts);
  } else if (resource === 'persistentvolumeclaims') {
    measureClaim(fields<PersistentVolumeClaim>(object, THROW), amounts);
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
  const metadata = fields(pod, THROW).at('metadata');
  const grace = metadata.integer('deletionGracePeriodSeconds', INT64_RANGE);
  // An unknown time (NaN) is neither before nor after another.
  return (
    isPodTerminal(pod) ||
    (grace !== undefined &&
      timestampMs(now) > timestampMs(metadata.raw('deletionTimestamp')) + grace * 1000)
  );
}

/** Source: `Usage` of the service evaluator, as above. */
function measureService(service: Fields<Service>, amounts: MutableAmounts): void {
  const spec = service.at('spec');
  const type = spec.text('type');
  // Most ports have none, which is seen faster without the cursor.
  const nodePorts = spec.each('ports', (port) =>
    port.value.nodePort === undefined ? 0 : (port.integer('nodePort') ?? 0),
  );
  const isBalanced = type === 'LoadBalancer';
  // Node ports are not allocated yet, so all ports that will get one count.
  const hasPorts =
    type === 'NodePort' || (isBalanced && spec.flag('allocateLoadBalancerNodePorts') !== false);
  const chosen = isBalanced ? nodePorts.filter((port) => port !== 0) : [];
  amounts.set('services', Quantity.of(1));
  amounts.set('services.loadbalancers', Quantity.of(isBalanced ? 1 : 0));
  amounts.set('services.nodeports', Quantity.of((hasPorts ? nodePorts : chosen).length));
}

/** Source: `Usage` of the evaluator of claims, as above. */
function measureClaim(claim: Fields<PersistentVolumeClaim>, amounts: MutableAmounts): void {
  const spec = claim.at('spec');
  const annotations = claim.at('metadata').map('annotations');
  const storageClass =
    annotations.get('volume.beta.kubernetes.io/storage-class') ?? spec.text('storageClassName');
  const set = (name: string, amount: Quantity): void => {
    amounts.set(name, amount);
    if (storageClass !== '') {
      amounts.set(`${storageClass}.storageclass.storage.k8s.io/${name}`, amount);
    }
  };
  set('persistentvolumeclaims', Quantity.of(1));
  const request = storageIn(spec.at('resources').at('requests'));
  const allocated = storageIn(claim.at('status').at('allocatedResources'));
  if (request !== undefined) {
    // After a failed expansion was reverted, the storage that was allocated for it still counts.
    set('requests.storage', allocated && allocated.cmp(request) > 0 ? allocated : request);
  }
}

/** Whole bytes. */
function storageIn(list: Fields<ResourceList>): Quantity | undefined {
  return readAmount(list, 'storage')?.roundUp(0);
}
