import { podFieldValue } from '@kubesem/config';
import {
  attempt,
  type Container,
  type EnvVar,
  type Node,
  objectsOf,
  type Pod,
} from '@kubesem/core';

/** Fields that the API server, the scheduler or the kubelet sets. */
const SET_LATER: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'metadata.name',
  'metadata.uid',
  'spec.nodeName',
  'spec.host',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
]);

/**
 * Gives variables from fields that have no value yet, such as the address of the Pod, a value such as `<status.podIP>`.
 *
 * @param pod - the Pod or the template
 * @param container - its container
 * @param options - whether controllers still change the Pod, and its node
 */
export function withPlaceholders(
  pod: Pod,
  container: Container,
  { isTemplate, node }: { readonly isTemplate: boolean; readonly node: Node | undefined },
): Container {
  const env = objectsOf<EnvVar>(container.env).map((variable): EnvVar => {
    const fieldPath = variable.valueFrom?.fieldRef?.fieldPath ?? '';
    const isLater =
      SET_LATER.has(fieldPath) ||
      (isTemplate && /^metadata\.(?:labels|annotations)\[/.test(fieldPath));
    const { value } = attempt(() => podFieldValue(pod, fieldPath, { use: 'env', node }));
    return isLater && (value ?? '') === ''
      ? { name: variable.name, value: `<${fieldPath}>` }
      : variable;
  });
  return container.env == null ? container : { ...container, env };
}
