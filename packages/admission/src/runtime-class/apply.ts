import {
  type ClusterLists,
  mergeTolerations,
  type Named,
  type Pod,
  type PodLike,
  type PodSpec,
  type PodSpecLike,
  type ResourceList,
  type RuntimeClass,
  type StringMap,
  type Toleration,
  toPod,
} from '@kubesem/core';
import { ABSENT, compareUtf8, type Fields, fields, inFormOf, THROW } from '@kubesem/core/internal';
import { readAmounts } from '@kubesem/resources/internal';
import type { RUNTIME_CLASS_CODES } from './codes.js';

/** Why admission rejects a Pod because of its RuntimeClass. */
export type RuntimeClassProblemCode = keyof typeof RUNTIME_CLASS_CODES;

/** What a RuntimeClass adds to a Pod. */
export interface RuntimeClassChange {
  /** Name of the RuntimeClass. */
  readonly runtimeClass: string;
  /** The overhead that it sets; undefined if it has none. */
  readonly overhead: ResourceList | undefined;
  /** The labels of nodes that it adds. */
  readonly nodeSelector: StringMap;
  /** The tolerations that the Pod has afterwards; undefined if the RuntimeClass has no `scheduling`. */
  readonly tolerations: readonly Toleration[] | undefined;
}

/**
 * Fills in what the RuntimeClass of a new Pod adds to it: overhead, a node selector and tolerations.
 *
 * The overhead counts in every sum of requests. The API server does this after LimitRanges have filled in their defaults, and
 * before it compares the Pod with their bounds and with quotas.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param cluster - the RuntimeClasses of the cluster
 * @returns the Pod in the form in which it was passed in
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `RUNTIME_CLASS_NOT_FOUND` if there is no RuntimeClass of that name
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `OVERHEAD_CONFLICT` if the Pod has another overhead than its RuntimeClass
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `OVERHEAD_WITHOUT_RUNTIME_CLASS` if the Pod has an overhead, but no RuntimeClass with one
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NODE_SELECTOR_CONFLICT` if the Pod and its RuntimeClass select different values of a label
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an overhead is not a quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the name of the RuntimeClass, a node selector, an overhead or tolerations have the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the first argument is not a Pod
 *
 * @example
 * ```ts
 * import { applyRuntimeClass } from '@kubesem/admission';
 *
 * const kata = { metadata: { name: 'kata' }, overhead: { podFixed: { cpu: '250m' } } };
 * const spec = { runtimeClassName: 'kata', containers: [{ name: 'app' }] };
 * applyRuntimeClass({ spec }, { runtimeClasses: [kata] }).spec?.overhead // => { cpu: '250m' }
 * applyRuntimeClass({ spec }, { runtimeClasses: [] }) // throws RUNTIME_CLASS_NOT_FOUND
 * ```
 *
 * Source: `k8s.io/kubernetes/plugin/pkg/admission/runtimeclass` v1.37.1, `Admit` and `Validate`.
 */
export function applyRuntimeClass<P extends PodLike>(
  pod: Named<P>,
  cluster: ClusterLists<'runtimeClasses'>,
): P;
/** The same for an object literal with a Pod or a template. */
export function applyRuntimeClass(pod: Pod, cluster: ClusterLists<'runtimeClasses'>): Pod;
/** The same for an object literal with a Pod spec. */
export function applyRuntimeClass(
  pod: PodSpecLike,
  cluster: ClusterLists<'runtimeClasses'>,
): PodSpec;
/** The implementation. */
export function applyRuntimeClass(
  podLike: PodLike,
  cluster: ClusterLists<'runtimeClasses'>,
): PodLike {
  const change = runtimeClassChange(podLike, cluster);
  if (change === undefined) {
    return podLike;
  }
  const pod = toPod(podLike);
  const { overhead, nodeSelector, tolerations } = change;
  const hasLabels = Object.keys(nodeSelector).length > 0;
  const spec = {
    ...pod.spec,
    ...(overhead && { overhead }),
    ...(hasLabels && { nodeSelector: { ...pod.spec?.nodeSelector, ...nodeSelector } }),
    ...(tolerations && { tolerations }),
  };
  return inFormOf(podLike, { ...pod, spec });
}

/**
 * Explains what the RuntimeClass of a new Pod adds to it: the computation of {@link applyRuntimeClass} with its parts.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec; it is not changed
 * @param cluster - the RuntimeClasses of the cluster
 * @returns what is added; undefined if the Pod has no RuntimeClass
 * @throws the errors of {@link applyRuntimeClass}
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { runtimeClassChange } from '@kubesem/admission';
 *
 * const gpu = { metadata: { name: 'gpu' }, scheduling: { nodeSelector: { disk: 'ssd', gpu: 'yes' } } };
 * const spec = { runtimeClassName: 'gpu', nodeSelector: { disk: 'ssd' }, containers: [] };
 * runtimeClassChange({ spec }, { runtimeClasses: [gpu] })?.nodeSelector // => { gpu: 'yes' }
 * ```
 *
 * Source: as {@link applyRuntimeClass}.
 */
export function runtimeClassChange(
  podLike: PodLike,
  cluster: ClusterLists<'runtimeClasses'>,
): RuntimeClassChange | undefined {
  const spec = fields<Pod, RuntimeClassProblemCode>(toPod(podLike), THROW).at('spec');
  const name = spec.optionalText('runtimeClassName');
  const runtimeClass = fields(name === undefined ? undefined : named(name, cluster), THROW);
  if (name !== undefined && !runtimeClass.isPresent) {
    const message = `pod rejected: RuntimeClass "${name}" not found`;
    spec.problem('runtimeClassName', 'FORBIDDEN', message, name, 'RUNTIME_CLASS_NOT_FOUND');
  }
  const overhead = overheadOf(spec, runtimeClass);
  const scheduling = runtimeClass.at('scheduling');
  const nodeSelector = addedLabels(spec, scheduling.map('nodeSelector'));
  if (overhead === undefined && spec.has('overhead')) {
    const message =
      'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead';
    spec.forbidden('overhead', message, 'OVERHEAD_WITHOUT_RUNTIME_CLASS');
  }
  if (name === undefined) {
    return undefined;
  }
  const tolerations = scheduling.isPresent
    ? mergeTolerations(spec.list('tolerations'), scheduling.list('tolerations'))
    : undefined;
  return { runtimeClass: name, overhead, nodeSelector, tolerations };
}

/** Finds a RuntimeClass; those without a readable name are not it. */
function named(name: string, cluster: ClusterLists<'runtimeClasses'>) {
  return fields(cluster, ABSENT)
    .objects('runtimeClasses')
    .find((each) => each.at('metadata').optionalText('name') === name)?.value;
}

type Spec = Fields<PodSpec, RuntimeClassProblemCode>;

/** The overhead of the RuntimeClass; undefined if it has none. */
function overheadOf(spec: Spec, runtimeClass: Fields<RuntimeClass>): ResourceList | undefined {
  const overhead = runtimeClass.at('overhead');
  if (!overhead.isPresent) {
    return undefined;
  }
  const own = readAmounts(spec.at('overhead'));
  const fixed = readAmounts(overhead.at('podFixed'));
  const isEqual =
    own.size === fixed.size &&
    [...own].every(([resource, amount]) => fixed.get(resource)?.cmp(amount) === 0);
  if (own.size > 0 && !isEqual) {
    const message = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";
    spec.forbidden('overhead', message, 'OVERHEAD_CONFLICT');
  }
  return overhead.raw('podFixed') ?? {};
}

type Labels = ReadonlyMap<string, string>;

function addedLabels(spec: Spec, added: Labels): StringMap {
  const own = spec.map('nodeSelector');
  const keys = [...added.keys()].sort(compareUtf8);
  const conflict = keys.find((key) => own.has(key) && own.get(key) !== added.get(key));
  if (conflict !== undefined) {
    const place = (from: string, labels: Labels) =>
      `${from}[${conflict}] = ${labels.get(conflict)}`;
    const message = `conflict: ${place('runtimeClass.scheduling.nodeSelector', added)}; ${place('pod.spec.nodeSelector', own)}`;
    const path = spec.keyOf('nodeSelector', conflict);
    const value = own.get(conflict);
    spec.problem(path, 'FORBIDDEN', message, value, 'NODE_SELECTOR_CONFLICT');
  }
  return Object.fromEntries([...added].filter(([key]) => !own.has(key)));
}
