import type { Node, Pod } from '@kubesem/core';
import { type MissingNodes, podsToCollect } from '@kubesem/lifecycle';
import { describe, expect, test } from 'vitest';

const NOW = '2026-01-01T00:00:00Z';

function after(seconds: number): Date {
  return new Date(Date.parse(NOW) + seconds * 1000);
}

function finished(name: string, minutes: number, reason = '', phase = 'Failed'): Pod {
  const creationTimestamp = new Date(Date.parse(NOW) - minutes * 60_000);
  return { metadata: { name, creationTimestamp }, status: { phase, reason } };
}

function deletedNames(pods: readonly Pod[], nodes: readonly Node[], threshold: number): unknown[] {
  const options = { terminatedPodThreshold: threshold, now: NOW };
  return podsToCollect({ pods, nodes }, options).deleted.map(({ pod }) => pod.metadata?.name);
}

describe('finished Pods', () => {
  const pods = [
    finished('young', 1),
    finished('old', 60),
    finished('oldest', 90),
    finished('evicted', 2, 'Evicted'),
    finished('b', 60),
  ];

  test.each([
    [5, []],
    [4, ['evicted']],
    [3, ['oldest', 'evicted']],
    [2, ['oldest', 'evicted', 'b']],
    [0, []],
    [-1, []],
  ])('above a threshold of %s: evicted ones, the oldest, by name', (threshold, expected) => {
    expect(deletedNames(pods, [], threshold)).toEqual(expected);
  });

  test('a Pod without a creation time counts as the oldest', () => {
    const unknown = { metadata: { name: 'unknown' }, status: { phase: 'Succeeded' } };
    expect(deletedNames([finished('old', 60), unknown], [], 1)).toEqual(['unknown']);
  });

  test('by default 12,500 are kept', () => {
    const many = Array.from({ length: 12_501 }, (_, index) => finished(`pod-${index}`, index));
    const { deleted } = podsToCollect({ pods: many, nodes: [] }, { now: NOW });
    expect(deleted.map(({ pod, rule }) => [pod.metadata?.name, rule])).toEqual([
      ['pod-12500', 'TERMINATED'],
    ]);
  });

  // "cleans up terminated Pods (with a phase of Succeeded or Failed)"
  test('documentation differs: an empty or unknown phase counts as finished, and becomes Failed', () => {
    const pods = [finished('empty', 2, '', ''), finished('odd', 1, '', 'Odd')];
    const { deleted } = podsToCollect({ pods, nodes: [] }, { terminatedPodThreshold: 1, now: NOW });
    expect(deleted).toEqual([
      { pod: pods[0], rule: 'TERMINATED', marksFailed: true, condition: undefined },
    ]);
  });
});

describe('Pods of a missing node', () => {
  const pod = {
    metadata: { name: 'web', generation: 3 },
    spec: { nodeName: 'node-1' },
    status: { phase: 'Running' },
  };
  const nodes = [{ metadata: { name: 'node-1' } }];

  /** Passes at seconds; the node is there in some of them. */
  function passes(times: readonly (readonly [number, boolean])[]): readonly number[] {
    let missingNodesSince: MissingNodes = {};
    return times.map(([seconds, isThere]) => {
      const now = after(seconds);
      const cluster = { pods: [pod], nodes: isThere ? nodes : [] };
      const collection = podsToCollect(cluster, { missingNodesSince, now });
      ({ missingNodesSince } = collection);
      return collection.deleted.length;
    });
  }

  // "are orphan Pods - bound to a node which no longer exists" has no time.
  test('documentation differs: are deleted only 40 seconds after the node was first missed', () => {
    const times = [0, 20, 39.999, 40].map((seconds) => [seconds, false] as const);
    expect(passes(times)).toEqual([0, 0, 0, 1]);
  });

  // "If a node dies or is disconnected from the rest of the cluster, Kubernetes applies a policy for setting the phase of
  // all Pods on the lost node to Failed."
  test('documentation differs: are not marked as failed before they are deleted', () => {
    const nodes = [
      {
        metadata: { name: 'node-1' },
        status: { conditions: [{ type: 'Ready', status: 'Unknown' }] },
      },
    ];
    expect(podsToCollect({ pods: [pod], nodes }, { now: NOW }).deleted).toEqual([]);
  });

  // The documentation does not say that the collector looks a second time.
  test('documentation differs: are kept if the node is back after 40 seconds', () => {
    const times = [
      [0, false],
      [20, false],
      [40, true],
      [60, false],
      [80, false],
    ] as const;
    expect(passes(times)).toEqual([0, 0, 0, 0, 0]);
  });

  test('the time goes on while the node is back for less than 40 seconds', () => {
    expect(
      passes([
        [0, false],
        [20, true],
        [40, false],
      ]),
    ).toEqual([0, 0, 1]);
  });

  test('get a condition', () => {
    const options = { missingNodesSince: { 'node-1': NOW }, now: after(60) };
    expect(podsToCollect({ pods: [pod], nodes: [] }, options).deleted).toEqual([
      {
        pod,
        rule: 'ORPHANED',
        marksFailed: true,
        condition: {
          type: 'DisruptionTarget',
          status: 'True',
          reason: 'DeletionByPodGC',
          message: 'PodGC: node no longer exists',
          observedGeneration: 3,
        },
      },
    ]);
  });

  // "PodGC adds a Pod disruption condition when cleaning up an orphan Pod."
  test('documentation differs: get no condition if they are finished', () => {
    const done = { ...pod, status: { phase: 'Succeeded' } };
    const options = { missingNodesSince: { 'node-1': NOW }, now: after(60) };
    expect(podsToCollect({ pods: [done], nodes: [] }, options).deleted).toEqual([
      { pod: done, rule: 'ORPHANED', marksFailed: false, condition: undefined },
    ]);
  });
});

describe('Pods that are being deleted', () => {
  const metadata = { name: 'web', deletionTimestamp: NOW };
  const taints = [{ key: 'node.kubernetes.io/out-of-service', effect: 'NoExecute' }];

  function node(status: string, spec: Node['spec']): Node {
    return {
      metadata: { name: 'node-1' },
      spec,
      status: { conditions: [{ type: 'Ready', status }] },
    };
  }

  test.each([
    ['False', { taints }, 'OUT_OF_SERVICE'],
    ['Unknown', { taints }, 'OUT_OF_SERVICE'],
    ['True', { taints }, 'TERMINATING'],
    ['False', {}, 'TERMINATING'],
  ])('on a node with Ready %s and %o: %s', (status, spec, rule) => {
    const pods = [{ metadata, spec: { nodeName: 'node-1' }, status: { phase: 'Running' } }];
    const nodes = [node(status, spec)];
    const { deleted, kept } = podsToCollect({ pods, nodes }, { now: NOW });
    expect([...deleted, ...kept].map((pod) => pod.rule)).toEqual([rule]);
  });

  test('without a node are deleted at once', () => {
    const pods = [{ metadata, status: { phase: 'Pending' } }];
    const { deleted } = podsToCollect({ pods, nodes: [] }, { now: NOW });
    expect(deleted).toMatchObject([{ rule: 'UNSCHEDULED', marksFailed: true }]);
  });
});

test('the explanation says of every Pod why it is kept', () => {
  const pods = [
    finished('done', 1),
    { spec: { nodeName: 'gone' }, status: { phase: 'Running' } },
    { status: { phase: 'Pending' } },
  ];
  const { kept, missingNodesSince } = podsToCollect({ pods, nodes: [] }, { now: NOW });
  expect(kept.map(({ rule }) => rule)).toEqual(['WITHIN_THRESHOLD', 'NODE_MISSING', 'IN_USE']);
  expect(kept[1]?.orphanedAtMs).toBe(after(40).getTime());
  expect({ ...missingNodesSince }).toEqual({ gone: '2026-01-01T00:00:00.000Z' });
});

test('a node can have any name', () => {
  const pods = [{ spec: { nodeName: '__proto__' }, status: { phase: 'Running' } }];
  const { missingNodesSince } = podsToCollect({ pods, nodes: [] }, { now: NOW });
  const later = podsToCollect({ pods, nodes: [] }, { missingNodesSince, now: after(40) });
  expect(later.deleted).toHaveLength(1);
});

test('fields of the wrong type count as absent', () => {
  const pods = JSON.parse('[{ "metadata": 7, "spec": [], "status": "x" }]');
  const nodes = JSON.parse('[{ "metadata": [], "spec": { "taints": {} } }]');
  expect(podsToCollect({ pods, nodes }, { now: NOW }).kept[0]?.rule).toBe('WITHIN_THRESHOLD');
});

test('reports a wrong time', () => {
  expect(() => podsToCollect({ pods: [], nodes: [] }, { now: 'soon' })).toThrow(
    expect.objectContaining({ code: 'INVALID_TYPE' }),
  );
});
