import {
  type ClusterLists,
  type Container,
  type FieldPath,
  type LimitRangeItem,
  type Named,
  type Pod,
  type PodLike,
  type PodSpec,
  type PodSpecLike,
  type ResourceList,
} from '@kubesem/core';
import {
  appendAll,
  eachContainer,
  type Fields,
  fields,
  inFormOf,
  podFields,
  THROW,
} from '@kubesem/core/internal';
import type { Quantity } from '@kubesem/quantity';
import { type Amounts, readAmounts } from '@kubesem/resources/internal';
import { eachLimitRange } from './items.js';

/** The annotation that lists what was filled in. Source: `limitRangerAnnotation`, as for {@link applyLimitRanges}. */
const ANNOTATION = 'kubernetes.io/limit-ranger';

/**
 * Fills in the limits and requests that the LimitRanges of a namespace give to containers that set none.
 *
 * Each LimitRange in turn fills in what is still missing in app and init containers; zero is not missing. If a LimitRange
 * has no defaults, the limit is its maximum, and the request is the limit or, without a limit, the minimum. The annotation
 * `kubernetes.io/limit-ranger` lists what was filled in.
 *
 * The API server does this after it has filled in requests from limits, and before it completes Pod-level resources. For
 * a manifest, call it through the option `admit` of `applyResourceDefaults`, as in the example.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param cluster - the LimitRanges of the namespace; the API server applies several in any order
 * @returns a new Pod, or a new spec for a spec; it shares everything that was not filled in with the argument. A spec
 * has no place for the annotation
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount of a LimitRange is
 * not a quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { applyLimitRanges } from '@kubesem/admission';
 * import { applyResourceDefaults } from '@kubesem/resources';
 *
 * const limitRanges = [{ spec: { limits: [{ type: 'Container', default: { cpu: '500m' } }] } }];
 * const pod = applyResourceDefaults({ kind: 'Pod', spec: { containers: [{ name: 'app' }] } }, {
 *   admit: (pod) => applyLimitRanges(pod, { limitRanges }),
 * });
 * pod.spec?.containers?.[0]?.resources // => { limits: { cpu: '500m' }, requests: { cpu: '500m' } }
 * pod.metadata?.annotations?.['kubernetes.io/limit-ranger'] // => 'LimitRanger plugin set: cpu request for container app; cpu limit for container app'
 * ```
 *
 * Source: `k8s.io/kubernetes/plugin/pkg/admission/limitranger` v1.37.1, `PodMutateLimitFunc`;
 * `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetDefaults_LimitRangeItem`.
 */
export function applyLimitRanges<P extends PodLike>(
  pod: Named<P>,
  cluster: ClusterLists<'limitRanges'>,
): P;
/** The same for an object literal with a Pod or a template. */
export function applyLimitRanges(pod: Pod, cluster: ClusterLists<'limitRanges'>): Pod;
/** The same for an object literal with a Pod spec. */
export function applyLimitRanges(pod: PodSpecLike, cluster: ClusterLists<'limitRanges'>): PodSpec;
/** The implementation. */
export function applyLimitRanges(pod: PodLike, cluster: ClusterLists<'limitRanges'>): PodLike {
  return inFormOf(pod, fillIn(pod, cluster).pod);
}

/** An amount that a LimitRange gives to a container. */
export interface LimitRangeDefault {
  /** Name of the LimitRange. */
  readonly limitRange: string;
  /** Whether the container is an app container or an init container. */
  readonly kind: 'container' | 'init container';
  /** Name of the container. */
  readonly container: string;
  /** What the amount is. */
  readonly field: 'request' | 'limit';
  /** Name of the resource. */
  readonly resource: string;
  /** The amount. */
  readonly amount: Quantity;
}

/**
 * Lists the amounts that the LimitRanges of a namespace give to the containers of a Pod: the computation of
 * {@link applyLimitRanges} with its reasons.
 *
 * @param pod - a Pod, a Pod template or a Pod spec, with requests filled in from limits as by `applyResourceDefaults`
 * @param cluster - the LimitRanges of the namespace
 * @returns the amounts, by LimitRange and container; empty if nothing is missing
 * @throws the errors of `applyLimitRanges`
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { limitRangeDefaults } from '@kubesem/admission';
 *
 * const limitRange = { metadata: { name: 'small' }, spec: { limits: [{ type: 'Container', max: { cpu: '2' } }] } };
 * const pod = { containers: [{ name: 'app', resources: { requests: { cpu: '1' } } }] };
 * const [filledIn] = limitRangeDefaults(pod, { limitRanges: [limitRange] });
 * `${filledIn?.limitRange}: ${filledIn?.field} ${filledIn?.resource} ${filledIn?.amount}` // => 'small: limit cpu 2'
 * ```
 *
 * Source: as `applyLimitRanges`.
 */
export function limitRangeDefaults(
  pod: PodLike,
  cluster: ClusterLists<'limitRanges'>,
): readonly LimitRangeDefault[] {
  return fillIn(pod, cluster).filledIn;
}

interface FilledIn {
  readonly pod: Pod;
  readonly filledIn: readonly LimitRangeDefault[];
}

function fillIn(given: PodLike, cluster: ClusterLists<'limitRanges'>): FilledIn {
  const parts = podFields(given, THROW);
  let pod = parts.pod.value as Pod;
  const filledIn: LimitRangeDefault[] = [];
  eachLimitRange(cluster, (items, limitRange) => {
    const found: Omit<LimitRangeDefault, 'limitRange'>[] = [];
    pod = withDefaults(pod, parts.spec.path, containerDefaults(items), found);
    const name = limitRange.at('metadata').text('name');
    appendAll(
      filledIn,
      found.map((one) => ({ limitRange: name, ...one })),
    );
  });
  return { pod, filledIn };
}

interface Defaults {
  readonly limits: Amounts;
  readonly requests: Amounts;
}

/** If several items name a resource, the last one decides. */
function containerDefaults(items: readonly Fields<LimitRangeItem>[]): Defaults {
  const defaults = items
    .filter((item) => item.text('type') === 'Container')
    .map(limitRangeItemDefaults);
  return {
    limits: new Map(defaults.flatMap(({ limits }) => [...limits])),
    requests: new Map(defaults.flatMap(({ requests }) => [...requests])),
  };
}

/**
 * The default limits and requests of an item for containers. Later fields override earlier ones.
 *
 * Source: `SetDefaults_LimitRangeItem`.
 */
export function limitRangeItemDefaults(item: Fields<LimitRangeItem>): Defaults {
  const limits = new Map([...readAmounts(item.at('max')), ...readAmounts(item.at('default'))]);
  const requests = new Map([
    ...readAmounts(item.at('min')),
    ...limits,
    ...readAmounts(item.at('defaultRequest')),
  ]);
  return { limits, requests };
}

function withDefaults(
  pod: Pod,
  specPath: FieldPath | undefined,
  defaults: Defaults,
  found: Omit<LimitRangeDefault, 'limitRange'>[],
): Pod {
  const spec = fields(pod.spec, THROW, specPath);
  const notes: string[] = [];
  const fill = (
    field: 'containers' | 'initContainers',
    kind: LimitRangeDefault['kind'],
  ): readonly Container[] =>
    eachContainer(spec, field, (container, name) => {
      const { filled, requests, limits } = filledContainer(container, defaults);
      const note = (set: Amounts, what: LimitRangeDefault['field']): void => {
        if (set.size > 0) {
          notes.push(`${[...set.keys()].sort().join(', ')} ${what} for ${kind} ${name}`);
        }
        for (const [resource, amount] of set) {
          found.push({ kind, container: name, field: what, resource, amount });
        }
      };
      note(requests, 'request');
      note(limits, 'limit');
      return filled;
    });
  const filledSpec = withFields<PodSpec>(spec.value, {
    containers: spec.raw('containers') && fill('containers', 'container'),
    initContainers: spec.raw('initContainers') && fill('initContainers', 'init container'),
  });
  if (notes.length === 0) {
    return pod;
  }
  const metadata = fields(pod, THROW).at('metadata');
  const annotations = {
    ...metadata.at('annotations').value,
    [ANNOTATION]: `LimitRanger plugin set: ${notes.join('; ')}`,
  };
  return { ...pod, metadata: { ...metadata.value, annotations }, spec: filledSpec };
}

/** A container, and what it did not have before. */
interface FilledContainer {
  readonly filled: Container;
  readonly requests: Amounts;
  readonly limits: Amounts;
}

function filledContainer(
  container: Fields<Container>,
  { limits, requests }: Defaults,
): FilledContainer {
  const resources = container.at('resources');
  const filledLimits = filledList(resources.at('limits'), limits);
  const filledRequests = filledList(resources.at('requests'), requests);
  const lists = { limits: filledLimits.list, requests: filledRequests.list };
  return {
    filled: withFields<Container>(container.value, {
      resources: withFields(resources.value, lists),
    }),
    limits: filledLimits.set,
    requests: filledRequests.set,
  };
}

/** Copies an object and replaces those of the fields that are set. */
function withFields<T extends object>(object: T, fields: Partial<T>): T {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { ...object, ...Object.fromEntries(present) };
}

/** Adds the amounts that a list does not name, rounded as in every stored object. */
function filledList(
  { isPresent, value: list }: Fields<ResourceList>,
  defaults: Amounts,
): { readonly list: ResourceList | undefined; readonly set: Amounts } {
  const set = new Map(
    [...defaults]
      .filter(([name]) => list[name] === undefined)
      .map(([name, amount]) => [name, amount.roundUp(-3)]),
  );
  if (set.size === 0) {
    return { list: isPresent ? list : undefined, set };
  }
  const filled: { [name: string]: ResourceList[string] } = Object.assign(Object.create(null), list);
  for (const [name, amount] of set) {
    filled[name] = `${amount}`;
  }
  return { list: filled, set };
}
