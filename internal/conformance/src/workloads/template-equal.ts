import type { PodTemplateSpec } from '@kubesem/core';
import { isSameTemplate } from '@kubesem/workloads';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';

/** Values of the fields of a template: absent, empty, zero, the default, and others that are and are not the same. */
const METADATA: { readonly [field: string]: readonly Json[] } = {
  labels: [
    {},
    { app: 'web' },
    { app: 'api' },
    { 'pod-template-hash': '1' },
    { app: 'web', 'pod-template-hash': '2' },
  ],
  annotations: [{}, { a: '' }, { a: 'b' }],
  name: ['', 'x'],
  finalizers: [[], ['x/y']],
};
const SPEC: { readonly [field: string]: readonly Json[] } = {
  restartPolicy: ['Always', '', 'OnFailure'],
  terminationGracePeriodSeconds: [30, 0, 31],
  activeDeadlineSeconds: [0, 5],
  dnsPolicy: ['ClusterFirst', '', 'None'],
  nodeSelector: [{}, { a: 'b' }],
  serviceAccountName: ['', 'x'],
  automountServiceAccountToken: [true, false],
  hostNetwork: [true, false],
  shareProcessNamespace: [true, false],
  enableServiceLinks: [true, false],
  securityContext: [{}, { runAsUser: 0 }, { sysctls: [] }, { supplementalGroups: [] }],
  affinity: [
    {},
    { nodeAffinity: {} },
    { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [] } },
  ],
  tolerations: [[], [{}], [{ key: 'a', tolerationSeconds: 0 }], [{ key: 'a' }]],
  overhead: [{}, { cpu: '0.5' }, { cpu: '500m' }],
  priority: [0, 5],
  topologySpreadConstraints: [
    [],
    [{ maxSkew: 1, topologyKey: 'a', whenUnsatisfiable: 'DoNotSchedule' }],
  ],
  imagePullSecrets: [[], [{}], [{ name: 'a' }]],
  hostAliases: [[], [{ ip: '' }]],
  readinessGates: [[], [{ conditionType: '' }]],
  schedulerName: ['', 'default-scheduler', 'x'],
  volumes: [
    [],
    [{ name: 'v' }],
    [{ name: 'v', emptyDir: {} }],
    [{ name: 'v', emptyDir: { sizeLimit: '1Gi' } }],
    [{ name: 'v', emptyDir: { sizeLimit: '1024Mi' } }],
    [{ name: 'v', configMap: { name: 'c' } }],
    [{ name: 'v', configMap: { name: 'c', defaultMode: 420, items: [] } }],
    [{ name: 'v', configMap: { name: 'c', optional: false } }],
    [{ name: 'v', projected: {} }],
  ],
};
const CONTAINER: { readonly [field: string]: readonly Json[] } = {
  image: ['app:1', 'app:2', 'app', ''],
  imagePullPolicy: ['IfNotPresent', 'Always', ''],
  command: [[], ['a'], ['']],
  env: [[], [{ name: 'A' }], [{ name: 'A', value: '' }], [{ name: 'A', value: 'b' }]],
  ports: [
    [],
    [{ containerPort: 80 }],
    [{ containerPort: 80, protocol: 'TCP' }],
    [{ containerPort: 80, hostPort: 0 }],
  ],
  resources: [
    {},
    { limits: {} },
    { limits: { cpu: '1' } },
    { limits: { cpu: '1000m' } },
    { limits: { cpu: '1' }, requests: { cpu: '1' } },
    { requests: { cpu: '0.1', memory: '1Gi' } },
    { requests: { cpu: '100m', memory: '1024Mi' } },
    { claims: [] },
  ],
  securityContext: [{}, { capabilities: {} }, { capabilities: { add: [] } }, { privileged: false }],
  readinessProbe: [
    {},
    { tcpSocket: { port: 80 } },
    { tcpSocket: { port: 80 }, periodSeconds: 10 },
    { tcpSocket: { port: '80' } },
  ],
  lifecycle: [{}, { preStop: {} }, { preStop: { sleep: { seconds: 0 } } }],
  stdin: [true, false],
  terminationMessagePath: ['', '/dev/termination-log'],
  volumeMounts: [
    [],
    [{ name: 'v', mountPath: '/v' }],
    [{ name: 'v', mountPath: '/v', readOnly: false }],
  ],
  envFrom: [[], [{}], [{ configMapRef: {} }], [{ configMapRef: { name: 'a' } }]],
};

/** Some fields, each with one of its values. */
function fields(
  random: Random,
  from: { readonly [field: string]: readonly Json[] },
  percent: number,
): JsonObject {
  const entries = Object.entries(from).filter(() => random.percent(percent));
  return Object.fromEntries(
    entries.map(([name, values]) => [name, random.pick([null, ...values])]),
  );
}

function template(random: Random): JsonObject {
  return {
    ...random.maybe(90, () => ({ metadata: fields(random, METADATA, 40) })),
    spec: {
      ...fields(random, SPEC, 20),
      containers: [{ name: 'app', ...fields(random, CONTAINER, 30) }],
      ...random.maybe(10, () => ({ initContainers: random.list(1, () => ({ name: 'init' })) })),
    },
  };
}

/** A copy with another value of a field. */
function changed(random: Random, { metadata, spec }: JsonObject): JsonObject {
  const { containers, ...others } = spec as JsonObject;
  const [container] = containers as readonly JsonObject[];
  const one = (from: { readonly [field: string]: readonly Json[] }): JsonObject => {
    const name = random.pick(Object.keys(from));
    return { [name]: random.pick([null, ...(from[name] as readonly Json[])]) };
  };
  const which = random.below(3);
  return {
    metadata: { ...(metadata as JsonObject), ...(which === 0 && one(METADATA)) },
    spec: {
      ...{ ...others, ...(which === 1 && one(SPEC)) },
      containers: [{ ...container, ...(which === 2 && one(CONTAINER)) }],
    },
  };
}

interface Answered {
  readonly equal: boolean;
  readonly a: PodTemplateSpec;
  readonly b: PodTemplateSpec;
}

const templateEqual: Operation = {
  name: 'template.equal',
  program: 'kubernetes',
  *examples() {
    const containers = [{ name: 'app', image: 'app:1' }];
    const a = { metadata: { labels: { app: 'web' } }, spec: { containers } };
    yield { a, b: a };
    for (const [name, values] of Object.entries(METADATA)) {
      for (const value of values) {
        yield { a, b: { ...a, metadata: { ...a.metadata, [name]: value } } };
      }
    }
    for (const [name, values] of Object.entries(SPEC)) {
      for (const value of values) {
        yield { a, b: { ...a, spec: { containers, [name]: value } } };
      }
    }
  },
  generate(random) {
    const a = template(random);
    return { a, b: random.percent(97) ? changed(random, a) : template(random) };
  },
  compare(_input, theirs, comparison) {
    const { equal, a, b } = theirs.out as unknown as Answered;
    comparison.field('equal', equal, isSameTemplate(a, b));
    comparison.field('swapped', equal, isSameTemplate(b, a));
  },
  kind(input, { out }) {
    const { a, b } = input as unknown as { readonly a: JsonObject; readonly b: JsonObject };
    const part = (template: JsonObject, name: string) =>
      JSON.stringify((template[name] as Json) ?? {});
    const spec = (template: JsonObject) => template['spec'] as JsonObject;
    const names = Object.keys({ ...spec(a), ...spec(b) });
    const differing = names.filter((name) => part(spec(a), name) !== part(spec(b), name));
    const hasMetadata = part(a, 'metadata') !== part(b, 'metadata');
    return [(out as unknown as Answered).equal, hasMetadata, differing.slice(0, 2)].join();
  },
};

interface Spelled extends Answered {
  readonly paths: readonly string[] | null;
}

/** The oracle knows every field and its type, so it writes a random template in two ways. */
const templateSpelling: Operation = {
  name: 'template.spelling',
  program: 'kubernetes',
  *examples() {},
  generate: (random) => ({ seed: random.below(2 ** 31) }),
  compare(_input, theirs, comparison) {
    const { equal, a, b } = theirs.out as unknown as Answered;
    comparison.field('equal', equal, isSameTemplate(a, b));
    comparison.field('swapped', equal, isSameTemplate(b, a));
  },
  kind(_input, { out }) {
    const { equal, paths } = out as unknown as Spelled;
    const [first = ''] = paths ?? [];
    return `${equal} ${first.split('.').slice(-1)}`;
  },
};

/** Whether a Deployment takes the template of a ReplicaSet for its own. */
export const templateOperations: readonly Operation[] = [templateEqual, templateSpelling];
