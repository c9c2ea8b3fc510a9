// Fields of a Pod that have no value before it runs, such as its address. A variable has `<status.podIP>` instead.

import { podFieldValue, type VariableOrigin } from '@kubesem/config';
import { attempt, type Container, type Node, type Pod } from '@kubesem/core';
import { ABSENT, fields } from '@kubesem/core/internal';

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

/** A container whose variables have placeholders. */
export interface FilledContainer {
  readonly container: Container;
  /** The placeholders by index in `env`. */
  readonly placeholders: ReadonlyMap<number, string>;
}

/**
 * Replaces the fields of a Pod that have no value yet.
 *
 * @param pod - the Pod, or the Pod template
 * @param container - its container
 * @param node - the node of the Pod, if it is known
 * @param isTemplate - whether controllers still add labels and annotations
 * @returns the container with placeholders
 */
export function withPlaceholders(
  pod: Pod,
  container: Container,
  node: Node | undefined,
  isTemplate: boolean,
): FilledContainer {
  const placeholders = new Map<number, string>();
  for (const [index, variable] of fields(container, ABSENT).objects('env').entries()) {
    const fieldPath = variable.at('valueFrom').at('fieldRef').text('fieldPath');
    const isLater =
      SET_LATER.has(fieldPath) ||
      (isTemplate && /^metadata\.(?:labels|annotations)\[/.test(fieldPath));
    if (isLater && variable.text('value') === '' && !hasValue(pod, fieldPath, node)) {
      placeholders.set(index, `<${fieldPath}>`);
    }
  }
  if (placeholders.size === 0) {
    return { container, placeholders };
  }
  const env = container.env?.map((variable, index) => {
    const value = placeholders.get(index);
    return value === undefined ? variable : { name: variable.name, value };
  });
  return { container: { ...container, env }, placeholders };
}

function hasValue(pod: Pod, fieldPath: string, node: Node | undefined): boolean {
  const { value, error } = attempt(() => podFieldValue(pod, fieldPath, { use: 'env', node }));
  // A node without addresses is an error of the kubelet; without the node, its address is only not known yet.
  const isUnknown = error?.code === 'HOST_IP_UNKNOWN' && node === undefined;
  return value !== '' && !isUnknown;
}

/** The origin of a variable without regard to placeholders. */
export function originWithout(
  placeholders: ReadonlyMap<number, string>,
  origin: VariableOrigin,
): VariableOrigin {
  const [field, index] = origin.segments ?? [];
  return field === 'env' && placeholders.has(Number(index))
    ? { source: 'FIELD', segments: ['env', Number(index), 'valueFrom', 'fieldRef'] }
    : origin;
}
