import type { Pod } from '../api/core/pod/pod.js';
import type { PodSpec } from '../api/core/pod/pod-spec.js';
import type { PodStatus } from '../api/core/pod/pod-status.js';
import { type Fields, fields } from '../field/fields.js';
import type { FieldPolicy } from '../field/policy.js';
import { type PodLike, toPod } from './pod-like.js';

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
 * import { podFields, THROW } from '@kubesem/core';
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
