import { describe, expect, test } from 'vitest';
import {
  budget,
  deployment,
  dump,
  node,
  ownedBy,
  pod,
  workload,
} from '../../support/disruptions.js';
import { cells, json, kubesem } from '../../support/run.js';

const spec = { terminationGracePeriodSeconds: 30 };
const logs = pod('logs-1', { labels: {}, ownerReferences: ownedBy('DaemonSet', 'logs'), spec });
const bare = pod('bare', {
  labels: { app: 'bare' },
  ownerReferences: [],
  spec: { ...spec, volumes: [{ name: 'data', emptyDir: {} }] },
});
const web = (name: string, nodeName: string) => pod(name, { nodeName, spec });
const CLUSTER = [
  ...[node('n1'), { ...node('n2'), spec: { unschedulable: true } }],
  ...deployment(2),
  workload('DaemonSet', 'logs', 1),
  ...[web('web-1', 'n1'), web('web-2', 'n2')],
];
const ALL = [...CLUSTER, logs, bare];
const BUDGET = budget('web', { maxUnavailable: 1 });
const run = (args: readonly string[], objects: readonly object[] = [...ALL, BUDGET]) =>
  kubesem(['drain', ...args, '--now', '2026-01-01T00:00:00Z'], { stdin: dump(...objects) });
const FORCE = ['--ignore-daemonsets', '--delete-emptydir-data', '--force'];

describe('kubesem drain', () => {
  test('prints the errors of kubectl', async () => {
    const { stdout, stderr, status } = await run(['n1']);
    expect(stdout).toBe(`node/n1 cordoned
error: unable to drain node "n1" due to error: [cannot delete Pods with local storage (use --delete-emptydir-data to override): shop/bare, cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore): shop/logs-1], continuing command...
There are pending nodes to be drained:
 n1
cannot delete Pods with local storage (use --delete-emptydir-data to override): shop/bare
cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore): shop/logs-1
`);
    expect([status, stderr]).toEqual([1, '']);
  });

  test('ends with one error for each node if several fail', async () => {
    const other = pod('other', { nodeName: 'n2', ownerReferences: [], spec });
    const { stdout } = await run(['n1', 'n2'], [...ALL, other]);
    expect(stdout.split('\n').slice(-6)).toEqual([
      ...['There are pending nodes to be drained:', ' n1', ' n2'],
      '[cannot delete Pods with local storage (use --delete-emptydir-data to override): shop/bare, cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore): shop/logs-1]',
      'cannot delete Pods that declare no controller (use --force to override): shop/other',
      '',
    ]);
  });

  test('evicts nothing from a node with a rejected Pod, and asks no budget', async () => {
    const objects = [...ALL, budget('web', { minAvailable: 2 })];
    const { stdout } = await run(['n1'], objects);
    expect(stdout).not.toContain('rejected at first');
    expect((await run(['n1', '-o', 'name'], objects)).stdout).toBe('');
    const rows = cells((await run(['n1', '--explain'], objects)).stdout);
    expect(rows.map(([, , name, action]) => `${name} ${action}`)).toContain('web-1 stay');
  });

  test('prints what kubectl prints if the options allow it', async () => {
    const { stdout, status } = await run(['n1', 'n2', ...FORCE]);
    expect(stdout).toBe(`node/n1 cordoned
node/n2 already cordoned
Warning: deleting Pods that declare no controller: shop/bare; ignoring DaemonSet-managed Pods: shop/logs-1
evicting pod shop/bare
evicting pod shop/web-1
pod/bare evicted
pod/web-1 evicted
node/n1 drained
evicting pod shop/web-2
pod/web-2 evicted
node/n2 drained
`);
    expect(status).toBe(0);
  });

  test('names the budget that rejects an eviction', async () => {
    const { stdout, status } = await run(['n2'], [...ALL, budget('web', { minAvailable: 2 })]);
    expect(stdout).toBe(`node/n2 already cordoned
evicting pod shop/web-2

1 eviction rejected at first:
  shop/web-2: The disruption budget web needs 2 healthy pods and has 2 currently
`);
    expect(status).toBe(1);
  });

  test('Pods of a node share what a budget allows', async () => {
    const objects = [...CLUSTER, web('web-3', 'n2'), ...deployment(3), BUDGET];
    const { stdout, status } = await run(['n2'], objects);
    expect(stdout).toBe(`node/n2 already cordoned
evicting pod shop/web-2
evicting pod shop/web-3
pod/web-2 evicted

1 eviction rejected at first:
  shop/web-3: The disruption budget web needs 2 healthy pods and has 2 currently
`);
    expect(status).toBe(1);
    const { output } = await json(['drain', 'n2'], { stdin: dump(...objects) });
    expect(output.nodes[0].pods).toMatchObject([
      { name: 'web-2', cause: '' },
      { name: 'web-3', code: 429, blockedBy: ['web'] },
    ]);
  });

  test('kubectl gives a Pod up if the API server answers other than 429', async () => {
    const two = [...ALL, BUDGET, budget('other', { maxUnavailable: 1 })];
    const error =
      'error when evicting pods/"web-2" -n "shop": This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';
    const { stdout, status } = await run(['n2'], two);
    expect(stdout).toBe(`node/n2 already cordoned
evicting pod shop/web-2
There are pending pods in node "n2" when an error occurred: ${error}
pod/web-2
error: unable to drain node "n2" due to error: ${error}, continuing command...
There are pending nodes to be drained:
 n2
${error}
`);
    expect(status).toBe(1);
    const rows = cells((await run(['n2', '--explain'], two)).stdout);
    expect(rows[1]?.slice(0, 4)).toEqual(['n2', 'shop', 'web-2', 'fail']);
  });

  test('starts with the next node only when the one before is drained', async () => {
    const { stdout } = await run(
      ['n2', 'n1', ...FORCE],
      [...ALL, budget('web', { minAvailable: 2 })],
    );
    expect(stdout).not.toContain('evicting pod shop/bare');
  });

  test('deletes Pods without asking budgets with --disable-eviction', async () => {
    const args = ['n2', '--disable-eviction'];
    const { stdout, status } = await run(args, [...ALL, budget('web', { minAvailable: 2 })]);
    expect(stdout).toContain('pod/web-2 deleted\nnode/n2 drained\n');
    expect(status).toBe(0);
  });

  test('explains each Pod', async () => {
    const { stdout } = await run(['n1', ...FORCE, '--explain']);
    expect(cells(stdout)).toEqual([
      ['NODE', 'NAMESPACE', 'POD', 'ACTION', 'REASON'],
      [
        ...['n1', 'shop', 'bare', 'evict'],
        'it has no controller, and --force is given; the data of its emptyDir volumes is lost',
      ],
      ['n1', 'shop', 'logs-1', 'skip', 'its DaemonSet would create it again'],
      ['n1', 'shop', 'web-1', 'evict', 'its controller replaces it'],
    ]);
  });

  test('drains only Pods of a selector, and skips Pods that terminate for long', async () => {
    expect((await run(['n1', '--pod-selector', 'app=web'])).status).toBe(0);
    const metadata = { deletionTimestamp: '2025-12-31T23:00:00Z' };
    const old = pod('old', { ownerReferences: [], metadata });
    const args = ['n1', '--skip-wait-for-delete-timeout', '60', '--explain'];
    expect((await run(args, [...CLUSTER, old])).stdout).toContain('terminating for too long');
  });

  test('assumes that DaemonSets exist if the input has none, and reads nodes from Pods', async () => {
    const { stderr, status } = await run(['n1', '--ignore-daemonsets'], [logs]);
    expect(stderr).toContain('The input has no DaemonSets');
    expect(status).toBe(0);
  });

  test('waits for a Pod that finalizers keep, at most for --skip-wait-for-delete-timeout', async () => {
    const held = pod('web-1', { spec, metadata: { finalizers: ['example.com/backup'] } });
    const objects = [node('n1'), ...deployment(1), held];
    const { stdout, status } = await run(['n1'], objects);
    expect(stdout).toBe(`node/n1 cordoned
evicting pod shop/web-1

1 Pod terminating until finalizers are removed:
  shop/web-1: example.com/backup
`);
    expect(status).toBe(1);
    const rows = cells((await run(['n1', '--explain'], objects)).stdout);
    expect(rows[1]).toMatchObject({ 3: 'wait', 4: expect.stringContaining('example.com/backup') });
    const skipped = await run(['n1', '--skip-wait-for-delete-timeout', '9'], objects);
    expect(skipped.stdout.split('\n').slice(1, 4)).toEqual([
      'evicting pod shop/web-1',
      'pod "web-1" has DeletionTimestamp older than 9 seconds, skipping',
      'node/n1 drained',
    ]);
    expect(skipped.status).toBe(0);
    const simulated = await run(['n1', '--simulate'], objects);
    expect(simulated.stdout).toContain('node/n1: never drained');
    expect(cells(simulated.stdout)).toContainEqual([
      ...['30s', 'n1', 'shop/web-1', 'held by finalizers', 'finalizers: example.com/backup'],
    ]);
    expect(simulated.status).toBe(1);
  });

  test('prints everything for programs', async () => {
    const { output } = await json(['drain', 'n2'], { stdin: dump(...ALL, BUDGET) });
    expect(output.nodes).toMatchObject([
      {
        ...{ node: 'n2', isCordoned: true, errors: [], warnings: [] },
        pods: [{ namespace: 'shop', name: 'web-2', action: 'evict', rule: 'MANAGED', cause: '' }],
      },
    ]);
    expect((await run(['n2', '-o', 'name'])).stdout).toBe('pod/web-2\n');
  });

  test('a node without a name is no suggestion', async () => {
    const stdin = dump({ apiVersion: 'v1', kind: 'Node', metadata: { name: false } });
    const { stderr } = await kubesem(['drain', 'n1'], { stdin });
    expect(stderr).toBe('error: <stdin>: node n1 not found\n');
  });

  test.each([
    [['n3'], 'node n3 not found; did you mean n1 or n2?'],
    [['elsewhere'], 'node elsewhere not found'],
  ])('%j is not found', async (args, message) => {
    const { stdout, stderr, status } = await run(args);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
  });

  test.each([
    [[]],
    [['n1', '--grace-period', '-2']],
    [['n1', '--pod-selector', '=']],
    [['n1', '--simulate', '--explain']],
    [['n1', '--ready-after', '30']],
    [['n1', '--stop-after', '30']],
    [['n1', '--parallel']],
  ])('%j is a wrong command line', async (args) => {
    expect(await run(args)).toMatchObject({ status: 2, stdout: '' });
  });

  test('a budget that cannot be read is an error', async () => {
    const { stderr, status } = await run(['n2'], [...ALL, budget('web', { minAvailable: {} })]);
    expect(stderr).toContain('spec.minAvailable');
    expect(status).toBe(1);
  });

  test('a Pod whose labels cannot be read is an error', async () => {
    const broken = pod('web-3', { nodeName: 'n2', labels: 'app=web' as never, spec });
    const { stderr, status } = await run(['n2'], [...ALL, broken]);
    expect(stderr).toContain('metadata.labels');
    expect(status).toBe(1);
  });
});

describe('kubesem drain --simulate', () => {
  test('draws when each Pod goes', async () => {
    const args = ['n1', 'n2', ...FORCE, '--simulate', '--ready-after', '47'];
    const { stdout, status } = await run(args);
    expect(stdout.split('\n\n')[0]).toBe('node/n1: drained after 30s\nnode/n2: drained after 80s');
    const lanes = stdout.split('\n').filter((line) => /^n[12] /.test(line));
    expect(lanes.map((line) => line.replace(/(.)\1+/g, '$1'))).toEqual([
      'n1 shop/bare ▒',
      'n1 shop/web-1 ▒',
      'n2 shop/web-2 █!▒',
    ]);
    expect(cells(stdout.slice(stdout.indexOf('TIME')))).toContainEqual([
      ...['50s', 'n2', 'shop/web-2', 'evicted', '-'],
    ]);
    expect(status).toBe(0);
  });

  test('shows that a drain never ends without replacements', async () => {
    const { stdout, status } = await run(['n1', 'n2', ...FORCE, '--simulate', '--parallel']);
    expect(stdout).toContain('node/n2: never drained');
    expect(status).toBe(1);
  });

  test('uses --grace-period and --stop-after', async () => {
    const args = ['n2', '--simulate', '--grace-period', '5'];
    expect((await run(args)).stdout).toContain('drained after 5s');
    expect((await run([...args, '--stop-after', '2'])).stdout).toContain('drained after 2s');
  });

  test('a Job replaces its Pod after its backoff', async () => {
    const job = pod('job-1', { ownerReferences: ownedBy('Job', 'job'), spec });
    const args = ['n1', '--simulate', '--ready-after', '5'];
    const { stdout } = await run(args, [node('n1'), job]);
    const rows = cells(stdout.slice(stdout.indexOf('TIME')));
    expect(rows).toContainEqual(['10s', '-', 'shop/job-1-new', 'replacement created', '-']);
  });

  test('a Job that ends with the eviction replaces no Pod', async () => {
    const job = {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'job', namespace: 'shop', uid: 'job' },
    };
    const own = pod('job-1', { ownerReferences: ownedBy('Job', 'job', 'batch/v1'), spec });
    const args = ['n1', '--simulate', '--ready-after', '5'];
    const created = async (objects: readonly object[]) => {
      const { stdout, stderr } = await run(args, [node('n1'), own, ...objects]);
      return [stdout.includes('replacement created'), stderr.includes('has no Jobs')];
    };
    expect(await created([])).toEqual([true, true]);
    expect(await created([{ ...job, spec: { backoffLimit: 6 } }])).toEqual([true, false]);
    expect(await created([{ ...job, spec: { backoffLimit: 0 } }])).toEqual([false, false]);
  });

  test('prints the timeline for programs', async () => {
    const { output } = await json(['drain', 'n2', '--simulate'], { stdin: dump(...ALL, BUDGET) });
    expect(output.timeline.nodes).toMatchObject([{ node: 'n2', evicted: 1, drainedAtMs: 30_000 }]);
  });
});
