import {
  addQuotaUsage,
  admitToQuotas,
  applyQuotaStatus,
  combinedQuotaBars,
  type QuotaBar,
  type QuotaObject,
  type QuotaViolation,
  quotaBars,
  quotaMessage,
} from '@kubesem/admission';
import { bareObject, FieldError, type FieldPathSegment, type ResourceQuota } from '@kubesem/core';
import type { ManifestObject } from '@kubesem/manifests';
import { type Problem, placeProblem } from '../problem.js';
import type { FoundProblem } from '../report/problem-list.js';
import type { ObjectIdentity, QuotaReport, QuotaUse, QuotaVerdict } from '../report/report.js';
import { severityOf } from '../severity.js';
import type { PlacedQuota } from './rules.js';

/** Objects that are alike and are created together. */
export interface QuotaUnit {
  readonly object: QuotaObject;
  readonly count: number;
  readonly creates: QuotaVerdict['creates'];
  /** Path of the Pod in the object of the file. */
  readonly base: readonly FieldPathSegment[];
}

/** An object of the files that quotas count. */
export interface QuotaCandidate {
  readonly identity: ObjectIdentity;
  /** Whether it uses the quotas already, instead of being created. */
  readonly exists: boolean;
  /** Reads what is created; called only if its namespace has a quota. */
  readonly read: () => CreatedObjects;
}

/** What is created for an object of the files. */
export interface CreatedObjects {
  readonly placed: Pick<ManifestObject, 'file' | 'positionOf'>;
  /** What is created, in this order. */
  readonly units: readonly QuotaUnit[];
}

/** What quotas do with the objects of files. */
export interface QuotaAnswers {
  readonly quotas: readonly QuotaReport[];
  readonly verdicts: readonly QuotaVerdict[];
  /** The problems of each candidate that has any, by its identity. */
  readonly problems: ReadonlyMap<ObjectIdentity, readonly Problem[]>;
}

/** Creates objects in their order, as the API server does one by one. */
export function admitCandidates(
  placedQuotas: readonly PlacedQuota[],
  candidates: readonly QuotaCandidate[],
): QuotaAnswers {
  const namespaces = new Map<string, Namespace>();
  for (const placed of placedQuotas) {
    const { namespace } = placed.identity;
    const known = namespaces.get(namespace) ?? new Namespace();
    namespaces.set(namespace, known);
    known.addQuota(placed);
  }
  const problems = new Map<ObjectIdentity, readonly Problem[]>();
  const verdicts: QuotaVerdict[] = [];
  // What exists counts first, wherever it is in the files.
  for (const exists of [true, false]) {
    for (const candidate of candidates.filter((one) => one.exists === exists)) {
      const namespace = namespaces.get(candidate.identity.namespace);
      const found = namespace?.add(candidate, verdicts) ?? [];
      if (found.length > 0) {
        problems.set(candidate.identity, found);
      }
    }
    if (exists) {
      namespaces.forEach((namespace) => namespace.startCreating());
    }
  }
  const quotas = [...namespaces.values()].flatMap((namespace) => namespace.report());
  return { quotas, verdicts, problems };
}

/** The quotas of a namespace while objects are created in it. */
class Namespace {
  private readonly placed: PlacedQuota[] = [];
  private before: readonly ResourceQuota[] = [];
  private after: ResourceQuota[] = [];

  addQuota(placed: PlacedQuota): void {
    this.placed.push(placed);
    const { quota } = placed;
    this.after.push(hasStatus(quota) ? quota : applyQuotaStatus(quota, []));
  }

  startCreating(): void {
    this.before = this.after;
  }

  /** Adds an object; returns why quotas reject it. An object that cannot be read has that problem. */
  add(candidate: QuotaCandidate, verdicts: QuotaVerdict[]): readonly Problem[] {
    const { placed, units } = candidate.read();
    try {
      return this.addUnits(candidate, placed, units, verdicts);
    } catch (error) {
      if (!(error instanceof FieldError)) {
        throw error;
      }
      const problem = error.problem as FoundProblem;
      return [placeProblem(placed, severityOf(problem), problem)];
    }
  }

  private addUnits(
    candidate: QuotaCandidate,
    placed: CreatedObjects['placed'],
    units: readonly QuotaUnit[],
    verdicts: QuotaVerdict[],
  ): readonly Problem[] {
    for (const unit of units) {
      if (candidate.exists) {
        this.count(unit);
        continue;
      }
      const { object, count } = unit;
      const { quotas, admitted, fitting, violations } = admitToQuotas(this.after, object, {
        count,
      });
      this.after = [...quotas];
      const message = quotaMessage(violations);
      const { creates, base } = unit;
      if (fitting !== undefined) {
        verdicts.push({ ...candidate.identity, creates, count, admitted, fitting, message });
      }
      const [violation] = violations;
      if (violation !== undefined) {
        return [problemOf(placed, violation, rejection(message ?? '', unit, admitted), base)];
      }
    }
    return [];
  }

  /** Adds an object that exists to the quotas without a status; the others count it already. */
  private count({ object, count }: QuotaUnit): void {
    const counted = addQuotaUsage(this.after, object, { count });
    this.after = this.after.map((quota, index) =>
      hasStatus((this.placed[index] as PlacedQuota).quota) ? quota : (counted[index] ?? quota),
    );
  }

  report(): readonly QuotaReport[] {
    const tightest = new Set(
      combinedQuotaBars(this.after).flatMap(({ bars }) =>
        Object.entries(bars).map(([resource, bar]) => JSON.stringify([bar?.quota, resource])),
      ),
    );
    return this.placed.map(({ identity, quota }, index) => {
      const after = quotaBars(this.after[index] ?? {});
      const before = Object.entries(quotaBars(this.before[index] ?? {})) as [string, QuotaBar][];
      return {
        ...identity,
        usageFrom: hasStatus(quota) ? 'status' : 'objects',
        uses: bareObject(before, ({ hard, used, usedText }, name): QuotaUse => {
          const { used: usedAfter, remaining, ratio } = after[name] as QuotaBar;
          const isTightest = tightest.has(JSON.stringify([identity.name, name]));
          return { hard, used, usedText, added: usedAfter.sub(used), remaining, ratio, isTightest };
        }),
      };
    });
  }
}

/** Whether the quota controller has seen the quota. */
function hasStatus({ status }: ResourceQuota): boolean {
  return Object.keys(status?.hard ?? {}).length > 0;
}

function rejection(message: string, { creates, count }: QuotaUnit, admitted: number): string {
  if (creates === 'object') {
    return `${message}; the API server rejects it`;
  }
  return count === 1
    ? `${message}; the API server rejects its Pod`
    : `${message}; the API server admits ${admitted} of ${count} Pods`;
}

function problemOf(
  placed: CreatedObjects['placed'],
  { code, type }: QuotaViolation,
  message: string,
  base: readonly FieldPathSegment[],
): Problem {
  const severity = severityOf({ code, apiServer: 'rejects' });
  const problem = { code, type, segments: [], path: '', message, apiServer: 'rejects' as const };
  return placeProblem(placed, severity, problem, base);
}
