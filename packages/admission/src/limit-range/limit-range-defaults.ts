import {
  type Container,
  type LimitRange,
  type LimitRangeItem,
  type Pod,
  type PodLike,
  type ResourceList,
  toPod,
} from '@kubesem/core';
import type { Amounts } from '@kubesem/resources';
import { readAmounts, readList, readObject, readString, withFields } from '@kubesem/resources';

/** The annotation that says what was filled in. Source: `limitRangerAnnotation`, as below. */
const ANNOTATION = 'kubernetes.io/limit-ranger';

/**
 * The Pod with the limits and requests that the LimitRanges of its namespace give to containers that set none.
 *
 * Each LimitRange in turn fills in what is still missing, in app and init containers; zero is not missing. A LimitRange
 * without defaults has some all the same: the limit is the maximum, the request is the limit or else the minimum. What
 * was set is noted in the annotation `kubernetes.io/limit-ranger`.
 *
 * The API server does this after it has filled in requests from limits, and before it completes Pod-level resources: for
 * a manifest, pass the LimitRanges to `applyPodDefaults`.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param limitRanges - the LimitRanges of the namespace; with several the API server keeps to no order
 * @returns a new Pod; what was not touched is shared with the argument
 * @throws {@link PodResourcesError} `INVALID_QUANTITY` if an amount of a LimitRange is not a quantity
 * @throws {@link PodResourcesError} `INVALID_TYPE` if a field holds another JSON type than it should
 * @throws `KubesemError` `NOT_A_POD` if the object is of another kind
 * @example
 * ```ts
 * import { applyLimitRanges } from '@kubesem/admission';
 *
 * const limits = [{ type: 'Container', default: { cpu: '500m' }, defaultRequest: { cpu: '250m' } }];
 * const pod = applyLimitRanges({ containers: [{ name: 'app' }] }, [{ spec: { limits } }]);
 * pod.spec?.containers?.[0]?.resources // => { limits: { cpu: '500m' }, requests: { cpu: '250m' } }
 * pod.metadata?.annotations?.['kubernetes.io/limit-ranger'] // => 'LimitRanger plugin set: cpu request for container app; cpu limit for container app'
 * ```
 *
 * Source: `k8s.io/kubernetes/plugin/pkg/admission/limitranger` v1.37.1, `PodMutateLimitFunc`;
 * `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetDefaults_LimitRangeItem`.
 */
export function applyLimitRanges(pod: PodLike, limitRanges: readonly LimitRange[]): Pod {
  const given = toPod(pod);
  const specPrefix = given === pod ? 'spec.' : '';
  return limitRanges.reduce(
    (filled, limitRange, index) =>
      withDefaults(filled, specPrefix, containerDefaults(limitRange, `limitRanges[${index}]`)),
    given,
  );
}

/** The items of a LimitRange, with their paths. */
export function readItems(
  limitRange: LimitRange,
  path: string,
): readonly (LimitRangeItem & { readonly path: string })[] {
  const spec = readObject(readObject(limitRange, path)?.spec, `${path}.spec`);
  return readList(spec?.limits, `${path}.spec.limits`).map((item, index) => {
    const place = `${path}.spec.limits[${index}]`;
    return { ...readObject(item, place), path: place };
  });
}

interface Defaults {
  readonly limits: Amounts;
  readonly requests: Amounts;
}

/** Of several items the last that names a resource decides. */
function containerDefaults(limitRange: LimitRange, path: string): Defaults {
  const items = readItems(limitRange, path)
    .filter(({ type }) => type === 'Container')
    .map(itemDefaults);
  return {
    limits: new Map(items.flatMap(({ limits }) => [...limits])),
    requests: new Map(items.flatMap(({ requests }) => [...requests])),
  };
}

/** What stands further left gives way. Source: `SetDefaults_LimitRangeItem`. */
function itemDefaults(item: LimitRangeItem & { readonly path: string }): Defaults {
  const read = (field: 'max' | 'min' | 'default' | 'defaultRequest') =>
    readAmounts(item[field], `${item.path}.${field}`);
  const limits = new Map([...read('max'), ...read('default')]);
  return { limits, requests: new Map([...read('min'), ...limits, ...read('defaultRequest')]) };
}

function withDefaults(pod: Pod, specPrefix: string, defaults: Defaults): Pod {
  const spec = pod.spec ?? {};
  const notes: string[] = [];
  const fill = (field: 'containers' | 'initContainers', kind: string): readonly Container[] =>
    readList(spec[field], specPrefix + field).map((entry, index) => {
      const path = `${specPrefix}${field}[${index}]`;
      const container = readObject(entry, path) ?? {};
      const { filled, setRequests, setLimits } = filledContainer(container, path, defaults);
      const name = readString(container.name, `${path}.name`);
      const note = (names: readonly string[], what: string): void => {
        if (names.length > 0) {
          notes.push(`${[...names].sort().join(', ')} ${what} for ${kind} ${name}`);
        }
      };
      note(setRequests, 'request');
      note(setLimits, 'limit');
      return filled;
    });
  const filledSpec = withFields(spec, {
    containers: spec.containers && fill('containers', 'container'),
    initContainers: spec.initContainers && fill('initContainers', 'init container'),
  });
  if (notes.length === 0) {
    return pod;
  }
  const metadata = readObject(pod.metadata, 'metadata');
  const annotations = {
    ...readObject(metadata?.annotations, 'metadata.annotations'),
    [ANNOTATION]: `LimitRanger plugin set: ${notes.join('; ')}`,
  };
  return { ...pod, metadata: { ...metadata, annotations }, spec: filledSpec };
}

function filledContainer(
  container: Container,
  path: string,
  { limits, requests }: Defaults,
): {
  readonly filled: Container;
  readonly setLimits: readonly string[];
  readonly setRequests: readonly string[];
} {
  const resources = readObject(container.resources, `${path}.resources`) ?? {};
  const fill = (field: 'limits' | 'requests', defaults: Amounts) =>
    filledList(readObject(resources[field], `${path}.resources.${field}`), defaults);
  const filledLimits = fill('limits', limits);
  const filledRequests = fill('requests', requests);
  const fields = { limits: filledLimits.list, requests: filledRequests.list };
  return {
    filled: withFields(container, { resources: withFields(resources, fields) }),
    setLimits: filledLimits.set,
    setRequests: filledRequests.set,
  };
}

/** The list with the amounts that it does not name, which are rounded as those of every stored object. */
function filledList(
  list: ResourceList | undefined,
  defaults: Amounts,
): { readonly list: ResourceList | undefined; readonly set: readonly string[] } {
  const missing = [...defaults].filter(([name]) => list?.[name] === undefined);
  if (missing.length === 0) {
    return { list, set: [] };
  }
  const filled: { [name: string]: ResourceList[string] } = Object.assign(Object.create(null), list);
  for (const [name, amount] of missing) {
    filled[name] = `${amount.roundUp(-3)}`;
  }
  return { list: filled, set: missing.map(([name]) => name) };
}
