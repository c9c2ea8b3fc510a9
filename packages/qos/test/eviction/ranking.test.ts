import type { Pod, PodStats, ResourceList, Volume } from '@kubesem/core';
import { type EvictionRankingOptions, type EvictionSignal, evictionRanking } from '@kubesem/qos';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../../scripts/testing.js';

const MI = 2 ** 20;
const memory = { signal: 'memory.available' } as const;

function pod(uid: string, requests: ResourceList = {}, more: Pod['spec'] = {}): Pod {
  return {
    metadata: { uid },
    spec: { containers: [{ name: 'app', resources: { requests } }], ...more },
  };
}

function using(uid: string, workingSetBytes: number): PodStats {
  return { podRef: { uid }, memory: { workingSetBytes } };
}

/** The uids in their order, those of the same rank together. */
function order(
  pods: readonly Pod[],
  stats: readonly PodStats[],
  options: EvictionRankingOptions,
): string[] {
  const found = evictionRanking(pods, stats, options);
  const groups: string[] = [];
  for (const { pod: ranked, rank } of found) {
    const uid = ranked.metadata?.uid ?? '';
    groups[rank - 1] = groups[rank - 1] === undefined ? uid : `${groups[rank - 1]}=${uid}`;
  }
  return groups.filter((group) => group !== undefined);
}

test('the whole answer of /stats/summary counts as its Pods', () => {
  const pods = [pod('a'), pod('b')];
  const stats = [using('a', MI), using('b', 2 * MI)];
  const summary = { node: { nodeName: 'n1' }, pods: stats };
  expect(evictionRanking(pods, summary, memory)).toEqual(evictionRanking(pods, stats, memory));
  expect(evictionRanking(pods, summary, memory).map(({ pod }) => pod)).toEqual([pods[1], pods[0]]);
  expect(evictionRanking(pods, { pods: null }, memory)[0]?.standing).toBe('NO_STATS');
  const wrong = { pods: [{ memory: 5 }, { podRef: { uid: 'a' }, memory: 5 }] } as never;
  expect(() => evictionRanking(pods, wrong, memory)).toThrow(/^stats\.pods\[1\]\.memory: /);
});

describe('memory', () => {
  test('usage above the request comes first, then the lowest priority, then the most above the request', () => {
    const pods = [
      pod('within', { memory: '200Mi' }, { priority: -7 }),
      pod('above-important', { memory: '1Mi' }, { priority: 9 }),
      pod('above', { memory: '90Mi' }, { priority: 3 }),
      pod('far-above', { memory: '60Mi' }, { priority: 3 }),
      pod('above-too', { memory: '90Mi' }, { priority: 3 }),
    ];
    const stats = pods.map(({ metadata }) => using(metadata?.uid ?? '', 100 * MI));
    expect(order(pods, stats, memory)).toEqual([
      'far-above',
      'above=above-too',
      'above-important',
      'within',
    ]);
    expect(order(pods, stats, { signal: 'allocatableMemory.available' })).toEqual(
      order(pods, stats, memory),
    );
  });

  test('a Guaranteed Pod within its request comes before a Burstable one of higher priority', () => {
    const even = { cpu: 1, memory: '64Mi' };
    const guaranteed: Pod = {
      metadata: { uid: 'guaranteed' },
      spec: { containers: [{ resources: { requests: even, limits: even } }] },
    };
    const pods = [pod('burstable', { memory: '64Mi' }, { priority: 1 }), guaranteed];
    const stats = [using('burstable', 64 * MI), using('guaranteed', 64 * MI)];
    expect(order(pods, stats, memory)).toEqual(['guaranteed', 'burstable']);
  });

  test('unknown usage comes first, whatever the priority', () => {
    const pods = [
      pod('known'),
      pod('unknown', {}, { priority: 5 }),
      pod('lost', {}, { priority: 4 }),
    ];
    const [first, , third] = evictionRanking(pods, [using('known', 1)], memory);
    expect(first).toEqual({
      pod: pods[2],
      rank: 1,
      standing: 'NO_STATS',
      priority: 4,
      usage: undefined,
      request: undefined,
      usageAboveRequest: undefined,
      isCritical: false,
    });
    expect(third?.standing).toBe('ABOVE_REQUEST');
  });

  test('amounts are exact', () => {
    const [entry] = evictionRanking(
      [pod('a', { memory: '1.5Gi' }, { priority: 2_000_000_000, overhead: { memory: '64Mi' } })],
      [using('a', 1000 * MI), using('a', 2000 * MI)],
      memory,
    );
    expect(JSON.parse(JSON.stringify({ ...entry, pod: undefined }))).toEqual({
      rank: 1,
      standing: 'ABOVE_REQUEST',
      priority: 2_000_000_000,
      usage: '2000Mi',
      request: '1600Mi',
      usageAboveRequest: '400Mi',
      isCritical: true,
    });
  });

  test('only Pod-level requests count if there are any, even if they name no memory', () => {
    const resources = { requests: { cpu: '1' } };
    const pods = [
      pod('whole', { memory: '64Mi' }, { resources }),
      pod('parts', { memory: '64Mi' }),
    ];
    const found = evictionRanking(pods, [using('whole', 1), using('parts', 1)], memory);
    expect(found.map(({ request, standing }) => `${request} ${standing}`)).toEqual([
      '0 ABOVE_REQUEST',
      '64Mi WITHIN_REQUEST',
    ]);
  });

  test('overhead counts only with a request', () => {
    const overhead = { memory: '7Mi' };
    const pods = [pod('some', { memory: '1Mi' }, { overhead }), pod('none', {}, { overhead })];
    const found = evictionRanking(pods, [], memory);
    expect(found.map(({ standing }) => standing)).toEqual(['NO_STATS', 'NO_STATS']);
    const measured = evictionRanking(pods, [using('some', 5), using('none', 3)], memory);
    expect(measured.map(({ request }) => `${request}`)).toEqual(['0', '8Mi']);
  });

  test.each<[string, Pod, boolean]>([
    ['a Pod with a system priority', pod('a', {}, { priority: 2_000_000_000 }), true],
    ['a Pod with a high priority', pod('a', {}, { priority: 1_999_999_999 }), false],
    [
      'the mirror of a static Pod',
      { metadata: { annotations: { 'kubernetes.io/config.mirror': '' } } },
      true,
    ],
    [
      'a static Pod',
      { metadata: { annotations: { 'kubernetes.io/config.source': 'http' } } },
      true,
    ],
    [
      'a Pod from the API server',
      { metadata: { annotations: { 'kubernetes.io/config.source': 'api' } } },
      false,
    ],
  ])('%s is critical: %s', (_name, one, isCritical) => {
    expect(evictionRanking([one], [], memory)[0]?.isCritical).toBe(isCritical);
  });
});

describe('process ids', () => {
  test('the lowest priority first, then unknown usage, then the most processes', () => {
    const pods = [
      pod('many', { memory: '1Gi' }, { priority: 7 }),
      pod('few'),
      pod('some'),
      pod('also-some'),
      pod('unknown'),
    ];
    const running = (uid: string, process_count: number): PodStats => ({
      podRef: { uid },
      process_stats: { process_count },
    });
    const stats = [
      running('many', 900),
      running('few', 3),
      running('some', 40),
      running('also-some', 40),
    ];
    const options = { signal: 'pid.available' } as const;
    expect(order(pods, stats, options)).toEqual(['unknown', 'some=also-some', 'few', 'many']);
    const last = evictionRanking(pods, stats, options)[4];
    expect(last).toMatchObject({ standing: 'NOT_REQUESTABLE', request: undefined, priority: 7 });
    expect(`${last?.usage} ${last?.usageAboveRequest}`).toBe('900 900');
  });
});

describe('disk', () => {
  const stats: PodStats[] = [
    {
      podRef: { uid: 'a' },
      containers: [
        { rootfs: { usedBytes: 1000, inodesUsed: 1 }, logs: { usedBytes: 200, inodesUsed: 20 } },
        { rootfs: { usedBytes: 3000 }, logs: null },
      ],
      volume: [
        { name: 'scratch', usedBytes: 40_000, inodesUsed: 400 },
        { name: 'scratch', usedBytes: 7, inodesUsed: 7 },
        { name: 'disk', usedBytes: 500_000, inodesUsed: 5000 },
      ],
    },
  ];
  const volumes: Volume[] = [
    { name: 'scratch', emptyDir: {} },
    { name: 'disk', persistentVolumeClaim: { claimName: 'c' } },
  ];

  test.each<[EvictionSignal, EvictionRankingOptions['imageFilesystem'], string]>([
    ['nodefs.available', undefined, '44200'],
    ['imagefs.available', 'shared', '44200'],
    ['containerfs.inodesFree', 'shared', '421'],
    ['nodefs.available', 'separate', '40200'],
    ['nodefs.inodesFree', 'separate', '420'],
    ['imagefs.available', 'separate', '4k'],
    ['containerfs.inodesFree', 'separate', '1'],
    ['nodefs.available', 'split', '44200'],
    ['containerfs.inodesFree', 'split', '421'],
    ['imagefs.available', 'split', '0'],
    ['imagefs.inodesFree', 'split', '0'],
  ])('%s, images %s: %s', (signal, imageFilesystem, used) => {
    const options = { signal, imageFilesystem };
    const [entry] = evictionRanking([pod('a', {}, { volumes })], stats, options);
    expect(entry?.usage?.equals(used)).toBe(true);
    expect(entry?.standing).toBe(used === '0' ? 'WITHIN_REQUEST' : 'ABOVE_REQUEST');
  });

  test.each<[string, Omit<Volume, 'name'>, boolean]>([
    ['an emptyDir', { emptyDir: {} }, true],
    ['an emptyDir with an empty medium', { emptyDir: { medium: '' } }, true],
    ['an emptyDir in memory', { emptyDir: { medium: 'Memory' } }, false],
    ['a directory of the node', { hostPath: { path: '/x' } }, true],
    ['a ConfigMap', { configMap: { name: 'x' } }, true],
    ['a git repository', { gitRepo: { repository: 'x' } }, true],
    ['a Secret, which is in memory', { secret: { secretName: 'x' } }, false],
    ['an emptyDir of null', { emptyDir: null }, false],
  ])('%s counts: %s', (_name, source, counts) => {
    const one = pod('a', {}, { volumes: [{ name: 'v', ...source }] });
    const report = [{ podRef: { uid: 'a' }, volume: [{ name: 'v', usedBytes: 9 }] }];
    const [entry] = evictionRanking([one], report, { signal: 'nodefs.available' });
    expect(entry?.usage?.value()).toBe(BigInt(counts ? 9 : 0));
  });

  test('the request of ephemeral storage counts, and is subtracted even from inodes', () => {
    const pods = [
      pod('a', { 'ephemeral-storage': '100' }),
      pod('b', { 'ephemeral-storage': '300', inodes: 40 }),
    ];
    const reports = ['a', 'b'].map((uid) => ({
      podRef: { uid },
      containers: [{ logs: { usedBytes: 250, inodesUsed: 30 } }],
    }));
    const bytes = evictionRanking(pods, reports, { signal: 'nodefs.available' });
    expect(
      bytes.map(({ standing, usageAboveRequest }) => `${standing} ${usageAboveRequest?.value()}`),
    ).toEqual(['ABOVE_REQUEST 150', 'WITHIN_REQUEST -50']);
    const inodes = evictionRanking(pods, reports, { signal: 'nodefs.inodesFree' });
    expect(
      inodes.map(
        (entry) => `${entry.request} ${entry.standing} ${entry.usageAboveRequest?.value()}`,
      ),
    ).toEqual(['0 ABOVE_REQUEST -70', '40 WITHIN_REQUEST -270']);
  });
});

describe('errors', () => {
  test.each<[string, EvictionRankingOptions]>([
    ['signal', { signal: 'disk.available' as never }],
    ['signal', { signal: 'nodefs.availableX' as never }],
    ['signal', { signal: 'xnodefs.available' as never }],
    ['imageFilesystem', { signal: 'nodefs.available', imageFilesystem: 'both' as never }],
  ])('INVALID_OPTION at %s', (path, options) => {
    expect(failure(() => evictionRanking([], [], options).map(({ pod }) => pod))).toBe(
      `INVALID_OPTION ${path}`,
    );
  });

  test.each<[string, EvictionSignal, Omit<PodStats, 'podRef'>]>([
    ['stats[1].memory.workingSetBytes', 'memory.available', { memory: { workingSetBytes: -1 } }],
    [
      'stats[1].memory.workingSetBytes',
      'memory.available',
      { memory: { workingSetBytes: '5' as never } },
    ],
    [
      'stats[1].process_stats.process_count',
      'pid.available',
      { process_stats: { process_count: 1.5 } },
    ],
    ['stats[1].containers', 'nodefs.available', { containers: {} as never }],
    [
      'stats[1].containers[0].logs.usedBytes',
      'nodefs.available',
      { containers: [{ logs: { usedBytes: 2 ** 53 } }] },
    ],
    [
      'stats[1].containers[1].rootfs.inodesUsed',
      'nodefs.inodesFree',
      { containers: [{}, { rootfs: { inodesUsed: -2 } }] },
    ],
    ['stats[1].volume', 'nodefs.available', { volume: {} as never }],
    [
      'stats[1].volume[0].usedBytes',
      'nodefs.available',
      { volume: [{ name: 'v', usedBytes: -3 }] },
    ],
    ['stats[1].memory', 'memory.available', { memory: 5 as never }],
    ['stats[1].process_stats', 'pid.available', { process_stats: [] as never }],
    ['stats[1].containers[0].logs', 'nodefs.available', { containers: [{ logs: 5 as never }] }],
    ['stats[1].volume[0].name', 'nodefs.available', { volume: [{ name: 5 as never }] }],
  ])('INVALID_TYPE at %s', (path, signal, report) => {
    const stats = [{ podRef: { uid: 'b' } }, { podRef: { uid: 'a' }, ...report }];
    expect(
      failure(() => evictionRanking([pod('a')], stats, { signal }).map(({ pod }) => pod)),
    ).toBe(`INVALID_TYPE ${path}`);
  });

  test('INVALID_TYPE at volumes of the Pod', () => {
    const broken = { ...pod('a'), spec: { volumes: 5 as never } };
    const stats = [{ podRef: { uid: 'a' } }];
    const rank = () =>
      evictionRanking([broken], stats, { signal: 'nodefs.available' }).map(({ pod }) => pod);
    expect(failure(rank)).toBe('INVALID_TYPE spec.volumes');
  });

  test('NOT_A_POD', () => {
    expect(
      failure(() => evictionRanking([{ kind: 'Node' }], [], memory).map(({ pod }) => pod)),
    ).toBe('NOT_A_POD kind');
  });
});

describe('missing values', () => {
  test('null is a report or volume without fields', () => {
    const use = { podRef: { uid: 'a' }, volume: [{ name: 'v', usedBytes: 1024 }] };
    const volumes = [null as never, { name: 'v', emptyDir: {} }];
    const [first] = evictionRanking(
      [{ metadata: { uid: 'a' }, spec: { containers: [], volumes } }],
      [null as never, use],
      { signal: 'nodefs.available' },
    );
    expect(`${first?.usage}`).toBe('1Ki');
  });

  test('absent numbers are zero, and Pods need no uid', () => {
    const report: PodStats = {
      podRef: {},
      memory: { workingSetBytes: null },
      containers: [null as never, { rootfs: { usedBytes: 4096 } }],
      volume: [null as never, { usedBytes: 1024 }],
    };
    const volumes = [{ emptyDir: {} }, { name: 'other', emptyDir: {} }];
    const nameless = [{ spec: { containers: [], volumes } }, { metadata: {} }];
    const used = (signal: EvictionSignal, stats: PodStats): string[] =>
      evictionRanking(nameless, [stats], { signal }).map(({ usage }) => `${usage}`);
    expect(used('memory.available', report)).toEqual(['0', '0']);
    // The first report on a volume counts.
    expect(used('nodefs.available', report)).toEqual(['4Ki', '4Ki']);
    expect(used('nodefs.available', { ...report, volume: [{ usedBytes: 1024 }] })).toEqual([
      '5Ki',
      '4Ki',
    ]);
    expect(used('nodefs.available', { podRef: {}, containers: null, volume: null })).toEqual([
      '0',
      '0',
    ]);
    expect(used('pid.available', {} as PodStats)).toEqual(['0', '0']);
  });

  test('arguments are not changed, and an empty report is zero', () => {
    const pods = [pod('b', { memory: 1 }), pod('a')];
    const stats: PodStats[] = [{ podRef: { uid: 'b' } }, { podRef: { uid: 'a' }, memory: null }];
    const before = JSON.stringify({ pods, stats });
    expect(order(pods, stats, memory)).toEqual(['a', 'b']);
    expect(JSON.stringify({ pods, stats })).toBe(before);
  });
});
