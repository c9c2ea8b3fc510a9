import {
  applyLimitRanges,
  applyQuotaStatus,
  applyRuntimeClass,
  claimLimitRangeViolations,
  combinedQuotaBars,
  podLimitRangeViolations,
} from '@kubesem/admission';
import { limitRangeRows, type NewPodRules } from '@kubesem/admission/internal';
import { FieldError, type LimitRange, type ResourceQuota, type RuntimeClass } from '@kubesem/core';
import { appendAll, movedProblem } from '@kubesem/core/internal';
import type { ManifestObject } from '@kubesem/manifests';
import type { PlacedCluster } from '@kubesem/manifests/cluster';
import { type FoundProblem, type Problem, placeProblem } from '../problem.js';
import { identify } from '../report/identify.js';
import type { LimitRangeReport, ObjectIdentity } from '../report/report.js';

/** A ResourceQuota of a file. */
export interface PlacedQuota {
  readonly identity: ObjectIdentity;
  readonly quota: ResourceQuota;
}

/** What admission applies to stored objects: it has seen them already. */
export const NO_RULES: NewPodRules = { limitRanges: [], runtimeClasses: [] };

/** What admission applies to new objects. */
export interface AdmissionRules {
  /** What applies to the Pods of a namespace. */
  readonly podRules: (namespace: string) => NewPodRules;
  /** What all LimitRanges set. */
  readonly limitRanges: readonly LimitRangeReport[];
  readonly quotas: readonly PlacedQuota[];
  /** What is wrong with LimitRanges, RuntimeClasses and ResourceQuotas; those that cannot be read do not count. */
  readonly problems: readonly Problem[];
}

/** Reads the LimitRanges, RuntimeClasses and ResourceQuotas of a cluster. */
export function admissionRules({ cluster, placeOf }: PlacedCluster): AdmissionRules {
  const problems: Problem[] = [];
  const readable = <T extends object>(
    list: readonly T[] | null | undefined,
    read: (object: T) => void,
  ): readonly PlacedRule<T>[] =>
    (list ?? []).flatMap((object) => {
      const placed = placeOf(object) as ManifestObject;
      const problem = unreadable(() => read(object));
      appendAll(problems, problem === undefined ? [] : [placeProblem(placed, problem)]);
      return problem === undefined ? [{ identity: identify(placed).identity, object }] : [];
    });
  const runtimeClasses = readable(cluster.runtimeClasses, readRuntimeClass).map(objectIn);
  const limitRanges = readable(cluster.limitRanges, readLimitRange);
  const quotas = readable(cluster.resourceQuotas, readQuota);
  const byNamespace = new Map<string, NewPodRules>();
  return {
    podRules: (namespace) => {
      const rules = byNamespace.get(namespace) ?? {
        limitRanges: limitRanges
          .filter(({ identity }) => identity.namespace === namespace)
          .map(objectIn),
        runtimeClasses,
      };
      byNamespace.set(namespace, rules);
      return rules;
    },
    limitRanges: limitRanges.map(({ identity, object }) => ({
      ...identity,
      rows: limitRangeRows(object),
    })),
    quotas: quotas.map(({ identity, object: quota }) => ({ identity, quota })),
    problems,
  };
}

interface PlacedRule<T> {
  readonly identity: ObjectIdentity;
  readonly object: T;
}

const objectIn = <T>({ object }: PlacedRule<T>): T => object;

/** Why an object cannot be read; undefined if it can. */
function unreadable(read: () => void): FoundProblem | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (!(error instanceof FieldError)) {
      throw error;
    }
    const problem = error.problem as FoundProblem;
    // These functions read lists.
    const isListed = problem.segments[0] === 'limitRanges' || problem.segments[0] === 'quotas';
    return movedProblem(problem, [], isListed ? 2 : 0);
  }
}

function readLimitRange(limitRange: LimitRange): void {
  const pod = { containers: [{ name: 'app' }] };
  applyLimitRanges(pod, { limitRanges: [limitRange] });
  podLimitRangeViolations(pod, { limitRanges: [limitRange] });
  claimLimitRangeViolations({}, { limitRanges: [limitRange] });
  limitRangeRows(limitRange);
}

function readRuntimeClass(runtimeClass: RuntimeClass): void {
  const metadata = { name: 'x' };
  const spec = { runtimeClassName: 'x', containers: [] };
  applyRuntimeClass({ spec }, { runtimeClasses: [{ ...runtimeClass, metadata }] });
}

function readQuota(quota: ResourceQuota): void {
  combinedQuotaBars([quota]);
  applyQuotaStatus(quota, []);
}
