import { parseQuantity } from '@kubesem/quantity';
import { explainPodLimits, explainPodRequests, type ResourceExplanation } from '@kubesem/resources';
import { describe, expect, test } from 'vitest';
import { text } from '../../../../scripts/testing.js';
import { asking, limited, sidecar } from '../pods.js';

const infeasible = { type: 'PodResizePending', status: 'True', reason: 'Infeasible' };

/** The phases of the first view in one line each. */
function phases(explained: ResourceExplanation | undefined): string[] {
  return (explained?.sources[0]?.phases ?? []).map(
    ({ phase, amounts, sidecars, total, decides }) => {
      const parts = amounts.map(({ container, kind, amount }) => `${container} ${kind} ${amount}`);
      const others = sidecars === undefined ? '' : ` with ${sidecars}`;
      return `${phase}: ${parts.join(', ')}${others} = ${total}${decides ? ' !' : ''}`;
    },
  );
}

describe('explainPodRequests', () => {
  test('lists the phases in the order of time with their amounts, and the one that decides', () => {
    const spec = {
      initContainers: [
        asking('fetch', { cpu: '4' }),
        sidecar(asking('proxy', { cpu: '500m', memory: '1Mi' })),
        { name: 'wait' },
        sidecar(asking('log', { cpu: '250m' })),
        asking('migrate', { cpu: '3500m' }),
      ],
      containers: [asking('web', { cpu: '2' }), asking('worker', { memory: '5Mi' })],
    };
    const { cpu, memory } = explainPodRequests({ spec });
    expect(phases(cpu)).toEqual([
      'init: fetch init 4 = 4',
      'init: proxy sidecar 500m = 500m',
      'init: log sidecar 250m with 500m = 750m',
      'init: migrate init 3500m with 750m = 4250m !',
      'running: web app 2, proxy sidecar 500m, log sidecar 250m = 2750m',
    ]);
    expect(cpu?.rule).toBe('INIT_STEP');
    expect(phases(memory)).toEqual([
      'init: proxy sidecar 1Mi = 1Mi',
      'running: worker app 5Mi, proxy sidecar 1Mi = 6Mi !',
    ]);
    expect(memory?.rule).toBe('RUNNING_PHASE');
    expect(text(memory?.sources[0]?.phases[0]?.amounts)).toEqual([
      {
        container: 'proxy',
        kind: 'sidecar',
        segments: ['spec', 'initContainers', 1],
        path: 'spec.initContainers[1]',
        from: 'spec',
        amount: '1Mi',
      },
    ]);
  });

  test('the running phase wins a tie, and the first of the steps', () => {
    const initContainers = [asking('a', { cpu: '2' }), asking('b', { cpu: '2' })];
    const tie = explainPodRequests({ initContainers, containers: [asking('web', { cpu: '2' })] });
    expect(phases(tie.cpu)).toEqual([
      'init: a init 2 = 2',
      'init: b init 2 = 2',
      'running: web app 2 = 2 !',
    ]);
    const cpu = parseQuantity('2');
    const shared = explainPodRequests({
      initContainers: [asking('a', { cpu })],
      containers: [asking('web', { cpu })],
    });
    expect(phases(shared.cpu)).toEqual(['init: a init 2 = 2', 'running: web app 2 = 2 !']);
    const steps = explainPodRequests({ initContainers });
    expect(phases(steps.cpu)).toEqual(['init: a init 2 = 2 !', 'init: b init 2 = 2']);
  });

  test('shows what Pod-level values replace and what overhead adds', () => {
    const spec = {
      containers: [asking('web', { cpu: '2', 'example.com/gpu': 1 })],
      resources: { requests: { cpu: '3', memory: '4Gi' } },
      overhead: { cpu: '100m', pods: '5' },
    };
    const { cpu, memory, pods, 'example.com/gpu': gpu } = explainPodRequests(spec);
    expect(text(cpu)).toMatchObject({
      name: 'cpu',
      value: '3100m',
      rule: 'POD_LEVEL',
      podLevel: { from: 'spec', replaced: '2', value: '3' },
      overhead: '100m',
      withoutLimit: [],
    });
    // `withoutLimit` is only for limits.
    expect(memory?.withoutLimit).toEqual([]);
    expect(text(memory?.podLevel)).toEqual({ from: 'spec', value: '4Gi' });
    expect(memory?.sources[0]?.total).toBe(undefined);
    expect(gpu).toMatchObject({ rule: 'RUNNING_PHASE', podLevel: undefined, overhead: undefined });
    expect(pods?.rule).toBe('OVERHEAD');
    expect(pods?.sources.some(({ decides }) => decides)).toBe(false);
  });

  test('shows the views of a Pod that is resized', () => {
    const spec = { containers: [asking('web', { cpu: '3' }), asking('log', { cpu: '1' })] };
    const containerStatuses = [
      { name: 'web', allocatedResources: { cpu: '4' }, resources: { requests: { cpu: '6' } } },
    ];
    const status = { containerStatuses, conditions: [infeasible] };
    const { cpu } = explainPodRequests({ spec, status }, { useStatusResources: true });
    const views = cpu?.sources.map(
      ({ source, from, total, ignored, decides }) =>
        `${source} ${from} ${total} ${ignored} ${decides}`,
    );
    expect(views).toEqual([
      'spec containers 4 true false',
      'actuated containers 6 false true',
      'allocated containers 4 false false',
    ]);
    expect(cpu?.sources.map(({ phases: [running] }) => running?.amounts[0]?.from)).toEqual([
      'spec',
      'status.resources',
      'status.allocatedResources',
    ]);
    // Nothing was granted to the second container.
    expect(cpu?.sources[1]?.phases[0]?.amounts).toHaveLength(1);
  });

  test('shows all views even if they are the same', () => {
    const containerStatuses = [{ name: 'web', resources: { requests: { cpu: '3' } } }];
    const pod = {
      spec: { containers: [asking('web', { cpu: '3' })] },
      status: { containerStatuses },
    };
    const { cpu } = explainPodRequests(pod, { useStatusResources: true });
    expect(cpu?.sources.map(({ source, total }) => `${source} ${total}`)).toEqual([
      'spec 3',
      'actuated 3',
      'allocated 3',
    ]);
  });

  test('shows values from the status of the Pod as a whole', () => {
    const spec = {
      containers: [asking('web', { cpu: '3', memory: '1Mi' })],
      resources: { requests: { memory: '2Mi' } },
    };
    const status = {
      allocatedResources: { cpu: '4', memory: '8Mi' },
      resources: { requests: { cpu: '5', memory: '7Mi' } },
    };
    const options = {
      useStatusResources: true,
      inPlacePodLevelResourcesVerticalScalingEnabled: true,
    };
    const { memory } = explainPodRequests({ spec, status }, options);
    expect(text(memory?.podLevel)).toEqual({
      from: 'status.allocatedResources',
      replaced: '8Mi',
      value: '8Mi',
    });
    const { cpu } = explainPodRequests({ spec: { containers: spec.containers }, status }, options);
    expect(cpu?.rule).toBe('POD_STATUS');
    expect(cpu?.sources.map((view) => `${view.source} ${view.from} ${view.decides}`)).toEqual([
      'spec containers false',
      'actuated podStatus true',
      'allocated podStatus false',
    ]);
    const limits = { resources: { limits: { cpu: '6' } } };
    const limit = explainPodLimits({ spec: { containers: [] }, status: limits }, options).cpu;
    expect(limit?.sources.map((view) => `${view.source} ${view.from} ${view.decides}`)).toEqual([
      'spec containers false',
      'actuated podStatus true',
    ]);
  });

  test.each([
    ['spec', { memory: '9Mi' }, { memory: '7Mi' }, { memory: '8Mi' }],
    ['status.resources', { memory: '2Mi' }, { memory: '9Mi' }, { memory: '8Mi' }],
    ['status.allocatedResources', { memory: '2Mi' }, { memory: '7Mi' }, { memory: '9Mi' }],
  ])('shows that a Pod-level value comes from %s', (from, requests, actuated, allocated) => {
    const pod = {
      spec: { resources: { requests } },
      status: { resources: { requests: actuated }, allocatedResources: allocated },
    };
    const { memory } = explainPodRequests(pod, {
      useStatusResources: true,
      inPlacePodLevelResourcesVerticalScalingEnabled: true,
    });
    expect(text(memory?.podLevel)).toMatchObject({ from, value: '9Mi' });
  });

  test('shows that nothing is allocated while a resize is infeasible', () => {
    const containers = [asking('web', { cpu: '3' })];
    const status = { conditions: [infeasible] };
    const { cpu } = explainPodRequests(
      { spec: { containers }, status },
      {
        useStatusResources: true,
        nonMissingContainerRequests: { cpu: '1' },
      },
    );
    expect(text(cpu?.sources.map(({ phases: [running] }) => running?.amounts[0]))).toMatchObject([
      { from: 'spec', amount: '3' },
      { from: 'nonMissingContainerRequests', amount: '1' },
      { from: 'nonMissingContainerRequests', amount: '1' },
    ]);
  });

  test('shows what resource claims add', () => {
    const spec = { containers: [asking('web', { cpu: '1' })] };
    const mapping = [
      { name: 'cpu', quantity: '3' },
      { name: 'memory', quantity: '1Gi' },
    ];
    const status = { nodeAllocatableResourceClaimStatuses: [{ mapping }, { mapping }] };
    const options = { useDRANodeAllocatableResourceClaimStatus: true };
    const { cpu, memory } = explainPodRequests({ spec, status }, options);
    expect(text(cpu?.sources[0])).toMatchObject({ draClaims: '6', total: '7' });
    expect(phases(cpu)).toEqual(['running: web app 1 = 1 !']);
    expect(cpu?.rule).toBe('RUNNING_PHASE');
    expect(memory?.rule).toBe('DRA_CLAIMS');
    expect(memory?.sources[0]?.phases).toEqual([]);
  });

  test('shows amounts that an option filled in', () => {
    const containers = [asking('web', { cpu: '0' }), asking('log', {})];
    const { cpu } = explainPodRequests({ containers }, { nonMissingContainerRequests: { cpu: 2 } });
    expect(text(cpu?.sources[0]?.phases[0]?.amounts)).toMatchObject([
      { container: 'web', from: 'spec', amount: '0' },
      { container: 'log', from: 'nonMissingContainerRequests', amount: '2' },
    ]);
  });
});

describe('explainPodLimits', () => {
  test('names the containers without a limit; zero is none', () => {
    const spec = {
      initContainers: [limited('init', { cpu: 1 }), sidecar(limited('proxy', { memory: '0' }))],
      containers: [limited('web', { memory: '1Gi' }), asking('log', { memory: '1Gi' })],
      ephemeralContainers: [{ name: 'debug' }],
    };
    const { cpu, memory } = explainPodLimits({ spec });
    expect(memory?.withoutLimit).toEqual(['log', 'init', 'proxy']);
    expect(cpu?.withoutLimit).toEqual(['web', 'log', 'proxy']);
  });

  test.each(['cpu', 'memory', 'ephemeral-storage'])('names them for %s', (name) => {
    const explained = explainPodLimits({ containers: [limited('web', { [name]: 1 }), {}] });
    expect(explained[name]?.withoutLimit).toEqual(['']);
  });

  test('what a container cannot use without a limit names nobody', () => {
    const containers = [limited('web', { 'example.com/gpu': 1, 'hugepages-2Mi': '2Mi' }), {}];
    const explained = Object.values(explainPodLimits({ containers }));
    expect(explained.map((entry) => entry?.withoutLimit)).toEqual([[], []]);
  });

  test('shows overhead only if there is a limit', () => {
    const spec = {
      containers: [limited('web', { cpu: '1', memory: 0 })],
      overhead: { cpu: '1m', memory: '1Mi' },
    };
    const { cpu, memory } = explainPodLimits(spec);
    expect(text([cpu?.value, cpu?.overhead])).toEqual(['1001m', '1m']);
    expect(text([memory?.value, memory?.overhead])).toEqual(['0', null]);
  });
});
