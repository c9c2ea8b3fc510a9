// The Pod of an object as its containers see it, for their variables and files.
import type { EnvironmentCluster, EnvironmentOptions } from '@kubesem/config';
import {
  attempt,
  type Container,
  identityOf,
  indexCluster,
  type Node,
  type Pod,
  type PodContainer,
} from '@kubesem/core';
import { ABSENT, everyContainer, fields, podFields } from '@kubesem/core/internal';
import type { EnvironmentObjects } from './objects.js';
import { type FilledContainer, withPlaceholders } from './placeholders.js';
import { readableObjects } from './readable.js';

/** Which object a Pod is from. */
export interface PodOwnerOptions {
  /** Namespace of the object; that of the Pod by default. */
  readonly namespace?: string | undefined;
  /** Whether controllers still create Pods from it, so it has no name yet. */
  readonly isTemplate?: boolean | undefined;
}

/** Options of {@link podEnvironment}. */
export interface PodEnvironmentOptions extends PodOwnerOptions {
  /** Name of the only container to report on. */
  readonly container?: string | undefined;
  /** Whether the data of Secrets may be shown; otherwise markers replace it. */
  readonly showSecrets?: boolean | undefined;
}

/** A Pod with its name and namespace, and one of its containers. */
interface PreparedContainer extends FilledContainer {
  readonly pod: Pod;
  /** The container as it is written, without placeholders. */
  readonly written: Container;
  /** The ConfigMaps, Secrets and Services. */
  readonly cluster: EnvironmentCluster;
  /** The node, and that markers replace the data of Secrets unless it may be shown. */
  readonly options: EnvironmentOptions;
}

/** What is said of the containers of a Pod. */
export interface DescribedContainers<R> {
  /** The containers that can be read, in the order of the Pod. */
  readonly containers: readonly (R & Pick<PodContainer, 'name' | 'kind'>)[];
  /** Why values or containers cannot be read. */
  readonly errors: readonly string[];
}

/**
 * Describes the containers of a Pod or of the Pod template of a workload.
 *
 * @param read - the Pod or the template
 * @param objects - the objects of the cluster
 * @param given - which object it is from, which container, and whether data of Secrets may be shown
 * @param describe - what may throw a KubesemError
 */
export function describeContainers<R extends object>(
  read: Pod,
  objects: EnvironmentObjects,
  given: PodEnvironmentOptions,
  describe: (prepared: PreparedContainer) => R,
): DescribedContainers<R> {
  const { namespace, isTemplate = false, showSecrets = false, container: only } = given;
  const pod = podNamed(read, namespace, isTemplate);
  const node = nodeOf(pod, objects);
  const { errors: unreadable, ...configs } = readableObjects(pod, objects);
  const cluster = indexCluster({ ...objects, ...configs });
  const options = { node, maskSecrets: !showSecrets };
  const containers: (R & Pick<PodContainer, 'name' | 'kind'>)[] = [];
  const errors = [...unreadable];
  everyContainer(podFields(pod, ABSENT).spec, ({ value: written }, name, kind) => {
    if (only !== undefined && name !== only) {
      return;
    }
    const filled = withPlaceholders(pod, written, node, isTemplate);
    const described = attempt(() => describe({ ...filled, pod, written, cluster, options }));
    if (described.ok) {
      containers.push({ name, kind, ...described.value });
    } else {
      errors.push(`container ${name}: ${described.error.message}`);
    }
  });
  return { containers, errors };
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
