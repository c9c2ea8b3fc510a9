import { bareObject, objectOf, type Pod, type Timestamp, textOf, timestampMs } from '@kubesem/core';
import { type ContainerCrashLoop, type PodReason, podReasons } from '@kubesem/inspect';
import type { PodReadiness, PodRow, PodStatusStep } from '@kubesem/lifecycle';
import type { ManifestObject } from '@kubesem/manifests';

/** A row of `kubesem pods`, with its reasons. */
export interface PodModel extends PodRow, Pick<ManifestObject, 'file' | 'line' | 'item'> {
  /** Empty for a manifest without one. */
  readonly namespace: string;
  readonly labels: { readonly [key: string]: string | undefined };
  /** When it was created, in milliseconds since 1970; undefined if it is not known. */
  readonly createdAtMs: number | undefined;
  /** What it waits for, in a few words; empty if for nothing. */
  readonly waitsFor: string;
  readonly readiness: PodReadiness;
  /** What set its status. */
  readonly steps: readonly PodStatusStep[];
  readonly crashLoops: readonly ContainerCrashLoop[];
  /** Why it is in this state; only with `--why`, which also leaves out the Pods that need no explanation. */
  readonly reasons?: readonly PodReason[];
}

/**
 * Explains a Pod.
 *
 * @param placed - a Pod, and where it is
 * @param now - the current time
 * @param why - whether to list its reasons
 * @returns the model; undefined if its reasons are asked for and it is as it should be
 */
export function podModel(
  { file, line, item, object }: Pick<ManifestObject, 'file' | 'line' | 'item' | 'object'>,
  now: Timestamp,
  why: boolean,
): PodModel | undefined {
  const pod = object as Pod;
  const { row, steps, readiness, crashLoops, reasons, waitsFor, isNotable } = podReasons(pod, {
    now,
  });
  if (why && !isNotable) {
    return undefined;
  }
  const createdAtMs = timestampMs(objectOf(pod.metadata).creationTimestamp);
  return {
    file,
    line,
    item,
    namespace: namespaceOf(pod),
    ...row,
    labels: labelsOf(pod),
    createdAtMs: Number.isNaN(createdAtMs) ? undefined : createdAtMs,
    ...{ waitsFor, readiness, steps, crashLoops },
    ...(why && { reasons }),
  };
}

/** The namespace of a Pod; empty if it has none. */
export function namespaceOf({ metadata }: Pod): string {
  return textOf(objectOf(metadata).namespace);
}

/** The labels of a Pod; those that are not strings are left out. */
export function labelsOf({ metadata }: Pod): { readonly [key: string]: string | undefined } {
  const labels = Object.entries(objectOf(objectOf(metadata).labels));
  return bareObject(
    labels.filter(([, value]) => typeof value === 'string'),
    textOf,
  );
}
