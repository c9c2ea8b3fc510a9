import { describe, expect, test } from 'vitest';
import { budget, deployment, dump, ownedBy, pod, workload } from '../../support/disruptions.js';
import { cells, filesOf, json, kubesem } from '../../support/run.js';

const PODS = [pod('web-1'), pod('web-2'), pod('web-3', { isReady: false })];
const DUMP = dump(...deployment(3), ...PODS, budget('web', { maxUnavailable: '25%' }));
const run = (args: readonly string[] = [], stdin = DUMP) =>
  kubesem(['pdb', '--now', '2026-01-01T00:00:00Z', ...args], { stdin });

describe('kubesem pdb', () => {
  test('shows the counts of a budget, and why it allows nothing', async () => {
    const { stdout, stderr, status } = await run();
    expect(cells(stdout)).toEqual([
      ['NAME', 'LIMIT', 'EXPECTED', 'DESIRED', 'CURRENT', 'ALLOWED', 'REASON'],
      [
        ...['web', 'maxUnavailable 25%', '3', '2', '2', '0'],
        'needs 2 healthy Pods and has 2 (web-3 is not ready)',
      ],
    ]);
    // It allows nothing only for now.
    expect([status, stderr]).toEqual([0, '']);
  });

  test.each([
    ['an allowed disruption', { minAvailable: 1 }, [], ['1', '-'], 0],
    [
      'a budget that never allows anything',
      { minAvailable: '100%' },
      [],
      [
        '0',
        'needs 3 healthy Pods and has 2 (web-3 is not ready); 3 of 3 Pods must be healthy, so none can be evicted',
      ],
      1,
    ],
    [
      'a budget without Pods',
      { minAvailable: 1, selector: { matchLabels: { app: 'api' } } },
      [],
      ['0', 'the selector matches no workload; compare it with their labels'],
      1,
    ],
    [
      'a budget without a limit',
      {},
      [],
      ['0', 'it has neither minAvailable nor maxUnavailable'],
      1,
    ],
    [
      'an invalid selector',
      { minAvailable: 1, selector: { matchLabels: { app: '-' } } },
      [],
      ['0', expect.stringContaining('the selector is invalid')],
      1,
    ],
    [
      'two budgets of the same Pods',
      { minAvailable: 1 },
      [budget('all', { minAvailable: 1, selector: {} })],
      ['1', 'the API evicts no Pod that has two budgets; the other is shop/all'],
      1,
    ],
  ])('shows %s', async (_, spec, more, expected, code) => {
    const input = dump(...deployment(3), ...PODS, budget('web', spec), ...more);
    const { stdout, status } = await run(['web'], input);
    expect(cells(stdout)[1]?.slice(-2)).toEqual(expected);
    expect(status).toBe(code);
  });

  test.each([
    ['Deployment', ownedBy('ReplicaSet', 'web-1a'), 'ReplicaSet web-1a'],
    ['custom resource', ownedBy('Rollout', 'web', 'argoproj.io/v1alpha1'), 'Rollout web'],
  ])('says that the replicas of a %s are not in the input', async (_, ownerReferences, name) => {
    const input = dump(pod('web-1', { ownerReferences }), budget('web', { maxUnavailable: 1 }));
    const { stdout, stderr, status } = await run([], input);
    expect(cells(stdout)[1]?.slice(-4)).toEqual([
      ...['-', '1', 'unknown'],
      `the input does not show the replicas of ${name}`,
    ]);
    expect(stderr).toContain('Add the controllers');
    expect(status).toBe(1);
  });

  test('counts Pods without a controller, but does not expect them', async () => {
    const bare = pod('web-1', { ownerReferences: [] });
    const { stdout } = await run([], dump(bare, budget('web', { maxUnavailable: 1 })));
    expect(stdout).toContain('its Pods have no controller, so it expects no Pods');
  });

  test('says that the status of a DaemonSet cannot be computed', async () => {
    const logs = pod('logs-1', { ownerReferences: ownedBy('DaemonSet', 'logs') });
    const input = dump(
      workload('DaemonSet', 'logs', 1),
      logs,
      budget('web', { maxUnavailable: 1 }),
    );
    const { stdout, status } = await run([], input);
    expect(cells(stdout)[1]?.slice(-1)).toEqual([
      'daemonsets.apps does not implement the scale subresource; set minAvailable to a number',
    ]);
    expect(status).toBe(1);
  });

  test('draws what counts with --explain', async () => {
    const disruptedPods = { 'web-1': '2025-12-31T23:00:00Z' };
    const status = { disruptionsAllowed: 1, disruptedPods };
    const bare = pod('bare', {
      ownerReferences: [],
      metadata: { deletionTimestamp: '2026-01-01' },
    });
    const budgets = budget('web', { maxUnavailable: '25%' }, status);
    const { stdout } = await run(['--explain'], dump(...deployment(3), ...PODS, bare, budgets));
    expect(stdout).toBe(`PodDisruptionBudget shop/web allowed 0
├─ limit maxUnavailable 25%: of the replicas of all controllers; percentages are rounded up
├─ expected 3: replicas of the controllers
│  ├─ Deployment web: 3 (ReplicaSet web-1a)
│  └─ Pod bare: not expected, because it has no controller
├─ desired 2: 3 expected, 25% may be unavailable
├─ current 2: ready Pods that stay
│  ├─ web-1 is ready
│  ├─ web-2 is ready
│  ├─ web-3 is not ready
│  └─ bare is being deleted
├─ the stored status allows 1
├─ needs 2 healthy Pods and has 2 (web-3 is not ready, bare is being deleted)
├─ Pods without a controller; set minAvailable to a number
└─ events of the disruption controller
   ├─ Warning UnmanagedPods
   └─ Warning NotDeleted (Pod web-1): Pod was expected by PDB shop/shop to be deleted but it wasn't
`);
  });

  test('prints everything for programs', async () => {
    const { output } = await json(['pdb', '--explain'], { stdin: DUMP });
    expect(output.budgets).toMatchObject([
      {
        ...{ namespace: 'shop', name: 'web', field: 'maxUnavailable', value: '25%' },
        ...{ rule: 'MAX_UNAVAILABLE', expectedPods: 3, desiredHealthy: 2, currentHealthy: 2 },
        ...{ disruptionsAllowed: 0, problems: [] },
        counted: {
          controllers: [{ controller: 'ReplicaSet web-1a', scaled: 'Deployment web', scale: 3 }],
          events: [],
        },
      },
    ]);
    expect((await run(['-o', 'name'])).stdout).toBe('poddisruptionbudget.policy/web\n');
    expect((await run(['-o', 'wide'])).stdout).toContain('STORED');
  });

  test.each([
    [['wep'], 'budget wep not found; did you mean shop/web?'],
    [['web', '-n', 'test'], 'budget web in namespace test not found; did you mean shop/web?'],
    [['-n', 'test'], 'no PodDisruptionBudgets in namespace test found'],
    [['--evict', 'web-9'], 'Pod web-9 not found; did you mean'],
  ])('%j is not found', async (args, message) => {
    const { stdout, stderr, status } = await run(args);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
  });

  test.each([
    [['a/b/c']],
    [['shop/']],
    [['--evict', '/']],
    [['--evict', 'a', '--explain']],
    [['web', '--evict', 'a']],
  ])('%j is a wrong command line', async (args) => {
    expect(await run(args)).toMatchObject({ status: 2, stdout: '' });
  });

  test.each([[[]], [['--evict', 'web-1']]])(
    'reports a budget that cannot be read at its place, %j',
    async (args) => {
      const broken = dump(pod('web-1'), budget('web', { minAvailable: {} }));
      const file = filesOf({ 'a.json': broken });
      const { stderr, status } = await kubesem(['pdb', '-f', file('a.json'), ...args]);
      expect(stderr).toMatch(/a\.json:\d+:\d+: error: .*spec\.minAvailable/);
      expect(status).toBe(1);
    },
  );
});

describe('Pods of a custom resource', () => {
  const db = pod('db-1', { ownerReferences: ownedBy('Database', 'db', 'x.io/v1') });
  const pdb = budget('web', { maxUnavailable: 1 });
  const definition = (subresources: object) => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'databases.x.io' },
    spec: {
      group: 'x.io',
      names: { kind: 'Database', plural: 'databases' },
      versions: [{ name: 'v1', served: true, subresources }],
    },
  });
  const database = {
    apiVersion: 'x.io/v1',
    kind: 'Database',
    metadata: { name: 'db', namespace: 'shop', uid: 'db' },
    spec: { size: 2 },
  };

  test('have no scale if the definition says so', async () => {
    const { stdout, stderr, status } = await run([], dump(db, pdb, database, definition({})));
    expect(stdout).toContain('databases.x.io does not implement the scale subresource');
    expect([status, stderr]).toEqual([1, '']);
  });

  test('have the replicas that the definition names', async () => {
    const scale = { specReplicasPath: '.spec.size' };
    const stdin = dump(database, db, pdb, definition({ scale }));
    const { output, status } = await json(['pdb', '--explain'], { stdin });
    expect(output.budgets[0]).toMatchObject({ expectedPods: 2, desiredHealthy: 1 });
    expect(status).toBe(0);
  });

  test('need the definition and the objects', async () => {
    const { stdout, stderr } = await run([], dump(db, pdb));
    expect(stdout).toContain('unknown');
    expect(stderr).toContain('kubectl get crd,Database.x.io -A -o json');
    expect(stderr).not.toContain('deploy');
  });
});

describe('kubesem pdb --evict', () => {
  test('shows the answer that rejects an eviction', async () => {
    const { stdout, status } = await run(['--evict', 'shop/web-1']);
    expect(stdout).toBe(`Pod shop/web-1: not evicted
  answer   429 TooManyRequests
  message  Cannot evict pod as it would violate the pod's disruption budget.
  cause    The disruption budget web needs 2 healthy pods and has 2 currently
  because  the budget allows no disruption

BUDGET    ALLOWED  ALLOWED AFTER  EVICTED PODS
shop/web        0              0  -
`);
    expect(status).toBe(1);
  });

  test('shows what budgets allow afterwards', async () => {
    const input = dump(...deployment(3), ...PODS, budget('web', { minAvailable: 1 }));
    const { output, status } = await json(['pdb', '--evict', 'pod/web-1'], { stdin: input });
    expect(output.eviction).toMatchObject({
      ...{ namespace: 'shop', pod: 'web-1', code: 201, rule: 'ALLOWED', deletes: true },
      budgets: [{ name: 'web', allowedBefore: 1, allowedAfter: 0, disruptedPods: ['web-1'] }],
    });
    expect(status).toBe(0);
  });

  test('two budgets are an error of the server', async () => {
    const input = dump(
      ...PODS,
      budget('web', { minAvailable: 1 }),
      budget('b', { minAvailable: 1 }),
    );
    const { stdout } = await run(['--evict', 'web-1'], input);
    expect(stdout).toContain('answer   500');
    expect(stdout).toContain('because  several budgets select it');
  });

  test('a Pod without a budget is evicted, and so is one that has finished', async () => {
    const input = dump(pod('a', { labels: {} }), pod('b', { phase: 'Failed' }));
    expect((await run(['--evict', 'a'], input)).stdout).toContain('no budget selects it');
    expect((await run(['--evict', 'b'], input)).stdout).toContain('it has finished');
  });

  test('a name in several namespaces needs its namespace', async () => {
    const other = { ...pod('web-1'), metadata: { name: 'web-1', namespace: 'test' } };
    const { stderr, status } = await run(['--evict', 'web-1'], dump(pod('web-1'), other));
    expect(stderr).toContain('web-1 can be shop/web-1, test/web-1; pass NAMESPACE/POD');
    expect(status).toBe(1);
  });
});
