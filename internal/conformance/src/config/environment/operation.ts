import {
  containerCommand,
  containerEnvironment,
  type EnvironmentCluster,
  type EnvironmentExplanation,
  type EnvironmentOptions,
  explainContainerEnvironment,
  mountSubPath,
  serviceVariables,
} from '@kubesem/config';
import type { Container, Pod, Service } from '@kubesem/core';
import { probeRequest } from '@kubesem/lifecycle';
import type { Comparison } from '../../harness/comparison.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import { withoutReasons } from '../field.js';
import { base64Of, textOf } from '../text.js';
import { environmentCase, SERVICES, services } from './generator.js';

interface EnvironmentCase extends EnvironmentCluster, EnvironmentOptions {
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
function shown(error: string | undefined, uid: string): string | undefined {
  const root = `/var/lib/kubelet/pods/${uid}/volumes/kubernetes.io~empty-dir/`;
  return error && withoutReasons(error).replace('ROOT/', () => root);
}

/**
 * Names whose values are random: Services that claim one name, and all variables of a container that refers to one, since
 * a later definition can hide the reference.
 */
function randomNames(
  { variables }: EnvironmentExplanation,
  conflicts: readonly string[],
  { env }: Container,
): Set<string> {
  const isReferred = conflicts.some((name) =>
    env?.some(({ value }) => value?.includes(`$(${name})`)),
  );
  return new Set(
    variables
      .filter(({ candidates }) => isReferred || candidates.length > 0)
      .map(({ name }) => name),
  );
}

function compareEnvironment(input: Json, out: Json | undefined, comparison: Comparison): void {
  const { pod, container: name, ...sources } = input as unknown as EnvironmentCase;
  const theirs = out as unknown as EnvironmentAnswer;
  const own = pod.spec?.containers?.find((each) => each.name === name) as Container;
  const { variables, failure, unknown } = containerEnvironment(pod, own, sources, sources);
  const uid = pod.metadata?.uid ?? '';
  comparison.field('failure', shown(theirs.error, uid), failure && withoutReasons(failure.message));
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
  const explanation = explainContainerEnvironment(pod, own, sources, sources);
  const conflicting = conflicts.map((conflict) => conflict.name);
  const unsure = randomNames(explanation, conflicting, own);
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
  comparison.field('static', theirs.static.map(textOf).join('|'), staticCommand(own).join('|'));
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

/** The command of a container as an exec probe would run it. */
function staticCommand(own: Container): readonly string[] {
  const request = probeRequest({ exec: { command: own.command ?? [] } }, own, '');
  return request.kind === 'exec' ? request.command : [];
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
    return error?.replace(/"[^"]*"|addresses: .*|ROOT.*/g, '') ?? `${variables.length}`;
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
