import { BUILT_IN_KINDS } from '@kubesem/core/kinds';
import { BUILT_IN_TYPES } from '@kubesem/core/types';
import { parseObjects } from '@kubesem/manifests';
import { ClusterReader } from '@kubesem/manifests/cluster';
import { describe, expect, test } from 'vitest';

type Value = unknown;
type Path = readonly (string | number)[];

const SERVICE_NAME = 'kubernetes.io/service-name';
const metadata = {
  name: 'a',
  namespace: 'b',
  uid: 'c',
  labels: { [SERVICE_NAME]: 'd' },
};
const ports = [{ name: 'http', protocol: 'TCP', port: 80 }];
const apfMetadata = { ...metadata, labels: {}, annotations: {}, generation: 3 };

/** Every field that is read, with a value of its type. */
const DNS_OBJECTS = [
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata,
    spec: {
      type: 'ClusterIP',
      clusterIP: '10.0.0.1',
      clusterIPs: ['10.0.0.1'],
      externalName: 'example.com',
      ports,
      selector: {},
    },
  },
  {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata,
    endpoints: [
      {
        addresses: ['10.1.0.1'],
        conditions: { ready: true },
        hostname: 'e',
        targetRef: { name: 'f' },
      },
    ],
    ports,
  },
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata,
    spec: { hostNetwork: false, dnsPolicy: 'Default', dnsConfig: {} },
    status: { phase: 'Running', podIP: '10.1.0.1', podIPs: [{ ip: '10.1.0.1' }] },
  },
  { apiVersion: 'v1', kind: 'Namespace', metadata },
];
const APF_OBJECTS = [
  {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
    kind: 'FlowSchema',
    metadata: apfMetadata,
    spec: {
      priorityLevelConfiguration: { name: 'a' },
      matchingPrecedence: 1000,
      distinguisherMethod: { type: 'ByUser' },
      rules: [
        {
          subjects: [
            {
              kind: 'User',
              user: { name: 'b' },
              group: { name: 'c' },
              serviceAccount: { namespace: 'd', name: 'e' },
            },
          ],
          resourceRules: [
            {
              verbs: ['get'],
              apiGroups: ['apps'],
              resources: ['pods'],
              clusterScope: true,
              namespaces: ['f'],
            },
          ],
          nonResourceRules: [{ verbs: ['list'], nonResourceURLs: ['/healthz'] }],
        },
      ],
    },
  },
  {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
    kind: 'PriorityLevelConfiguration',
    metadata: apfMetadata,
    spec: {
      type: 'Limited',
      limited: {
        nominalConcurrencyShares: 30,
        assuredConcurrencyShares: 31,
        lendablePercent: 32,
        borrowingLimitPercent: 33,
        limitResponse: {
          type: 'Queue',
          queuing: { queues: 64, handSize: 6, queueLengthLimit: 50 },
        },
      },
      exempt: { nominalConcurrencyShares: 34, lendablePercent: 35 },
    },
  },
];

/** The objects that are read from one, and what is wrong with it. */
function read(object: Value) {
  const text = JSON.stringify(object, undefined, 1);
  const reader = new ClusterReader({ kinds: BUILT_IN_KINDS, types: BUILT_IN_TYPES });
  const { cluster, problems } = reader.addFiles([parseObjects({ name: 'a.json', text })]).read();
  return { objects: Object.values(cluster).flat(), problems };
}

/** The paths of all values within a value. */
function pathsOf(value: Value, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) {
    return [path];
  }
  const entries: (readonly [string | number, Value])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  const inner = entries.flatMap(([key, one]) => pathsOf(one, [...path, key]));
  return path.length === 0 ? inner : [path, ...inner];
}

/** The same with another value at a path. */
function replaced(value: Value, [key, ...rest]: Path, by: (old: Value) => Value): Value {
  if (key === undefined) {
    return by(value);
  }
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === key ? replaced(item, rest, by) : item));
  }
  const object = value as { [key: string]: Value };
  return { ...object, [key]: replaced(object[key], rest, by) };
}

function ofAnotherType(value: Value): Value {
  return typeof value === 'string' ? 7 : typeof value === 'object' ? 'x' : String(value);
}

describe.each([...DNS_OBJECTS, ...APF_OBJECTS])('$kind', (object) => {
  const paths = pathsOf(object).filter(([field]) => field !== 'apiVersion' && field !== 'kind');

  test('is read with the types of its API', () => {
    expect(read(object)).toEqual({ objects: [object], problems: [] });
  });

  test('may have no fields', () => {
    const { apiVersion, kind } = object;
    expect(read({ apiVersion, kind })).toEqual({ objects: [{ apiVersion, kind }], problems: [] });
  });

  test.each(paths.map((path) => [path]))('is rejected with another type in %j', (path) => {
    const { objects, problems } = read(replaced(object, path, ofAnotherType));
    expect(objects).toEqual([]);
    expect(problems).toMatchObject([
      { severity: 'error', code: 'INVALID_TYPE', segments: path, file: 'a.json' },
    ]);
  });

  test('may have null as a field, but not as an item of a list', () => {
    for (const path of paths) {
      const isItem = typeof path[path.length - 1] === 'number';
      const { objects, problems } = read(replaced(object, path, () => null));
      expect([path, objects.length]).toEqual([path, isItem ? 0 : 1]);
      expect(problems.map(({ code }) => code)).toEqual(isItem ? ['INVALID_TYPE'] : []);
    }
  });
});

test('an int32 is an integer in its range', () => {
  const [flowSchema] = APF_OBJECTS;
  const problemsOf = (number: number) =>
    read(replaced(flowSchema, ['spec', 'matchingPrecedence'], () => number)).problems.length;
  expect([2147483647, -2147483648, 0].map(problemsOf)).toEqual([0, 0, 0]);
  expect([2147483648, -2147483649, 4294967297, 0.5].map(problemsOf)).toEqual([1, 1, 1, 1]);
});

test.each([
  [DNS_OBJECTS[0], ['spec', 'ports', 0, 'port']],
  [DNS_OBJECTS[1], ['ports', 0, 'port']],
])('so is a port', (object, path) => {
  const problemsOf = (number: number) =>
    read(replaced(object, path, () => number)).problems.map(({ code }) => code);
  expect([81, 80.5].map(problemsOf)).toEqual([[], ['INVALID_TYPE']]);
});

test('kinds of other groups are skipped', () => {
  const service = { apiVersion: 'serving.knative.dev/v1', kind: 'Service', spec: { type: 5 } };
  expect(read(service)).toEqual({ objects: [], problems: [] });
});

test('every wrong field of an object is reported', () => {
  const spec = { type: 5, ports: [{ port: 'x' }], clusterIPs: [null] };
  const { problems } = read({ apiVersion: 'v1', kind: 'Service', spec });
  expect(problems.map(({ path }) => path)).toEqual([
    'spec.type',
    'spec.ports[0].port',
    'spec.clusterIPs[0]',
  ]);
});
