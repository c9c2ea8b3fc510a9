import type { Pod, PodTemplateSpec } from '../api/core/pod/pod.js';
import type { PodSpec } from '../api/core/pod/pod-spec.js';
import type { PodStatus } from '../api/core/pod/pod-status.js';
import { type Fields, fields } from '../field/fields.js';
import { fieldPath } from '../field/path.js';
import { type FieldPolicy, THROW } from '../field/policy.js';
import { FieldError, fieldProblem } from '../field/problem.js';
import { displayText } from '../text/display-text.js';

/** A Pod in any accepted form: the Pod itself, a Pod template, or only the spec. A container is not a Pod. */
export type PodLike = Pod | PodTemplateSpec | PodSpecLike;

/** A Pod spec as an argument, which rejects a container: the two have fields in common. */
export interface PodSpecLike extends PodSpec {
  /** Only a container has an image. */
  readonly image?: null | undefined;
}

/**
 * Returns a Pod for a Pod, a Pod template or a Pod spec.
 *
 * An object with `spec`, `metadata`, `status`, `kind` or `apiVersion` is a Pod or a template, because a Pod spec has none
 * of these fields. The function returns it unchanged, and a spec as the `spec` of a new object. Nothing is copied, and the
 * fields of the spec are not checked.
 *
 * A field of the wrong type stays as it is.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec
 * @returns the Pod
 * @throws {@link FieldError} with code `NOT_A_POD` if it is not an object, its `spec` is not an object, its `kind` is not
 * `Pod`, it is a workload, which has a template instead of containers, or it is a container
 *
 * @example
 * ```ts
 * import { toPod } from '@kubesem/core';
 *
 * toPod({ containers: [{ name: 'app' }] }) // => { spec: { containers: [{ name: 'app' }] } }
 * toPod({ metadata: { name: 'web' } }) // => { metadata: { name: 'web' } }
 * toPod({ kind: 'Deployment' }) // throws NOT_A_POD
 * ```
 */
export function toPod(podLike: PodLike): Pod {
  if (!isObject(podLike)) {
    throw notAPod(podLike, undefined);
  }
  const { apiVersion, kind, metadata, spec, status } = podLike as Pod;
  if (kind != null && kind !== '' && kind !== 'Pod') {
    throw notAPod(kind, 'kind');
  }
  if (spec != null && !isObject(spec)) {
    throw notAPod(spec, 'spec');
  }
  // Items of a list have no kind: without this check a workload would look like a Pod without containers.
  if (hasTemplate(podLike) || (spec != null && hasTemplate(spec))) {
    throw notAPod(podLike, undefined);
  }
  const isSpec = (spec ?? metadata ?? status ?? kind ?? apiVersion) == null;
  if (isSpec && isContainer(podLike)) {
    throw notAPod(podLike, undefined);
  }
  return isSpec ? { spec: podLike as PodSpec } : (podLike as Pod);
}

/**
 * Returns a Pod in the form in which another one was passed in: for a spec, its spec.
 *
 * @internal
 */
export function inFormOf<P extends PodLike>(podLike: P, pod: Pod): P {
  return (toPod(podLike) === podLike ? pod : pod.spec) as P;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasTemplate(value: object): boolean {
  const { template, jobTemplate } = value as { template?: unknown; jobTemplate?: unknown };
  return (template ?? jobTemplate) != null;
}

/** Only a container has an image or a name of its own, and a spec without containers would have no amounts. */
function isContainer(value: object): boolean {
  const { containers, image, name } = value as { [field: string]: unknown };
  return containers == null && (image ?? name) != null;
}

function notAPod(value: unknown, field: 'kind' | 'spec' | undefined): FieldError<'NOT_A_POD'> {
  // Only a kind is not a secret; any other string may be one.
  const isShown = field === 'kind' || typeof value !== 'string';
  const found = isShown ? displayText(value) : 'a string';
  return new FieldError(
    fieldProblem({
      type: 'TYPE_INVALID',
      code: 'NOT_A_POD',
      path: field === undefined ? undefined : fieldPath(field),
      ...(isShown && { value }),
      message: `expected a Pod, a Pod template or a Pod spec, found ${found}`,
    }),
  );
}

/**
 * Cursors on the parts of what was passed in as a Pod.
 *
 * @internal
 */
export class PodFields<Code extends string = string> {
  /** Use {@link podFields}. */
  constructor(
    /** The Pod; a new one around the spec if a spec was passed in. */
    readonly pod: Fields<Pod, Code>,
    /** Its spec. */
    readonly spec: Fields<PodSpec, Code>,
  ) {}

  /** Its status. Only who asks for it hears of its type: that of a new Pod does not count. */
  get status(): Fields<PodStatus, Code> {
    return this.pod.at('status');
  }
}

/**
 * Opens a Pod, a Pod template or a Pod spec.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec; it is not changed
 * @param policy - what becomes of a field of the wrong type
 * @returns cursors on its parts, whose paths start at what was passed in
 * @throws {@link FieldError} with code `NOT_A_POD` if the object is of another kind, whatever the policy
 *
 * @example
 * ```ts
 * import { podFields, THROW } from '@kubesem/core/internal';
 *
 * podFields({ nodeName: 'n1' }, THROW).spec.text('nodeName') // => 'n1'
 * podFields(JSON.parse('{ "spec": { "nodeName": 1 } }'), THROW).spec.text('nodeName') // throws INVALID_TYPE
 * ```
 *
 * @internal
 */
export function podFields<Code extends string = string>(
  podLike: PodLike,
  policy: FieldPolicy<Code>,
): PodFields<Code> {
  const object = toPod(podLike);
  const pod = fields<Pod, Code>(object, policy);
  const spec = object === podLike ? pod.at('spec') : fields<PodSpec, Code>(object.spec, policy);
  return new PodFields(pod, spec);
}

/** The quality of service class of a Pod. */
export type PodQosClass = 'Guaranteed' | 'Burstable' | 'BestEffort';

/** A class as it is stored in a Pod, which may be one that Kubernetes does not have. */
export type StoredQosClass = PodQosClass | (string & {});

/**
 * Returns the quality of service class that the API server stored when the Pod was created.
 *
 * An unknown class is returned as stored: Kubernetes does not check it either.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec
 * @returns `status.qosClass`; undefined if it is absent or empty
 * @throws {@link FieldError} with code `NOT_A_POD` if the object is of another kind
 * @throws {@link FieldError} with code `INVALID_TYPE` if the status or the class has the wrong type
 *
 * @example
 * ```ts
 * import { storedQosClass } from '@kubesem/core';
 *
 * storedQosClass({ status: { qosClass: 'Burstable' } }) // => 'Burstable'
 * storedQosClass({ containers: [] }) // => undefined
 * ```
 *
 * Source: `k8s.io/api/core/v1` v0.37.1, type `PodStatus`.
 */
export function storedQosClass(podLike: PodLike): StoredQosClass | undefined {
  return podFields(podLike, THROW).status.text('qosClass') || undefined;
}
