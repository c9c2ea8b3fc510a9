import { attempt, type PodTemplateSpec } from '@kubesem/core';
import { isSameField } from '@kubesem/resources/internal';

const HASH_LABEL = 'pod-template-hash';

/**
 * Reports whether the Pod templates of a Deployment and a ReplicaSet are equal, except for the label `pod-template-hash`.
 * If no ReplicaSet has an equal template, the controller creates one, which starts a rollout.
 *
 * The function compares templates as they are stored, so pass objects that the API server returned. A manifest lacks the
 * defaults of the API server, so it is not equal to its own stored object; `kubectl apply --dry-run=server` fills them in.
 *
 * Amounts such as `1Gi` and `1073741824` are equal. Fields that are absent, null, empty or zero are equal, unless Kubernetes
 * distinguishes them: `securityContext: {}` is not an absent one.
 *
 * @param a - a template; it is not changed
 * @param b - another one; it is not changed
 * @returns whether they are equal; an absent one is equal to an empty one
 *
 * @example
 * ```ts
 * import { isSameTemplate } from '@kubesem/workloads';
 *
 * const template = (image: string, labels: Record<string, string> = {}) => {
 *   return { metadata: { labels: { app: 'web', ...labels } }, spec: { containers: [{ name: 'app', image }] } };
 * };
 * isSameTemplate(template('app:1'), template('app:1', { 'pod-template-hash': '5d4f' })) // => true
 * isSameTemplate(template('app:1'), template('app:2')) // => false
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/deployment/util` v1.37.1, `EqualIgnoreHash`.
 */
export function isSameTemplate(
  a: PodTemplateSpec | null | undefined,
  b: PodTemplateSpec | null | undefined,
): boolean {
  // A template that contains itself has no end, and is equal to none.
  return attempt(() => areEqual(a, b)).value === true;
}

type Template = PodTemplateSpec | null | undefined;

function areEqual(a: Template, b: Template): boolean {
  return (
    isSameField(withoutHash(a), withoutHash(b), 'metadata') &&
    isSameField(a?.spec ?? {}, b?.spec ?? {}, 'podSpec')
  );
}

function withoutHash(template: PodTemplateSpec | null | undefined): PodTemplateSpec['metadata'] {
  const labels = Object.entries(template?.metadata?.labels ?? {});
  return {
    ...template?.metadata,
    labels: Object.fromEntries(labels.filter(([name]) => name !== HASH_LABEL)),
  };
}
