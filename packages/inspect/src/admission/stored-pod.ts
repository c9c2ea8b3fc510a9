import type { Pod, PodSpec } from '@kubesem/core';
import { POD } from '@kubesem/core/kinds';
import type { ObjectReport } from '../report/report.js';

/** What quotas count of a stored Pod besides its report; most Pods have none of it. */
export interface CountedFields {
  readonly metadata: Pod['metadata'];
  readonly spec: Pick<PodSpec, 'activeDeadlineSeconds' | 'affinity' | 'priorityClassName'>;
}

/** Returns the fields that quotas count, so the Pod need not be kept; undefined if there are none. */
export function countedFields({ metadata, spec }: Pod): CountedFields | undefined {
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata ?? {};
  const { activeDeadlineSeconds, affinity, priorityClassName } = spec ?? {};
  const isCounted =
    deletionTimestamp || (activeDeadlineSeconds ?? affinity ?? priorityClassName) != null;
  return isCounted
    ? {
        metadata: { deletionTimestamp, deletionGracePeriodSeconds },
        spec: { activeDeadlineSeconds, affinity, priorityClassName },
      }
    : undefined;
}

/** Makes a Pod that counts as much as the stored one; undefined if that could not be read. */
export function countedPod(
  { name, namespace, pods, pod }: ObjectReport,
  fields: CountedFields | undefined,
): Pod | undefined {
  if (pod === undefined) {
    return undefined;
  }
  const { requests, limits, qosClass } = pod;
  return {
    ...{ apiVersion: POD.apiVersion, kind: POD.kind },
    metadata: { ...fields?.metadata, name, namespace },
    spec: { ...fields?.spec, containers: [{ name: 'all', resources: { requests, limits } }] },
    status: { qosClass, phase: pods.reason === 'FINISHED' ? 'Succeeded' : 'Running' },
  };
}
