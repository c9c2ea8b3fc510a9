import {
  type FieldPathSegment,
  ignoreProblem,
  type LimitRange,
  type PersistentVolumeClaim,
  type Pod,
  readList,
  readObject,
  readString,
  type StatefulSet,
} from '@kubesem/core';
import { PERSISTENT_VOLUME_CLAIM, STATEFUL_SET } from '@kubesem/core/kinds';
import type { ManifestObject } from '@kubesem/manifests';
import type { Workload } from '@kubesem/workloads';
import type { Problem } from '../problem.js';
import { type FoundProblem, ProblemList, placeProblems } from '../report/problem-list.js';
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

/** A claim whose fields are not checked yet. */
type WrittenClaim = Pick<PersistentVolumeClaim, 'metadata' | 'spec'> | null | undefined;

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
  const claimOf = (written: WrittenClaim): PersistentVolumeClaim => {
    const claim = readObject(written, undefined, ignoreProblem);
    const { annotations } = readObject(claim?.metadata, undefined, ignoreProblem) ?? {};
    const type = {
      apiVersion: PERSISTENT_VOLUME_CLAIM.apiVersion,
      kind: PERSISTENT_VOLUME_CLAIM.kind,
    };
    return { ...type, metadata: { namespace, annotations }, spec: claim?.spec };
  };
  const nameOf = (named: { readonly name?: unknown } | null | undefined) =>
    readString(readObject(named, undefined, ignoreProblem)?.name, undefined, ignoreProblem);
  const { kind, spec: written } = workload as StatefulSet & { readonly kind?: unknown };
  const spec = readObject(written, undefined, ignoreProblem);
  const isStateful = kind === STATEFUL_SET.kind;
  const templates = isStateful
    ? readList<WrittenClaim>(spec?.volumeClaimTemplates, undefined, ignoreProblem)
    : [];
  const volumes = readList(pod?.spec?.volumes, undefined, ignoreProblem) as readonly {
    readonly name?: unknown;
    readonly ephemeral?: { readonly volumeClaimTemplate?: WrittenClaim } | null;
  }[];
  return {
    ofTemplates: templates.map((template, index) => ({
      claim: claimOf(template),
      name: nameOf(readObject(template, undefined, ignoreProblem)?.metadata),
      base: ['spec', 'volumeClaimTemplates', index],
    })),
    ephemeral: volumes.flatMap((volume, index) => {
      const ephemeral = readObject(
        readObject(volume, undefined, ignoreProblem)?.ephemeral,
        undefined,
        ignoreProblem,
      );
      const template = ephemeral?.volumeClaimTemplate;
      const base = [
        ...templateSegments,
        ...['spec', 'volumes', index, 'ephemeral', 'volumeClaimTemplate'],
      ];
      return template ? [{ claim: claimOf(template), name: nameOf(volume), base }] : [];
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
