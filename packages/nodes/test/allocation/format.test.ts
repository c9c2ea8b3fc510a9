import {
  type FormatNodeAllocationOptions,
  formatNodeAllocation,
  nodeAllocation,
} from '@kubesem/nodes';
import { describe, expect, test } from 'vitest';
import { documentedNode, documentedPods, nodeOf, podOn } from '../objects.js';

test('the tables of the node in manage-resources-containers.md, as kubectl prints them today', () => {
  expect(formatNodeAllocation(nodeAllocation(documentedNode, { pods: documentedPods }))).toBe(
    `Non-terminated Pods:          (5 in total)
  Namespace                   Name                                    CPU Requests  CPU Limits  Memory Requests  Memory Limits  Age
  ---------                   ----                                    ------------  ----------  ---------------  -------------  ---
  kube-system                 fluentd-gcp-v1.38-28bv1                 100m (5%)     0 (0%)      200Mi (2%)       200Mi (2%)     <unknown>
  kube-system                 kube-dns-3297075139-61lj3               260m (14%)    0 (0%)      100Mi (1%)       170Mi (2%)     <unknown>
  kube-system                 kube-proxy-e2e-test-...                 100m (5%)     0 (0%)      0 (0%)           0 (0%)         <unknown>
  kube-system                 monitoring-influxdb-grafana-v4-z1m12    200m (11%)    200m (11%)  600Mi (8%)       600Mi (8%)     <unknown>
  kube-system                 node-problem-detector-v0.1-fj7m3        20m (1%)      200m (11%)  20Mi (0%)        100Mi (1%)     <unknown>
Allocated resources:
  (Total limits may be over 100 percent, i.e., overcommitted.)
  Resource           Requests     Limits
  --------           --------     ------
  cpu                680m (37%)   400m (22%)
  memory             920Mi (12%)  1070Mi (14%)
  ephemeral-storage  0 (0%)       0 (0%)
`,
  );
});

describe('totals', () => {
  const linesOf = (allocatable: Record<string, string>, requests: Record<string, string>) => {
    const pod = podOn('n1', 'web', { requests });
    const text = formatNodeAllocation(nodeAllocation(nodeOf('n1', allocatable), { pods: [pod] }));
    return text
      .split('\n')
      .slice(8, -1)
      .map((line) => line.trim().replace(/ {2,}/g, ' | '));
  };

  test('show huge pages and then other resources by name if they are allocatable, others without a percentage', () => {
    const allocatable = {
      'x.io/b': '3',
      'x.io/a': '4',
      'hugepages-2Mi': '8Mi',
      'hugepages-1Gi': '5Gi',
      pods: '7',
      cpu: '2',
    };
    const requests = { 'x.io/a': '1', 'x.io/absent': '9', 'hugepages-2Mi': '6Mi', cpu: '500m' };
    expect(linesOf(allocatable, requests)).toEqual([
      'cpu | 500m (25%) | 0 (0%)',
      'memory | 0 (0%) | 0 (0%)',
      'ephemeral-storage | 0 (0%) | 0 (0%)',
      'hugepages-1Gi | 0 (0%) | 0 (0%)',
      'hugepages-2Mi | 6Mi (75%) | 0 (0%)',
      'x.io/a | 1 | 0',
      'x.io/b | 0 | 0',
    ]);
  });

  test('show 0% if nothing is allocatable', () => {
    expect(linesOf({ pods: '7' }, { cpu: '500m' })[0]).toBe('cpu | 500m (0%) | 0 (0%)');
  });
});

describe('rows', () => {
  const rowOf = (pod: ReturnType<typeof podOn>, options?: FormatNodeAllocationOptions) =>
    formatNodeAllocation(
      nodeAllocation(nodeOf('n1', { memory: '10Gi' }), { pods: [pod] }),
      options,
    ).split('\n')[3];

  test('show the smallest int64 if nothing is allocatable, requested or not', () => {
    const pod = podOn('n1', 'web', { requests: { cpu: '3' }, limits: { memory: '1Gi' } });
    expect(rowOf(pod)).toBe(
      '  shop                        web     3 (-9223372036854775808%)  0 (-9223372036854775808%)  0 (0%)           1Gi (10%)      <unknown>',
    );
  });

  test('long namespaces move the next columns; code points count', () => {
    const pod = podOn('n1', '😀', {});
    const long = { ...pod, metadata: { namespace: 'n'.repeat(40), name: '😀' } };
    expect(rowOf(long)).toMatch(/^ {2}n{40} {2}😀 {7}0 /);
    // The first and the last surrogate pair, and a character that needs none.
    const name = '\ue000\u{10000}\u{10ffff}';
    const wide = { ...pod, metadata: { namespace: 'n', name } };
    expect(rowOf(wide)).toMatch(new RegExp(`^ {2}n {27}${name} {5}0 `));
  });

  test('contain no terminal escapes', () => {
    const pod = podOn('n1', 'a\u001b[31m\rb', {});
    expect(rowOf(pod)).toContain(String.raw`a^[[31m\rb`);
  });

  const created = Date.UTC(2026, 2, 1, 10, 20, 30);
  test.each([
    [-2_001, '<invalid>'],
    [-1_999, '0s'],
    [0, '0s'],
    [119_999, '119s'],
    [120_000, '2m'],
    [599_000, '9m59s'],
    [600_000, '10m'],
    [179 * 60_000 + 59_999, '179m'],
    [180 * 60_000, '3h'],
    [8 * 3_600_000 - 1, '7h59m'],
    [8 * 3_600_000, '8h'],
    [8 * 3_600_000 + 5 * 60_000, '8h'],
    [48 * 3_600_000 - 1, '47h'],
    [48 * 3_600_000, '2d'],
    [8 * 86_400_000 - 1, '7d23h'],
    [8 * 86_400_000, '8d'],
    [8 * 86_400_000 + 3 * 3_600_000, '8d'],
    [730 * 86_400_000 - 1, '729d'],
    [730 * 86_400_000, '2y'],
    [(8 * 365 - 1) * 86_400_000, '7y364d'],
    [8 * 365 * 86_400_000, '8y'],
    [(8 * 365 + 6) * 86_400_000, '8y'],
    [400 * 365 * 86_400_000, '292y'],
  ])('after %d ms the age is %s', (ageMs, text) => {
    const ageAt = (now: Date | string) =>
      rowOf(podOn('n1', 'web', {}), { now })
        ?.split(/ {2,}/)
        .pop();
    expect(ageAt(new Date(created + ageMs))).toBe(text);
  });

  test('a creation time may be a Date; without one, or with the zero of Go, the age is unknown', () => {
    const ageOf = (creationTimestamp: Date | string | null) => {
      const pod = { ...podOn('n1', 'web', {}), metadata: { name: 'web', creationTimestamp } };
      return rowOf(pod, { now: '2026-03-01T10:22:30Z' })?.split(/ {2,}/).pop();
    };
    expect(ageOf(new Date(created))).toBe('2m');
    expect(ageOf('2026-03-01T11:20:30+01:00')).toBe('2m');
    expect(ageOf(null)).toBe('<unknown>');
    expect(ageOf('0001-01-01T00:00:00Z')).toBe('<unknown>');
    expect(ageOf('yesterday')).toBe('<unknown>');
  });
});
