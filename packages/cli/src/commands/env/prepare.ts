// What `kubesem env` and `kubesem files` share: the Pod of a target as its containers see it.
import { EnvironmentIndex } from '@kubesem/config';
import {
  ignoreProblem,
  type Node,
  objectOf,
  type Pod,
  type PodContainer,
  podContainers,
  textOf,
} from '@kubesem/core';
import type { ObjectReport } from '@kubesem/inspect';
import type { FoundTarget, ReadSources } from './read.js';
import { readableSources } from './readable.js';

/** What data of Secrets is shown as. */
export const SECRET = '***';

type Identity = 'file' | 'line' | 'item' | 'apiVersion' | 'kind' | 'namespace' | 'name';

/** Which object the containers are from. */
export type TargetIdentity = Pick<ObjectReport, Identity>;

/** A Pod with its cluster. */
export interface PreparedPod {
  readonly object: TargetIdentity;
  readonly pod: Pod;
  /** Whether controllers still create Pods from it. */
  readonly isTemplate: boolean;
  readonly node: Node | undefined;
  readonly index: EnvironmentIndex;
  /** The containers that the command is about. */
  readonly containers: readonly PodContainer[];
  /** What is missing, or cannot be read. */
  readonly errors: readonly string[];
}

/** Prepares the Pod of a target, and its containers; with `only`, the one of this name. */
export function preparePod(
  { pod: read, object }: FoundTarget,
  sources: ReadSources,
  only: string | undefined,
): PreparedPod {
  const { file, line, item, apiVersion, kind, namespace, name } = object;
  const isTemplate = kind !== 'Pod';
  const pod = podNamed(read, namespace, isTemplate);
  const node = nodeOf(pod, sources.nodes);
  const { errors, ...configs } = readableSources(pod, sources);
  const containers = podContainers(pod, ignoreProblem).filter((each) =>
    [undefined, each.name].includes(only),
  );
  const missing =
    containers.length > 0
      ? []
      : [only === undefined ? 'no containers' : `no container ${JSON.stringify(only)}`];
  return {
    object: { file, line, item, apiVersion, kind, namespace, name },
    ...{ pod, isTemplate, node },
    index: new EnvironmentIndex({ ...sources, ...configs, node }),
    containers,
    errors: [...errors, ...missing],
  };
}

/** Pods get their names from their workload, and a manifest is created in a namespace. */
function podNamed(pod: Pod, namespace: string, isTemplate: boolean): Pod {
  const { name, uid, ...metadata } = objectOf(pod.metadata);
  return { ...pod, metadata: { ...metadata, namespace, ...(!isTemplate && { name, uid }) } };
}

function nodeOf(pod: Pod, nodes: readonly Node[]): Node | undefined {
  const name = textOf(objectOf(pod.spec).nodeName);
  return nodes.find((node) => name !== '' && objectOf(node.metadata).name === name);
}
