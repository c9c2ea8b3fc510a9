import type { Pod, PodDisruptionBudget } from '@kubesem/core';
import {
  controllerReplacement,
  type DrainTimeline,
  evictionAnswer,
  type PodReplacement,
  pdbStatuses,
  simulateDrain,
} from '@kubesem/disruption';
import { firstRejections } from '@kubesem/disruption/internal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { budget, NOW, READY, web } from '../helpers.js';

const START_MS = Date.parse(NOW);
const NODES = ['node-1', 'node-2', 'node-3'];
const REPLICAS = 6;
const cluster = {
  replicaSets: [
    { metadata: { name: 'web', namespace: 'shop', uid: 'rs' }, spec: { replicas: REPLICAS } },
  ],
  deployments: [],
};

const limit = fc.oneof(
  fc.nat(REPLICAS),
  fc.nat(100).map((percent) => `${percent}%`),
);
const pdbs = fc.array(
  fc
    .tuple(fc.constantFrom('minAvailable', 'maxUnavailable'), limit, fc.boolean())
    .map(([field, value, always]) =>
      budget({ [field]: value, ...(always && { unhealthyPodEvictionPolicy: 'AlwaysAllow' }) }),
    ),
  { maxLength: 1 },
);
const pods = fc
  .array(
    fc.record({
      node: fc.constantFrom(...NODES, 'other'),
      phase: fc.constantFrom('Running', 'Running', 'Running', 'Pending', 'Succeeded'),
      isReady: fc.boolean(),
    }),
    { maxLength: 9 },
  )
  .map((found) =>
    found.map(({ node, phase, isReady }, index) =>
      web(`web-${index}`, node, { status: { phase, conditions: isReady ? READY : [] } }),
    ),
  );
const options = fc.record({
  parallel: fc.boolean(),
  readyAfterSeconds: fc.option(fc.nat(60), { nil: undefined }),
});

/** Follows a timeline with the statuses of the controller, and the answers of the API server. */
function follow(
  { events, blocked }: DrainTimeline,
  start: readonly Pod[],
  budgets: readonly PodDisruptionBudget[],
  created: ReadonlyMap<string, Pod>,
): void {
  const current = new Map(start.map((pod) => [`shop/${pod.metadata?.name}`, pod]));
  const answer = (key: string, atMs: number) => {
    const now = new Date(START_MS + atMs);
    const statuses = pdbStatuses(budgets, { ...cluster, pods: [...current.values()] }, { now });
    const stored = budgets.map((pdb, at) => ({ ...pdb, status: statuses[at]?.status }));
    return evictionAnswer(current.get(key) as Pod, { podDisruptionBudgets: stored }, { now });
  };
  const causeOf = ({ status }: ReturnType<typeof answer>) => status.details?.causes?.[0]?.message;
  for (const { type, pod: key = '', atMs, cause } of events) {
    const pod = current.get(key) as Pod;
    if (type === 'EVICTED') {
      expect(answer(key, atMs).deletes).toBe(true);
      const deletionTimestamp = new Date(START_MS + atMs + 30_000).toISOString();
      current.set(key, { ...pod, metadata: { ...pod.metadata, deletionTimestamp } });
    } else if (type === 'BLOCKED') {
      const found = answer(key, atMs);
      expect([found.code, causeOf(found)]).toEqual([429, cause]);
    } else if (type === 'CREATED') {
      current.set(key, created.get(key) as Pod);
    } else if (type === 'READY') {
      current.set(key, { ...pod, status: { phase: 'Running', conditions: READY } });
    } else if (type === 'GONE') {
      current.delete(key);
    }
  }
  const endMs = events[events.length - 1]?.atMs ?? 0;
  for (const { pod, cause } of blocked) {
    expect(causeOf(answer(pod, endMs))).toBe(cause);
  }
}

test('each eviction of a drain has the answer of the API server at its time', () => {
  fc.assert(
    fc.property(pods, pdbs, options, (start, budgets, { parallel, readyAfterSeconds }) => {
      const created = new Map<string, Pod>();
      const replace = controllerReplacement({ readyAfterSeconds });
      const replacement = (pod: Pod): PodReplacement | undefined => {
        const found = replace(pod);
        if (found !== undefined) {
          created.set(`shop/${found.pod.metadata?.name}`, found.pod);
        }
        return found;
      };
      const timeline = simulateDrain(
        NODES,
        { ...cluster, pods: start, podDisruptionBudgets: budgets },
        { now: NOW, parallel, replacement },
      );
      follow(timeline, start, budgets, created);
    }),
    { numRuns: 2000 },
  );
});

test('the first rejections are those of a simulation of each node alone', () => {
  fc.assert(
    fc.property(pods, pdbs, (start, budgets) => {
      const all = { ...cluster, pods: start, podDisruptionBudgets: budgets };
      const found = firstRejections(NODES, all, { now: NOW });
      const expected = NODES.flatMap((node) =>
        simulateDrain([node], all, { now: NOW })
          .events.filter(({ atMs, type }) => atMs === 0 && /BLOCKED|FAILED/.test(type))
          .map(({ pod, cause }) => [pod, cause]),
      );
      const actual = [...found].map(([pod, { cause }]) => [`shop/${pod.metadata?.name}`, cause]);
      expect(actual).toEqual(expected);
    }),
    { numRuns: 1000 },
  );
});
