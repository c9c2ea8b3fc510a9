import { readApfObjects, readCluster } from '@kubesem/inspect';
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

/** Every field that is looked at, with a value of the type that its API has there. */
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
  const files = [{ name: 'a.json', text: JSON.stringify(object, undefined, 1) }];
  const { services, endpointSlices, pods, namespaces, problems } = readCluster(files);
  const apf = readApfObjects(files);
  return {
    // Of a Service or a Pod, its namespace is made up.
    objects: [
      ...[...services, ...endpointSlices, ...pods, ...namespaces.filter((one) => 'kind' in one)],
      ...[...apf.flowSchemas, ...apf.priorityLevels],
    ],
    problems: [...problems, ...apf.problems],
  };
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

const written = (path: Path) =>
  path
    .map((key) => (typeof key === 'number' || key === SERVICE_NAME ? `[${key}]` : `.${key}`))
    .join('')
    .slice(1);

function ofAnotherType(value: Value): Value {
  return typeof value === 'string' ? 7 : typeof value === 'object' ? 'x' : String(value);
}

describe.each([...DNS_OBJECTS, ...APF_OBJECTS])('$kind', (object) => {
  const paths = pathsOf(object).filter(([field]) => field !== 'apiVersion' && field !== 'kind');

  test('is read with the types of its API', () => {
    expect(read(object)).toEqual({ objects: [object], problems: [] });
  });

  test('has fields that are absent', () => {
    const { apiVersion, kind } = object;
    expect(read({ apiVersion, kind })).toEqual({ objects: [{ apiVersion, kind }], problems: [] });
  });

  test.each(paths.map((path) => [written(path), path] as const))(
    'is not read with another type in %s',
    (place, path) => {
      const { objects, problems } = read(replaced(object, path, ofAnotherType));
      expect(objects).toEqual([]);
      expect(problems).toMatchObject([{ severity: 'error', code: 'INVALID_TYPE' }]);
      expect(problems[0]?.message.startsWith(`${place}: `)).toBe(true);
    },
  );

  test('takes null for a field that is absent, and refuses it in a list', () => {
    for (const path of paths) {
      const isItem = typeof path[path.length - 1] === 'number';
      const { objects, problems } = read(replaced(object, path, () => null));
      expect([path, objects.length]).toEqual([path, isItem ? 0 : 1]);
      expect(problems.map(({ code }) => code)).toEqual(isItem ? ['INVALID_TYPE'] : []);
    }
  });
});

test('a number of 32 bits is a whole one within its bounds', () => {
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

test('kinds of other groups are not looked at', () => {
  const text = JSON.stringify({
    apiVersion: 'serving.knative.dev/v1',
    kind: 'Service',
    spec: { type: 5 },
  });
  expect(readCluster([{ name: 'a.json', text }]).problems).toEqual([]);
});

describe('the place of an object by its list', () => {
  const texts = Array.from({ length: 12 }, (_, index) =>
    JSON.stringify({ apiVersion: 'v1', kind: 'Service', metadata: { name: `s${index}` } }),
  );
  const placeOf = (path: string) =>
    readCluster([{ name: 'a.json', text: texts.join('\n') }]).placeOf(path);

  test('may have an index of any length', () => {
    expect(placeOf('services[10]')).toEqual({ file: 'a.json', line: 11, column: 1 });
    expect(placeOf('services[11].metadata.name')).toMatchObject({ line: 12 });
  });

  test.each(['', 'services', 'services[x]', 'my.services[0]', '[0]'])('%j is none', (path) => {
    expect(placeOf(path)).toBeUndefined();
  });

  test('is that of the field around what is not there', () => {
    const text = JSON.stringify({ apiVersion: 'v1', kind: 'Service', spec: null }, undefined, 1);
    const files = [{ name: 'a.json', text }];
    expect(readCluster(files).placeOf('services[0].spec.ports[1].name')).toMatchObject({ line: 4 });
  });
});

test('what is wrong with a file is told beside its objects', () => {
  const text = '{ "apiVersion": "v1", "kind": "Service" }\n---\na: [\n---\n5\n';
  const { services, problems } = readCluster([{ name: 'a.yaml', text }]);
  expect(services).toHaveLength(1);
  expect(problems.map(({ code, line }) => [code, line])).toEqual([
    ['SYNTAX', 4],
    ['NOT_AN_OBJECT', 5],
  ]);
});
