import { describe, expect, test } from 'vitest';
import { dump } from '../../support/disruptions.js';
import { cells, json, kubesem } from '../../support/run.js';

const workload = (kind: string, name: string, status: object, spec: object = { replicas: 3 }) => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name, namespace: 'shop', uid: name, generation: 2 },
  spec,
  status: { observedGeneration: 2, ...status },
});
const WEB = workload('Deployment', 'web', {
  ...{ replicas: 4, updatedReplicas: 3, availableReplicas: 2 },
});
const API = workload('Deployment', 'api', {
  ...{ replicas: 3, updatedReplicas: 3, availableReplicas: 3 },
});
const SLOW = workload('Deployment', 'slow', {
  conditions: [{ type: 'Progressing', reason: 'ProgressDeadlineExceeded' }],
});
const LOGS = workload('DaemonSet', 'logs', {}, { updateStrategy: { type: 'OnDelete' } });
const run = (args: readonly string[]) =>
  kubesem(['rollout', 'status', ...args], { stdin: dump(WEB, API, SLOW, LOGS) });

describe('kubesem rollout status', () => {
  test.each([
    [
      'deploy/web',
      'Waiting for deployment "web" rollout to finish: 1 old replicas are pending termination...\n',
      '',
      0,
    ],
    ['deployments.apps/api', 'deployment "api" successfully rolled out\n', '', 0],
    ['slow', '', 'error: deployment "slow" exceeded its progress deadline\n', 1],
    ['ds/logs', '', 'error: rollout status is only available for RollingUpdate strategy type\n', 1],
  ])('%s: %s', async (name, stdout, stderr, status) => {
    expect(await run([name])).toEqual({ stdout, stderr, status });
  });

  test('--require-done fails if a rollout has not finished', async () => {
    expect((await run(['web', '--require-done'])).status).toBe(1);
    expect((await run(['api', '--require-done'])).status).toBe(0);
  });

  test('warns about manifests, which have no status, and never calls them done', async () => {
    const { status: _, ...manifest } = API;
    const args = ['rollout', 'status', 'api'];
    const { status, stderr } = await kubesem(args, { stdin: dump(manifest) });
    expect(status).toBe(0);
    expect(stderr).toMatch(/^warning: 1 workload without a status, /);
    const required = await kubesem([...args, '--require-done'], { stdin: dump(manifest) });
    expect(required.status).toBe(1);
  });

  test('lists all workloads', async () => {
    const { stdout, status } = await run([]);
    expect(cells(stdout).map((row) => row.slice(0, 4))).toEqual([
      ['NAMESPACE', 'KIND', 'NAME', 'DONE'],
      ['shop', 'Deployment', 'web', 'no'],
      ['shop', 'Deployment', 'api', 'yes'],
      ['shop', 'Deployment', 'slow', 'error'],
      ['shop', 'DaemonSet', 'logs', 'error'],
    ]);
    expect(status).toBe(1);
  });

  test('lists workloads of all kinds in the order of the files', async () => {
    const kinds = ['DaemonSet', 'StatefulSet', 'Deployment'];
    const items = kinds.map((kind) => ({ apiVersion: 'apps/v1', kind, metadata: { name: 'web' } }));
    const { stdout } = await kubesem(['rollout', 'status', '-f', '-', '--no-headers'], {
      stdin: JSON.stringify({ apiVersion: 'v1', kind: 'List', items }),
    });
    expect(cells(stdout).map(([, kind]) => kind)).toEqual(kinds);
  });

  test('shows what kubectl compares with --explain', async () => {
    const { stdout } = await run(['web', '--explain']);
    expect(
      stdout,
    ).toBe(`Deployment shop/web: Waiting for deployment "web" rollout to finish: 1 old replicas are pending termination...
├─ status.observedGeneration 2, metadata.generation 2: passed
├─ status.conditions[type=Progressing].reason , the reason of a timeout ProgressDeadlineExceeded: passed
├─ status.updatedReplicas 3, spec.replicas 3: passed
└─ status.updatedReplicas 3, status.replicas 4: OLD_PODS
`);
  });

  test('prints everything for programs', async () => {
    const { output } = await json(['rollout', 'status', 'web'], { stdin: dump(WEB) });
    expect(output.rollouts).toMatchObject([
      { namespace: 'shop', kind: 'Deployment', name: 'web', done: false, reason: 'OLD_PODS' },
    ]);
    expect((await run(['web', '-o', 'name'])).stdout).toBe('deployment.apps/web\n');
  });

  test.each([
    [['wep'], 'workload wep not found; did you mean shop/web?'],
    [['sts/web'], 'workload sts/web not found; did you mean shop/web?'],
    [['-n', 'test'], 'no Deployments, StatefulSets or DaemonSets in namespace test found'],
    [['web', '--revision', '3'], 'desired revision (3) is different from the running revision (0)'],
  ])('%j is an error', async (args, message) => {
    const { stdout, stderr, status } = await run(args);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
  });

  test('reports a workload that cannot be read at its place', async () => {
    const broken = workload('Deployment', 'web', { replicas: 'x' });
    const { stderr, status } = await kubesem(['rollout', 'status'], { stdin: dump(broken) });
    expect(stderr).toMatch(/:\d+:\d+: error: .*status\.replicas/);
    expect(status).toBe(1);
  });

  test.each([[['pod/web']], [['a/b/c']], [['web', '--revision', '0']]])(
    '%j is a wrong command line',
    async (args) => {
      expect(await run(args)).toMatchObject({ status: 2, stdout: '' });
    },
  );
});
