import { type Node, type Pod } from '@kubesem/core';
import { ABSENT, fields } from '@kubesem/core/internal';

/**
 * Returns the nodes of a cluster. If the files have none, those that the Pods name, without zones: a dump of one namespace
 * has no nodes.
 */
export function knownNodes(nodes: readonly Node[], pods: readonly Pod[]): readonly Node[] {
  const given = fields({ nodes, pods }, ABSENT);
  if (given.list('nodes').length > 0) {
    return nodes;
  }
  const names = new Set(given.each('pods', (pod) => pod.at('spec').text('nodeName')));
  names.delete('');
  return [...names].map((name) => ({ metadata: { name } }));
}
