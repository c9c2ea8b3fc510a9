import { IMAGE_PART_TEXTS } from '@kubesem/inspect';
import { describe, expect, test } from 'vitest';
import type { DisruptionModel } from '../src/areas/disruption/model.js';
import type { EnvironmentModel } from '../src/areas/environment/model.js';
import type { ImagesModel } from '../src/areas/images/model.js';
import type { NamesModel } from '../src/areas/names/model.js';
import type { NodesModel } from '../src/areas/nodes/model.js';
import type { PodsModel } from '../src/areas/pods/model.js';
import type { PriorityModel } from '../src/areas/priority/simulation.js';
import type { ProblemsModel } from '../src/areas/problems/model.js';
import type { ServicesModel } from '../src/areas/services/model.js';
import { EXAMPLES, example } from './examples.js';
import { answerTo, show } from './show.js';

test.each(EXAMPLES)('%s shows its example %s', async (area, _, text) => {
  const { tabs, failure, model } = await answerTo(text, area);
  expect(tabs.map((tab) => tab.area)).toContain(area);
  expect(failure).toBeUndefined();
  expect(JSON.parse(JSON.stringify(model))).toEqual(structuredClone(model));
});

describe('Pods', () => {
  test('the phases of a Pod add up, and the highest decides', async () => {
    const { detail } = await show<PodsModel>(example('sidecar.yaml'), 'pods');
    const cpu = detail?.resources.find(({ resource }) => resource === 'cpu');
    expect(cpu?.value).toBe('800m');
    expect(cpu?.rule).toBe('INIT_STEP');
    expect(
      cpu?.phases.map(({ title, parts, total, decides }) => [
        title,
        parts.map(({ name, amount }) => `${amount} ${name}`).join(' + '),
        total,
        decides,
      ]),
    ).toEqual([
      ['start of mesh', '100m mesh', '100m', false],
      ['start of migrate', '100m mesh + 700m migrate', '800m', true],
      ['running', '500m app + 100m mesh', '600m', false],
    ]);
  });

  test('the status changes over time', async () => {
    const { detail } = await show<PodsModel>(example('sidecar.yaml'), 'pods', {
      deleteAtSeconds: 20,
    });
    const [status] = detail?.life?.lanes ?? [];
    expect(status?.spans.map(({ text }) => text)).toEqual([
      'Init:0/2',
      'Init:1/2',
      'PodInitializing',
      'Running',
      'Terminating',
    ]);
  });

  test('a stored Pod has a status, and what set it', async () => {
    const { page, detail } = await show<PodsModel>(example('status.yaml'), 'pods');
    expect(page.rows[0]?.waitsFor).toBe('container cart waits (CrashLoopBackOff)');
    expect(detail?.status?.steps.at(-1)).toBe(
      'CrashLoopBackOff: a container waits (cart, status.containerStatuses[0].state.waiting.reason)',
    );
    expect(detail?.status?.reasons.map(({ about }) => about)).toContain('container');
  });

  test('a Pod that cannot be read does not hide the others', async () => {
    const text = `apiVersion: v1
kind: Pod
metadata: { name: bad }
spec: { containers: [{ name: a, resources: { requests: { cpu: many } } }] }
---
apiVersion: v1
kind: Pod
metadata: { name: good }
spec: { containers: [{ name: a, resources: { requests: { cpu: 1 } } }] }
`;
    const { page, detail } = await show<PodsModel>(text, 'pods');
    expect(page.rows.map(({ name, qosClass }) => [name, qosClass])).toEqual([
      ['bad', ''],
      ['good', 'Burstable'],
    ]);
    expect(detail?.resources).toEqual([]);
  });
});

test('nodes have the percentages of kubectl, and their Pods a reason', async () => {
  const { page, pods } = await show<NodesModel>(example('nodes.yaml'), 'nodes', { node: 'beta' });
  const cpu = page.rows[1]?.resources.find(({ resource }) => resource === 'cpu');
  expect([cpu?.requests, cpu?.requestsPercent, cpu?.free]).toEqual(['750m', 38, '930m']);
  expect(pods?.page.rows.map(({ name, counts, rule }) => [name, counts, rule])).toEqual([
    ['shop/web-1', true, 'ON_NODE'],
    ['lab/report', false, 'FINISHED'],
  ]);
});

test('images have their parts, policies and credentials, without users and passwords', async () => {
  const model = await show<ImagesModel>(example('registry.yaml'), 'images');
  const redis = model.page.rows.find(({ image }) => image === 'redis');
  expect(redis?.normalized).toBe('docker.io/library/redis:latest');
  expect(redis?.parts.map(({ name, why }) => [name, why])).toEqual([
    ['registry', IMAGE_PART_TEXTS.NO_SLASH],
    ['path', IMAGE_PART_TEXTS.OFFICIAL_IMAGE],
    ['tag', IMAGE_PART_TEXTS.DEFAULT_TAG],
  ]);
  expect(model.page.rows[0]?.credentials?.map(({ pattern }) => pattern)).toEqual([
    'images.example/shop',
    'images.example',
  ]);
  expect(JSON.stringify(model)).not.toMatch(/"example"|reader/);
});

test('names are looked up step by step, and a failure has its reason', async () => {
  const { lookup } = await show<NamesModel>(example('lookup.yaml'), 'names');
  expect([lookup.name, lookup.from, lookup.isFound]).toEqual(['data', 'test/client', false]);
  expect(lookup.steps[0]?.name).toBe('data.test.svc.cluster.local');
  expect(lookup.reasons[0]?.suggestions).toEqual(['data.prod']);
  const found = await show<NamesModel>(example('lookup.yaml'), 'names', { name: 'data.prod' });
  expect(found.lookup.steps.at(-1)?.answers).toEqual([
    'data.prod.svc.cluster.local. 30 IN A 10.96.14.7',
  ]);
});

test('environments have origins, and mask all that contains a Secret', async () => {
  const model = await show<EnvironmentModel>(example('environment.yaml'), 'environment');
  const variables = model.containers[0]?.variables ?? [];
  const of = (wanted: string) => variables.find(({ name }) => name === wanted);
  expect(of('PORT')).toMatchObject({ value: '8443', hides: ['ConfigMap shop key PORT'] });
  expect(of('LISTEN')?.value).toBe('<status.podIP>:8443');
  expect(of('POD_IP')).toMatchObject({ source: 'FIELD', from: 'field status.podIP' });
  expect(of('DATABASE')?.isSecret).toBe(true);
  expect(JSON.stringify(model)).not.toContain('correct-horse');
});

test('Services lead to their Pods, and others have a reason', async () => {
  const { chain } = await show<ServicesModel>(example('services.yaml'), 'services');
  expect(chain?.dnsName).toBe('web.shop.svc.cluster.local');
  expect(chain?.pods.map(({ name, state }) => [name, state])).toEqual([
    ['web-1', 'ready'],
    ['web-2', 'not ready'],
    ['web-3', 'no port'],
    ['web-4', 'not an endpoint'],
    ['web-5', 'not selected'],
  ]);
  expect(chain?.pods.at(-1)?.reason).toBe('label tier is "fronted", not "frontend"');
});

describe('disruption', () => {
  test('a budget allows a number of disruptions, and a drain takes time', async () => {
    const { budgets, drain } = await show<DisruptionModel>(example('drain.yaml'), 'disruption');
    expect(budgets.rows[0]).toMatchObject({ limit: 'minAvailable 2', allowed: 1 });
    expect(drain?.nodes.map(({ node, drainedAtMs }) => [node, drainedAtMs])).toEqual([
      ['node-1', 30_000],
      ['node-2', 60_000],
    ]);
  });

  test('a budget that allows nothing blocks the drain', async () => {
    const text = example('drain.yaml').replace('minAvailable: 2', 'minAvailable: 3');
    const { drain } = await show<DisruptionModel>(text, 'disruption');
    expect(drain?.blocked).toHaveLength(1);
    expect(drain?.lanes[0]?.spans.at(-1)?.state).toBe('blocked');
  });

  test('evicts no Pod of a node with a rejected Pod', async () => {
    const bare =
      '---\n{apiVersion: v1, kind: Pod, metadata: {name: bare}, spec: {nodeName: node-1}}\n';
    const { drain } = await show<DisruptionModel>(`${example('drain.yaml')}${bare}`, 'disruption');
    const actions = drain?.nodes.map(({ pods }) => new Set(pods.map(({ action }) => action)));
    expect(actions).toEqual([new Set(['reject', 'stay']), new Set(['evict'])]);
  });
});

test('priority and fairness reacts to rates and shares', async () => {
  const text = example('priority.yaml');
  const before = await show<PriorityModel>(text, 'priority', { durationSeconds: 5 });
  const after = await show<PriorityModel>(text, 'priority', {
    durationSeconds: 5,
    rates: { batch: 1 },
    shares: { operators: 100 },
  });
  const batch = ({ flows }: PriorityModel) => flows.find(({ name }) => name === 'batch');
  expect(batch(before)?.rejected).toBeGreaterThan(0);
  expect(batch(after)?.rejected).toBe(0);
  const level = ({ levels }: PriorityModel) => levels.find(({ name }) => name === 'operators');
  expect(level(after)?.nominalLimit).toBeGreaterThan(level(before)?.nominalLimit ?? 0);
  expect(level(after)?.seats).toHaveLength(60);
});

test('a scenario of the input with too many requests is refused in words', async () => {
  const { failures } = await show<PriorityModel>(example('priority.yaml'), 'priority', {
    rates: { batch: 1e6 },
  });
  expect(failures[0]).toContain('too many');
});

test('problems have their places', async () => {
  const { page, errors, warnings } = await show<ProblemsModel>(
    example('mistakes.yaml'),
    'problems',
  );
  expect([errors, warnings]).toEqual([2, 6]);
  expect(page.rows.map(({ code, line }) => `${line} ${code}`)).toContain(
    '23 PROBE_TIMEOUT_ABOVE_PERIOD',
  );
});

test('a QoS class is any text', async () => {
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a', namespace: 'b', uid: 'c' },
    spec: { containers: [{ name: 'app' }] },
  };
  const text = JSON.stringify({ ...pod, status: { qosClass: 'valueOf' } });
  const { page, detail } = await show<PodsModel>(text, 'pods');
  expect(page.rows[0]?.qosClass).toBe('valueOf');
  expect(detail?.qos).toBeDefined();
});
