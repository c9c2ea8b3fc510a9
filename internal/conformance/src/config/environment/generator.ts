import type { JsonObject } from '../../harness/json.js';
import type { Random } from '../../harness/random.js';
import { FIELD_PATHS, podWithFields } from '../field.js';
import { joined } from '../text.js';

const NAMES = [
  'A',
  'B',
  'C',
  'A',
  'WEB_SERVICE_HOST',
  'FOO_SERVICE_PORT',
  '__proto__',
  'a.b',
  '1x',
];
const VALUES = [
  'a',
  '$(A)',
  '$(B)',
  '$(C)',
  '$$(A)',
  '$(WEB_PORT)',
  '$(pA)',
  '$(FOO_SERVICE_PORT)',
  '$',
  ' ',
];
const OBJECTS = ['one', 'two', 'missing'];
const KEYS = ['A', 'B', 'C', 'a.b', '__proto__', '1x', 'gone'];
/** Names of Services, of which two make the same variables. */
export const SERVICES = ['web', 'foo', 'foo-service', 'kubernetes', 'a-b'];

function service(random: Random): JsonObject {
  return {
    metadata: {
      namespace: random.pick(['default', 'shop', 'shop', 'other']),
      name: random.pick(SERVICES),
    },
    spec: {
      clusterIP: random.pick(['10.0.0.1', '10.0.0.2', 'fd00::1', 'None', '']),
      ports: [0, ...random.list(2, (index) => index + 1)].map(() => ({
        port: random.pick([80, 80, 443, 53]),
        ...random.maybe(60, () => ({ name: random.pick(['http', 'dns-tcp', 'x']) })),
        ...random.maybe(60, () => ({ protocol: random.pick(['TCP', 'UDP', 'SCTP']) })),
      })),
    },
  };
}

/** Services of which no two have the same name. */
export function services(random: Random, most: number): readonly JsonObject[] {
  const named = random
    .list(most, () => service(random))
    .map((each) => {
      const { namespace, name } = each.metadata as { namespace: string; name: string };
      return [`${namespace}/${name}`, each] as const;
    });
  return [...new Map(named).values()];
}

function source(random: Random): JsonObject {
  const optional = random.maybe(30, () => ({ optional: random.percent(80) }));
  const reference = (): JsonObject => ({
    name: random.pick([...OBJECTS, 'one', 'one', 'two']),
    key: random.pick([...KEYS, 'A', 'B']),
    ...optional,
  });
  switch (random.below(8)) {
    case 0:
    case 1:
      return { configMapKeyRef: reference() };
    case 2:
    case 3:
      return { secretKeyRef: reference() };
    case 4:
      return {
        resourceFieldRef: {
          resource: random.pick(['limits.cpu', 'requests.memory', 'limits.memory', 'limits.pods']),
          ...random.maybe(40, () => ({ containerName: random.pick(['app', 'app', 'gone']) })),
        },
      };
    case 5:
      return {
        fileKeyRef: {
          volumeName: random.percent(90) ? 'files' : 'gone',
          path: random.pick([
            'env',
            'env',
            '/env',
            'a/../env',
            '../env',
            'dir/env',
            'gone',
            'broken',
          ]),
          key: random.pick(['A', 'B', 'gone']),
          ...optional,
        },
      };
    default:
      return {
        fieldRef: {
          fieldPath: random.percent(70)
            ? random.pick([
                'metadata.name',
                'status.hostIP',
                'status.hostIPs',
                'status.podIP',
                'status.podIPs',
              ])
            : random.pick(FIELD_PATHS),
          ...random.maybe(30, () => ({ apiVersion: random.percent(90) ? 'v1' : 'v2' })),
        },
      };
  }
}

function envFrom(random: Random): JsonObject {
  const reference = {
    name: random.percent(90) ? random.pick(['one', 'two']) : 'missing',
    ...random.maybe(30, () => ({ optional: random.percent(80) })),
  };
  return {
    ...random.maybe(40, () => ({ prefix: random.pick(['p', 'A_', 'é', '']) })),
    ...random.pick<JsonObject>([{ configMapRef: reference }, { secretRef: reference }]),
  };
}

function container(random: Random): JsonObject {
  return {
    name: 'app',
    resources: { limits: { cpu: '1500m' }, requests: { memory: '1Gi' } },
    ...random.maybe(60, () => ({ envFrom: random.list(3, () => envFrom(random)) })),
    env: random.list(6, () => ({
      name: random.pick(NAMES),
      ...(random.percent(60)
        ? { value: joined(random, 3, VALUES) }
        : random.percent(80)
          ? { valueFrom: source(random) }
          : { value: '', valueFrom: source(random) }),
    })),
    command: random.list(2, () => joined(random, 2, VALUES)),
    args: random.list(2, () => joined(random, 2, VALUES)),
    volumeMounts: random.list(2, () => ({
      name: 'files',
      mountPath: '/files',
      subPathExpr: joined(random, 3, ['a', '$(A)', '$(B)', '$(C)', '-', '$(GONE)']),
    })),
  };
}

const ADDRESSES = [
  '10.0.0.7',
  '10.0.0.8',
  'fd00::7',
  'FD00::8',
  '010.0.0.9',
  '::ffff:10.0.0.9',
  'odd',
  'fe80::1%a',
];

/** A Pod with one container, and what its environment is made from. */
export function environmentCase(random: Random): JsonObject {
  const { metadata, ...rest } = podWithFields(random);
  const named = (make: () => string, field: string): JsonObject[] =>
    OBJECTS.filter((name) => name !== 'missing').map((name) => ({
      metadata: { namespace: 'shop', name },
      [field]: Object.fromEntries(
        KEYS.filter((key) => key !== 'gone' && random.percent(75)).map((key) => [key, make()]),
      ),
    }));
  const text = (): string => joined(random, 3, ['a', 'é', '$(A)', 'b']);
  const bytes = (): string =>
    Buffer.from(
      joined(random, 3, ['a', '$(A)', ...(random.percent(15) ? ['\xFF', '\xC3', '\xA9'] : [])]),
      'latin1',
    ).toString('base64');
  return {
    pod: {
      ...rest,
      metadata: { ...(metadata as JsonObject), namespace: 'shop' },
      spec: {
        ...(rest.spec as JsonObject),
        ...random.maybe(40, () => ({ enableServiceLinks: random.percent(50) })),
        containers: [container(random)],
      },
    },
    container: 'app',
    configMaps: named(text, 'data'),
    secrets: named(bytes, 'data'),
    services: services(random, random.percent(60) ? 0 : 5),
    node: {
      status: {
        allocatable: { cpu: '4', memory: '8Gi' },
        ...random.maybe(90, () => ({
          addresses: random.list(4, () => ({
            type: random.pick(['InternalIP', 'InternalIP', 'ExternalIP', 'Hostname']),
            address: random.pick(ADDRESSES),
          })),
        })),
      },
    },
    podIPs: random.list(3, () => random.pick(ADDRESSES)),
    files: { files: { env: "A='file'\nB='two'", 'dir/env': "A='dir'", broken: 'A=x' } },
  };
}
