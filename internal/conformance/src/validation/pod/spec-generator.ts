import type { Json, JsonObject } from '../../harness/json.js';
import type { Random } from '../../harness/random.js';

/** Makes the value of a field. */
type Make = (random: Random) => Json;

const LONG = 'a'.repeat(64);
const NAMES = ['a', 'web', 'a', 'a.b', 'A', 'a_b', '-a', '', LONG, 'a'.repeat(254), 'a b'];
const LABELS = ['app', 'example.com/app', 'app', 'a b', '', '/a', 'Example.com/a', LONG, 'a/b/c'];
const VALUES = ['web', 'web', '', 'a b', '-a', LONG, 'A_b.c'];
const WORDS = ['', 'Odd'];
const IDS = [0, 1, 1000, -1, 2_147_483_647, 2_147_483_648];

/** One of the values, or sometimes no field. */
function pick(...values: readonly Json[]): Make {
  return (random) => random.pick(values);
}

function list(most: number, make: Make): Make {
  return (random) => random.list(most, () => make(random));
}

function map(most: number, keys: readonly string[], values: readonly string[]): Make {
  return (random) =>
    Object.fromEntries(random.list(most, () => [random.pick(keys), random.pick(values)]));
}

/** Rarely a long text, because vectors with it are large. */
function orLong(length: number, make: Make): Make {
  return (random) => (random.percent(2) ? 'a'.repeat(length) : make(random));
}

/** An object with some of the fields. */
function object(fields: { readonly [field: string]: Make }, percent = 45): Make {
  return (random) =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(() => random.percent(percent))
        .map(([field, make]) => [field, make(random)]),
    );
}

const requirement = (...operators: readonly string[]): Make =>
  object(
    {
      key: pick(...LABELS),
      operator: pick('In', 'NotIn', 'Exists', 'DoesNotExist', ...operators, ...WORDS),
      values: list(2, pick(...VALUES)),
    },
    85,
  );

const labelSelector = object(
  { matchLabels: map(2, LABELS, VALUES), matchExpressions: list(2, requirement('Gt')) },
  70,
);

const nodeTerm = object({
  matchExpressions: list(2, requirement('Gt', 'Lt')),
  matchFields: list(
    2,
    object(
      {
        key: pick('metadata.name', 'a'),
        operator: pick('In', 'Gt'),
        values: list(2, pick(...NAMES)),
      },
      85,
    ),
  ),
});

const labelKeys = {
  matchLabelKeys: list(3, pick(...LABELS)),
  mismatchLabelKeys: list(2, pick(...LABELS)),
};

const podTerm = object(
  {
    labelSelector,
    namespaceSelector: labelSelector,
    namespaces: list(2, pick(...NAMES)),
    topologyKey: pick(...LABELS),
    ...labelKeys,
  },
  60,
);

const weight = pick(0, 1, 100, 101, -1);
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

const podAffinity = object({
  [REQUIRED]: list(2, podTerm),
  [PREFERRED]: list(2, object({ weight, podAffinityTerm: podTerm }, 80)),
});

const affinity = object({
  nodeAffinity: object({
    [REQUIRED]: object({ nodeSelectorTerms: list(2, nodeTerm) }, 80),
    [PREFERRED]: list(2, object({ weight, preference: nodeTerm }, 80)),
  }),
  podAffinity,
  podAntiAffinity: podAffinity,
});

const spread = object(
  {
    maxSkew: pick(0, 1, 2, -1),
    topologyKey: pick('zone', 'host', ''),
    whenUnsatisfiable: pick('DoNotSchedule', 'ScheduleAnyway', ...WORDS),
    minDomains: pick(0, 1, -1, null),
    nodeAffinityPolicy: pick('Honor', 'Ignore', ...WORDS),
    nodeTaintsPolicy: pick('Honor', ...WORDS),
    labelSelector,
    matchLabelKeys: labelKeys.matchLabelKeys,
  },
  60,
);

const toleration = object(
  {
    key: pick(...LABELS),
    operator: pick('Exists', 'Equal', 'Lt', 'Gt', ...WORDS),
    value: pick(...VALUES, '5'),
    effect: pick('NoSchedule', 'PreferNoSchedule', 'NoExecute', ...WORDS),
    tolerationSeconds: pick(5, -1, null),
  },
  55,
);

const PATHS = ['a', 'a/b', '/a', '../a', '..a', '', ' a'];
const profile = object(
  {
    type: pick('Localhost', 'RuntimeDefault', 'Unconfined', ...WORDS),
    localhostProfile: orLong(4096, pick(...PATHS)),
  },
  75,
);

const windowsOptions = object(
  {
    gmsaCredentialSpecName: pick(...NAMES),
    gmsaCredentialSpec: orLong(65_537, pick('', 'a')),
    runAsUserName: pick(
      ...['', 'a', 'D\\a', 'a\\b\\c', '\\a', 'D\\', '...', 'a\u0007', 'a+b', 'a/b', '.d\\a'],
      ...['d_e\\a', `${'d'.repeat(16)}\\a`, `${'d.'.repeat(128)}\\a`, 'a'.repeat(105), ' \\ '],
    ),
    hostProcess: pick(true, false),
  },
  30,
);

const securityContext = object(
  {
    runAsUser: pick(...IDS),
    runAsGroup: pick(...IDS),
    procMount: pick('Default', 'Unmasked', ...WORDS),
    seccompProfile: profile,
    appArmorProfile: profile,
    windowsOptions,
    seLinuxOptions: pick({}),
    allowPrivilegeEscalation: pick(true, false),
    readOnlyRootFilesystem: pick(true),
    capabilities: object({ add: list(2, pick('CAP_SYS_ADMIN', 'CAP_CHOWN', 'SYS_ADMIN')) }),
  },
  25,
);

const SYSCTLS = [
  ...['kernel.shm_rmid_forced', 'net.core.somaxconn', 'net/ipv4/ip_forward', 'kernel.msgmax', ''],
  ...['fs.mqueue.a', 'kernel/sem', 'a..b', 'A', 'net.', 'net/a.b', 'user.max', 'a'.repeat(254)],
];

const podSecurityContext = object(
  {
    fsGroup: pick(...IDS),
    runAsUser: pick(...IDS),
    runAsGroup: pick(...IDS),
    supplementalGroups: list(2, pick(...IDS)),
    supplementalGroupsPolicy: pick('Merge', 'Strict', ...WORDS),
    fsGroupChangePolicy: pick('Always', 'OnRootMismatch', ...WORDS),
    seLinuxChangePolicy: pick('MountOption', 'Recursive', ...WORDS),
    sysctls: list(3, object({ name: pick(...SYSCTLS) }, 95)),
    seccompProfile: profile,
    appArmorProfile: profile,
    windowsOptions,
  },
  20,
);

const port = object(
  {
    name: pick('http', 'web', 'HTTP', '8080', 'a--b', '', LONG),
    containerPort: pick(80, 443, 0, 65_536, -1),
    hostPort: pick(80, 443, 0, 65_536, -1),
    protocol: pick('TCP', 'UDP', 'SCTP', ...WORDS, 'tcp'),
    hostIP: pick('', '10.0.0.1'),
  },
  60,
);

const resizePolicy = object(
  {
    resourceName: pick('cpu', 'memory', ...WORDS),
    restartPolicy: pick('NotRequired', 'RestartContainer', ...WORDS),
  },
  85,
);

const CONTAINER: { readonly [field: string]: Make } = {
  ports: list(3, port),
  terminationMessagePolicy: pick('File', 'FallbackToLogsOnError', ...WORDS),
  imagePullPolicy: pick('Always', 'IfNotPresent', 'Never', ...WORDS),
  resizePolicy: list(2, resizePolicy),
  securityContext,
  volumeDevices: list(1, pick({ name: 'data', devicePath: '/dev/a' })),
};

function container(random: Random): JsonObject {
  return {
    ...random.maybe(95, () => ({ name: random.pick(['app', 'web', 'log', ...NAMES]) })),
    ...random.maybe(95, () => ({ image: random.pick(['a:1', 'a:1', '', ' a']) })),
    ...(object(CONTAINER, 30)(random) as JsonObject),
  };
}

function initContainer(random: Random): JsonObject {
  return { ...container(random), ...random.maybe(40, () => ({ restartPolicy: 'Always' })) };
}

function ephemeralContainer(random: Random): JsonObject {
  return {
    ...container(random),
    ...random.maybe(50, () => ({ targetContainerName: random.pick(['app', 'debug', '']) })),
  };
}

const SPEC: { readonly [field: string]: Make } = {
  initContainers: list(2, initContainer),
  ephemeralContainers: list(2, ephemeralContainer),
  restartPolicy: pick('Always', 'Never', 'OnFailure', ...WORDS),
  dnsPolicy: pick('Default', ...WORDS),
  hostNetwork: pick(true, false),
  hostPID: pick(true, false),
  hostIPC: pick(true, false),
  hostUsers: pick(true, false),
  shareProcessNamespace: pick(true, false),
  nodeSelector: map(2, LABELS, VALUES),
  nodeName: pick(...NAMES),
  serviceAccountName: pick(...NAMES),
  serviceAccount: pick(...NAMES),
  hostname: pick(...NAMES),
  subdomain: pick(...NAMES),
  priorityClassName: pick(...NAMES),
  runtimeClassName: pick(...NAMES),
  preemptionPolicy: pick('Never', 'PreemptLowerPriority', ...WORDS),
  os: object({ name: pick('linux', 'windows', ...WORDS) }, 90),
  affinity,
  tolerations: list(3, toleration),
  topologySpreadConstraints: list(3, spread),
  securityContext: podSecurityContext,
  imagePullSecrets: list(2, object({ name: pick(...NAMES) })),
  hostAliases: list(
    2,
    object({
      ip: pick('10.0.0.1', '010.0.0.1', '::1', 'a', ''),
      hostnames: list(2, pick(...NAMES)),
    }),
  ),
  volumes: list(
    2,
    object({
      name: pick('data', 'model', ''),
      image: object({ reference: pick('a:1', ''), pullPolicy: pick('Always', ...WORDS) }, 70),
    }),
  ),
};

const ANNOTATIONS = [
  ...['a', 'Example.com/A', 'a b', '', 'kubernetes.io/config.mirror'],
  ...['controller.kubernetes.io/pod-deletion-cost', 'seccomp.security.alpha.kubernetes.io/pod'],
  ...['container.seccomp.security.alpha.kubernetes.io/app'],
  ...['app', 'web', 'x'].map((name) => `container.apparmor.security.beta.kubernetes.io/${name}`),
];
const ANNOTATED = [
  ...['', 'a', '1', '-1', '+1', '007', '-007', '2147483648', 'unconfined', 'runtime/default'],
  ...['docker/default', 'localhost/a', 'localhost/../a', 'localhost//a'],
];
const EVENT = { apiVersion: 'v1', kind: 'Event', name: 'a', uid: 'b' };

/** Odd metadata. */
const metadata = object(
  {
    name: pick(...NAMES),
    generateName: pick('web-', '', 'A', '-'),
    namespace: pick('shop', '', 'A', LONG),
    labels: map(3, LABELS, VALUES),
    annotations: (random) =>
      random.percent(1) ? { a: 'a'.repeat(262_144) } : map(2, ANNOTATIONS, ANNOTATED)(random),
    finalizers: list(3, pick('a/b', 'a', '', 'a b', 'orphan', 'foregroundDeletion')),
    ownerReferences: list(3, (random) => ({
      ...EVENT,
      ...(object({
        apiVersion: pick('apps/v1', 'v1', '', 'a/b/c', 'a/', '/v1', '/'),
        kind: pick('Job', 'Event', ''),
        name: pick('c', ''),
        uid: pick('d', ''),
        controller: pick(true, false),
      })(random) as JsonObject),
    })),
  },
  50,
);

/** The oracle generates no names. */
function namedMetadata(random: Random): JsonObject {
  const { generateName, ...rest } = metadata(random) as JsonObject;
  return rest.name && generateName !== undefined ? { ...rest, generateName } : rest;
}

/** A Pod with odd names, labels, places, ports and security. */
export function specPod(random: Random): Json {
  return {
    metadata: random.percent(30) ? namedMetadata(random) : { name: 'web', labels: { app: 'web' } },
    spec: {
      ...random.maybe(97, () => ({ containers: random.list(3, () => container(random)) })),
      ...(object(SPEC, 18)(random) as JsonObject),
    },
  };
}
