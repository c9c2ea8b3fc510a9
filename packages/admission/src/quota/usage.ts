import { FieldError, fieldPath, type Named, type ResourceQuota } from '@kubesem/core';
import {
  bareObject,
  type Fields,
  fields,
  movedProblem,
  readIterable,
  THROW,
} from '@kubesem/core/internal';
import { Quantity, quantityRatio } from '@kubesem/quantity';
import { type Amounts, countsUnder, isMeasured, readAmounts } from '@kubesem/resources/internal';
import { measure, type QuotaOptions } from './measure.js';
import { type QuotaObject, resourceOf, sharesNamespace } from './objects.js';
import { matchScopes, readScopes } from './scopes.js';

/** How much one object counts under one name of a quota. */
export interface QuotaShare {
  /** The resource of the object, such as `pods`. */
  readonly resource: string;
  /** Name of the object. */
  readonly name: string;
  /** How much it counts; never zero. */
  readonly amount: Quantity;
}

/** The usage of one name of a quota. */
export interface QuotaUsage {
  /** The limit in `spec.hard`; zero is a limit like any other. */
  readonly hard: Quantity;
  /** The usage: cores of cpu, bytes, or a number of objects; undefined if nothing can count under the name. */
  readonly used: Quantity | undefined;
  /** The usage in the status; undefined if the status has none yet. */
  readonly statusUsed: Quantity | undefined;
  /** The limit minus the usage, negative if the quota is exceeded; undefined if `used` is. */
  readonly left: Quantity | undefined;
  /** The usage divided by the limit; undefined if `used` is, if the limit is zero, and if it is not a finite float. */
  readonly ratio: number | undefined;
  /** The objects that count, in the order in which they were passed. */
  readonly shares: readonly QuotaShare[];
}

/** The usage of each name of a quota, in the order of `spec.hard`. */
export interface QuotaUsages {
  /** The usage of one name. */
  readonly [name: string]: QuotaUsage | undefined;
}

/**
 * Computes how much of a ResourceQuota the objects of a namespace use, as the quota controller counts it, and lists the objects.
 *
 * Each name in `spec.hard` counts one of these:
 * - Pods with their requests and limits: `pods`, `requests.cpu`, `limits.memory`, `hugepages-2Mi`,
 *   `requests.nvidia.com/gpu`
 * - claims with their storage, in total and by StorageClass
 * - Services with their node ports and load balancers
 * - objects of any kind: `count/deployments.apps`
 *
 * Finished Pods count only under `count/pods`. Scopes select Pods, and `VolumeAttributesClass` selects claims; an object
 * that cannot be in a scope of the quota does not count.
 *
 * The devices of ResourceClaims are not counted.
 *
 * @param quota - the quota
 * @param objects - objects of any kinds, each with its `kind` and `apiVersion`; those of other namespaces are skipped.
 * An object or quota without a namespace is in `default`
 * @param options - the current time
 * @returns for each name of `spec.hard` the limit, the usage with the objects that count, and the usage in the status
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount is not a quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `KIND_MISSING` if an object has no kind
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if an object of kind Pod is not a Pod.
 * The segments of errors of objects start with `objects` and the index
 *
 * @example
 * ```ts
 * import { quotaUsage } from '@kubesem/admission';
 *
 * const quota = { spec: { hard: { services: '4', 'services.loadbalancers': '0', 'cpu.foo': '1' } } };
 * const service = { kind: 'Service', metadata: { name: 'web' }, spec: { type: 'LoadBalancer' } };
 * const usage = quotaUsage(quota, [service]);
 * usage.services?.used?.toString() // => '1'
 * usage.services?.ratio // => 0.25
 * usage.services?.shares[0]?.name // => 'web'
 * usage['services.loadbalancers']?.left?.toString() // => '-1'
 * usage['cpu.foo']?.used // => undefined
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/quota/v1` v0.37.1, `CalculateUsage`; `k8s.io/kubernetes/pkg/quota/v1/evaluator/core`
 * v1.37.1.
 */
export function quotaUsage(
  quota: ResourceQuota,
  objects: Iterable<QuotaObject>,
  options: QuotaOptions = {},
): QuotaUsages {
  const read = fields(quota, THROW);
  const hard = readAmounts(read.at('spec').at('hard'));
  const statusUsed = readAmounts(read.at('status').at('used'));
  const shares = new Map([...hard.keys()].map((name): [string, QuotaShare[]] => [name, []]));
  const usage = sumUsage(hard, read, objects, options, (name, object, amount) => {
    const objectName = object.metadata?.name ?? '';
    shares.get(name)?.push({ resource: resourceOf(object), name: objectName, amount });
  });
  return bareObject(hard, (limit, name): QuotaUsage => {
    const used = usage.get(name);
    return {
      hard: limit,
      used,
      statusUsed: statusUsed.get(name),
      left: used && limit.sub(used),
      ratio: quantityRatio(used, limit),
      shares: shares.get(name) ?? [],
    };
  });
}

/**
 * Sets the status of a ResourceQuota as the quota controller does: the limits of its spec, and the usage.
 *
 * Admission compares new objects with the status (`quotaViolations`), so a quota without one, as in a manifest, admits
 * everything.
 *
 * @param quota - the quota; it is not changed
 * @param objects - objects of any kinds, each with its `kind` and `apiVersion`; those of other namespaces are skipped.
 * An object or quota without a namespace is in `default`
 * @param options - the current time
 * @returns a new ResourceQuota; names under which nothing can count keep the usage of the old status
 * @throws the errors of `quotaUsage`
 *
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
export function applyQuotaStatus<Q extends ResourceQuota>(
  quota: Named<Q>,
  objects: Iterable<QuotaObject>,
  options?: QuotaOptions,
): Q;
/** The same for an object literal. */
export function applyQuotaStatus(
  quota: ResourceQuota,
  objects: Iterable<QuotaObject>,
  options?: QuotaOptions,
): ResourceQuota;
/** The implementation. */
export function applyQuotaStatus(
  quota: ResourceQuota,
  objects: Iterable<QuotaObject>,
  options: QuotaOptions = {},
): ResourceQuota {
  const used: { [name: string]: string } = Object.create(null);
  for (const [name, usage] of Object.entries(quotaUsage(quota, objects, options))) {
    const amount = usage?.used ?? usage?.statusUsed;
    if (amount !== undefined) {
      used[name] = `${amount}`;
    }
  }
  const read = fields(quota, THROW);
  const { hard } = read.at('spec').value;
  return { ...quota, status: { ...read.at('status').value, hard, used } };
}

type Share = (name: string, object: QuotaObject, amount: Quantity) => void;

/** Adds up in the order of the objects; the first amount determines the format. */
function sumUsage(
  hard: Amounts,
  quota: Fields<ResourceQuota>,
  objects: Iterable<QuotaObject>,
  options: QuotaOptions,
  share: Share,
): Amounts {
  const names = [...hard.keys()].filter(isMeasured);
  const used = new Map(names.map((name) => [name, Quantity.of(0)] as const));
  const scopes = readScopes(quota.at('spec'));
  const countedBy = new Map<string, readonly string[]>();
  let index = 0;
  for (const object of readIterable(objects, fieldPath('objects'))) {
    atObject(index, () => {
      const resource = resourceOf(object);
      const counted =
        countedBy.get(resource) ?? names.filter((name) => countsUnder(name, resource));
      countedBy.set(resource, counted);
      if (counted.length === 0 || !sharesNamespace(object, quota.value)) {
        return;
      }
      if (matchScopes(object, scopes) === true) {
        const amounts = measure(object, options, resource);
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

/** Runs a computation on one object; the segments of the errors that it throws start with the object. */
function atObject(index: number, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof FieldError)) {
      throw error;
    }
    throw new FieldError(movedProblem(error.problem, ['objects', index]));
  }
}
