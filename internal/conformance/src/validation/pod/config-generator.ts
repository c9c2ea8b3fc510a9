import { FIELD_PATHS } from '../../config/field.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Random } from '../../harness/random.js';

const NAMES = [
  'a',
  'a.b',
  'A',
  '',
  'a b',
  'a_b',
  '-a',
  'n'.repeat(64),
  'n'.repeat(254),
  '__proto__',
];
const KEYS = ['a', 'A.b', '', 'a b', '.', '..', '..a', 'k'.repeat(254), 'a/b', 'é'];
const VARIABLES = ['A', 'a.b', '', '1x', 'a=b', 'é', ' ', '\t', '..', 'a b'];
const PATHS = [
  ...[
    'a',
    'a/b',
    '',
    '/a',
    '..',
    '../a',
    'a/..',
    '..a',
    'a/..b',
    './a',
    'a//b',
    'a/../b',
    'b',
    'c',
  ],
];
const VOLUMES = ['one', 'two', 'three', 'dir', 'gone', ''];
const MODES = [0, 0o777, 0o1000, -1, 420, null];
const RESOURCES = [
  ...['limits.cpu', 'requests.cpu', 'limits.memory', 'requests.memory', 'limits.hugepages-2Mi'],
  ...[
    'requests.hugepages-',
    'limits.ephemeral-storage',
    'requests.ephemeral-storage',
    'limits.gpu',
  ],
  ...['', 'cpu', 'limits', 'limits.cpus'],
];
const DIVISORS = [
  ...[
    '1',
    '1m',
    '0',
    '1k',
    '1Ki',
    '1Mi',
    '1Ei',
    '1E',
    '2',
    '1000m',
    '1024',
    '1000',
    '0.001',
    '10m',
  ],
  1,
];

function optional(random: Random): JsonObject {
  return random.maybe(15, () => ({ optional: random.percent(50) }));
}

function fieldRef(random: Random): JsonObject {
  return {
    ...random.maybe(95, () => ({ fieldPath: random.pick(FIELD_PATHS) })),
    ...random.maybe(15, () => ({ apiVersion: random.pick(['v1', 'v2', '']) })),
  };
}

function resourceFieldRef(random: Random): JsonObject {
  return {
    ...random.maybe(70, () => ({ containerName: random.pick(['app', '']) })),
    ...random.maybe(95, () => ({ resource: random.pick(RESOURCES) })),
    ...random.maybe(60, () => ({ divisor: random.pick(DIVISORS) })),
  };
}

function valueFrom(random: Random): JsonObject {
  const selector = (): JsonObject => ({
    ...random.maybe(95, () => ({ name: random.pick(NAMES) })),
    ...random.maybe(95, () => ({ key: random.pick(KEYS) })),
    ...optional(random),
  });
  const sources: readonly (() => JsonObject)[] = [
    () => ({ fieldRef: fieldRef(random) }),
    () => ({ resourceFieldRef: resourceFieldRef(random) }),
    () => ({ configMapKeyRef: selector() }),
    () => ({ secretKeyRef: selector() }),
    () => ({
      fileKeyRef: {
        ...random.maybe(95, () => ({ volumeName: random.pick([...VOLUMES, ...NAMES]) })),
        ...random.maybe(95, () => ({ path: random.pick(PATHS) })),
        ...random.maybe(95, () => ({ key: random.pick(VARIABLES) })),
        ...optional(random),
      },
    }),
  ];
  return {
    ...random.maybe(95, () => random.pick(sources)()),
    ...random.maybe(10, () => random.pick(sources)()),
  };
}

function mount(random: Random): JsonObject {
  return {
    ...random.maybe(97, () => ({ name: random.pick(VOLUMES) })),
    ...random.maybe(97, () => ({ mountPath: random.pick(['/a', '/b', 'c', '', '/d']) })),
    ...random.maybe(25, () => ({ subPath: random.pick(PATHS) })),
    ...random.maybe(20, () => ({ subPathExpr: random.pick([...PATHS, '$(A)', '$(A)/..']) })),
    ...random.maybe(20, () => ({ readOnly: random.percent(50) })),
    ...random.maybe(20, () => ({
      mountPropagation: random.pick(['None', 'HostToContainer', 'Bidirectional', 'Odd', '']),
    })),
    ...random.maybe(20, () => ({
      recursiveReadOnly: random.pick(['Disabled', 'Enabled', 'IfPossible', 'Odd', '']),
    })),
    ...random.maybe(3, () => ({ bindMountOptions: ['odd'] })),
  };
}

function container(random: Random, name: string): JsonObject {
  const reference = (): JsonObject => ({
    ...random.maybe(95, () => ({ name: random.pick(NAMES) })),
    ...optional(random),
  });
  return {
    name,
    image: 'a',
    ...random.maybe(60, () => ({
      env: random.list(3, () => ({
        ...random.maybe(97, () => ({ name: random.pick(VARIABLES) })),
        ...random.maybe(30, () => ({ value: random.pick(['', 'x']) })),
        ...random.maybe(75, () => ({ valueFrom: valueFrom(random) })),
      })),
    })),
    ...random.maybe(30, () => ({
      envFrom: random.list(2, () => ({
        ...random.maybe(40, () => ({ prefix: random.pick(VARIABLES) })),
        ...random.maybe(60, () => ({ configMapRef: reference() })),
        ...random.maybe(40, () => ({ secretRef: reference() })),
      })),
    })),
    ...random.maybe(60, () => ({ volumeMounts: random.list(3, () => mount(random)) })),
    ...random.maybe(15, () => ({
      volumeDevices: random.list(3, () => ({
        name: random.pick(VOLUMES),
        devicePath: random.pick(['/a', '/b', '', '/a/..']),
      })),
    })),
    ...random.maybe(15, () => ({ securityContext: { privileged: random.percent(60) } })),
  };
}

function items(random: Random): JsonObject {
  return random.maybe(60, () => ({
    items: random.list(3, () => ({
      ...random.maybe(95, () => ({ key: random.pick(['a', '', 'a b']) })),
      ...random.maybe(95, () => ({ path: random.pick(PATHS) })),
      ...random.maybe(25, () => ({ mode: random.pick(MODES) })),
      ...random.maybe(3, () => ({ user: -1 })),
    })),
  }));
}

function downwardItems(random: Random): JsonObject {
  return {
    items: random.list(3, () => ({
      ...random.maybe(95, () => ({ path: random.pick(PATHS) })),
      ...random.maybe(60, () => ({ fieldRef: fieldRef(random) })),
      ...random.maybe(40, () => ({ resourceFieldRef: resourceFieldRef(random) })),
      ...random.maybe(25, () => ({ mode: random.pick(MODES) })),
    })),
  };
}

/** Names of ClusterTrustBundles; those of a signer start with its name. */
export const BUNDLE_NAMES: readonly string[] = [
  ...['', 'bundle', 'A', 'a.b', ':a', 'a:', ':', '::', 'example.com:a:b', 'example.com/a:b', 'a/b'],
  ...['a:b/c', '-a', 'a:-b', 'n'.repeat(254), `a:${'n'.repeat(253)}`, 'é'],
];
/** Names of signers. */
export const SIGNER_NAMES: readonly string[] = [
  ...[
    '',
    'example.com/a',
    'a',
    'a/b',
    'example.com/a/b',
    'example.com/',
    '/a',
    '/',
    'kubernetes.io/a',
  ],
  ...['a.kubernetes.io/b', 'xkubernetes.io/b', 'A.com/b', 'example..com/a', 'example.com/a..b'],
  ...['example.com/A.B', 'example.com/a_b', `${'a.'.repeat(126)}aa/b`, `${'n'.repeat(64)}.com/a`],
  ...[
    `example.com/${'n'.repeat(254)}`,
    `a.b/${'n'.repeat(253)}.${'n'.repeat(253)}.${'n'.repeat(62)}`,
  ],
  ...[`a.b/${'n'.repeat(253)}.${'n'.repeat(253)}.${'n'.repeat(59)}`, 'é.com/a'],
];
const KEY_TYPES = [
  ...[
    'RSA3072',
    'RSA4096',
    'ECDSAP256',
    'ECDSAP384',
    'ECDSAP521',
    'ED25519',
    'RSA2048',
    '',
    'rsa3072',
  ],
];
const EXPIRATIONS = [-1, 0, 3599, 3600, 86_400, 86_401, 7_862_400, 7_862_401, 2_147_483_647];

function projection(random: Random): JsonObject {
  const object = (): JsonObject => ({
    ...random.maybe(95, () => ({ name: random.pick(NAMES) })),
    ...items(random),
    ...optional(random),
  });
  const sources: readonly (() => JsonObject)[] = [
    () => ({ configMap: object() }),
    () => ({ secret: object() }),
    () => ({ downwardAPI: downwardItems(random) }),
    () => ({
      serviceAccountToken: {
        ...random.maybe(95, () => ({ path: random.pick(PATHS) })),
        ...random.maybe(50, () => ({
          expirationSeconds: random.pick([599, 600, 0, -1, 4_294_967_296, 4_294_967_297, null]),
        })),
      },
    }),
    () => ({
      clusterTrustBundle: {
        ...random.maybe(70, () => ({
          name: random.percent(60) ? 'bundle' : random.pick(BUNDLE_NAMES),
        })),
        ...random.maybe(35, () => ({ signerName: random.pick(SIGNER_NAMES) })),
        ...random.maybe(15, () => ({ labelSelector: { matchLabels: { a: 'b' } } })),
        ...random.maybe(95, () => ({ path: random.pick(PATHS) })),
      },
    }),
    () => ({
      podCertificate: {
        ...random.maybe(95, () => ({
          signerName: random.percent(60) ? 'example.com/a' : random.pick(SIGNER_NAMES),
        })),
        ...random.maybe(95, () => ({ keyType: random.pick(KEY_TYPES) })),
        ...random.maybe(40, () => ({ maxExpirationSeconds: random.pick(EXPIRATIONS) })),
        ...random.maybe(70, () => ({ keyPath: random.pick(PATHS) })),
        ...random.maybe(50, () => ({ certificateChainPath: random.pick(PATHS) })),
        ...random.maybe(50, () => ({ credentialBundlePath: random.pick(PATHS) })),
      },
    }),
  ];
  return {
    ...random.maybe(97, () => random.pick(sources)()),
    ...random.maybe(5, () => random.pick(sources)()),
  };
}

function source(random: Random): JsonObject {
  const mode = random.maybe(25, () => ({ defaultMode: random.pick(MODES) }));
  switch (random.below(6)) {
    case 0:
      return {
        configMap: {
          ...random.maybe(95, () => ({ name: random.pick(NAMES) })),
          ...items(random),
          ...mode,
          ...optional(random),
        },
      };
    case 1:
      return {
        secret: {
          ...random.maybe(95, () => ({ secretName: random.pick(NAMES) })),
          ...items(random),
          ...mode,
        },
      };
    case 2:
      return { downwardAPI: { ...downwardItems(random), ...mode } };
    case 3:
    case 4:
      return {
        projected: { sources: random.list(3, () => projection(random)), ...mode },
      };
    default:
      return random.pick<JsonObject>([
        { emptyDir: {} },
        {},
        { hostPath: { path: '/a' } },
        { persistentVolumeClaim: { claimName: 'a' } },
        { image: { reference: 'a' } },
        { nfs: { server: 'a', path: '/a' } },
        { cephfs: { monitors: ['a'] } },
        { csi: { driver: 'a' } },
      ]);
  }
}

/** A Pod with variables, volumes and mounts. */
export function podCase(random: Random): JsonObject {
  const volumes = random.list(4, () => ({
    ...random.maybe(97, () => ({
      name: random.percent(80) ? random.pick(['one', 'two', 'three']) : random.pick(NAMES),
    })),
    ...source(random),
    ...random.maybe(5, () => source(random)),
  }));
  const spec: { [field: string]: Json } = {
    containers: [container(random, 'app')],
    volumes: [...volumes, { name: 'dir', emptyDir: {} }],
    ...random.maybe(30, () => ({ initContainers: [container(random, 'init')] })),
    ...random.maybe(10, () => ({ ephemeralContainers: [container(random, 'debug')] })),
  };
  return { pod: { metadata: { name: 'web', namespace: 'shop' }, spec } };
}
