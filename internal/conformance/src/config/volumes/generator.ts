import type { Json, JsonObject } from '../../harness/json.js';
import type { Random } from '../../harness/random.js';
import { FIELD_PATHS, podWithFields } from '../field.js';
import { joined } from '../text.js';

const OBJECTS = ['one', 'two'];
const KEYS = ['a', 'b', 'app.conf', '.hidden', '__proto__', 'constructor', 'sub', 'gone'];
/** Paths, most of them valid, some of them in the way of others. */
const PATHS = [
  ...['a', 'b', 'a', 'b', 'sub/a', 'sub/b', 'sub/deep/a', 'app.conf', '__proto__', 'é', 'sub'],
  ...['./a', 'a/', 'sub//a', 'sub/./b', '..a', '../a', 'a/..', '.', '', '/a', './..a', 'a/../b'],
];
const LONG_PATHS = ['x'.repeat(255), 'x'.repeat(256), 'é'.repeat(128), `${'y/'.repeat(2048)}z`];
const MODES = [0o400, 0o644, 0o600, 0o777, 0o000, 0o440, 0o755];
const MOUNT_PATHS = [
  ...['/etc/x', '/etc/x', '/etc/x/sub', '/etc/x/sub/deep', '/etc/x/b', '/etc', '/etc/xy'],
  ...['/etc/x/', '/etc//x/c', '/', 'etc/x', '/data', '/etc/x/sub.d', '/etc/x/y/z'],
];

function path(random: Random): string {
  return random.percent(97)
    ? random.pick(PATHS.slice(0, usualPaths(random)))
    : random.pick(LONG_PATHS);
}

/** Few cases have invalid paths, so that the others show all of their files. */
function usualPaths(random: Random): number {
  return random.percent(90) ? 11 : PATHS.length;
}

function mode(random: Random): JsonObject {
  return random.maybe(30, () => ({ mode: random.pick(MODES) }));
}

function object(random: Random): JsonObject {
  return {
    name: random.percent(93) ? random.pick(OBJECTS) : 'missing',
    ...random.maybe(50, () => ({
      items: random.list(4, () => ({
        key: random.pick(random.percent(80) ? KEYS.slice(0, 3) : KEYS),
        path: path(random),
        ...mode(random),
        ...random.maybe(5, () => ({ user: 1000 })),
      })),
    })),
    ...random.maybe(40, () => ({ optional: random.percent(80) })),
  };
}

function fields(random: Random): JsonObject {
  return {
    items: random.list(4, () => ({
      path: path(random),
      ...mode(random),
      ...random.pick<() => JsonObject>([
        () => ({
          fieldRef: {
            fieldPath: random.percent(85)
              ? random.pick(FIELD_PATHS.slice(0, 7))
              : random.pick(FIELD_PATHS),
          },
        }),
        () => ({
          resourceFieldRef: {
            containerName: random.percent(95) ? 'app' : 'gone',
            resource: random.percent(95)
              ? random.pick(['limits.cpu', 'requests.memory', 'limits.memory', 'requests.cpu'])
              : 'limits.pods',
            ...random.maybe(40, () => ({ divisor: random.pick(['1m', '1', '1Mi', '0']) })),
          },
        }),
        () => ({}),
      ])(),
    })),
  };
}

function projection(random: Random): JsonObject {
  switch (random.below(8)) {
    case 0:
    case 1:
    case 2:
      return { configMap: object(random) };
    case 3:
    case 4:
      return { secret: object(random) };
    case 5:
      return { downwardAPI: fields(random) };
    case 6:
      return {
        serviceAccountToken: {
          path: path(random),
          ...random.maybe(50, () => ({ audience: 'vault' })),
          ...random.maybe(10, () => ({ user: 7 })),
        },
      };
    default:
      return random.percent(60)
        ? {
            clusterTrustBundle: {
              path: path(random),
              ...random.pick<JsonObject>([
                { name: 'ca' },
                { name: 'ca' },
                { signerName: 'a/b' },
                {},
              ]),
            },
          }
        : {
            podCertificate: {
              ...random.maybe(50, () => ({ credentialBundlePath: path(random) })),
              ...random.maybe(50, () => ({ keyPath: path(random) })),
              ...random.maybe(50, () => ({ certificateChainPath: path(random) })),
            },
          };
  }
}

/** A volume with files, and rarely without. */
export function volume(random: Random, name: string): JsonObject {
  const defaults = random.maybe(40, () => ({ defaultMode: random.pick(MODES) }));
  switch (random.below(8)) {
    case 0:
    case 1:
      return { name, configMap: { ...object(random), ...defaults } };
    case 2: {
      const { name: secretName, ...rest } = object(random);
      return { name, secret: { secretName: secretName as Json, ...rest, ...defaults } };
    }
    case 3:
      return { name, downwardAPI: { ...fields(random), ...defaults } };
    default:
      return {
        name,
        projected: { sources: random.list(4, () => projection(random)), ...defaults },
      };
  }
}

/** ConfigMaps and Secrets in the namespace of the Pod. */
function objects(random: Random): JsonObject {
  const keys = (): string[] => KEYS.filter((key) => key !== 'gone' && random.percent(60));
  const bytes = (): string =>
    Buffer.from(joined(random, 3, ['a', '\n', '\xFF', '\xC3', '\xA9']), 'latin1').toString(
      'base64',
    );
  const text = (): string =>
    random.below(20_000) === 0
      ? 'x'.repeat(1_048_576)
      : joined(random, 3, ['a', 'é', '\n', '$(A)']);
  const by = (names: readonly string[], make: () => string): JsonObject =>
    Object.fromEntries(names.map((key) => [key, make()]));
  const metadata = (name: string): JsonObject => ({ namespace: 'shop', name });
  return {
    configMaps: OBJECTS.map((name) => ({
      metadata: metadata(name),
      data: by(keys(), text),
      ...random.maybe(40, () => ({ binaryData: by(keys(), bytes) })),
      ...random.maybe(20, () => ({ immutable: random.percent(50) })),
    })),
    secrets: OBJECTS.map((name) => ({ metadata: metadata(name), data: by(keys(), bytes) })),
    node: { status: { allocatable: { cpu: '4', memory: '8Gi' } } },
  };
}

function container(random: Random, name: string, volumes: readonly string[]): JsonObject {
  return {
    name,
    resources: { limits: { cpu: '1500m' }, requests: { memory: '1Gi' } },
    ...random.maybe(40, () => ({
      securityContext: random.maybe(80, () => ({ runAsUser: random.pick([0, 1000]) })),
    })),
    volumeMounts: random.list(4, () => ({
      name: random.pick(volumes),
      mountPath: random.percent(99) ? random.pick(MOUNT_PATHS) : '../x',
    })),
  };
}

/** A Pod with volumes of these names. */
function podWith(
  random: Random,
  volumes: readonly JsonObject[],
  names: readonly string[],
): JsonObject {
  const { metadata, spec } = podWithFields(random);
  return {
    metadata: { ...(metadata as JsonObject), namespace: 'shop' },
    spec: {
      ...(spec as JsonObject),
      ...random.maybe(40, () => ({
        securityContext: {
          ...random.maybe(60, () => ({ fsGroup: random.pick([0, 2000]) })),
          ...random.maybe(60, () => ({ runAsUser: random.pick([0, 1000]) })),
        },
      })),
      ...random.maybe(20, () => ({ initContainers: [container(random, 'init', names)] })),
      containers: [container(random, 'app', names)],
      volumes,
    },
  };
}

/** A Pod with one volume, and what its files are made from. */
export function volumeCase(random: Random): JsonObject {
  const pod = podWith(random, [volume(random, 'files')], ['files', 'other']);
  return { pod, volume: 'files', ...objects(random) };
}

const SUB_PATHS = [
  ...['a', 'b', 'sub', 'sub/a', 'sub/deep', 'app.conf', 'new', 'new/deep', 'a/b', './a', 'sub/'],
  ...['..data', '..data/a', '/a', '../a', 'sub/../a'],
];

/** A Pod whose containers mount parts of its volumes. */
export function mountsCase(random: Random): JsonObject {
  const pod = podWith(
    random,
    [
      volume(random, 'files'),
      random.percent(70) ? volume(random, 'other') : { name: 'other', emptyDir: {} },
    ],
    ['files', 'files', 'other'],
  );
  const [app] = (pod.spec as { containers: JsonObject[] }).containers;
  const mounts = random.list(4, (index) => ({
    name: random.percent(98) ? random.pick(['files', 'files', 'other']) : 'gone',
    mountPath: random.percent(50) ? `/mnt/${index}` : random.pick(MOUNT_PATHS),
    ...random.pick<() => JsonObject>([
      () => ({}),
      () => ({
        subPath: random.percent(90) ? random.pick(SUB_PATHS.slice(0, 11)) : random.pick(SUB_PATHS),
      }),
      () => ({
        subPathExpr: joined(random, 2, [
          'a',
          '$(A)',
          'sub',
          '/',
          ...(random.percent(9) ? ['$(B)'] : []),
        ]),
      }),
    ])(),
    ...random.maybe(20, () => ({ readOnly: true })),
  }));
  Object.assign(app as object, { volumeMounts: mounts, env: [{ name: 'A', value: 'b' }] });
  return { pod, container: 'app', ...objects(random), services: [] };
}
