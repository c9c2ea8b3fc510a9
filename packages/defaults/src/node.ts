import type { Named, Node } from '@kubesem/core';
import { roundedAmounts } from '@kubesem/resources/internal';
import { type Rule, withDefaults } from './rules/rule.js';

const NODE: Rule<Node> = {
  parts: {
    status: {
      set: (status) => ({ allocatable: status.raw('allocatable') ?? status.raw('capacity') }),
      convert: { capacity: roundedAmounts, allocatable: roundedAmounts },
    },
  },
};

/**
 * Fills in a Node as the API server does.
 *
 * What it can allocate is its capacity unless the kubelet has set it. Amounts are rounded up to thousandths.
 *
 * @param node - the Node; it is not changed
 * @returns a new Node, which shares what did not change; the argument itself if nothing did
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field on which a default depends has the
 * wrong JSON type; any other value stays as it is
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount is not a quantity
 *
 * @example
 * ```ts
 * import { applyNodeDefaults } from '@kubesem/defaults/node';
 *
 * applyNodeDefaults({ status: { capacity: { cpu: '4' } } }).status?.allocatable // => { cpu: '4' }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetObjectDefaults_Node`.
 */
export function applyNodeDefaults<T extends Node>(node: Named<T>): T;
/** The same for an object literal. */
export function applyNodeDefaults(node: Node): Node;
/** The implementation. */
export function applyNodeDefaults(node: Node): Node {
  return withDefaults(node, NODE);
}
