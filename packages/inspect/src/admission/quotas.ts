import {
  addQuotaUsage,
  applyQuotaStatus,
  combinedQuotaBars,
  type QuotaBar,
  type QuotaOptions,
  type QuotaViolation,
  quotaAdmission,
  quotaBars,
  quotaMessage,
} from '@kubesem/admission';
import {
  attempt,
  FieldError,
  type FieldPathSegment,
  type ResourceQuota,
  type Timestamp,
} from '@kubesem/core';
import { appendAll, bareObject } from '@kubesem/core/internal';
import type { FoundProblem } from '../problem.js';
import { type Place, type Problem, placeProblem } from '../problem.js';
import type { ObjectIdentity, QuotaReport, QuotaUse, QuotaVerdict } from '../report/report.js';
import { placeOf, type QuotaCandidate } from './candidate.js';
import { KnownClaims } from './known-claims.js';
import type { QuotaUnit } from './quota-unit.js';
import { replacePods } from './replacement.js';
import type { PlacedQuota } from './rules.js';
import { measuredUpdate, updateUnits } from './updates/updates.js';
import { createdUnits } from './workload-units.js';

/** What quotas do with the objects of files. */
export interface QuotaAnswers {
  readonly quotas: readonly QuotaReport[];
  readonly verdicts: readonly QuotaVerdict[];
  /** The problems of each candidate that has any, by its identity. */
  readonly problems: ReadonlyMap<ObjectIdentity, readonly Problem[]>;
}

/**
 * Creates objects in their order, as the API server does one by one. What it rejects for another reason, quotas do not count.
 */
export function admitCandidates(
  placedQuotas: readonly PlacedQuota[],
  candidates: readonly QuotaCandidate[],
  now?: Timestamp,
): QuotaAnswers {
  const namespaces = new Map<string, Namespace>();
  for (const placed of placedQuotas) {
    const { namespace } = placed.identity;
    const known = namespaces.get(namespace) ?? new Namespace({ now });
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

/** The units before the first one that the API server rejects, which cannot exist. Stored objects have no such unit. */
function admittedUnits(units: readonly QuotaUnit[]): readonly QuotaUnit[] {
  const isRejected = ({ objects }: QuotaUnit) =>
    objects.some(({ rejection }) => rejection !== undefined);
  const index = units.findIndex(isRejected);
  return index === -1 ? units : units.slice(0, index);
}

/** The quotas of a namespace while objects are created in it. */
class Namespace {
  private readonly placed: PlacedQuota[] = [];
  private before: readonly ResourceQuota[] = [];
  private after: readonly ResourceQuota[] = [];
  private readonly claims = new KnownClaims();

  constructor(private readonly options: QuotaOptions) {}

  addQuota(placed: PlacedQuota): void {
    this.placed.push(placed);
    const { quota } = placed;
    this.after = [...this.after, hasStatus(quota) ? quota : applyQuotaStatus(quota, [])];
  }

  startCreating(): void {
    this.before = this.after;
  }

  /** Adds an object; returns why quotas reject it. An object that cannot be read has that problem. */
  add(candidate: QuotaCandidate, verdicts: QuotaVerdict[]): readonly Problem[] {
    try {
      return this.addUnits(candidate, verdicts);
    } catch (error) {
      if (!(error instanceof FieldError)) {
        throw error;
      }
      return [placeProblem(placeOf(candidate), error.problem as FoundProblem)];
    }
  }

  private addUnits(candidate: QuotaCandidate, verdicts: QuotaVerdict[]): readonly Problem[] {
    const { identity, exists, before } = candidate;
    const place = placeOf(candidate);
    const units = before === undefined ? createdUnits(candidate) : updatesOf(candidate, before);
    if (exists) {
      this.claims.add(identity, units[0]?.objects[0]?.object);
      admittedUnits(units).forEach((unit) => this.count(unit));
      return [];
    }
    const problems: Problem[] = [];
    for (const unit of units) {
      const { admitted, fitting, message, violation } = this.create(unit);
      const { creates, base, between, count, pods = 0, replaces } = unit;
      const isKnown = fitting !== undefined && (between === undefined || message !== undefined);
      if (isKnown && (between === undefined ? count : pods) > 0) {
        const what = { creates, count: between === undefined ? count : pods };
        verdicts.push({
          ...identity,
          ...what,
          admitted: between === undefined ? admitted : 0,
          fitting,
          message,
          ...(replaces && { replaces: replaces.running }),
        });
      }
      if (violation !== undefined) {
        problems.push(problemOf(place, violation, rejection(message ?? '', unit, admitted), base));
      }
      appendAll(problems, this.createEphemeral(identity, place, unit, admitted, verdicts));
      if (message !== undefined) {
        return problems;
      }
    }
    this.claims.add(identity);
    return problems;
  }

  /** Creates the objects of a unit until one is rejected. */
  private create(unit: QuotaUnit): Creation {
    const { refusal } = unit;
    if (refusal !== undefined) {
      const message = `${refusal.path}: ${refusal.message}`;
      return { admitted: 0, fitting: 0, message, violation: undefined };
    }
    let [admitted, fitting]: [number, number | undefined] = [0, 0];
    for (const run of this.claims.runsOf(unit)) {
      const created = this.createRun(run);
      fitting = created.fitting === undefined ? undefined : admitted + created.fitting;
      admitted += created.admitted;
      if (created.message !== undefined) {
        return { ...created, admitted, fitting };
      }
    }
    return { admitted, fitting, message: undefined, violation: undefined };
  }

  /** Creates objects that are alike. */
  private createRun({ objects, count, before, replaces }: QuotaUnit): Creation {
    const rejected = objects.find(({ rejection }) => rejection !== undefined);
    if (rejected !== undefined) {
      // The controller creates the other claims of the first Pod.
      for (const { object } of objects
        .slice(0, -1)
        .filter((each) => each.rejection === undefined)) {
        this.after = quotaAdmission(this.after, object, this.options).quotas;
      }
      if (replaces !== undefined) {
        const [pod = {}] = objects.map(({ object }) => object);
        this.after = replacePods(this.after, pod, 0, replaces, this.options).quotas;
      }
      return { admitted: 0, fitting: 0, message: rejected.rejection, violation: undefined };
    }
    const group = objects.map(({ object }) => object);
    const { quotas, admitted, fitting, violations } =
      replaces === undefined
        ? quotaAdmission(this.after, group, { ...this.options, count, before })
        : replacePods(this.after, group[group.length - 1] ?? {}, count, replaces, this.options);
    this.after = quotas;
    return { admitted, fitting, message: quotaMessage(violations), violation: violations[0] };
  }

  /** Creates the ephemeral claims of Pods; a Pod whose claim is rejected stays, and waits. */
  private createEphemeral(
    identity: ObjectIdentity,
    place: Place,
    { ephemeral = [], base }: QuotaUnit,
    count: number,
    verdicts: QuotaVerdict[],
  ): readonly Problem[] {
    return ephemeral.flatMap(({ name, ...claim }) => {
      if (count === 0) {
        return [];
      }
      const unit = { objects: [claim], count, creates: 'object' as const, base };
      const { admitted, fitting, message, violation } = this.create(unit);
      if (fitting !== undefined) {
        verdicts.push({ ...identity, creates: 'claims', count, admitted, fitting, message });
      }
      const text =
        count === 1
          ? `${message}; the API server rejects the claim of volume ${name}`
          : `${message}; the API server admits ${admitted} of ${count} claims of volume ${name}`;
      return violation === undefined ? [] : [problemOf(place, violation, text, base)];
    });
  }

  /** Adds an object that exists to the quotas without a status; the others count it already. */
  private count({ objects, count, ephemeral = [] }: QuotaUnit): void {
    const all = [...objects, ...ephemeral].map(({ object }) => object);
    const counted = all.reduce(
      (sum, object) => addQuotaUsage(sum, object, { ...this.options, count }),
      this.after,
    );
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

/** What became of a unit. */
interface Creation {
  readonly admitted: number;
  readonly fitting: number | undefined;
  readonly message: string | undefined;
  /** Why a quota rejects it; undefined if it is rejected for another reason. */
  readonly violation: QuotaViolation | undefined;
}

/**
 * Finds the updates that the API server rejects.
 *
 * @param candidates - the objects, of which some are updates of others
 * @returns the problems of each update that has any, by its identity
 */
export function refusedUpdates(candidates: readonly QuotaCandidate[]): QuotaAnswers['problems'] {
  const problems = new Map<ObjectIdentity, readonly Problem[]>();
  for (const candidate of candidates) {
    const { identity, before } = candidate;
    // What cannot be read has that problem.
    const { value: units = [] } = attempt(() => (before ? updatesOf(candidate, before) : []));
    const refusal = units[0]?.refusal;
    if (refusal !== undefined) {
      const message = `${refusal.message}; the API server rejects the update`;
      problems.set(identity, [placeProblem(placeOf(candidate), { ...refusal, message })]);
    }
  }
  return problems;
}

/** What an update adds: what a Service or a claim requests beyond the object before it, and what controllers create. */
function updatesOf(after: QuotaCandidate, before: QuotaCandidate): readonly QuotaUnit[] {
  if (after.workload !== undefined) {
    // Of an object in a version that is no longer served, the Pods are unknown.
    return before.workload === undefined ? [] : updateUnits(after.workload, before.workload);
  }
  const object = createdUnits(before)[0]?.objects[0]?.object;
  return createdUnits(after).map((unit) => measuredUpdate(unit, object));
}

/** Whether the quota controller has seen the quota. */
function hasStatus({ status }: ResourceQuota): boolean {
  return Object.keys(status?.hard ?? {}).length > 0;
}

function rejection(
  message: string,
  { creates, count, between }: QuotaUnit,
  admitted: number,
): string {
  if (between !== undefined) {
    return `${message}; the API server rejects its ${between}`;
  }
  if (creates === 'object') {
    return `${message}; the API server rejects it`;
  }
  return count === 1
    ? `${message}; the API server rejects its Pod`
    : `${message}; the API server admits ${admitted} of ${count} Pods`;
}

function problemOf(
  place: Place,
  { code, type, severity }: QuotaViolation,
  message: string,
  base: readonly FieldPathSegment[],
): Problem {
  const apiServer = 'rejects' as const;
  const problem = { code, type, severity, segments: [], path: '', message, apiServer };
  return placeProblem(place, problem, base);
}
