import type { JSONObject } from '@kubesem/manifests';
import type { Fields } from './fields.js';
import type { ObjectReport } from './report.js';

/** Says what controls an object, and what that was made for. */
export function controllersOf(
  fields: Fields,
): Pick<ObjectReport, 'controllerUid' | 'controllerMadeFor'> {
  const owner =
    fields.objects('metadata', 'ownerReferences').find(({ controller }) => controller === true) ??
    {};
  const { uid } = owner;
  const madeFor = controllerMadeFor(owner, fields.text('metadata', 'labels', 'pod-template-hash'));
  return {
    ...(typeof uid === 'string' ? { controllerUid: uid } : {}),
    ...(madeFor === undefined ? {} : { controllerMadeFor: madeFor }),
  };
}

/**
 * Source: `k8s.io/kubernetes/pkg/controller/deployment` v1.37.1, `generateReplicaSetName`, and
 * `k8s.io/kubernetes/pkg/controller/cronjob` v1.37.1, `getJobName`.
 */
function controllerMadeFor(
  { kind, name }: JSONObject,
  podTemplateHash: string,
): ObjectReport['controllerMadeFor'] {
  if (typeof name !== 'string') {
    return undefined;
  }
  if (kind === 'ReplicaSet' && name.endsWith(`-${podTemplateHash}`)) {
    return { kind: 'Deployment', name: name.slice(0, -podTemplateHash.length - 1) };
  }
  // The number is the time of the run in minutes.
  const cronJob = kind === 'Job' ? /^(.+)-\d+$/.exec(name)?.[1] : undefined;
  return cronJob === undefined ? undefined : { kind: 'CronJob', name: cronJob };
}
