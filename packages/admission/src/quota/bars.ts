import { fieldPath, objectNamespace, type ResourceQuota } from '@kubesem/core';
import { bareObject, type Fields, fields, readIterable, THROW } from '@kubesem/core/internal';
import { Quantity, quantityRatio } from '@kubesem/quantity';
import { readAmounts } from '@kubesem/resources/internal';
import { readScopes, type ScopeSelector } from './scopes.js';

/** How full a quota is under one name, by its status. */
export interface QuotaBar {
  /** The limit in force: `status.hard`, which can differ from `spec.hard` until the quota controller has seen a change. */
  readonly hard: Quantity;
  /** The usage in `status.used`; zero if the status has none. */
  readonly used: Quantity;
  /**
   * The usage as `kubectl describe quota` prints it: in the format of the limit. If the formats differ, kubectl rounds it up
   * to a whole number.
   */
  readonly usedText: string;
  /** The limit minus the usage, negative if the quota is exceeded. */
  readonly remaining: Quantity;
  /** The usage divided by the limit; undefined if the limit is zero, or if it is not a finite float. */
  readonly ratio: number | undefined;
}

/** The bars of a quota by name, in the order of `kubectl describe quota`. The object has no prototype. */
export interface QuotaBars {
  /** How full the quota is under one name. */
  readonly [name: string]: QuotaBar | undefined;
}

/**
 * Reads from the status of a ResourceQuota how full it is, as `kubectl describe quota` shows it.
 *
 * Admission also compares new objects with the status. For a quota from a manifest, which has none, call
 * `applyQuotaStatus` first; to count again what the objects use, call `quotaUsage`.
 *
 * @param quota - the quota
 * @returns a bar for each name in `status.hard`, sorted by name; empty without a status
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount is not a quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { quotaBars } from '@kubesem/admission';
 *
 * const status = { hard: { 'requests.cpu': '4', pods: '0' }, used: { 'requests.cpu': '1500m', pods: '2' } };
 * const bars = quotaBars({ status });
 * bars['requests.cpu']?.ratio // => 0.375
 * bars['requests.cpu']?.remaining.toString() // => '2500m'
 * bars.pods?.ratio // => undefined
 * bars.pods?.remaining.toString() // => '-2'
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/describe` v0.37.1, `describeQuota`.
 */
export function quotaBars(quota: ResourceQuota): QuotaBars {
  return readBars(fields(quota, THROW));
}

/** The tightest bar of several quotas under one name. */
export interface CombinedQuotaBar extends QuotaBar {
  /** Name of the quota. */
  readonly quota: string;
}

/** The quotas of a namespace that cover the same objects. */
export interface CombinedQuota {
  /** The namespace; `default` if the quotas have none. */
  readonly namespace: string;
  /** The scopes that all of the quotas have, sorted; empty if they cover all objects. */
  readonly scopes: readonly string[];
  /** Names of the quotas, sorted. */
  readonly quotas: readonly string[];
  /** For each name the bar with the least remaining, sorted by name. */
  readonly bars: {
    /** The tightest bar under one name. */
    readonly [name: string]: CombinedQuotaBar | undefined;
  };
}

/**
 * Combines several ResourceQuotas: for each name, the quota with the least remaining decides what is still admitted.
 *
 * Only quotas of one namespace with equal scopes are combined, because others do not cover the same objects. On a tie,
 * the first quota by name counts.
 *
 * @param quotas - the quotas, of any namespaces; those without a namespace are in `default`
 * @returns a group for each namespace and set of scopes, sorted by namespace, then by scopes
 * @throws the errors of `quotaBars`; their segments start with `quotas` and the index
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { combinedQuotaBars } from '@kubesem/admission';
 *
 * const quotaOf = (name: string, hard: string) => ({
 *   metadata: { name },
 *   status: { hard: { 'limits.memory': hard }, used: { 'limits.memory': '1Gi' } },
 * });
 * const [combined] = combinedQuotaBars([quotaOf('team', '8Gi'), quotaOf('cap', '2Gi')]);
 * combined?.bars['limits.memory']?.quota // => 'cap'
 * combined?.bars['limits.memory']?.remaining.toString() // => '1Gi'
 * ```
 */
export function combinedQuotaBars(quotas: Iterable<ResourceQuota>): readonly CombinedQuota[] {
  const groups = new Map<string, ReadQuota[]>();
  for (const read of fields({ quotas: [...readIterable(quotas, fieldPath('quotas'))] }, THROW).each(
    'quotas',
    readQuota,
  )) {
    const key = JSON.stringify([read.namespace, read.scopes]);
    const group = groups.get(key) ?? [];
    group.push(read);
    groups.set(key, group);
  }
  return [...groups].sort(byKey).map(([, group]) => combine(group));
}

/** A quota with its bars. */
interface ReadQuota {
  readonly namespace: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly bars: QuotaBars;
}

function readQuota(quota: Fields<ResourceQuota>): ReadQuota {
  const metadata = quota.at('metadata');
  const scopes = readScopes(quota.at('spec')).map(describeScope);
  return {
    namespace: objectNamespace({ metadata: { namespace: metadata.text('namespace') } }),
    name: metadata.text('name'),
    scopes: [...new Set(scopes)].sort(),
    bars: readBars(quota),
  };
}

/** A scope that is only named means that it exists. */
function describeScope({ scopeName, operator, values }: ScopeSelector): string {
  const selected = [...new Set(values)].sort();
  return [
    scopeName,
    ...(operator === 'Exists' ? [] : [operator]),
    ...(selected.length === 0 ? [] : [`(${selected.join(', ')})`]),
  ].join(' ');
}

function combine(group: readonly ReadQuota[]): CombinedQuota {
  const quotas = [...group].sort((a, b) => compareText(a.name, b.name));
  const tightest = new Map<string, CombinedQuotaBar>();
  for (const { name: quota, bars } of quotas) {
    for (const [name, bar] of Object.entries(bars) as [string, QuotaBar][]) {
      const known = tightest.get(name);
      if (known === undefined || bar.remaining.cmp(known.remaining) < 0) {
        tightest.set(name, { ...bar, quota });
      }
    }
  }
  const { namespace, scopes } = group[0] as ReadQuota;
  return {
    namespace,
    scopes,
    quotas: quotas.map(({ name }) => name),
    bars: bareObject([...tightest].sort(byKey), (bar) => bar),
  };
}

function readBars(quota: Fields<ResourceQuota>): QuotaBars {
  const status = quota.at('status');
  const usage = readAmounts(status.at('used'));
  const limits = readAmounts(status.at('hard'));
  return bareObject([...limits].sort(byKey), (hard, name): QuotaBar => {
    const used = usage.get(name) ?? Quantity.of(0, hard.format);
    return {
      hard,
      used,
      usedText: `${used.format === hard.format ? used : Quantity.of(used.value(), hard.format)}`,
      remaining: hard.sub(used),
      ratio: quantityRatio(used, hard),
    };
  });
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return compareText(a, b);
}

function compareText(a: string, b: string): number {
  if (a === b) {
    return 0;
  }
  return a < b ? -1 : 1;
}
