import { type ObjectMeta, type OwnedObject } from '@kubesem/core';
import { type Fields, fields, readController, THROW } from '@kubesem/core/internal';
import { CRON_JOB, DEPLOYMENT, JOB, REPLICA_SET } from '@kubesem/core/kinds';

const HASH_LABEL = 'pod-template-hash';
/** The controller cuts the name of the Deployment if the name of the ReplicaSet would be longer. */
const MAX_NAME = 253;

/** A workload that creates controllers, which in turn create Pods. */
export interface ControllerCreator {
  /** Its kind. */
  readonly kind: 'Deployment' | 'CronJob';
  /** Its name. */
  readonly name: string;
}

/**
 * Infers which workload created the controller of a Pod or a Job from the name of the controller: the Deployment of a
 * ReplicaSet, or the CronJob of a Job. Use it if the controller itself is not known.
 *
 * @param object - a Pod or a Job; it is not changed
 * @returns kind and name of the workload, in the namespace of the object; undefined if the name does not show it
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the metadata, the labels, the hash, the list of owners or an owner has the wrong type
 *
 * @example
 * ```ts
 * import { controllerCreator } from '@kubesem/workloads';
 *
 * const labels = { 'pod-template-hash': '5d4f' };
 * const ownerReferences = [{ kind: 'ReplicaSet', name: 'web-5d4f', controller: true }];
 * controllerCreator({ metadata: { labels, ownerReferences } }) // => { kind: 'Deployment', name: 'web' }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/deployment` v1.37.1, `generateReplicaSetName`;
 * `k8s.io/kubernetes/pkg/controller/cronjob` v1.37.1, `getJobName`.
 */
export function controllerCreator(object: OwnedObject): ControllerCreator | undefined {
  return readCreator(fields(object, THROW).at('metadata'));
}

/**
 * {@link controllerCreator} for metadata that is being read.
 */
export function readCreator(metadata: Fields<ObjectMeta>): ControllerCreator | undefined {
  const { kind, name = '' } = readController(metadata) ?? {};
  const hash = metadata.at('labels').text(HASH_LABEL);
  if (kind === REPLICA_SET.kind && name.endsWith(`-${hash}`) && name.length < MAX_NAME) {
    return { kind: DEPLOYMENT.kind, name: name.slice(0, -hash.length - 1) };
  }
  // The number is the time of the run in minutes.
  const cronJob = kind === JOB.kind ? /^(.+)-\d+$/.exec(name)?.[1] : undefined;
  return cronJob === undefined ? undefined : { kind: CRON_JOB.kind, name: cronJob };
}
