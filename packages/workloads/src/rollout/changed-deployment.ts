// What starts a rollout: a change of a Deployment, next to its ReplicaSets.
import {
  type Container,
  controllerOf,
  type Deployment,
  identityOf,
  type PodTemplateSpec,
  type ReplicaSet,
} from '@kubesem/core';
import { listOf, objectOf, objectsOf } from '@kubesem/core/internal';
import { DEPLOYMENT } from '@kubesem/core/kinds';

/** A manifest has no uid yet. */
export function withUid(deployment: Deployment): Deployment {
  const metadata = objectOf(deployment.metadata);
  return { ...deployment, metadata: { ...metadata, uid: metadata.uid || 'new' } };
}

/** A ReplicaSet with another template, and as many Pods as the Deployment wants. */
export function earlierVersion({ metadata, spec }: Deployment): ReplicaSet {
  const { name, namespace, uid } = objectOf(metadata);
  const { replicas, template } = objectOf(spec);
  const labels = objectOf(objectOf(template).metadata).labels;
  return {
    metadata: {
      ...{ name: `${name}-old`, uid: `${name}-old`, namespace, labels },
      ownerReferences: [{ kind: DEPLOYMENT.kind, name, uid, controller: true }],
    },
    spec: { replicas, template: { metadata: { labels } } },
  };
}

/**
 * The Deployment after `kubectl set image` and `kubectl rollout restart`. Images are also those of init containers.
 *
 * Source: `k8s.io/kubectl/pkg/cmd/set` v0.37.1, `SetImageOptions.Run`.
 */
export function changedDeployment(
  deployment: Deployment,
  images: ReadonlyMap<string, string>,
  restartedAt: string | undefined,
): Deployment {
  const spec = objectOf(deployment.spec);
  const template: Partial<PodTemplateSpec> = objectOf(spec.template);
  const podSpec = objectOf(template.spec);
  const metadata = objectOf(template.metadata);
  const withImages = (list: readonly Partial<Container>[]) =>
    list.map((container) => {
      const image = images.get(container.name ?? '') ?? images.get('*');
      return image === undefined ? container : { ...container, image };
    });
  const { containers, initContainers } = podSpec;
  const annotations = {
    ...metadata.annotations,
    ...(restartedAt !== undefined && { 'kubectl.kubernetes.io/restartedAt': restartedAt }),
  };
  const next = {
    metadata: { ...metadata, annotations },
    spec: {
      ...podSpec,
      containers: withImages(objectsOf(containers)),
      ...(initContainers && { initContainers: withImages(objectsOf(initContainers)) }),
    },
  };
  return images.size === 0 && restartedAt === undefined
    ? deployment
    : { ...deployment, spec: { ...spec, template: { ...template, ...next } } };
}

/** The containers whose images are set, and that the Deployment does not have. */
export function unknownContainers(
  { spec }: Deployment,
  images: ReadonlyMap<string, string>,
): readonly string[] {
  const { containers, initContainers } = objectOf(objectOf(objectOf(spec).template).spec);
  const all = [...listOf(initContainers), ...listOf(containers)];
  const known = new Set(objectsOf(all).map(({ name }) => name));
  return [...images.keys()].filter((name) => (name === '*' ? known.size === 0 : !known.has(name)));
}

/** The ReplicaSets that a Deployment controls. */
export function ownReplicaSets(
  deployment: Deployment,
  replicaSets: readonly ReplicaSet[],
): readonly ReplicaSet[] {
  const { uid } = objectOf(deployment.metadata);
  const { namespace } = identityOf(deployment);
  return replicaSets.filter(
    (set) =>
      Boolean(uid) && controllerOf(set)?.uid === uid && identityOf(set).namespace === namespace,
  );
}
