import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { dump, pod, workload } from '../../support/disruptions.js';
import { cells, filesOf, json, kubesem } from '../../support/run.js';

const EXAMPLE = readFileSync(
  new URL('../../../../../examples/autoscaler.yaml', import.meta.url),
  'utf8',
);
const NOW = ['--now', '2026-01-02T12:00:00Z'];
const run = (args: readonly string[] = [], stdin = EXAMPLE) =>
  kubesem(['hpa', ...NOW, ...args], { stdin });

const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
const hpa = (spec: object, version = 'v2') => ({
  apiVersion: `autoscaling/${version}`,
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'web', namespace: 'shop', uid: 'hpa' },
  spec: { scaleTargetRef, maxReplicas: 10, ...spec },
});
const web = {
  ...workload('Deployment', 'web', 1),
  spec: { replicas: 1, selector: { matchLabels: { app: 'web' } } },
};
const containers = [{ name: 'app', resources: { requests: { cpu: '1' } } }];
const start = '2026-01-01T00:00:00Z';
const ready = {
  ...pod('web-1', { spec: { containers } }),
  status: {
    phase: 'Running',
    startTime: start,
    conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: start }],
  },
};
const usage = (cpu: string) => ({
  apiVersion: 'metrics.k8s.io/v1beta1',
  kind: 'PodMetrics',
  metadata: { name: 'web-1', namespace: 'shop' },
  timestamp: '2026-01-02T12:00:00Z',
  window: '30s',
  containers: [{ name: 'app', usage: { cpu } }],
});
const queue = {
  type: 'External',
  external: {
    metric: { name: 'queue' },
    target: { type: 'AverageValue', averageValue: '10' },
  },
};

describe('kubesem hpa', () => {
  test('shows how many Pods an autoscaler wants', async () => {
    const { stdout, stderr, status } = await run();
    expect(cells(stdout)).toEqual([
      ['NAME', 'REFERENCE', 'TARGETS', 'MIN', 'MAX', 'REPLICAS', 'DESIRED', 'REASON'],
      [
        ...['web', 'Deployment/web', 'cpu: 88%/50%', '1', '10', '3', '4'],
        'cpu resource utilization (percentage of request) above target',
      ],
    ]);
    expect([status, stderr]).toEqual([0, '']);
  });

  test('explains the decision Pod by Pod', async () => {
    const { stdout } = await run(['--explain']);
    expect(stdout).toContain(`HorizontalPodAutoscaler load/web: Deployment/web 3 to 4
├─ Resource cpu: 88%/50% proposes 4, ratio 1.76, 1.16 with all Pods; the value is too far from the target
│  ├─ web-1 counts
│  ├─ web-2 counts
│  └─ web-3 has no usage: counts as 0 to scale up, and as its whole request to scale down
├─ tolerance: 10% below and 10% above the target
├─ recommended 4, limits 1 to 10
`);
  });

  const external = (value: string, metricLabels: object | null) => ({
    kind: 'ExternalMetricValueList',
    apiVersion: 'external.metrics.k8s.io/v1beta1',
    metadata: {},
    items: [{ metricName: 'queue', metricLabels, timestamp: '2026-01-02T12:00:00Z', value }],
  });
  const twenty = { ...web, spec: { ...web.spec, replicas: 20 } };

  test('uses an external metric without labels, as some adapters return it', async () => {
    const selector = { matchLabels: { 'scaledobject.keda.sh/name': 'worker' } };
    const metric = { ...queue.external, metric: { name: 'queue', selector } };
    const scaler = hpa({ metrics: [{ type: 'External', external: metric }] });
    const { stdout, status } = await run([], dump(scaler, web, ready, external('30', null)));
    expect(cells(stdout)[1]?.slice(2, 7)).toEqual(['queue: 30/10 (avg)', '1', '10', '1', '3']);
    expect(status).toBe(0);
  });

  test.each([
    [[], '20'],
    [['--steady-for', '0'], '20'],
    [['--steady-for', '4m'], '20'],
    [['--steady-for', '301s'], '2'],
    [['--steady-for', '10m'], '2'],
  ])('deletes Pods after the stabilization window: %j', async (args, desired) => {
    const scaler = hpa({ metrics: [queue], minReplicas: 2, maxReplicas: 30 });
    const { stdout } = await run(args, dump(scaler, twenty, external('0', null)));
    expect(cells(stdout)[1]?.[6]).toBe(desired);
  });

  test('reads the annotations of autoscaling/v1', async () => {
    const metrics = JSON.stringify([
      { type: 'External', external: { metricName: 'queue', targetAverageValue: '10' } },
    ]);
    const v1 = hpa({ targetCPUUtilizationPercentage: 80 }, 'v1');
    const annotations = { 'autoscaling.alpha.kubernetes.io/metrics': metrics };
    const scaler = { ...v1, metadata: { ...v1.metadata, annotations } };
    const { stdout } = await run([], dump(scaler, web, ready, usage('100m'), external('20', {})));
    expect(stdout).toContain('queue: 20/10 (avg)');
    expect(stdout).toContain('cpu: 10%/80%');
  });

  test('a metric that fails is an error', async () => {
    const { stdout, stderr, status } = await run([], dump(hpa({}), web, ready));
    expect(cells(stdout)[1]?.slice(2, 3)).toEqual(['cpu: <unknown>/80%']);
    expect(stdout).toContain('failed to get cpu utilization');
    expect(stderr).toContain('The input has no metrics');
    expect(status).toBe(1);
  });

  test('reads autoscaling/v1', async () => {
    const v1 = hpa({ targetCPUUtilizationPercentage: 50 }, 'v1');
    const { stdout } = await run([], dump(v1, web, ready, usage('900m')));
    expect(cells(stdout)[1]?.slice(2, 7)).toEqual(['cpu: 90%/50%', '1', '10', '1', '2']);
  });

  test('counts an autoscaler once that the input has in both versions', async () => {
    const v1 = hpa({ targetCPUUtilizationPercentage: 50 }, 'v1');
    const { stdout } = await run([], dump(v1, hpa({}), web, ready, usage('900m')));
    expect(cells(stdout).map((row) => row[2])).toEqual(['TARGETS', 'cpu: 90%/80%']);
  });

  test('adds the metrics of --metrics', async () => {
    const values = {
      apiVersion: 'external.metrics.k8s.io/v1beta1',
      kind: 'ExternalMetricValueList',
      items: [{ metricName: 'queue', value: '35', timestamp: '2026-01-02T12:00:00Z' }],
    };
    const path = filesOf({ 'queue.json': JSON.stringify(values) });
    const input = dump(hpa({ metrics: [queue] }), web, ready);
    const { stdout, status } = await run(['--metrics', path('queue.json')], input);
    expect(cells(stdout)[1]?.slice(2, 7)).toEqual(['queue: 35/10 (avg)', '1', '10', '1', '4']);
    expect(status).toBe(0);
  });

  test('says that the workload is not in the input', async () => {
    const { stdout, status } = await run([], dump(hpa({})));
    expect(stdout).toContain('Deployment/web is not in the input');
    expect((await run(['--explain'], dump(hpa({})))).stdout).toContain('is not in the input');
    expect(status).toBe(1);
  });

  test('prints everything for programs', async () => {
    const { output } = await json(['hpa', ...NOW], { stdin: EXAMPLE });
    expect(output.autoscalers).toMatchObject([
      { name: 'web', current: 3, decision: { replicas: 4, scales: true, recommended: 4 } },
    ]);
    const { stdout } = await run(['-o', 'name']);
    expect(stdout).toBe('horizontalpodautoscaler.autoscaling/web\n');
  });

  test.each([
    [['wep'], 'autoscaler wep not found; did you mean load/web?'],
    [['-n', 'test'], 'no HorizontalPodAutoscalers in namespace test found'],
  ])('%j is not found', async (args, message) => {
    const { stdout, stderr, status } = await run(args);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
  });

  test('reports an autoscaler that cannot be read at its place', async () => {
    const { stderr, status } = await run([], dump(hpa({ maxReplicas: 'x' }), web, ready));
    expect(stderr).toMatch(/:\d+:\d+: error: .*spec\.maxReplicas/);
    expect(status).toBe(1);
  });

  test.each([[['a/b/c']], [['--now', 'soon']], [['-f', '-', '--metrics', '-']]])(
    '%j is a wrong command line',
    async (args) => {
      expect(await run(args)).toMatchObject({ status: 2, stdout: '' });
    },
  );
});
