import { type Node, type Pod } from '@kubesem/core';
import { listOf, objectOf, textOf } from '@kubesem/core/internal';

/**
 * Returns the nodes of a cluster. If the files have none, those that the Pods name, without zones: a dump of one namespace
 * has no nodes.
 */
export function knownNodes(nodes: readonly Node[], pods: readonly Pod[]): readonly Node[] {
  if (listOf(nodes).length > 0) {
    return nodes;
  }
  const names = new Set(listOf(pods).map((pod) => textOf(objectOf(objectOf(pod).spec).nodeName)));
  names.delete('');
  return [...names].map((name) => ({ metadata: { name } }));
}
