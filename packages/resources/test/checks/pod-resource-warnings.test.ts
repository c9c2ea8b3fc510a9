// More than 400 lines: one table of cases for each rule of the API server.
import type { PodLike, PodSpec, ResourceList, ResourceRequirements } from '@kubesem/core';
import { parseQuantity } from '@kubesem/quantity';
import { podResourceWarnings } from '@kubesem/resources';
import { describe, expect, test } from 'vitest';

/** Warnings in one line each. */
function warnings(pod: PodLike): string[] {
  return podResourceWarnings(pod).map(({ code, path }) => `${code} ${path}`);
}

/** Codes of the warnings about one container. */
function codes(resources: ResourceRequirements): string[] {
  return podResourceWarnings({ containers: [{ name: 'web', resources }] }).map(({ code }) => code);
}

/** The same amounts as requests and as limits. */
function both(amounts: ResourceList): ResourceRequirements {
  return { requests: amounts, limits: amounts };
}

describe('one amount', () => {
  test.each([
    ['400m of memory are 0.4 bytes', { memory: '400m' }, ['FRACTIONAL_BYTES']],
    ['so are those of ephemeral storage', { 'ephemeral-storage': '400m' }, ['FRACTIONAL_BYTES']],
    ['whole bytes in thousandths', { memory: '128974848000m' }, []],
    ['less than a thousandth of a byte is rounded away', { memory: '1023999.9999m' }, []],
    ['half a thousandth of cpu', { cpu: '0.0005' }, ['CPU_FINER_THAN_MILLI']],
    ['a thousandth of cpu', { cpu: '0.005' }, []],
    ['a negative amount', { cpu: '-1' }, ['NEGATIVE']],
    ['nothing', { cpu: '0' }, []],
    ['half of what only looks like a Pod', { xpods: '0.5' }, ['RESOURCE_NAME_INVALID']],
    ['a name that only quotas use', { pods: '1' }, ['RESOURCE_NAME_INVALID']],
    [
      'nor is it in halves',
      { services: '0.5' },
      ['RESOURCE_NAME_INVALID', 'FRACTIONAL_EXTENDED_RESOURCE'],
    ],
  ])('%s', (_name, amounts, expected) => {
    expect(codes({ requests: amounts })).toEqual(expected);
  });

  test('a limit that becomes the request is checked twice', () => {
    const limits = { memory: '400m', cpu: '1u' };
    expect(warnings({ containers: [{ resources: { limits } }] })).toEqual([
      'FRACTIONAL_BYTES containers[0].resources.limits[memory]',
      'FRACTIONAL_BYTES containers[0].resources.requests[memory]',
      'CPU_FINER_THAN_MILLI containers[0].resources.limits[cpu]',
    ]);
  });

  test.each([
    ['3', 0],
    ['3000m', 0],
    ['3Ki', 0],
    ['0.5', 2],
    ['1500m', 2],
  ])('extended resources are whole numbers: %s', (amount, count) => {
    expect(codes(both({ 'example.com/foo': amount }))).toEqual(
      Array.from({ length: count }, () => 'FRACTIONAL_EXTENDED_RESOURCE'),
    );
    expect(codes(both({ 'kubernetes.io/foo': amount }))).toEqual([]);
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
    const found = codes(both({ [name]: amount, cpu: '1' }));
    expect(found.filter((code) => code === 'HUGE_PAGES_NOT_MULTIPLE')).toHaveLength(
      isMultiple ? 0 : 2,
    );
  });
});

describe('the name of a resource', () => {
  const invalid = (place: string) => [`RESOURCE_NAME_INVALID ${place}`];
  const unsupported = (place: string) => [`RESOURCE_NOT_SUPPORTED ${place}`];
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
    const about = (pod: PodSpec) => warnings(pod).filter((line) => line.startsWith('RESOURCE_N'));
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
    ['a request above its limit', { cpu: '2' }, { cpu: '1999m' }, ['REQUEST_ABOVE_LIMIT']],
    ['a request below its limit', { cpu: '1' }, { cpu: '2' }, []],
    [
      'amounts that are the same when rounded',
      { cpu: '1.0001m' },
      { cpu: '2m' },
      ['CPU_FINER_THAN_MILLI'],
    ],
    ['a limit without a request', {}, { cpu: '1', ...hugePages }, []],
    ['huge pages without a limit', { cpu: '1', ...hugePages }, {}, ['LIMIT_MISSING']],
    [
      'huge pages below the limit',
      { memory: '1', ...hugePages },
      { 'hugepages-2Mi': '4Mi' },
      ['REQUEST_NOT_LIMIT'],
    ],
    ['extended resources without a limit', { 'example.com/a': '1' }, {}, ['LIMIT_MISSING']],
    [
      'extended resources below the limit',
      { 'example.com/a': '1' },
      { 'example.com/a': '2' },
      ['REQUEST_NOT_LIMIT'],
    ],
    ['memory without a limit', { memory: '1' }, {}, []],
    ['huge pages without cpu and memory', hugePages, hugePages, ['HUGE_PAGES_ALONE']],
    ['huge pages with memory requested', { memory: '1' }, hugePages, []],
    ['huge pages with cpu limited', hugePages, { cpu: '1', ...hugePages }, []],
    ['neither', { 'ephemeral-storage': '1' }, {}, []],
  ])('%s', (_name, requests, limits, expected) => {
    expect(codes({ requests, limits })).toEqual(expected);
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
    expect(warnings({ spec })).toEqual([
      'HUGE_PAGES_ALONE spec.initContainers[0].resources',
      'HUGE_PAGES_ALONE spec.containers[1].resources',
      'RESOURCES_FORBIDDEN spec.ephemeralContainers[0].resources',
      'RESOURCES_FORBIDDEN spec.ephemeralContainers[2].resources',
      'HUGE_PAGES_ALONE spec.ephemeralContainers[2].resources',
      'HUGE_PAGES_ALONE spec.resources',
      'HUGE_PAGES_ALONE spec.overhead',
    ]);
  });

  test('an overhead of huge pages requires cpu or memory', () => {
    expect(warnings({ overhead: { 'hugepages-2Mi': '2Mi', cpu: '1' } })).toEqual([]);
    expect(warnings({ overhead: { 'ephemeral-storage': '2Mi' } })).toEqual([]);
  });
});

describe('the Pod as a whole', () => {
  const container = { resources: { requests: { cpu: '2', memory: '3' } } };
  test.each<[string, PodSpec, string[]]>([
    [
      'requests less than its containers',
      { containers: [container, container], resources: { requests: { cpu: '3', memory: '6' } } },
      ['POD_REQUEST_TOO_LOW resources.requests[cpu]'],
    ],
    [
      'requests less than its init containers',
      { initContainers: [container], resources: { requests: { cpu: '1' } } },
      ['POD_REQUEST_TOO_LOW resources.requests[cpu]'],
    ],
    [
      'has less huge pages than its containers',
      {
        containers: ['2Mi', '4Mi'].map((size) => ({
          resources: both({ 'hugepages-2Mi': size, memory: '1Gi' }),
        })),
        resources: both({ 'hugepages-2Mi': '4Mi', memory: '2Gi' }),
      },
      [
        'POD_REQUEST_TOO_LOW resources.requests[hugepages-2Mi]',
        'POD_LIMIT_TOO_LOW resources.limits[hugepages-2Mi]',
      ],
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
      ['LIMIT_ABOVE_POD_LIMIT resources.containers[1][memory].limits'],
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
      ['RESOURCES_FORBIDDEN resources', 'NEGATIVE overhead.limits[cpu]'],
    ],
    ['may have no resources on Windows', { os: { name: 'windows' } }, []],
    ['has them on Linux', { os: { name: 'linux' }, resources: both({ cpu: '1' }) }, []],
    ['has no claims', { resources: { claims: [] } }, ['CLAIMS_FORBIDDEN resources.claims']],
  ])('%s', (_name, spec, expected) => {
    expect(warnings(spec)).toEqual(expected);
  });

  test('has the limit of huge pages that the API server fills in', () => {
    const spec = {
      containers: [{ resources: { limits: { 'hugepages-2Mi': '4Mi', memory: '1Gi' } } }],
      resources: { requests: { 'hugepages-2Mi': '4Mi' } },
    };
    expect(warnings(spec)).toEqual([]);
  });
});

describe('resource claims', () => {
  const ofContainer = (claims: ResourceRequirements['claims']): string[] =>
    warnings({
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
    ['not in the Pod', [{ name: 'gpu' }, { name: 'cpu' }], ['CLAIM_NOT_FOUND [1]']],
    ['without a name', [{ name: '' }, {}], ['CLAIM_NAME_MISSING [0]', 'CLAIM_NAME_MISSING [1]']],
    ['twice', [{ name: 'gpu' }, { name: 'gpu' }], ['CLAIM_DUPLICATE [1]']],
    [
      'the same request twice',
      [
        { name: 'gpu', request: 'a' },
        { name: 'gpu', request: 'a' },
      ],
      ['CLAIM_DUPLICATE [1]'],
    ],
    [
      'whole and a request',
      [{ name: 'gpu' }, { name: 'gpu', request: 'A' }],
      ['CLAIM_DUPLICATE [1]'],
    ],
    [
      'a request and whole',
      [{ name: 'gpu', request: 'a' }, { name: 'gpu' }],
      ['CLAIM_DUPLICATE [1]'],
    ],
    [
      'an invalid request name',
      [{ name: 'gpu', request: 'A' }],
      ['CLAIM_REQUEST_INVALID [0].request'],
    ],
    [
      'whole, a request, and a name that looks like it',
      [{ name: 'gpu' }, { name: 'gpu', request: 'a' }, { name: 'gpu/a' }],
      ['CLAIM_DUPLICATE [1]', 'CLAIM_NOT_FOUND [2]'],
    ],
    [
      'a name that another starts with',
      [{ name: 'gpux' }, { name: 'gpu' }],
      ['CLAIM_NOT_FOUND [0]'],
    ],
    [
      'names with slashes',
      [{ name: 'gpu/a', request: 'b' }, { name: 'gpu/a' }, { name: 'gpu' }],
      ['CLAIM_NOT_FOUND [0]', 'CLAIM_NOT_FOUND [1]', 'CLAIM_DUPLICATE [2]'],
    ],
  ])('%s', (_name, claims, expected) => {
    expect(ofContainer(claims)).toEqual(expected);
  });

  test('of a Pod as a whole are checked although they are forbidden', () => {
    expect(warnings({ resources: { claims: [{ name: 'gpu' }] } })).toEqual([
      'CLAIMS_FORBIDDEN resources.claims',
      'CLAIM_NOT_FOUND resources.claims[0]',
    ]);
  });

  test('of an ephemeral container are forbidden, even if there are none', () => {
    expect(warnings({ ephemeralContainers: [{ resources: { claims: [] } }] })).toEqual([
      'RESOURCES_FORBIDDEN ephemeralContainers[0].resources',
    ]);
  });
});

describe('a warning', () => {
  test('says what the API server does, and where', () => {
    const spec = {
      initContainers: [{ resources: { requests: { cpu: '1u', memory: '1m' } } }],
      overhead: { memory: '1m', 'example.com/a': '1m' },
      resources: {
        requests: { cpu: '1', memory: '2m', 'hugepages-1Gi': '1Gi' },
        limits: { memory: '1m' },
      },
    };
    const lines = podResourceWarnings({ spec }).map(
      ({ code, apiServer, path }) => `${code} ${apiServer} ${path}`,
    );
    expect(lines).toEqual([
      'FRACTIONAL_BYTES warns spec.initContainers[0].resources.requests[memory]',
      'FRACTIONAL_BYTES accepts spec.resources.limits[memory]',
      'FRACTIONAL_BYTES accepts spec.resources.requests[memory]',
      'REQUEST_ABOVE_LIMIT rejects spec.resources.requests',
      'LIMIT_MISSING rejects spec.resources.limits',
      'FRACTIONAL_BYTES warns spec.overhead[memory]',
      'FRACTIONAL_EXTENDED_RESOURCE rejects spec.overhead.limits[example.com/a]',
      'CPU_FINER_THAN_MILLI rounds spec.initContainers[0].resources.requests[cpu]',
    ]);
  });

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
    expect(podResourceWarnings({ spec })).toMatchObject([{ segments, path }]);
  });

  test('is data', () => {
    const requests = { cpu: '1.5u', 'example.com/a': '0.5', pods: '7' };
    expect(podResourceWarnings({ containers: [{ resources: { requests } }] })).toMatchObject([
      {
        type: 'INVALID',
        path: 'containers[0].resources.requests[example.com/a]',
        value: '500m',
        code: 'FRACTIONAL_EXTENDED_RESOURCE',
      },
      { type: 'INVALID', value: 'pods', code: 'RESOURCE_NAME_INVALID' },
      { type: 'REQUIRED', code: 'LIMIT_MISSING' },
      // As it is written, for it is not stored like that.
      { type: 'INVALID', value: '1.5u', code: 'CPU_FINER_THAN_MILLI' },
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
    const values = podResourceWarnings(spec).map(({ code, value }) => `${code} ${value}`);
    expect(values).toEqual([
      'REQUEST_ABOVE_LIMIT 3',
      'REQUEST_NOT_LIMIT 2Mi',
      'REQUEST_ABOVE_LIMIT 3',
      'POD_REQUEST_TOO_LOW 3Gi',
      'POD_REQUEST_TOO_LOW 0',
      'POD_LIMIT_TOO_LOW 0',
      'LIMIT_ABOVE_POD_LIMIT 2',
      'LIMIT_ABOVE_POD_LIMIT 4Mi',
    ]);
  });

  test('shows an object of another copy of the quantities as text', () => {
    const amount = { format: 'DecimalSI' as const, toJSON: () => '1.5u' };
    for (const cpu of [amount, parseQuantity('1.5u')]) {
      expect(podResourceWarnings({ overhead: { cpu } })).toMatchObject([{ value: '1500n' }]);
    }
  });

  test('has the type of the error that the API server gives', () => {
    const claims = [{ name: 'a' }, { name: 'a' }, {}];
    const spec = {
      containers: [{ resources: { claims } }],
      resources: { limits: { 'requests.cpu': '1', 'hugepages-2Mi': '2Mi' }, claims: [] },
    };
    const types = podResourceWarnings(spec).map(({ type, code }) => `${code} ${type}`);
    expect(types).toEqual([
      'CLAIM_NOT_FOUND NOT_FOUND',
      'CLAIM_DUPLICATE DUPLICATE',
      'CLAIM_NOT_FOUND NOT_FOUND',
      'CLAIM_NAME_MISSING REQUIRED',
      'CLAIMS_FORBIDDEN FORBIDDEN',
      'RESOURCE_NOT_SUPPORTED NOT_SUPPORTED',
      'HUGE_PAGES_ALONE FORBIDDEN',
    ]);
  });
});

test('a Pod that cannot be read has no warnings', () => {
  const hugePages = { 'hugepages-2Mi': '2Mi', cpu: '1' };
  const unreadable = [
    { containers: [{ resources: { requests: hugePages, limits: { 'hugepages-2Mi': 'x' } } }] },
    { containers: [{ resources: { requests: hugePages } }, 'x'] },
    { containers: [{ resources: { requests: hugePages, claims: 5 } }] },
    null,
  ];
  for (const pod of unreadable) {
    expect(podResourceWarnings(pod as never)).toEqual([]);
  }
});
