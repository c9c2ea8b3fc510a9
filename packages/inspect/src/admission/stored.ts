// What is kept of a stored object: a dump has too many to keep them whole.
import type { Pod } from '@kubesem/core';
import { POD } from '@kubesem/core/kinds';
import type { JSONObject } from '@kubesem/manifests';
import type { CountedFields, ReportedWorkload } from './candidate.js';

/** Keeps of an object the fields on which its usage and its updates depend. */
export function keptFields({ metadata, spec, status }: JSONObject): JSONObject {
  const { managedFields: _, ...kept } = (metadata ?? {}) as JSONObject;
  return { metadata: kept, spec, status } as JSONObject;
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

/** The Pod of an object that quotas count: for a stored Pod one that counts as much; undefined if it could not be read. */
export function quotaPod({ report, pod, counted, exists }: ReportedWorkload): Pod | undefined {
  if (report.origin !== 'stored' || !exists || report.pod === undefined) {
    return pod;
  }
  const { name, namespace, pods } = report;
  const { requests, limits, qosClass } = report.pod;
  return {
    ...{ apiVersion: POD.apiVersion, kind: POD.kind },
    metadata: { ...counted?.metadata, name, namespace },
    spec: { ...counted?.spec, containers: [{ name: 'all', resources: { requests, limits } }] },
    status: { qosClass, phase: pods.reason === 'FINISHED' ? 'Succeeded' : 'Running' },
  };
}
