// The right-hand columns of "What goes wrong otherwise" in the guides.
import { quotaBars } from '@kubesem/admission';
import { containerEnvironment } from '@kubesem/config';
import type { ContainerStatus, Pod } from '@kubesem/core';
import { evictionAnswer, pdbProblems } from '@kubesem/disruption';
import { buildZone, explainLookup, podResolvConf, query } from '@kubesem/dns';
import { defaultPullPolicy, parseImage } from '@kubesem/image';
import { podReadiness, podRow } from '@kubesem/lifecycle';
import { allocateNodes, clusterUsage, podPercent } from '@kubesem/nodes';
import { parseQuantity, safeParseQuantity } from '@kubesem/quantity';
import { applyPodDefaults, podRequests } from '@kubesem/resources';
import { matchesLabelSelector, matchesServiceSelector } from '@kubesem/selectors';
import { describe, expect, it } from 'vitest';

const NOW = '2026-01-01T00:00:00Z';

describe('A Pod table', () => {
  const app = { name: 'app' };
  const shown = (pod: Pod) => {
    const { status, ready } = podRow(pod, { now: NOW });
    return `${status} ${ready.text}`;
  };
  const ended = (terminated: object): ContainerStatus[] => [{ ...app, state: { terminated } }];

  it.each<[string, Pod, string]>([
    [
      'one of two init containers is done',
      {
        spec: { initContainers: [{ name: 'a' }, { name: 'b' }], containers: [app] },
        status: {
          phase: 'Pending',
          initContainerStatuses: [
            { name: 'a', state: { terminated: { exitCode: 0 } } },
            { name: 'b', state: { running: {} } },
          ],
        },
      },
      'Init:1/2 0/1',
    ],
    [
      'an init container exited with code 3',
      {
        spec: { initContainers: [app], containers: [{ name: 'b' }] },
        status: { phase: 'Pending', initContainerStatuses: ended({ exitCode: 3 }) },
      },
      'Init:ExitCode:3 0/1',
    ],
    [
      'a container was killed by signal 9',
      {
        spec: { containers: [app] },
        status: { phase: 'Running', containerStatuses: ended({ exitCode: 137, signal: 9 }) },
      },
      'Signal:9 0/1',
    ],
    [
      'all containers completed',
      {
        spec: { containers: [app] },
        status: {
          phase: 'Succeeded',
          containerStatuses: ended({ exitCode: 0, reason: 'Completed' }),
        },
      },
      'Completed 0/1',
    ],
    [
      'a scheduling gate is set',
      {
        spec: { containers: [app] },
        status: {
          phase: 'Pending',
          conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }],
        },
      },
      'SchedulingGated 0/1',
    ],
    [
      'a sidecar runs next to one app container',
      {
        spec: { initContainers: [{ name: 'mesh', restartPolicy: 'Always' }], containers: [app] },
        status: {
          phase: 'Running',
          initContainerStatuses: [
            { name: 'mesh', ready: true, started: true, state: { running: {} } },
          ],
          containerStatuses: [{ ...app, ready: true, started: true, state: { running: {} } }],
        },
      },
      'Running 2/2',
    ],
  ])('%s', (_case, pod, expected) => {
    expect(shown(pod)).toBe(expected);
  });
});

describe('Why a Pod is not ready', () => {
  it('a sidecar blocks readiness, and so does a startup probe', () => {
    const pod = {
      spec: {
        initContainers: [{ name: 'mesh', restartPolicy: 'Always' }],
        containers: [{ name: 'app' }],
      },
      status: {
        phase: 'Running',
        initContainerStatuses: [
          { name: 'mesh', ready: false, started: true, state: { running: {} } },
        ],
        containerStatuses: [{ name: 'app', ready: false, started: false, state: { running: {} } }],
      },
    };
    const blockers = podReadiness(pod).blockers.map(({ code, container }) => [code, container]);
    expect(blockers.sort()).toEqual([
      ['READINESS', 'mesh'],
      ['STARTUP', 'app'],
    ]);
  });
});

describe('A node page', () => {
  it('216 Pods of 1k are 21 %', () => {
    const nodes = [{ metadata: { name: 'n' }, status: { allocatable: { pods: '1k' } } }];
    const pods = Array.from({ length: 216 }, () => ({ spec: { nodeName: 'n' } }));
    const cluster = allocateNodes(nodes, pods);
    expect(podPercent(cluster, cluster.podCounts.counted)).toBe(21);
  });

  it('a Pod that still pulls its image holds its requests', () => {
    const nodes = [{ metadata: { name: 'n' }, status: { allocatable: { cpu: '1' } } }];
    const containers = [{ name: 'app', resources: { requests: { cpu: '500m' } } }];
    const pending = { spec: { nodeName: 'n', containers }, status: { phase: 'Pending' } };
    expect(allocateNodes(nodes, [pending]).requests.cpu?.percent).toBe(50);
  });
});

describe('A quota bar', () => {
  it('suffixes count, and 0 of 0 has no ratio', () => {
    const hard = { pods: '1k', memory: '1.5Gi', cpu: '2', secrets: '0' };
    const used = { pods: '500', memory: '1536Mi', cpu: '1500m', secrets: '0' };
    const bars = quotaBars({ status: { hard, used } });
    const ratios = Object.entries(bars).map(([name, bar]) => [name, bar?.ratio]);
    expect(Object.fromEntries(ratios)).toEqual({
      pods: 0.5,
      memory: 1,
      cpu: 0.75,
      secrets: undefined,
    });
  });
});

describe('Usage next to requests', () => {
  it('usage is rounded up, and a Pod without metrics has no ratio', () => {
    const { nodes, pods } = clusterUsage({
      nodes: [{ metadata: { name: 'n' }, status: { allocatable: { cpu: '4' } } }],
      nodeMetrics: [{ metadata: { name: 'n' }, usage: { cpu: '1250000001n' } }],
      pods: [{ metadata: { name: 'web' }, spec: { nodeName: 'n' } }],
      podMetrics: [],
    });
    expect(nodes[0]?.cpu.text).toBe('1251m');
    expect(pods[0]?.cpu).toMatchObject({ text: '<unknown>', requestRatio: undefined });
  });
});

describe('Quantities in practice', () => {
  it.each([
    ['1.5Gi', 1_610_612_736],
    ['500M', 500_000_000],
    ['2k', 2000],
    ['1e3', 1000],
    ['100m', 0.1],
    ['128974848000m', 128_974_848],
  ])('%s is %d', (text, value) => {
    expect(parseQuantity(text).toNumber()).toBe(value);
  });

  it.each(['1K', ''])('"%s" is not a quantity', (text) => {
    expect(safeParseQuantity(text).ok).toBe(false);
  });
});

describe('Environment of a container', () => {
  it('envFrom skips no keys', () => {
    const container = { envFrom: [{ configMapRef: { name: 'web' } }] };
    const web = { metadata: { name: 'web' }, data: { 'a.b': '1', '1bad-name': '2' } };
    const { variables } = containerEnvironment({ containers: [container] }, container, {
      configMaps: [web],
    });
    expect(variables.map(({ name }) => name)).toEqual(['1bad-name', 'a.b']);
  });

  it('a reference uses what is defined before it, and a missing optional key keeps an earlier value', () => {
    const optional = { configMapKeyRef: { name: 'web', key: 'gone', optional: true } };
    const container = {
      env: [
        { name: 'A', value: '$(B)' },
        { name: 'B', value: 'b' },
        { name: 'B', valueFrom: optional },
      ],
    };
    const { variables } = containerEnvironment({ containers: [container] }, container, {});
    expect(variables.map(({ name, value }) => `${name}=${value}`)).toEqual(['A=$(B)', 'B=b']);
  });

  it('enableServiceLinks: false keeps the variables of Service kubernetes', () => {
    const service = (namespace: string, name: string) => ({
      metadata: { namespace, name },
      spec: { clusterIP: '10.0.0.7', ports: [{ port: 80 }] },
    });
    const container = {};
    const pod = {
      metadata: { namespace: 'shop' },
      spec: { enableServiceLinks: false, containers: [container] },
    };
    const services = [service('shop', 'web'), service('default', 'kubernetes')];
    const { variables } = containerEnvironment(pod, container, { services });
    const names = variables.map(({ name }) => name);
    expect(names).toContain('KUBERNETES_SERVICE_HOST');
    expect(names).not.toContain('WEB_SERVICE_HOST');
  });
});

describe('Images and pull secrets', () => {
  it.each([
    ['registry:5000/app', 'registry:5000', 'app', 'latest'],
    ['registry.k8s.io/pause:3.9', 'registry.k8s.io', 'pause', '3.9'],
    ['ghcr.io/org/team/app:1', 'ghcr.io', 'org/team/app', '1'],
    ['[::1]:5000/app', '[::1]:5000', 'app', 'latest'],
  ])('%s', (name, domain, path, tag) => {
    expect(parseImage(name)).toMatchObject({ domain, path, tag });
  });

  it('the default policy is Always only for latest or no tag', () => {
    expect(['app', 'app:latest', 'app:1'].map((name) => defaultPullPolicy(name))).toEqual([
      'Always',
      'Always',
      'IfNotPresent',
    ]);
  });
});

describe('DNS lookups', () => {
  const metadata = { name: 'data', namespace: 'prod' };
  const zone = buildZone({ services: [{ metadata, spec: { clusterIP: '10.96.14.7' } }] });
  const node = { clusterDNS: ['10.96.0.10'], resolvConf: 'nameserver 192.0.2.53\n' };

  it('data.prod.svc fails in a Pod with dnsPolicy: Default', () => {
    const hit = (dnsPolicy: string) =>
      explainLookup('data.prod.svc', { metadata, spec: { dnsPolicy } }, { zone, node }).hit;
    expect([hit('ClusterFirst'), hit('Default')]).toEqual([2, undefined]);
  });

  it('a headless Service without ready endpoints does not exist for DNS', () => {
    const headless = buildZone({ services: [{ metadata, spec: { clusterIP: 'None' } }] });
    expect(query(headless, 'data.prod.svc.cluster.local', 'A').code).toBe('NXDOMAIN');
  });

  it('a Pod with hostNetwork and ClusterFirst uses the resolv.conf of its node', () => {
    const spec = { hostNetwork: true, dnsPolicy: 'ClusterFirst' };
    expect(podResolvConf({ metadata, spec }, node).nameservers).toEqual(['192.0.2.53']);
  });
});

describe('A Service that does not answer', () => {
  it('an empty Service selector selects nothing, an empty label selector everything', () => {
    expect(matchesServiceSelector({}, { app: 'web' })).toBe(false);
    expect(matchesLabelSelector({}, { app: 'web' })).toBe(true);
  });

  it('a selector needs all its labels, and constructor is an ordinary key', () => {
    expect(matchesServiceSelector({ app: 'web', tier: 'front' }, { app: 'web' })).toBe(false);
    expect(matchesServiceSelector({ constructor: 'x' }, { app: 'web' })).toBe(false);
  });
});

describe('A drain', () => {
  const matchLabels = { app: 'web' };
  const pod = {
    metadata: { name: 'web-1', labels: matchLabels },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  };
  const pdb = (name: string) => ({
    metadata: { name },
    spec: { minAvailable: 1, selector: { matchLabels } },
    status: { disruptionsAllowed: 1, currentHealthy: 3, desiredHealthy: 2, expectedPods: 3 },
  });

  it('two budgets of one Pod block its eviction, even if each allows it', () => {
    expect(evictionAnswer(pod, [pdb('a')], { now: NOW }).code).toBe(201);
    expect(evictionAnswer(pod, [pdb('a'), pdb('b')], { now: NOW }).code).toBe(500);
  });

  it('a budget with maxUnavailable for the Pods of a DaemonSet cannot be computed', () => {
    const template = { metadata: { labels: matchLabels } };
    const metadata = { name: 'web' };
    const web = { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata, spec: { template } };
    const budget = { metadata, spec: { maxUnavailable: 1, selector: { matchLabels } } };
    expect(pdbProblems([budget], [web]).map(({ code }) => code)).toEqual(['SYNC_FAILS']);
  });
});

describe('A check in CI', () => {
  it('the API server stores 1m for a CPU request of 0.0005', () => {
    const resources = { requests: { cpu: '0.0005' } };
    const pod = applyPodDefaults({ containers: [{ name: 'app', resources }] });
    expect(String(podRequests(pod).cpu)).toBe('1m');
  });
});
