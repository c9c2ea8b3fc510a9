// The Pod of an object as its containers see it, for their variables and files.
import type { EnvironmentCluster, EnvironmentOptions } from '@kubesem/config';
import { identityOf, indexCluster, type Node, type Pod, type PodContainer } from '@kubesem/core';
import { ABSENT, everyContainer, fields, podFields } from '@kubesem/core/internal';
import type { EnvironmentObjects } from './objects.js';
import { readableObjects } from './readable.js';

/** Which object a Pod is from. */
export interface PodOwnerOptions {
  /** Namespace of the object; that of the Pod by default. */
  readonly namespace?: string | undefined;
  /** Whether controllers still create Pods from it, so it has no name yet. */
  readonly isTemplate?: boolean | undefined;
}

/**
 * A Pod with its cluster.
 *
 * @internal
 */
export interface PreparedPod {
  readonly pod: Pod;
  /** Whether controllers still create Pods from it. */
  readonly isTemplate: boolean;
  readonly node: Node | undefined;
  /** The ConfigMaps, Secrets and Services. */
  readonly cluster: EnvironmentCluster;
  /** The node, and that markers replace the data of Secrets unless it may be shown. */
  readonly options: EnvironmentOptions;
  readonly containers: readonly Pick<PodContainer, 'name' | 'kind' | 'container'>[];
  /** What cannot be read. */
  readonly errors: readonly string[];
}

/**
 * Prepares a Pod or the Pod template of a workload, and its containers.
 *
 * @param read - the Pod or the template
 * @param objects - the objects of the cluster
 * @param options - which object it is from, and whether data of Secrets may be shown
 * @returns the Pod with its name and namespace
 *
 * @internal
 */
export function preparePod(
  read: Pod,
  objects: EnvironmentObjects,
  {
    namespace,
    isTemplate = false,
    showSecrets = false,
  }: PodOwnerOptions & { readonly showSecrets?: boolean | undefined },
): PreparedPod {
  const pod = podNamed(read, namespace, isTemplate);
  const node = nodeOf(pod, objects);
  const { errors, ...configs } = readableObjects(pod, objects);
  const cluster = indexCluster({ ...objects, ...configs });
  const { spec } = podFields(pod, ABSENT);
  const containers = everyContainer(spec, ({ value: container }, name, kind) => ({
    name,
    kind,
    container,
  }));
  const options = { node, maskSecrets: !showSecrets };
  return { pod, isTemplate, node, cluster, options, containers, errors };
}

/** Pods get their names from their workload, and a manifest is created in a namespace. */
function podNamed(pod: Pod, namespace: string | undefined, isTemplate: boolean): Pod {
  const given = fields(pod, ABSENT);
  const { name, uid, ...metadata } = given.at('metadata').value;
  return {
    ...given.value,
    metadata: { ...metadata, ...(namespace && { namespace }), ...(!isTemplate && { name, uid }) },
  };
}

function nodeOf(pod: Pod, objects: EnvironmentObjects): Node | undefined {
  const name = fields(pod, ABSENT).at('spec').text('nodeName');
  const nodes = fields(objects, ABSENT).list('nodes');
  return name === '' ? undefined : nodes.find((node) => identityOf(node).name === name);
}
