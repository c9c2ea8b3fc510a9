import type { Pod, PodDisruptionBudget } from '@kubesem/core';
import { evictionAnswer } from '@kubesem/disruption';
import type { JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { before, budget, NOW, ownersOf, pod } from './generator.js';

interface EvictCase {
  readonly pod: Pod;
  readonly pdbs: readonly PodDisruptionBudget[];
  readonly now: string;
  readonly options?: {
    readonly dryRun?: boolean;
    readonly gracePeriodSeconds?: number;
    readonly uid?: string;
    readonly resourceVersion?: string;
  };
}

interface TheirAnswer {
  readonly status: JsonObject;
  readonly deletes: boolean;
  readonly removed: boolean;
  readonly pod: Pod;
  readonly pdb: PodDisruptionBudget | null;
}

function ask({ pod: asked, pdbs = [], now = NOW, options = {} }: EvictCase) {
  const { dryRun, gracePeriodSeconds, uid, resourceVersion } = options;
  return evictionAnswer(
    asked,
    { podDisruptionBudgets: pdbs },
    {
      now,
      dryRun,
      deleteOptions: { gracePeriodSeconds, preconditions: { uid, resourceVersion } },
    },
  );
}

/** JSON with sorted keys; empty values are absent. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) {
      return each;
    }
    const isEmpty = (one: unknown): boolean =>
      one === null ||
      one === undefined ||
      one === '' ||
      one === 0 ||
      (typeof one === 'object' && Object.keys(one as object).length === 0);
    const entries = Object.entries(each).filter(([, one]) => !isEmpty(one));
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function conditionsText({ status }: Pod): string {
  return canonical({ conditions: status?.conditions });
}

function metadataText({ metadata }: Pod): string {
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata ?? {};
  return JSON.stringify([deletionTimestamp, deletionGracePeriodSeconds]);
}

function crowded(random: Random): JsonObject {
  const names = Array.from({ length: random.pick([1999, 2000, 2001]) }, (_, index) => [
    `p${index}`,
    before(1),
  ]);
  return { disruptedPods: Object.fromEntries(names) };
}

const evict: Operation = {
  name: 'pod.evict',
  program: 'kubernetes',
  *examples() {
    const ready = (status: string): JsonObject => ({ conditions: [{ type: 'Ready', status }] });
    const metadata = { name: 'web-1', namespace: 'shop', labels: { app: 'web' }, uid: 'u1' };
    const pdb = (status: JsonObject, spec: JsonObject = {}): JsonObject => ({
      metadata: { name: 'web', namespace: 'shop' },
      spec: { ...spec, selector: { matchLabels: { app: 'web' } } },
      status,
    });
    for (const phase of ['Running', 'Pending', 'Succeeded', 'Failed', 'Unknown', '']) {
      for (const isReady of ['True', 'False']) {
        for (const [current, desired] of [
          [2, 2],
          [3, 2],
          [1, 2],
          [0, 0],
        ] as const) {
          const disruptionsAllowed = Math.max(0, current - desired);
          const status = { currentHealthy: current, desiredHealthy: desired, disruptionsAllowed };
          const asked = {
            metadata,
            spec: { nodeName: 'n', containers: [] },
            status: { phase, ...ready(isReady) },
          };
          yield { pod: asked, pdbs: [pdb(status)], now: NOW, options: {} };
          const always = { unhealthyPodEvictionPolicy: 'AlwaysAllow' };
          yield { pod: asked, pdbs: [pdb(status, always)], now: NOW, options: {} };
        }
      }
    }
  },
  generate(random) {
    const asked = pod(random, 0, ownersOf(random));
    const pdbs = random
      .list(random.pick([1, 1, 1, 2]), (index) => budget(random, `pdb-${index}`, [asked]))
      .map((each) => ({
        ...each,
        ...(random.percent(0.5) && {
          status: { ...(each.status as JsonObject), ...crowded(random) },
        }),
      }));
    return {
      pod: {
        ...asked,
        metadata: {
          ...(asked.metadata as JsonObject),
          ...random.maybe(10, () => ({ finalizers: ['x.io/y'] })),
          ...random.maybe(50, () => ({ generation: random.pick([1, 3]) })),
        },
        spec: {
          ...(asked.spec as JsonObject),
          ...random.maybe(80, () => ({ terminationGracePeriodSeconds: random.pick([0, 1, 30]) })),
        },
        status: {
          ...(asked.status as JsonObject),
          conditions: [
            ...((asked.status as JsonObject).conditions as JsonObject[]),
            ...(random.percent(15)
              ? [
                  {
                    type: 'DisruptionTarget',
                    status: random.pick(['True', 'False']),
                    reason: random.pick(['EvictionByEvictionAPI', 'PreemptionByScheduler']),
                    message: 'before',
                    lastTransitionTime: before(60),
                    lastProbeTime: before(60),
                  },
                ]
              : []),
          ],
        },
      },
      pdbs,
      now: NOW,
      options: {
        ...random.maybe(10, () => ({ dryRun: true })),
        ...random.maybe(20, () => ({ gracePeriodSeconds: random.pick([0, 1, 10, 100]) })),
        ...random.maybe(10, () => ({ uid: random.pick(['uid-0', 'uid-0', 'other']) })),
        ...random.maybe(10, () => ({ resourceVersion: random.pick(['5', '5', '6']) })),
      },
    };
  },
  compare(input, { out }, comparison) {
    const asked = input as unknown as EvictCase;
    const theirs = out as unknown as TheirAnswer;
    const ours = ask(asked);
    const { metadata: _, ...status } = theirs.status;
    comparison.field('status', canonical(status), canonical(ours.status));
    comparison.field('deletes', theirs.deletes, ours.deletes);
    comparison.field('code', (status.code as number | undefined) ?? 201, ours.code);
    // In a dry run, the registry reports what would be.
    if (asked.options?.dryRun !== true) {
      comparison.field('removed', theirs.removed, ours.pod === undefined);
    }
    if (ours.pod !== undefined) {
      comparison.field('conditions', conditionsText(theirs.pod), conditionsText(ours.pod));
      comparison.field('deletion', metadataText(theirs.pod), metadataText(ours.pod));
    }
    const changed = ours.pdbs.find((each, index) => each !== asked.pdbs?.[index]);
    comparison.field(
      'budget',
      canonical({ status: theirs.pdb?.status }),
      canonical({ status: changed?.status }),
    );
    comparison.field('budget name', theirs.pdb?.metadata?.name, changed?.metadata?.name);
  },
  kind(input) {
    const asked = input as unknown as EvictCase;
    const { rule, status, pod: after } = ask(asked);
    const cause = (status.details?.causes?.[0]?.message ?? '').replace(/pdb-|\d/g, '').slice(0, 90);
    return [rule, cause, after === undefined, asked.options?.dryRun].join();
  },
};

/** The eviction API. */
export const disruptionEvictOperations: readonly Operation[] = [evict];
