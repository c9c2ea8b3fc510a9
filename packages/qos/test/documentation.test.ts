// The statements of the Kubernetes documentation about QoS classes, by file and section.
import type { Container, PodSpec, ResourceList } from '@kubesem/core';
import { containerOomScoreAdj, explainPodQosClass, podCgroups, podQosClass } from '@kubesem/qos';
import { applyResourceDefaults } from '@kubesem/resources';
import { describe, expect, test } from 'vitest';

/** The class of a manifest, once it is created. */
function created(spec: PodSpec): string {
  return podQosClass(applyResourceDefaults(spec));
}

/** A container whose requests are its limits. */
function exact(name: string, amounts: ResourceList): Container {
  return { name, resources: { requests: amounts, limits: amounts } };
}

const guaranteed = exact('guaranteed', { cpu: '700m', memory: '200Mi' });
const bestEffort: Container = { name: 'best-effort' };

describe('pod-qos.md', () => {
  test('"Guaranteed": cpu and memory with a limit and an equal request', () => {
    expect(podQosClass({ containers: [guaranteed] })).toBe('Guaranteed');
    expect(podQosClass({ containers: [exact('a', { cpu: '0.7', memory: '209715200' })] })).toBe(
      'Guaranteed',
    );
  });

  test.each([
    ['no memory limit', { limits: { cpu: '700m' } }, 'memory NO_LIMIT'],
    ['no memory request', { requests: { cpu: '700m' } }, 'memory NO_REQUEST'],
    ['another memory limit', { limits: { cpu: '700m', memory: '300Mi' } }, 'memory UNEQUAL'],
    ['no CPU limit', { limits: { memory: '200Mi' } }, 'cpu NO_LIMIT'],
    ['no CPU request', { requests: { memory: '200Mi' } }, 'cpu NO_REQUEST'],
    ['another CPU limit', { limits: { cpu: '800m', memory: '200Mi' } }, 'cpu UNEQUAL'],
  ])('"Guaranteed": each criterion counts: %s', (_name, change, expected) => {
    const containers = [{ name: 'app', resources: { ...guaranteed.resources, ...change } }];
    const { qosClass, containers: judged } = explainPodQosClass({ containers });
    expect(qosClass).toBe('Burstable');
    expect(judged[0]?.breaches.map(({ resource, rule }) => `${resource} ${rule}`)).toEqual([
      expected,
    ]);
  });

  test('"Guaranteed": every container must meet the criteria', () => {
    const other = exact('other', { cpu: '1', memory: '1Gi' });
    expect(podQosClass({ containers: [guaranteed, other] })).toBe('Guaranteed');
    expect(podQosClass({ containers: [guaranteed, bestEffort] })).toBe('Burstable');
    expect(podQosClass({ containers: [guaranteed, exact('other', { cpu: '1' })] })).toBe(
      'Burstable',
    );
  });

  test.each([
    ['memory request', { requests: { memory: '200Mi' } }],
    ['memory limit', { limits: { memory: '200Mi' } }],
    ['CPU request', { requests: { cpu: '700m' } }],
    ['CPU limit', { limits: { cpu: '700m' } }],
  ])('"Burstable": at least one container has a %s', (_name, resources) => {
    const containers = [bestEffort, { name: 'app', resources }];
    expect(podQosClass({ containers })).toBe('Burstable');
    expect(created({ containers })).toBe('Burstable');
  });

  test('"BestEffort": no container has a limit or a request of cpu or memory', () => {
    expect(podQosClass({ containers: [bestEffort, { name: 'app', resources: {} }] })).toBe(
      'BestEffort',
    );
  });

  test('"BestEffort": other resources do not count', () => {
    const other = { 'ephemeral-storage': '2Gi', 'hugepages-2Mi': '80Mi', 'example.com/foo': '3' };
    expect(podQosClass({ containers: [exact('app', other)] })).toBe('BestEffort');
    expect(podQosClass({ containers: [exact('app', { ...other, cpu: '1', memory: '1Gi' })] })).toBe(
      'Guaranteed',
    );
  });

  test('requests and limits of zero: the released code differs and treats them as not set', () => {
    expect(podQosClass({ containers: [exact('app', { cpu: '0', memory: '0' })] })).toBe(
      'BestEffort',
    );
    expect(podQosClass({ containers: [exact('app', { cpu: '1', memory: '0' })] })).toBe(
      'Burstable',
    );
  });
});

describe('quality-service-pod.md', () => {
  test.each<[name: string, qosClass: string, containers: Container[]]>([
    ['qos-demo', 'Guaranteed', [exact('qos-demo-ctr', { cpu: '700m', memory: '200Mi' })]],
    [
      'qos-demo-2',
      'Burstable',
      [{ resources: { limits: { memory: '200Mi' }, requests: { memory: '100Mi' } } }],
    ],
    ['qos-demo-3', 'BestEffort', [{ name: 'qos-demo-3-ctr' }]],
    [
      'qos-demo-4',
      'Burstable',
      [{ resources: { requests: { memory: '200Mi' } } }, { name: 'qos-demo-4-ctr-2' }],
    ],
  ])('%s is %s', (_name, qosClass, containers) => {
    expect(created({ containers })).toBe(qosClass);
  });

  test('"Create a Pod that gets assigned a QoS class of Guaranteed": limits alone suffice, as requests are assigned', () => {
    const containers = [{ resources: { limits: { cpu: '700m', memory: '200Mi' } } }];
    expect(created({ containers })).toBe('Guaranteed');
    expect(podQosClass({ containers })).toBe('Burstable');
  });

  test('"Create a Pod that gets assigned a QoS class of Guaranteed": init containers count equally', () => {
    expect(created({ containers: [guaranteed], initContainers: [bestEffort] })).toBe('Burstable');
    expect(created({ containers: [guaranteed], initContainers: [guaranteed] })).toBe('Guaranteed');
  });
});

describe('init-containers.md and sidecar-containers.md', () => {
  test.each([
    ['init', undefined],
    ['sidecar', 'Always'],
  ])(
    '"Resource sharing within containers": the class is that of all containers alike: %s',
    (kind, restartPolicy) => {
      const pod = (first: Container) => ({
        initContainers: [{ ...first, restartPolicy }],
        containers: [guaranteed],
      });
      const { containers, qosClass, rule } = explainPodQosClass(pod(bestEffort));
      expect(containers[0]).toMatchObject({ kind, qosClass: 'BestEffort' });
      expect([qosClass, rule]).toEqual(['Burstable', 'MIXED']);
      expect(podQosClass(pod(guaranteed))).toBe('Guaranteed');
    },
  );

  test('"Init containers in use", "Example application", "Jobs with sidecar containers": BestEffort', () => {
    const names = (...all: string[]) => all.map((name) => ({ name }));
    const initContainers = names('init-myservice', 'init-mydb');
    expect(created({ initContainers, containers: names('myapp-container') })).toBe('BestEffort');
    const logshipper = { name: 'logshipper', restartPolicy: 'Always' };
    for (const app of ['myapp', 'myjob']) {
      expect(created({ initContainers: [logshipper], containers: names(app) })).toBe('BestEffort');
    }
  });
});

test('ephemeral-containers.md: they lack guarantees for resources and do not count', () => {
  const ephemeralContainers = [{ name: 'debugger' }];
  expect(podQosClass({ containers: [guaranteed], ephemeralContainers })).toBe('Guaranteed');
});

describe('assign-pod-level-resources.md', () => {
  const limits = { cpu: '1', memory: '200Mi' };

  test('pod-resources-demo: its own values decide', () => {
    const spec: PodSpec = {
      resources: { requests: { cpu: '1', memory: '100Mi' }, limits },
      containers: [exact('pod-resources-demo-ctr-1', { cpu: '0.5', memory: '50Mi' })],
    };
    const { podLevel, qosClass, rule } = explainPodQosClass(applyResourceDefaults(spec));
    expect([qosClass, rule]).toEqual(['Burstable', 'POD_LEVEL']);
    expect(podLevel?.breaches.map(({ resource }) => resource)).toEqual(['memory']);
  });

  test('Pod-level resources take precedence, whatever the class of the containers', () => {
    const resources = { requests: limits, limits };
    expect(created({ resources, containers: [bestEffort] })).toBe('Guaranteed');
    expect(created({ resources: { limits }, containers: [bestEffort] })).toBe('Guaranteed');
    const half = { limits: { memory: '400Mi' } };
    expect(podQosClass({ resources: half, containers: [guaranteed] })).toBe('Burstable');
  });

  test('memory-demo and cpu-demo are Burstable', () => {
    const memory = { requests: { memory: '100Mi' }, limits: { memory: '200Mi' } };
    const cpu = { requests: { cpu: '0.5' }, limits: { cpu: '1' } };
    expect(created({ resources: memory, containers: [bestEffort] })).toBe('Burstable');
    expect(created({ resources: cpu, containers: [bestEffort] })).toBe('Burstable');
  });
});

test('resize-pod-resources.md: pod-level-resize-demo is Guaranteed with a Burstable container', () => {
  const pause = { name: 'pause', resources: { requests: { cpu: '100m', memory: '100Mi' } } };
  const containers = [pause, { name: 'nginx-server' }];
  const amounts = { cpu: '200m', memory: '200Mi' };
  expect(created({ containers, resources: { requests: amounts, limits: amounts } })).toBe(
    'Guaranteed',
  );
  expect(created({ containers })).toBe('Burstable');
});

test('resize-container-resources.md: resize-demo stays Guaranteed with each size', () => {
  const sizes = [
    { cpu: '700m', memory: '200Mi' },
    { cpu: '800m', memory: '200Mi' },
    { cpu: '800m', memory: '300Mi' },
  ];
  const classes = sizes.map((size) => created({ containers: [exact('pause', size)] }));
  expect(classes).toEqual(['Guaranteed', 'Guaranteed', 'Guaranteed']);
});

test('pod-overhead.md: test-pod has limits alone and is Guaranteed; overhead does not count', () => {
  const containers = [
    { resources: { limits: { cpu: '500m', memory: '100Mi' } } },
    { resources: { limits: { cpu: '1500m', memory: '100Mi' } } },
  ];
  const overhead = { cpu: '250m', memory: '120Mi' };
  expect(created({ containers, overhead })).toBe('Guaranteed');
  expect(created({ containers: [bestEffort], overhead })).toBe('BestEffort');
});

describe('manifests of other pages', () => {
  const storage = { 'ephemeral-storage': '2Gi' };
  test.each<[page: string, qosClass: string, container: Container]>([
    [
      'manage-resources-containers.md, "Container resources example"',
      'Burstable',
      {
        resources: {
          requests: { memory: '64Mi', cpu: '250m' },
          limits: { memory: '128Mi', cpu: '500m' },
        },
      },
    ],
    [
      'manage-resources-containers.md, "Setting requests and limits for local ephemeral storage"',
      'BestEffort',
      { resources: { requests: storage, limits: { 'ephemeral-storage': '4Gi' } } },
    ],
    [
      'manage-resources-containers.md, "Consuming extended resources"',
      'Burstable',
      {
        resources: {
          requests: { cpu: 2, 'example.com/foo': 1 },
          limits: { 'example.com/foo': 1 },
        },
      },
    ],
    [
      'manage-resources-containers.md, "My container is terminated"',
      'Guaranteed',
      { resources: { limits: { cpu: '100m', memory: '50Mi' } } },
    ],
    [
      'assign-memory-resource.md, memory-demo',
      'Burstable',
      { resources: { requests: { memory: '100Mi' }, limits: { memory: '200Mi' } } },
    ],
    [
      'assign-cpu-resource.md, cpu-demo-2',
      'Burstable',
      { resources: { requests: { cpu: '100' }, limits: { cpu: '100' } } },
    ],
    [
      'scheduling-hugepages.md',
      'Burstable',
      {
        resources: {
          requests: { memory: '100Mi' },
          limits: { 'hugepages-2Mi': '100Mi', 'hugepages-1Gi': '2Gi', memory: '100Mi' },
        },
      },
    ],
    [
      'device-plugins.md',
      'BestEffort',
      { resources: { limits: { 'hardware-vendor.example/foo': 2 } } },
    ],
  ])('%s: %s', (_page, qosClass, container) => {
    expect(created({ containers: [container] })).toBe(qosClass);
  });
});

describe('values on a node', () => {
  const frontend = {
    containers: ['app', 'log-aggregator'].map((name) => ({
      name,
      resources: {
        requests: { memory: '64Mi', cpu: '250m' },
        limits: { memory: '128Mi', cpu: '500m' },
      },
    })),
  };

  test('manage-resources-containers.md, "Container resources example": the cgroups of frontend', () => {
    const { pod, containers } = podCgroups(frontend);
    // "a request of 0.5 CPU and 128 MiB of memory, and a limit of 1 CPU and 256MiB of memory"
    expect(pod).toMatchObject({
      cpuShares: 512,
      cpuQuotaMicroseconds: 100_000,
      memoryLimitBytes: 256 * 2 ** 20,
    });
    expect(containers).toMatchObject([
      { cpuShares: 256, cpuQuotaMicroseconds: 50_000, memoryLimitBytes: 128 * 2 ** 20 },
      { cpuShares: 256, cpuQuotaMicroseconds: 50_000, memoryLimitBytes: 128 * 2 ** 20 },
    ]);
  });

  test('pod-qos.md, "Memory QoS with cgroup v2": memory.low is the request, memory.high below the limit', () => {
    const { containers } = podCgroups(frontend, {
      memoryReservationPolicy: 'TieredReservation',
      memoryThrottlingFactor: 0.9,
    });
    expect(containers[0]).toMatchObject({
      memoryMinBytes: 0,
      memoryLowBytes: 64 * 2 ** 20,
      memoryHighBytes: 127_504_384,
    });
  });

  test('assign-memory-resource.md and assign-cpu-resource.md: limits of memory-demo and cpu-demo', () => {
    const memoryDemo = { requests: { memory: '100Mi' }, limits: { memory: '200Mi' } };
    const cpuDemo = { requests: { cpu: '0.5' }, limits: { cpu: '1' } };
    const values = [memoryDemo, cpuDemo].map(
      (resources) => podCgroups({ containers: [{ name: 'demo', resources }] }).containers[0],
    );
    expect(values).toMatchObject([
      { cpuShares: 2, memoryLimitBytes: 209_715_200, cpuQuotaMicroseconds: undefined },
      { cpuShares: 512, memoryLimitBytes: undefined, cpuQuotaMicroseconds: 100_000 },
    ]);
  });

  test('node-pressure-eviction.md, "Node out of memory behavior": the scores, although the lowest is 3, not 2', () => {
    const score = (container: Container): number =>
      containerOomScoreAdj({ containers: [{ ...container, name: 'a' }] }, 'a', {
        nodeMemoryCapacity: '8Gi',
      }).oomScoreAdj;
    expect(score(guaranteed)).toBe(-997);
    expect(score(bestEffort)).toBe(1000);
    expect(score({ resources: { requests: { memory: '2Gi' } } })).toBe(750);
    expect(score({ resources: { requests: { memory: '1' } } })).toBe(999);
    expect(score({ resources: { requests: { memory: '8Gi' } } })).toBe(3);
  });
});
