import {
  applyLimitRanges,
  applyQuotaStatus,
  applyRuntimeClass,
  claimLimitRangeViolations,
  combinedQuotaBars,
  limitRangeRows,
  type NewPodRules,
  podLimitRangeViolations,
} from '@kubesem/admission';
import { FieldError, type LimitRange, type ResourceQuota, type RuntimeClass } from '@kubesem/core';
import { movedProblem } from '@kubesem/core/internal';
import { LIMIT_RANGE, RESOURCE_QUOTA, RUNTIME_CLASS } from '@kubesem/core/kinds';
import type { ManifestObject } from '@kubesem/manifests';
import type { FoundProblem } from '../problem.js';
import { type Problem, placeProblem } from '../problem.js';
import type { LimitRangeReport, ObjectIdentity } from '../report/report.js';

/** A ResourceQuota of a file. */
export interface PlacedQuota {
  readonly identity: ObjectIdentity;
  readonly quota: ResourceQuota;
}

interface PlacedLimitRange {
  readonly identity: ObjectIdentity;
  readonly limitRange: LimitRange;
}

/** What admission applies to stored objects: it has seen them already. */
export const NO_RULES: NewPodRules = { limitRanges: [], runtimeClasses: [] };

/** The LimitRanges, RuntimeClasses and ResourceQuotas of files. Of one that is defined several times, the last definition counts. */
export class AdmissionRules {
  /** What is wrong with them; those that cannot be read do not count. */
  readonly problems: Problem[] = [];
  private readonly limitRanges = new Map<string, Map<string, PlacedLimitRange>>();
  /** The same by namespace alone, once they are asked for. */
  private readonly lists = new Map<string, NewPodRules>();
  private readonly runtimeClasses = new Map<string, RuntimeClass>();
  private readonly placedQuotas = new Map<string, PlacedQuota>();

  /** Adds an object if it is a LimitRange, a RuntimeClass or a ResourceQuota. */
  add(placed: ManifestObject, identity: ObjectIdentity): void {
    if (placed.apiVersion === RUNTIME_CLASS.apiVersion && placed.kind === RUNTIME_CLASS.kind) {
      const runtimeClass: RuntimeClass = placed.object;
      if (this.isReadable(placed, () => readRuntimeClass(runtimeClass))) {
        this.runtimeClasses.set(identity.name, runtimeClass);
        this.lists.clear();
      }
    }
    if (placed.apiVersion !== 'v1') {
      return;
    }
    const { namespace, name } = identity;
    if (placed.kind === LIMIT_RANGE.kind) {
      const limitRange: LimitRange = placed.object;
      if (this.isReadable(placed, () => readLimitRange(limitRange))) {
        const known = this.limitRanges.get(namespace) ?? new Map<string, PlacedLimitRange>();
        this.limitRanges.set(namespace, known.set(name, { identity, limitRange }));
        this.lists.delete(namespace);
      }
    } else if (placed.kind === RESOURCE_QUOTA.kind) {
      const quota: ResourceQuota = placed.object;
      if (this.isReadable(placed, () => readQuota(quota))) {
        this.placedQuotas.set(JSON.stringify([namespace, name]), { identity, quota });
      }
    }
  }

  /** What applies to the Pods of a namespace; the same object as before if nothing was added. */
  podRules(namespace: string): NewPodRules {
    const known = this.limitRanges.get(namespace);
    if (known === undefined && this.runtimeClasses.size === 0) {
      return NO_RULES;
    }
    const rules = this.lists.get(namespace) ?? {
      limitRanges: [...(known?.values() ?? [])].map(({ limitRange }) => limitRange),
      runtimeClasses: [...this.runtimeClasses.values()],
    };
    this.lists.set(namespace, rules);
    return rules;
  }

  /** What all LimitRanges set. */
  get limitRangeReports(): readonly LimitRangeReport[] {
    return [...this.limitRanges.values()].flatMap((known) =>
      [...known.values()].map(({ identity, limitRange }) => ({
        ...identity,
        rows: limitRangeRows(limitRange),
      })),
    );
  }

  /** All ResourceQuotas. */
  get quotas(): readonly PlacedQuota[] {
    return [...this.placedQuotas.values()];
  }

  private isReadable(placed: ManifestObject, read: () => void): boolean {
    try {
      read();
      return true;
    } catch (error) {
      if (!(error instanceof FieldError)) {
        throw error;
      }
      const problem = error.problem as FoundProblem;
      // These functions read lists.
      const isListed = problem.segments[0] === 'limitRanges' || problem.segments[0] === 'quotas';
      const own = movedProblem(problem, [], isListed ? 2 : 0);
      this.problems.push(placeProblem(placed, own));
      return false;
    }
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
