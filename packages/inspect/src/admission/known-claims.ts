import type { QuotaObject } from '@kubesem/admission';
import { PERSISTENT_VOLUME_CLAIM } from '@kubesem/core/kinds';
import type { ObjectIdentity } from '../report/report.js';
import type { QuotaUnit } from './quota-unit.js';

/** A name of a claim that a StatefulSet can use: its last part is an ordinal. */
const CLAIM = /^(.+-)(0|[1-9][0-9]{0,9})$/;

/** The claims that a namespace has. A StatefulSet uses one with the name that its Pod needs, and creates only the others. */
export class KnownClaims {
  /** The ordinals, by the part of the name before them. */
  private readonly ordinals = new Map<string, Set<number>>();

  /** Adds a claim. One that is being deleted is as good as gone: its controller waits for that, and creates it again. */
  add({ kind, name }: Pick<ObjectIdentity, 'kind' | 'name'>, claim?: QuotaObject): void {
    if ((claim?.metadata?.deletionTimestamp ?? undefined) !== undefined) {
      return;
    }
    const [, prefix, ordinal] = (kind === PERSISTENT_VOLUME_CLAIM.kind && CLAIM.exec(name)) || [];
    if (prefix !== undefined) {
      const known = this.ordinals.get(prefix) ?? new Set();
      this.ordinals.set(prefix, known.add(Number(ordinal)));
    }
  }

  /**
   * Splits Pods in the order of their ordinals, by the claims that are created for them.
   *
   * Source: `k8s.io/kubernetes/pkg/controller/statefulset` v1.37.1, `createPersistentVolumeClaims`.
   */
  runsOf(unit: QuotaUnit): readonly QuotaUnit[] {
    const { objects, count, claims: { prefixes = [], first = 0 } = {} } = unit;
    const known = prefixes.map((prefix) => this.ordinals.get(prefix) ?? new Set<number>());
    const ordinals = [...new Set(known.flatMap((each) => [...each]))]
      .filter((ordinal) => ordinal >= first && ordinal < first + count)
      .sort((a, b) => a - b);
    const runs: QuotaUnit[] = [];
    let next = first;
    for (const ordinal of ordinals) {
      runs.push({ ...unit, count: ordinal - next });
      const created = objects.filter((_, index) => !known[index]?.has(ordinal));
      runs.push({ ...unit, objects: created, count: 1 });
      next = ordinal + 1;
    }
    runs.push({ ...unit, count: first + count - next });
    const created = runs.filter((run) => run.count > 0);
    return created.length === 0 ? [unit] : created;
  }
}
