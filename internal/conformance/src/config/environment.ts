import {
  containerCommand,
  containerEnvironment,
  type EnvironmentExplanation,
  type EnvironmentSources,
  explainContainerEnvironment,
  mountSubPath,
  probeCommand,
  serviceVariables,
} from '@kubesem/config';
import type { Container, Pod, Service } from '@kubesem/core';
import type { Comparison } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { FIELD_PATHS, podWithFields, withoutReasons } from './field.js';
import { base64Of, joined, textOf } from './text.js';

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
const SERVICES = ['web', 'foo', 'foo-service', 'kubernetes', 'a-b'];

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
function services(random: Random, most: number): readonly JsonObject[] {
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

function environmentCase(random: Random): JsonObject {
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

interface EnvironmentCase extends EnvironmentSources {
  readonly pod: Pod;
  readonly container: string;
}

interface EnvironmentAnswer {
  readonly error?: string;
  readonly variables: readonly (readonly [string, Json])[];
  readonly command: readonly Json[];
  readonly args: readonly Json[];
  readonly static: readonly Json[];
  readonly subPaths: readonly Json[];
}

/** The error with the folders of a kubelet. */
function shown(error: string | undefined): string | undefined {
  return (
    error &&
    withoutReasons(error).replace(
      'ROOT/files',
      '/var/lib/kubelet/pods/UID/volumes/kubernetes.io~empty-dir/files',
    )
  );
}

/** Names whose values are random: Services that claim one name, and what is made from them. */
function randomNames(
  { variables }: EnvironmentExplanation,
  conflicts: ReadonlySet<string>,
): Set<string> {
  const names = new Set(
    variables.filter(({ candidates }) => candidates.length > 0).map(({ name }) => name),
  );
  for (let size = -1; size !== names.size; ) {
    size = names.size;
    for (const { name, references } of variables) {
      if (
        references.some((reference) => conflicts.has(reference.name) || names.has(reference.name))
      ) {
        names.add(name);
      }
    }
  }
  return names;
}

function compareEnvironment(input: Json, out: Json | undefined, comparison: Comparison): void {
  const { pod, container: name, ...sources } = input as unknown as EnvironmentCase;
  const theirs = out as unknown as EnvironmentAnswer;
  const own = pod.spec?.containers?.find((each) => each.name === name) as Container;
  const { variables, failure, unknown } = containerEnvironment(pod, own, sources);
  const uid = pod.metadata?.uid ?? '';
  comparison.field(
    'failure',
    shown(theirs.error)?.replace('UID', uid),
    failure && withoutReasons(failure.message),
  );
  comparison.field('unknown', '', unknown.join());
  if (theirs.error !== undefined || failure !== undefined) {
    return;
  }
  comparison.field(
    'names',
    theirs.variables.map(([each]) => each).join(),
    variables.map((each) => each.name).join(),
  );
  const links = pod.spec?.enableServiceLinks ?? true;
  const { conflicts } = serviceVariables(sources.services ?? [], {
    namespace: 'shop',
    enableServiceLinks: links,
  });
  const explanation = explainContainerEnvironment(pod, own, sources);
  const unsure = randomNames(explanation, new Set(conflicts.map((conflict) => conflict.name)));
  for (const [index, { name: each, value, base64 }] of variables.entries()) {
    const [, expected] = theirs.variables[index] ?? [];
    if (!unsure.has(each)) {
      comparison.field(`value of ${each}`, textOf(expected ?? ''), value);
      comparison.field(`bytes of ${each}`, base64Of(expected ?? ''), base64);
    }
  }
  if (unsure.size > 0) {
    return;
  }
  const { command, args } = containerCommand(own, variables);
  comparison.field('command', theirs.command.map(textOf).join('|'), command.join('|'));
  comparison.field('args', theirs.args.map(textOf).join('|'), args.join('|'));
  comparison.field(
    'static',
    theirs.static.map(textOf).join('|'),
    probeCommand(own.command ?? [], own).join('|'),
  );
  for (const [index, mount] of (own.volumeMounts ?? []).entries()) {
    const expected = theirs.subPaths[index] ?? '';
    const path = mountSubPath(mount, variables);
    const isError = typeof expected === 'object' && expected !== null && 'error' in expected;
    const ours = path.ok ? path.value : path.message;
    // Where the path leads is checked later in Kubernetes.
    if (path.ok || ours.startsWith('missing')) {
      comparison.field('sub-path', isError ? (expected.error as Json) : textOf(expected), ours);
    }
  }
}

const environment: Operation = {
  name: 'env.container',
  program: 'kubernetes',
  *examples() {
    const node = { status: { addresses: [{ type: 'InternalIP', address: '10.0.0.1' }] } };
    const metadata = { namespace: 'shop', name: 'one' };
    const configMaps = [
      { metadata, data: { A: 'a', 'a.b': 'b', '1bad-name': 'c' }, binaryData: { b: 'YQ==' } },
    ];
    const secrets = [{ metadata, data: { A: '/w==' } }];
    const services = [
      {
        metadata: { namespace: 'default', name: 'kubernetes' },
        spec: { clusterIP: '10.96.0.1', ports: [{ name: 'https', port: 443 }] },
      },
      {
        metadata: { namespace: 'shop', name: 'web' },
        spec: { clusterIP: 'fd00::1', ports: [{ port: 80 }] },
      },
    ];
    for (const own of [
      { envFrom: [{ configMapRef: { name: 'one' } }], env: [{ name: 'A', value: '$(A)$(A)' }] },
      {
        env: [
          { name: 'B', value: '$(A)' },
          { name: 'A', value: 'x' },
          { name: 'C', value: '$(A)$(B)' },
        ],
      },
      {
        env: [
          { name: 'A', value: 'x' },
          {
            name: 'A',
            valueFrom: { configMapKeyRef: { name: 'one', key: 'gone', optional: true } },
          },
        ],
      },
      { envFrom: [{ secretRef: { name: 'one' } }], env: [{ name: 'D', value: 'x$(A)y' }] },
      {
        env: [
          { name: 'WEB_SERVICE_HOST', value: 'mine' },
          { name: 'H', value: '$(WEB_PORT)' },
        ],
      },
    ]) {
      for (const spec of [{}, { enableServiceLinks: false }]) {
        yield {
          pod: {
            metadata: { namespace: 'shop' },
            spec: { ...spec, containers: [{ name: 'app', ...own }] },
          },
          container: 'app',
          ...{ configMaps, secrets, services, node },
        };
      }
    }
  },
  generate: environmentCase,
  compare: (input, theirs, comparison) => compareEnvironment(input, theirs.out, comparison),
  kind(_, { out }) {
    const { error, variables } = out as unknown as EnvironmentAnswer;
    return error?.replace(/"[^"]*"|\[.*\]|ROOT.*/g, '') ?? `${variables.length}`;
  },
};

interface ServicesCase {
  readonly services: readonly Service[];
  readonly namespace: string;
  readonly links: boolean;
}

const variablesOfServices: Operation = {
  name: 'env.services',
  program: 'kubernetes',
  *examples() {
    const spec = { clusterIP: '10.0.0.1', ports: [{ port: 80 }] };
    for (const links of [true, false]) {
      for (const name of SERVICES) {
        for (const namespace of ['default', 'shop']) {
          yield { services: [{ metadata: { namespace, name }, spec }], namespace: 'shop', links };
        }
      }
    }
  },
  generate: (random) => ({
    services: services(random, 6),
    namespace: random.pick(['shop', 'shop', 'default']),
    links: random.percent(75),
  }),
  compare(input, theirs, comparison) {
    const { services: given, namespace, links } = input as unknown as ServicesCase;
    const { variables: expected, each } = theirs.out as {
      variables: { [name: string]: string };
      each: { [name: string]: string }[];
    };
    const ours = serviceVariables(given, { namespace, enableServiceLinks: links });
    const candidates = new Map(
      ours.conflicts.map((conflict) => [conflict.name, conflict.candidates]),
    );
    comparison.field(
      'names',
      Object.keys(expected).sort().join(),
      ours.variables.map(({ name }) => name).join(),
    );
    for (const variable of ours.variables) {
      const possible = candidates.get(variable.name) ?? [variable];
      comparison.field(
        `value of ${variable.name}`,
        expected[variable.name],
        possible.find(({ value }) => value === expected[variable.name])?.value,
      );
      for (const candidate of possible) {
        const index = given.findIndex(
          ({ metadata }) =>
            metadata?.name === candidate.service.name &&
            metadata?.namespace === candidate.service.namespace,
        );
        comparison.field(
          `candidate ${variable.name}`,
          each[index]?.[variable.name],
          candidate.value,
        );
      }
    }
  },
  kind(input, { out }) {
    const { namespace, links } = input as unknown as ServicesCase;
    return [
      namespace,
      links,
      Object.keys((out as JsonObject).variables as JsonObject).length,
    ].join();
  },
};

/** The environment of containers. */
export const containerEnvironmentOperations: readonly Operation[] = [
  environment,
  variablesOfServices,
];
