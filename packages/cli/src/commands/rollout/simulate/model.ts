import { rolloutAdmission } from '@kubesem/admission';
import {
  type Container,
  type Deployment,
  identityOf,
  listOf,
  objectOf,
  objectsOf,
  type PodTemplateSpec,
  type ReplicaSet,
} from '@kubesem/core';
import { DEPLOYMENT } from '@kubesem/core/kinds';
import {
  type RollingUpdateLimits,
  type RolloutSimulation,
  rollingUpdateLimits,
  type SimulateRolloutOptions,
  simulateRollout,
} from '@kubesem/workloads';
import { ownReplicaSets, type ReadDeployments } from './read.js';

/** What happens to a Deployment, and how long its Pods take. */
export interface SimulationSettings extends Omit<SimulateRolloutOptions, 'replicaSets' | 'admit'> {
  readonly now: string;
  /** New images of containers. */
  readonly images: ReadonlyMap<string, string>;
  /** Whether the template changes as with `kubectl rollout restart`. */
  readonly restart: boolean;
}

/** A simulated rollout. */
export interface SimulatedRolloutModel extends RolloutSimulation {
  readonly namespace: string;
  readonly name: string;
  readonly now: string;
  readonly limits: RollingUpdateLimits;
  /** Whether the Pods of an earlier version are assumed, because the input has no ReplicaSets of the Deployment. */
  readonly isAssumed: boolean;
}

/**
 * Simulates the rollout of a Deployment.
 *
 * @throws FieldError if a field that counts has the wrong type
 */
export function simulatedRollout(
  deployment: Deployment,
  { replicaSets: all, admission }: Pick<ReadDeployments, 'replicaSets' | 'admission'>,
  { images, restart, ...options }: SimulationSettings,
): SimulatedRolloutModel {
  const stored = withUid(deployment);
  const own = ownReplicaSets(stored, all);
  const isAssumed = own.length === 0;
  const replicaSets = isAssumed ? [earlierVersion(stored)] : own;
  const next = changed(stored, images, restart ? options.now : undefined);
  const limits = rollingUpdateLimits({
    ...next,
    apiVersion: DEPLOYMENT.apiVersion,
    kind: DEPLOYMENT.kind,
  });
  const admit = rolloutAdmission(next, { ...admission, replicaSets });
  const simulation = simulateRollout(next, { ...options, replicaSets, admit });
  return { ...identityOf(deployment), now: options.now, limits, isAssumed, ...simulation };
}

/** A manifest has no uid yet. */
function withUid(deployment: Deployment): Deployment {
  const metadata = objectOf(deployment.metadata);
  return { ...deployment, metadata: { ...metadata, uid: metadata.uid || 'new' } };
}

/** A ReplicaSet with another template, and as many Pods as the Deployment wants. */
function earlierVersion({ metadata, spec }: Deployment): ReplicaSet {
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
function changed(
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
