import { attempt, type EndpointSlice, type Node, type Pod, type Service } from '@kubesem/core';
import { endpointSlicePlans, explainService } from '@kubesem/service';
import { knownNodes } from './nodes.js';

/**
 * Builds the EndpointSlices of Services from their Pods, for files without any.
 *
 * @param services - the Services; those that cannot be read get no slices
 * @param pods - the Pods
 * @param nodes - the nodes, if the files have them
 * @returns what the controller would write; each slice has the prefix of its name
 */
export function builtSlices(
  services: readonly Service[],
  pods: readonly Pod[],
  nodes: readonly Node[],
): readonly EndpointSlice[] {
  if (pods.length === 0) {
    return [];
  }
  const readable = services.filter((service) => attempt(() => explainService(service)).ok);
  const changes = attempt(() =>
    endpointSlicePlans(readable, {
      pods,
      nodes: knownNodes(nodes, pods),
      endpointSlices: [],
    }),
  );
  return (changes.value ?? []).flatMap(({ create }) => create);
}
