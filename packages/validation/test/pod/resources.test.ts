// More than 400 lines: one table of cases for each rule of the API server.
import type { PodLike, PodSpec, ResourceList, ResourceRequirements } from '@kubesem/core';
import { type PodProblem, validatePod } from '@kubesem/validation/pod';
import { describe, expect, test } from 'vitest';

/** What is wrong with the amounts and claims of a Pod. */
function problemsOf(pod: PodLike): readonly PodProblem[] {
  return validatePod(pod).filter(
    ({ segments }) => segments.includes('resources') || segments.includes('overhead'),
  );
}

/** The problems in one line each. */
function lines(pod: PodLike): string[] {
  return problemsOf(pod).map(({ type, path }) => `${type} ${path}`);
}

/** The messages about one container. */
function messages(resources: ResourceRequirements): string[] {
  return problemsOf({ containers: [{ name: 'web', resources }] }).map(({ message }) => message);
}

/** The same amounts as requests and as limits. */
function both(amounts: ResourceList): ResourceRequirements {
  return { requests: amounts, limits: amounts };
}

const WHOLE = 'must be an integer';
const LIMIT = 'Limit must be set for non overcommitable resources';
const OF_CONTAINERS = 'must be a standard resource for containers';

describe('one amount', () => {
  test.each([
    ['a negative amount', { cpu: '-1' }, ['must be greater than or equal to 0']],
    ['nothing', { cpu: '0' }, []],
    ['a fraction of a byte', { memory: '400m' }, []],
    ['cpu finer than 1m, which is rounded', { cpu: '1u' }, []],
    ['a name that only quotas use', { pods: '1' }, [OF_CONTAINERS]],
    ['nor is it in halves', { services: '0.5' }, [OF_CONTAINERS, WHOLE]],
  ])('%s', (_name, amounts, expected) => {
    expect(messages({ requests: amounts })).toEqual(expected);
  });

  test.each([
    ['3', 0],
    ['3000m', 0],
    ['3Ki', 0],
    ['0.5', 2],
    ['1500m', 2],
  ])('extended resources are whole numbers: %s', (amount, count) => {
    expect(messages(both({ 'example.com/foo': amount }))).toEqual(
      Array.from({ length: count }, () => WHOLE),
    );
    expect(messages(both({ 'kubernetes.io/foo': amount }))).toEqual([]);
  });

  test.each([
    ['hugepages-2Mi', '4Mi', true],
    ['hugepages-2Mi', '0', true],
    ['hugepages-2Mi', '3Mi', false],
    ['hugepages-2Mi', '2097152.0001', false],
    ['hugepages-999.9999m', '7', true],
    ['hugepages-1.5', '3', false],
    ['hugepages-0', '0', false],
    ['hugepages--1', '1', false],
    ['hugepages-', '1', false],
    ['hugepages-x', '1', false],
  ])('huge pages are a multiple of their size: %s of %s is %s', (name, amount, isMultiple) => {
    const found = messages(both({ [name]: amount, cpu: '1' }));
    const multiple = ` is not positive integer multiple of ${name}`;
    expect(found.filter((message) => message.endsWith(multiple))).toHaveLength(isMultiple ? 0 : 2);
  });
});

describe('the name of a resource', () => {
  const invalid = (place: string) => [`INVALID ${place}`];
  const unsupported = (place: string) => [`NOT_SUPPORTED ${place}`];
  test.each<[string, (place: string) => string[], (place: string) => string[]]>([
    ['cpu', () => [], () => []],
    ['hugepages-2Mi', () => [], () => []],
    ['ephemeral-storage', () => [], unsupported],
    ['example.com/gpu', () => [], unsupported],
    ['kubernetes.io/x', () => [], unsupported],
    [`${'a'.repeat(244)}/x`, () => [], unsupported],
    [`${'a'.repeat(245)}/x`, invalid, unsupported],
    ['requests.example.com/x', invalid, unsupported],
    ['pods', invalid, unsupported],
    ['services.nodeports', invalid, unsupported],
    ['limits.memory', invalid, unsupported],
    ['requests.storage', invalid, unsupported],
    ['requests.hugepages-2Mi', invalid, unsupported],
    ['limits.storage', invalid, invalid],
    ['services', invalid, unsupported],
    ['services.x', invalid, invalid],
    ['xpods', invalid, invalid],
    ['cpux', invalid, invalid],
    ['Cpu', invalid, invalid],
    ['a b/x', invalid, invalid],
    ['a/b/c', invalid, invalid],
    ['kubernetes.io/', invalid, invalid],
    ['hugepages-2Mi ', invalid, invalid],
    ['__proto__', invalid, invalid],
  ])('%s', (name, ofContainer, ofPod) => {
    // A name can break several rules, and has none for its huge pages.
    const about = (pod: PodSpec) => [...new Set(lines(pod))].filter((line) => line.endsWith(']'));
    const amounts = Object.fromEntries([[name, '0']]);
    const entry = `[${name}]`;
    expect(about({ containers: [{ resources: { limits: amounts, requests: {} } }] })).toEqual([
      ...ofContainer(`containers[0].resources.limits${entry}`),
      ...ofContainer(`containers[0].resources.requests${entry}`),
    ]);
    expect(about({ resources: { requests: amounts } })).toEqual(
      ofPod(`resources.requests${entry}`),
    );
    expect(about({ overhead: amounts })).toEqual(ofContainer(`overhead.limits${entry}`));
  });
});

describe('requests and limits in one place', () => {
  const hugePages = { 'hugepages-2Mi': '2Mi' };
  test.each<[string, ResourceList, ResourceList, string[]]>([
    [
      'a request above its limit',
      { cpu: '2' },
      { cpu: '1999m' },
      ['must be less than or equal to cpu limit of 1999m'],
    ],
    ['a request below its limit', { cpu: '1' }, { cpu: '2' }, []],
    ['amounts that are the same when rounded', { cpu: '1.0001m' }, { cpu: '2m' }, []],
    ['a limit without a request', {}, { cpu: '1', ...hugePages }, []],
    ['huge pages without a limit', { cpu: '1', ...hugePages }, {}, [LIMIT]],
    [
      'huge pages below the limit',
      { memory: '1', ...hugePages },
      { 'hugepages-2Mi': '4Mi' },
      ['must be equal to hugepages-2Mi limit of 4Mi'],
    ],
    ['extended resources without a limit', { 'example.com/a': '1' }, {}, [LIMIT]],
    [
      'extended resources below the limit',
      { 'example.com/a': '1' },
      { 'example.com/a': '2' },
      ['must be equal to example.com/a limit of 2'],
    ],
    ['memory without a limit', { memory: '1' }, {}, []],
    [
      'huge pages without cpu and memory',
      hugePages,
      hugePages,
      ['HugePages require cpu or memory'],
    ],
    ['huge pages with memory requested', { memory: '1' }, hugePages, []],
    ['huge pages with cpu limited', hugePages, { cpu: '1', ...hugePages }, []],
    ['neither', { 'ephemeral-storage': '1' }, {}, []],
  ])('%s', (_name, requests, limits, expected) => {
    expect(messages({ requests, limits })).toEqual(expected);
  });

  test('are looked for in every place', () => {
    const resources = both({ 'hugepages-2Mi': '2Mi' });
    const spec = {
      initContainers: [{ resources }],
      containers: [{}, { resources }],
      ephemeralContainers: [{ resources: { limits: {} } }, { resources: {} }, { resources }],
      overhead: { 'hugepages-2Mi': '2Mi' },
      resources,
    };
    expect(lines({ spec })).toEqual([
      'FORBIDDEN spec.containers[1].resources',
      'FORBIDDEN spec.initContainers[0].resources',
      'FORBIDDEN spec.ephemeralContainers[0].resources',
      'FORBIDDEN spec.ephemeralContainers[2].resources',
      'FORBIDDEN spec.ephemeralContainers[2].resources',
      'FORBIDDEN spec.resources',
      'FORBIDDEN spec.overhead',
    ]);
  });

  test('an overhead of huge pages requires cpu or memory', () => {
    expect(lines({ overhead: { 'hugepages-2Mi': '2Mi', cpu: '1' } })).toEqual([]);
    expect(lines({ overhead: { 'ephemeral-storage': '2Mi' } })).toEqual([]);
  });
});

describe('the Pod as a whole', () => {
  const container = { resources: { requests: { cpu: '2', memory: '3' } } };
  test.each<[string, PodSpec, string[]]>([
    [
      'requests less than its containers',
      { containers: [container, container], resources: { requests: { cpu: '3', memory: '6' } } },
      ['INVALID resources.requests[cpu]'],
    ],
    [
      'requests less than its init containers',
      { initContainers: [container], resources: { requests: { cpu: '1' } } },
      ['INVALID resources.requests[cpu]'],
    ],
    [
      'has less huge pages than its containers',
      {
        containers: ['2Mi', '4Mi'].map((size) => ({
          resources: both({ 'hugepages-2Mi': size, memory: '1Gi' }),
        })),
        resources: both({ 'hugepages-2Mi': '4Mi', memory: '2Gi' }),
      },
      ['INVALID resources.requests[hugepages-2Mi]', 'INVALID resources.limits[hugepages-2Mi]'],
    ],
    [
      'may limit memory below the sum of its containers',
      {
        containers: [
          { resources: { limits: { memory: '3' }, requests: { memory: '0' } } },
          { resources: { limits: { memory: '5' }, requests: { memory: '0' } } },
        ],
        resources: { limits: { memory: '4' } },
      },
      ['INVALID resources.containers[1][memory].limits'],
    ],
    [
      'may limit memory below an init container',
      {
        initContainers: [{ resources: { limits: { memory: '5' }, requests: { memory: '0' } } }],
        resources: { limits: { memory: '4' } },
      },
      [],
    ],
    [
      'has no resources on Windows',
      { os: { name: 'windows' }, resources: { requests: { pods: '-1' } }, overhead: { cpu: '-1' } },
      ['FORBIDDEN resources', 'INVALID overhead.limits[cpu]'],
    ],
    ['may have no resources on Windows', { os: { name: 'windows' } }, []],
    ['has them on Linux', { os: { name: 'linux' }, resources: both({ cpu: '1' }) }, []],
    ['has no claims', { resources: { claims: [] } }, ['FORBIDDEN resources.claims']],
  ])('%s', (_name, spec, expected) => {
    expect(lines(spec)).toEqual(expected);
  });

  test('has the limit of huge pages that the API server fills in', () => {
    const spec = {
      containers: [{ resources: { limits: { 'hugepages-2Mi': '4Mi', memory: '1Gi' } } }],
      resources: { requests: { 'hugepages-2Mi': '4Mi' } },
    };
    expect(lines(spec)).toEqual([]);
  });
});

describe('resource claims', () => {
  const ofContainer = (claims: ResourceRequirements['claims']): string[] =>
    lines({
      containers: [{ resources: { claims } }],
      resourceClaims: [{ name: 'gpu' }, { name: 'nic' }, { name: '' }],
    }).map((line) => line.replace('containers[0].resources.claims', ''));

  test.each<[string, ResourceRequirements['claims'], string[]]>([
    ['all there', [{ name: 'gpu' }, { name: 'nic', request: 'a' }], []],
    [
      'different requests of one',
      [
        { name: 'gpu', request: 'a' },
        { name: 'gpu', request: 'b' },
      ],
      [],
    ],
    ['not in the Pod', [{ name: 'gpu' }, { name: 'cpu' }], ['NOT_FOUND [1]']],
    ['without a name', [{ name: '' }, {}], ['REQUIRED [0]', 'REQUIRED [1]']],
    ['twice', [{ name: 'gpu' }, { name: 'gpu' }], ['DUPLICATE [1]']],
    [
      'the same request twice',
      [
        { name: 'gpu', request: 'a' },
        { name: 'gpu', request: 'a' },
      ],
      ['DUPLICATE [1]'],
    ],
    ['whole and a request', [{ name: 'gpu' }, { name: 'gpu', request: 'A' }], ['DUPLICATE [1]']],
    ['a request and whole', [{ name: 'gpu', request: 'a' }, { name: 'gpu' }], ['DUPLICATE [1]']],
    ['an invalid request name', [{ name: 'gpu', request: 'A' }], ['INVALID [0].request']],
    [
      'whole, a request, and a name that looks like it',
      [{ name: 'gpu' }, { name: 'gpu', request: 'a' }, { name: 'gpu/a' }],
      ['DUPLICATE [1]', 'NOT_FOUND [2]'],
    ],
    ['a name that another starts with', [{ name: 'gpux' }, { name: 'gpu' }], ['NOT_FOUND [0]']],
    [
      'names with slashes',
      [{ name: 'gpu/a', request: 'b' }, { name: 'gpu/a' }, { name: 'gpu' }],
      // One of them for each request that it repeats.
      ['NOT_FOUND [0]', 'NOT_FOUND [1]', 'DUPLICATE [2]', 'DUPLICATE [2]'],
    ],
  ])('%s', (_name, claims, expected) => {
    expect(ofContainer(claims)).toEqual(expected);
  });

  test('of a Pod as a whole are checked although they are forbidden', () => {
    expect(lines({ resources: { claims: [{ name: 'gpu' }] } })).toEqual([
      'FORBIDDEN resources.claims',
      'NOT_FOUND resources.claims[0]',
    ]);
  });

  test('of an ephemeral container are forbidden, even if there are none', () => {
    expect(lines({ ephemeralContainers: [{ resources: { claims: [] } }] })).toEqual([
      'FORBIDDEN ephemeralContainers[0].resources',
    ]);
  });
});

describe('a rejection', () => {
  test.each<[string, PodSpec, (string | number)[], string]>([
    [
      'a request above its limit',
      { containers: [{ resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } }] },
      ['spec', 'containers', 0, 'resources', 'requests', 'cpu'],
      'spec.containers[0].resources.requests',
    ],
    [
      'a missing limit',
      { containers: [{ resources: { requests: { 'a.b/c': '2' } } }] },
      ['spec', 'containers', 0, 'resources', 'limits', 'a.b/c'],
      'spec.containers[0].resources.limits',
    ],
    [
      'a limit above that of the Pod',
      {
        containers: [{ resources: { requests: { cpu: '1' }, limits: { cpu: '2' } } }],
        resources: both({ cpu: '1' }),
      },
      ['spec', 'containers', 0, 'resources', 'limits', 'cpu'],
      'spec.resources.containers[0][cpu].limits',
    ],
    [
      'an overhead',
      { overhead: { cpu: '-1' } },
      ['spec', 'overhead', 'cpu'],
      'spec.overhead.limits[cpu]',
    ],
  ])('leads to %s, under the path of the API server', (_name, spec, segments, path) => {
    expect(problemsOf({ spec })).toMatchObject([{ segments, path }]);
  });

  test('is data', () => {
    const requests = { 'example.com/a': '0.5' };
    expect(problemsOf({ containers: [{ resources: { requests } }] })).toEqual([
      {
        type: 'INVALID',
        code: 'INVALID',
        severity: 'error',
        segments: ['containers', 0, 'resources', 'requests', 'example.com/a'],
        path: 'containers[0].resources.requests[example.com/a]',
        value: '500m',
        message: WHOLE,
      },
      {
        type: 'REQUIRED',
        code: 'REQUIRED',
        severity: 'error',
        segments: ['containers', 0, 'resources', 'limits', 'example.com/a'],
        path: 'containers[0].resources.limits',
        message: LIMIT,
      },
    ]);
  });

  test('shows the amount that is wrong', () => {
    const container = {
      requests: { cpu: '3', memory: '4Gi', 'hugepages-2Mi': '2Mi' },
      limits: { cpu: '2', 'hugepages-2Mi': '4Mi' },
    };
    const spec = {
      containers: [{ resources: container }],
      resources: { requests: { memory: '3Gi' }, limits: { cpu: '1', 'hugepages-2Mi': '0' } },
    };
    const values = problemsOf(spec).map(({ path, value }) => `${path} ${value}`);
    expect(values).toEqual([
      'containers[0].resources.requests 3',
      'containers[0].resources.requests 2Mi',
      'resources.requests 3',
      'resources.requests[memory] 3Gi',
      'resources.requests[hugepages-2Mi] 0',
      'resources.limits[hugepages-2Mi] 0',
      'resources.containers[0][cpu].limits 2',
      'resources.containers[0][hugepages-2Mi].limits 4Mi',
    ]);
  });
});

describe('what cannot be read', () => {
  test('is listed whole, not only the first', () => {
    const pod = {
      spec: {
        initContainers: [
          null,
          { name: 1, resources: { limits: { cpu: 'a', memory: '1Gi', pods: 'b' } } },
        ],
        containers: [{ name: 'web', resources: { requests: { cpu: '1..1' } } }, 7],
        overhead: { memory: true },
        resources: { requests: { cpu: '1' }, limits: { 'x/y': '1K' } },
      },
      status: {
        resources: { limits: [] },
        containerStatuses: [{ allocatedResources: { cpu: '' } }],
      },
    };
    const unreadable = validatePod(pod as never).filter(({ code }) =>
      /_(TYPE|QUANTITY)$/.test(code),
    );
    expect(unreadable.map(({ code, path }) => `${code} ${path}`).sort()).toEqual(
      [
        'INVALID_TYPE spec.initContainers[1].name',
        'INVALID_QUANTITY spec.initContainers[1].resources.limits[cpu]',
        'INVALID_QUANTITY spec.initContainers[1].resources.limits[pods]',
        'INVALID_QUANTITY spec.containers[0].resources.requests[cpu]',
        'INVALID_TYPE spec.containers[1]',
        'INVALID_QUANTITY spec.overhead[memory]',
        'INVALID_QUANTITY spec.resources.limits[x/y]',
        'INVALID_TYPE status.resources.limits',
        'INVALID_QUANTITY status.containerStatuses[0].allocatedResources[cpu]',
      ].sort(),
    );
  });

  test('is an amount with the suffix K: Kubernetes knows k alone', () => {
    const codes = (memory: string) =>
      problemsOf({ containers: [{ resources: { requests: { memory } } }] }).map(({ code }) => code);
    expect(codes('128974K')).toEqual(['INVALID_QUANTITY']);
    expect(codes('128974k')).toEqual([]);
  });

  test('is an object of another kind', () => {
    for (const pod of [null, undefined, 'Pod', [], { kind: 'Deployment' }, { spec: 1 }]) {
      expect(validatePod(pod as never)).toMatchObject([{ code: 'NOT_A_POD' }]);
    }
  });
});
