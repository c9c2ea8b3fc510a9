// What `kubesem env` and `kubesem files` share: which object the containers are from, and whether there are any.
import { ABSENT, everyContainer, type Pod, podFields } from '@kubesem/core';
import { POD } from '@kubesem/core/kinds';
import type { ObjectReport, PodOwnerOptions } from '@kubesem/inspect';

type Identity = 'file' | 'line' | 'item' | 'apiVersion' | 'kind' | 'namespace' | 'name';

/** Which object the containers are from. */
export type TargetIdentity = Pick<ObjectReport, Identity>;

/** The fields of a report that identify its object. */
export function targetIdentity(object: ObjectReport): TargetIdentity {
  const { file, line, item, apiVersion, kind, namespace, name } = object;
  return { file, line, item, apiVersion, kind, namespace, name };
}

/** Which object a Pod is from: controllers create Pods from all others. */
export function ownerOptions({ kind, namespace }: ObjectReport): Required<PodOwnerOptions> {
  return { namespace, isTemplate: kind !== POD.kind };
}

/** An error if a Pod has no containers, or with `only`, none of this name. */
export function missingContainer(pod: Pod, only: string | undefined): readonly string[] {
  const names = everyContainer(podFields(pod, ABSENT).spec, (_, name) => name);
  if (only === undefined) {
    return names.length > 0 ? [] : ['no containers'];
  }
  return names.includes(only) ? [] : [`no container ${JSON.stringify(only)}`];
}
