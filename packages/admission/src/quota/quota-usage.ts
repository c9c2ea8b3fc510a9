import { KubesemError, type ResourceQuota } from '@kubesem/core';
import { Quantity } from '@kubesem/quantity';
import type { ResourceQuantities } from '@kubesem/resources';
import {
  type Amounts,
  countsUnder,
  isMeasured,
  readAmounts,
  toProblem,
  toResourceQuantities,
} from '@kubesem/resources';
import { measure, type QuotaOptions } from './quota-measure.js';
import { type QuotaObject, resourceOf, sharesNamespace } from './quota-objects.js';
import { matchScopes, readScopes } from './quota-scopes.js';

/** What one object counts under one name of a quota. */
export interface QuotaShare {
  /** The resource that the object is of, such as `pods`. */
  readonly resource: string;
  /** Name of the object. */
  readonly name: string;
  /** How much it counts; never zero. */
  readonly amount: Quantity;
}

/** How one name of a quota is used. */
export interface QuotaUsageExplanation {
  /** The most that there may be, as `spec.hard` says; zero is a limit like others. */
  readonly hard: Quantity;
  /** What is used; undefined where nothing is known to count under the name. */
  readonly used: Quantity | undefined;
  /** What the status says is used; undefined where it says nothing yet. */
  readonly statusUsed: Quantity | undefined;
  /** What is left, below zero if more is used than may be; undefined where `used` is. */
  readonly left: Quantity | undefined;
  /** Used by hard, 1 if all is used; undefined where `used` is, where hard is zero, and where no float holds it. */
  readonly ratio: number | undefined;
  /** The objects that count, in the order in which they were passed. */
  readonly shares: readonly QuotaShare[];
}

/** How each name of a quota is used, in the order of `spec.hard`. */
export interface QuotaExplanation {
  /** How one name is used. */
  readonly [name: string]: QuotaUsageExplanation | undefined;
}

/**
 * What the objects of a namespace use of a ResourceQuota, as the quota controller counts it.
 *
 * Counted is what `spec.hard` names: Pods and what they request and may use (`pods`, `requests.cpu`, `limits.memory`,
 * `hugepages-2Mi`, `requests.nvidia.com/gpu`), claims and their storage, also by StorageClass, Services with their
 * node ports and load balancers, and objects of any kind (`count/deployments.apps`). Finished Pods count only under
 * `count/pods`. Scopes choose among Pods, and `VolumeAttributesClass` among claims; where a quota has one that an object
 * cannot be in, the object does not count.
 *
 * Not known here are the devices of ResourceClaims.
 *
 * @param quota - the quota; its status is not looked at
 * @param objects - objects of any kinds, each with its `kind` and `apiVersion`; those of other namespaces are left out
 * @param options - what else is known
 * @returns what is used by name: cores of cpu, bytes, or a number of objects. A name that is used by nobody is 0, and one
 * under which nothing can be counted is absent
 * @throws {@link PodResourcesError} `INVALID_QUANTITY` if an amount is not a quantity
 * @throws {@link PodResourcesError} `INVALID_TYPE` if a field holds another JSON type than it should, or an object has no
 * kind; the path begins with `objects[<index>]`
 * @throws `KubesemError` `NOT_A_POD` if an object of kind Pod is none
 * @example
 * ```ts
 * import { quotaUsage } from '@kubesem/admission';
 *
 * const quota = { spec: { hard: { 'requests.cpu': '4', pods: '0', 'count/jobs.batch': '5', 'cpu.foo': '1' } } };
 * const resources = { requests: { cpu: '1500m' } };
 * const pod = { kind: 'Pod', spec: { containers: [{ name: 'app', resources }] } };
 * const done = { ...pod, status: { phase: 'Succeeded' } };
 * JSON.stringify(quotaUsage(quota, [pod, pod, done])) // => '{"requests.cpu":"3","pods":"2","count/jobs.batch":"0"}'
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/quota/v1` v0.37.1, `CalculateUsage`; `k8s.io/kubernetes/pkg/quota/v1/evaluator/core`
 * v1.37.1.
 */
export function quotaUsage(
  quota: ResourceQuota,
  objects: Iterable<QuotaObject>,
  options: QuotaOptions = {},
): ResourceQuantities {
  const hard = readAmounts(quota?.spec?.hard, 'spec.hard');
  return toResourceQuantities(sumUsage(hard, quota, objects, options, () => undefined));
}

/**
 * How each name of a ResourceQuota is used, and by which objects: the computation of `quotaUsage` written down.
 *
 * @param quota - the quota
 * @param objects - objects of any kinds, each with its `kind` and `apiVersion`; those of other namespaces are left out
 * @param options - what else is known
 * @returns for each name of `spec.hard` what may be used, what is used and by whom, and what the status says
 * @throws what `quotaUsage` throws
 * @example
 * ```ts
 * import { explainQuotaUsage } from '@kubesem/admission';
 *
 * const quota = { spec: { hard: { services: '4', 'services.loadbalancers': '0' } } };
 * const service = { kind: 'Service', metadata: { name: 'web' }, spec: { type: 'LoadBalancer' } };
 * const usage = explainQuotaUsage(quota, [service]);
 * usage.services?.ratio // => 0.25
 * usage['services.loadbalancers']?.ratio // => undefined
 * usage['services.loadbalancers']?.left?.toString() // => '-1'
 * usage.services?.shares[0]?.name // => 'web'
 * ```
 *
 * Source: as `quotaUsage`.
 */
export function explainQuotaUsage(
  quota: ResourceQuota,
  objects: Iterable<QuotaObject>,
  options: QuotaOptions = {},
): QuotaExplanation {
  const hard = readAmounts(quota?.spec?.hard, 'spec.hard');
  const statusUsed = readAmounts(quota?.status?.used, 'status.used');
  const shares = new Map([...hard.keys()].map((name): [string, QuotaShare[]] => [name, []]));
  const usage = sumUsage(hard, quota, objects, options, (name, object, amount) => {
    const objectName = object.metadata?.name ?? '';
    shares.get(name)?.push({ resource: resourceOf(object), name: objectName, amount });
  });
  const explanation: { [name: string]: QuotaUsageExplanation } = Object.create(null);
  for (const [name, limit] of hard) {
    const used = usage.get(name);
    explanation[name] = {
      hard: limit,
      used,
      statusUsed: statusUsed.get(name),
      left: used && limit.sub(used),
      ratio: used && ratioOf(used.toNumber() / limit.toNumber()),
      shares: shares.get(name) ?? [],
    };
  }
  return explanation;
}

/**
 * The ResourceQuota with the status that the quota controller would give to it: the limits of its spec, and what is used.
 *
 * What is admitted is held against the status (`checkQuota`): a manifest, which has none, refuses nothing.
 *
 * @param quota - the quota; it is not changed
 * @param objects - objects of any kinds, each with its `kind` and `apiVersion`; those of other namespaces are left out
 * @param options - what else is known
 * @returns a new ResourceQuota; of a name under which nothing can be counted, what its status says is kept
 * @throws what `quotaUsage` throws
 * @example
 * ```ts
 * import { applyQuotaStatus } from '@kubesem/admission';
 *
 * const quota = { spec: { hard: { secrets: '10' } } };
 * applyQuotaStatus(quota, [{ kind: 'Secret' }]).status // => { hard: { secrets: '10' }, used: { secrets: '1' } }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/resourcequota` v1.37.1, `syncResourceQuota`.
 */
export function applyQuotaStatus(
  quota: ResourceQuota,
  objects: Iterable<QuotaObject>,
  options: QuotaOptions = {},
): ResourceQuota {
  const used: { [name: string]: string } = Object.create(null);
  const usage = quotaUsage(quota, objects, options);
  const before = readAmounts(quota?.status?.used, 'status.used');
  for (const name of Object.keys(quota?.spec?.hard ?? {})) {
    const amount = usage[name] ?? before.get(name);
    if (amount !== undefined) {
      used[name] = `${amount}`;
    }
  }
  return { ...quota, status: { ...quota?.status, hard: quota?.spec?.hard, used } };
}

type Share = (name: string, object: QuotaObject, amount: Quantity) => void;

/** Adds up in the order of the objects; the first amount gives the format. */
function sumUsage(
  hard: Amounts,
  quota: ResourceQuota,
  objects: Iterable<QuotaObject>,
  options: QuotaOptions,
  share: Share,
): Amounts {
  const names = [...hard.keys()].filter(isMeasured);
  const used = new Map(names.map((name) => [name, Quantity.of(0)] as const));
  const scopes = readScopes(quota?.spec, 'spec');
  const countedBy = new Map<string, readonly string[]>();
  let index = 0;
  for (const object of objects) {
    atObject(index, () => {
      const resource = resourceOf(object);
      const counted =
        countedBy.get(resource) ?? names.filter((name) => countsUnder(name, resource));
      countedBy.set(resource, counted);
      if (counted.length === 0 || !sharesNamespace(object, quota)) {
        return;
      }
      if (matchScopes(object, scopes) === true) {
        const amounts = measure(object, options);
        for (const name of counted) {
          const amount = amounts.get(name);
          if (amount !== undefined && !amount.isZero()) {
            used.set(name, (used.get(name) as Quantity).add(amount));
            share(name, object, amount);
          }
        }
      }
    });
    index += 1;
  }
  return used;
}

/** Says in errors which object cannot be read. */
function atObject(index: number, action: () => void): void {
  try {
    action();
  } catch (error) {
    if (!(error instanceof KubesemError)) {
      throw error;
    }
    const { path: inner, value: input, code, message } = toProblem(error);
    const path = `objects[${index}]${inner && `.${inner}`}`;
    // What is no Pod has the code and the class of core.
    const SameError = error.constructor as typeof KubesemError;
    throw new SameError({
      code,
      message: `${path}: ${message}`,
      path,
      input,
      offset: error.offset,
    });
  }
}

/** Undefined where the limit is zero, and where no float holds the ratio. */
function ratioOf(ratio: number): number | undefined {
  return Number.isFinite(ratio) ? ratio : undefined;
}
