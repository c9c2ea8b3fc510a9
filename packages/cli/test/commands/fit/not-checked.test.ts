import { describe, expect, test } from 'vitest';
import { dump, node } from '../../support/cluster.js';
import { json, podManifest } from '../../support/run.js';
import { AGENT, fit, into } from './run-fit.js';

describe('what is not checked', () => {
  const SIZE = { cpu: '4', memory: '9Gi', pods: '3' };
  const small = (spec: object) =>
    `${JSON.stringify({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'new' },
      spec: { containers: [{ name: 'app', image: 'app:1' }], ...spec },
    })}\n`;
  const dedicated = { key: 'dedicated', value: 'gpu', effect: 'NoSchedule' };
  const limited = (spec: object) => dump({ ...node('alpha', SIZE), spec });

  test.each([
    ['a cordoned node', { unschedulable: true }, {}, 'the node is cordoned'],
    ['a taint', { taints: [dedicated] }, {}, 'taint dedicated=gpu:NoSchedule'],
    [
      'a taint that ends Pods',
      { taints: [{ key: 'a', effect: 'NoExecute' }] },
      { tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoSchedule' }] },
      'taint a:NoExecute',
    ],
    ['a node selector', {}, { nodeSelector: { disk: 'ssd' } }, 'nodeSelector'],
    [
      'an affinity to nodes',
      {},
      {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] },
          },
        },
      },
      'affinity.nodeAffinity',
    ],
    [
      'an affinity to Pods',
      {},
      {
        affinity: {
          podAntiAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone' }],
          },
        },
      },
      'affinity.podAntiAffinity',
    ],
    [
      'a spread constraint',
      {},
      {
        topologySpreadConstraints: [
          { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' },
        ],
      },
      'topologySpreadConstraints',
    ],
  ])('%s has no verdict, and a name', async (_, ofNode, ofPod, name) => {
    const cluster = limited(ofNode);
    const { status, stdout } = await fit(small(ofPod), [], cluster);
    expect(status).toBe(1);
    expect(stdout).toContain(`not checked: ${name}`);
    expect(stdout).not.toContain('yes');
    const { output } = await json(into(cluster), { stdin: small(ofPod) });
    expect(output.objects[0]).toMatchObject({ fits: false, nodes: [{ fits: false }] });
    expect(output.objects[0].nodes[0].notChecked).toEqual([name]);
    expect(output.notes).toHaveLength(1);
    expect((await fit(small(ofPod), ['-o', 'name'], cluster)).stdout).toBe('');
  });

  test.each([
    ['a tolerated taint', { taints: [dedicated] }, { tolerations: [{ operator: 'Exists' }] }],
    [
      'a tolerated cordon',
      { unschedulable: true },
      { tolerations: [{ key: 'node.kubernetes.io/unschedulable', operator: 'Exists' }] },
    ],
    ['a taint that others only avoid', { taints: [{ key: 'a', effect: 'PreferNoSchedule' }] }, {}],
    ['empty fields', { taints: null }, { nodeSelector: {}, affinity: { nodeAffinity: {} } }],
    [
      'what is only preferred',
      {},
      {
        topologySpreadConstraints: [
          { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' },
        ],
        affinity: { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
      },
    ],
  ])('%s excludes no node', async (_, ofNode, ofPod) => {
    const { status, stdout } = await fit(small(ofPod), [], limited(ofNode));
    expect([status, stdout]).toEqual([0, expect.stringContaining('fits: up to 3 Pods on 1 of 1')]);
  });

  describe('a Pod that names its node', () => {
    const nodes = dump(
      { ...node('alpha', SIZE), spec: { unschedulable: true, taints: [dedicated] } },
      { ...node('beta', SIZE), spec: { taints: [{ key: 'a', effect: 'NoExecute' }] } },
      node('gamma', { ...SIZE, cpu: '1m' }),
    );
    const spread = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' };

    test.each<[string, object, string, number, string]>([
      [
        'is not kept off by a cordon and a taint',
        { nodeName: 'alpha' },
        'FITS',
        0,
        'fits: up to 3 Pods on',
      ],
      [
        'is not kept off by a spread constraint',
        { nodeName: 'alpha', topologySpreadConstraints: [spread] },
        ...(['FITS', 0, 'fits: up to 3 Pods on'] as const),
      ],
      [
        'has its node selector compared by the kubelet',
        { nodeName: 'alpha', nodeSelector: { disk: 'ssd' } },
        ...(['NOT_CHECKED', 1, 'not checked: 0 of 1 Pod on'] as const),
      ],
      [
        'is kept off by a taint that ends Pods',
        { nodeName: 'beta' },
        ...(['NOT_CHECKED', 1, 'not checked: 0 of 1 Pod on'] as const),
      ],
      [
        'needs the resources of its node',
        { nodeName: 'gamma' },
        'DOES_NOT_FIT',
        1,
        'does not fit: 0 of 1 Pod on',
      ],
      [
        'needs its node',
        { nodeName: 'nowhere' },
        'NODE_NOT_FOUND',
        1,
        'does not fit: names a node that is not',
      ],
    ])('%s', async (_, spec, code, expected, verdict) => {
      const containers = [{ name: 'app', image: 'app:1', resources: { requests: { cpu: '2m' } } }];
      const manifest = small({ containers, ...spec });
      const { status, stdout } = await fit(manifest, [], nodes);
      expect(stdout.split('\n')[1]).toContain(verdict);
      expect(status).toBe(expected);
      const { output } = await json(into(nodes), { stdin: manifest });
      const { nodeName } = spec as { nodeName: string };
      expect(output.objects[0]).toMatchObject({ code, nodeName, fits: code === 'FITS' });
      expect(output.objects[0].nodes.length).toBe(nodeName === 'nowhere' ? 0 : 1);
      const names = (await fit(manifest, ['-o', 'name'], nodes)).stdout;
      expect(names).toBe(code === 'FITS' ? `node/${nodeName}\n` : '');
    });

    test('needs no extended resource that its node does not list', async () => {
      const resources = { limits: { 'example.com/gpu': '1' } };
      const containers = [{ name: 'app', image: 'app:1', resources }];
      const asked = async (spec: object) =>
        (await json(into(nodes), { stdin: small({ containers, ...spec }) })).output.objects[0].code;
      expect(await asked({})).toBe('DOES_NOT_FIT');
      expect(await asked({ nodeName: 'alpha' })).toBe('FITS');
    });
  });

  test('a Pod with scheduling gates is not scheduled until they are removed', async () => {
    const gates = [{ name: 'example.com/quota' }, { name: 'example.com/\u001b[2J' }];
    const manifest = small({ schedulingGates: gates });
    const cluster = limited({});
    const { status, stdout } = await fit(manifest, [], cluster);
    expect(status).toBe(1);
    expect(stdout.split('\n')[1]).toMatch(
      /^not scheduled: waits for its scheduling gates: example.com\/quota, .*2J; by resources, up to 3 Pods on 1 of 1 node$/,
    );
    expect(stdout).not.toContain('\u001b[2J');
    const { output } = await json(into(cluster), { stdin: manifest });
    expect(output.objects[0]).toMatchObject({
      code: 'SCHEDULING_GATED',
      schedulingGates: gates.map(({ name }) => name),
      fits: false,
    });
    expect((await fit(manifest, ['-o', 'name'], cluster)).stdout).toBe('');
  });

  test('the Pods of a DaemonSet run on cordoned nodes', async () => {
    expect((await fit(AGENT, [], limited({ unschedulable: true }))).status).toBe(0);
    expect((await fit(AGENT, [], limited({ taints: [dedicated] }))).status).toBe(1);
  });

  test('resources that are missing decide, and the other nodes keep their verdict', async () => {
    const cluster = dump(
      { ...node('alpha', { ...SIZE, cpu: '1' }), spec: { unschedulable: true } },
      { ...node('beta', SIZE), spec: { unschedulable: true } },
      node('gamma', SIZE),
    );
    const { stdout } = await fit(podManifest('new', '{ requests: { cpu: 3 } }'), [], cluster);
    expect(stdout).toContain('fits: up to 1 Pod on 1 of 3 nodes; 1 node not checked');
    expect(stdout).toMatch(/alpha +no +0 +Insufficient cpu/);
    expect(stdout).toMatch(/beta +unknown +- +not checked: the node is cordoned/);
  });
});
