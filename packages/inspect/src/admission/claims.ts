import {
  type FieldPathSegment,
  type LimitRange,
  type PersistentVolumeClaim,
  type Pod,
  type StatefulSet,
} from '@kubesem/core';
import { ABSENT, type Fields, fields } from '@kubesem/core/internal';
import { PERSISTENT_VOLUME_CLAIM, STATEFUL_SET } from '@kubesem/core/kinds';
import type { ManifestObject } from '@kubesem/manifests';
import type { Workload } from '@kubesem/workloads';
import type { FoundProblem, Problem } from '../problem.js';
import { ProblemList, placeProblems } from '../report/problem-list.js';
import { claimRejections } from './limit-ranges.js';

/** A claim that a controller creates for a Pod. */
export interface PodClaim {
  readonly claim: PersistentVolumeClaim;
  /** Name of the template or the volume. */
  readonly name: string;
  /** Path of the claim in the object of the file. */
  readonly base: readonly FieldPathSegment[];
}

/** The claims of each Pod: those without which its controller does not create it, and those that are created after it. */
export interface PodClaims {
  readonly ofTemplates: readonly PodClaim[];
  readonly ephemeral: readonly PodClaim[];
}

interface ClaimedVolume {
  readonly name?: string;
  readonly ephemeral?: { readonly volumeClaimTemplate?: PersistentVolumeClaim };
}

/**
 * Lists the claims that controllers create for each Pod of a workload.
 *
 * @param workload - the object
 * @param pod - its Pod, or the template of its Pods
 * @param templateSegments - path of that
 * @param namespace - namespace of the object
 *
 * Source: `k8s.io/kubernetes/pkg/controller/statefulset` v1.37.1, `CreateStatefulPod`;
 * `k8s.io/kubernetes/pkg/controller/volume/ephemeral` v1.37.1, `handleVolume`.
 */
export function podClaims(
  workload: Workload,
  pod: Pod | undefined,
  templateSegments: readonly string[],
  namespace: string,
): PodClaims {
  const { apiVersion, kind } = PERSISTENT_VOLUME_CLAIM;
  const claimOf = (template: Fields<PersistentVolumeClaim>): PersistentVolumeClaim => {
    const { annotations } = template.at('metadata').value;
    return { apiVersion, kind, metadata: { namespace, annotations }, spec: template.value.spec };
  };
  const isStateful =
    (workload as StatefulSet & { readonly kind?: unknown }).kind === STATEFUL_SET.kind;
  const spec = fields(isStateful ? (workload as StatefulSet) : undefined, ABSENT).at('spec');
  const volumes = fields(pod, ABSENT).at('spec').objects('volumes') as Fields<ClaimedVolume>[];
  return {
    ofTemplates: spec.each('volumeClaimTemplates', (template, index) => ({
      claim: claimOf(template),
      name: template.at('metadata').text('name'),
      base: ['spec', 'volumeClaimTemplates', index],
    })),
    ephemeral: volumes.flatMap((volume, index) => {
      const template = volume.at('ephemeral').at('volumeClaimTemplate');
      const path = ['spec', 'volumes', index, 'ephemeral', 'volumeClaimTemplate'];
      const base = [...templateSegments, ...path];
      return template.isPresent
        ? [{ claim: claimOf(template), name: volume.text('name'), base }]
        : [];
    }),
  };
}

/** Why LimitRanges reject claims, with the path of each claim. */
export function podClaimProblems(
  claims: readonly PodClaim[],
  limitRanges: readonly LimitRange[],
): readonly { readonly problem: FoundProblem; readonly base: PodClaim['base'] }[] {
  return limitRanges.length === 0
    ? []
    : claims.flatMap(({ claim, base }) =>
        claimRejections(claim, limitRanges).map((problem) => ({ problem, base })),
      );
}

/** Why LimitRanges reject a claim. */
export function claimProblems(
  placed: ManifestObject,
  limitRanges: readonly LimitRange[],
): readonly Problem[] {
  const problems = new ProblemList(placed.object, false);
  claimRejections(placed.object, limitRanges).forEach(problems.addOwn);
  return placeProblems(placed, problems.all);
}
