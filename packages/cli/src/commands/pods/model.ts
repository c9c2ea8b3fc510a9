import { bareObject, objectOf, type Pod, type Timestamp, textOf, timestampMs } from '@kubesem/core';
import {
  type CrashLoop,
  crashLoop,
  explainPodRow,
  type PodReadiness,
  type PodRow,
  type PodStatusStep,
  podReadiness,
} from '@kubesem/lifecycle';
import type { ManifestObject } from '@kubesem/manifests';
import { observedContainers } from './containers.js';
import { needsReasons, type PodReason, podReasons, waitsForText } from './reasons.js';

/** The countdown of a container in `CrashLoopBackOff`. */
export interface ContainerCrashLoop extends CrashLoop {
  readonly container: string;
}

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
  const explanation = explainPodRow(pod, { now });
  const readiness = podReadiness(pod);
  const reasons = podReasons({ pod, explanation, readiness, now });
  const { row, steps } = explanation;
  if (why && !needsReasons(row, readiness, reasons, now)) {
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
    waitsFor: waitsForText(reasons),
    readiness,
    steps,
    crashLoops: observedContainers(pod).flatMap(({ name, status }) => {
      const found = crashLoop(status, { now });
      return found === undefined ? [] : [{ container: name, ...found }];
    }),
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
