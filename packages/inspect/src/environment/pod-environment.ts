import {
  type EnvironmentExplanation,
  type ExplainedVariable,
  explainContainerEnvironment,
  type VariableOrigin,
} from '@kubesem/config';
import type { Container, ContainerKind, Pod } from '@kubesem/core';
import { ABSENT, fields } from '@kubesem/core/internal';
import type { EnvironmentObjects } from './objects.js';
import { originWithout } from './placeholders.js';
import { describeContainers, type PodEnvironmentOptions } from './prepare.js';

/** Where a value comes from, with a text for people. */
export interface ReportedOrigin extends VariableOrigin {
  /** Such as `ConfigMap web key PORT`. */
  readonly text: string;
}

/** A variable, and where its value comes from. */
export interface ReportedVariable extends ExplainedVariable {
  /** The definition that wins. */
  readonly origin: ReportedOrigin;
  /** The definitions that it hides, the last one first. */
  readonly hides: readonly ReportedOrigin[];
}

/** The environment of a container. A marker such as `<Secret api key token>` is the data of a Secret unless that may be shown. */
export interface ContainerEnvironmentReport extends Omit<EnvironmentExplanation, 'variables'> {
  /** Name of the container. */
  readonly name: string;
  /** Kind of the container, such as `init` or `sidecar`. */
  readonly kind: ContainerKind;
  /** The variables by name; empty if the container cannot be created. */
  readonly variables: readonly ReportedVariable[];
  /** Placeholders for fields that have no value before the Pod runs, such as `<status.podIP>`. */
  readonly placeholders: readonly string[];
}

/** The environments of the containers of a Pod. */
export interface PodEnvironmentReport {
  /** The containers that can be read, in the order of the Pod. */
  readonly containers: readonly ContainerEnvironmentReport[];
  /** Why values or containers cannot be read. */
  readonly errors: readonly string[];
}

/**
 * Reports the environment variables of the containers of a Pod or a Pod template, and where their values come from.
 *
 * A field that has no value before the Pod runs, such as its address, is a placeholder with the name of the field. The
 * report omits values of ConfigMaps and Secrets that it cannot read, and lists them as errors.
 *
 * A field of the wrong type counts as absent.
 *
 * @param pod - the Pod or the template, with the defaults of the API server
 * @param objects - the objects of the cluster; they are not changed
 * @param options - which object the Pod is from, and what to report
 * @returns a report on each container; errors contain no data of Secrets
 *
 * @example
 * ```ts
 * import { podEnvironment } from '@kubesem/inspect';
 *
 * const env = [
 *   { name: 'PORT', value: '8443' },
 *   { name: 'POD_IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
 *   { name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'api', key: 'token' } } },
 * ];
 * const pod = { spec: { containers: [{ name: 'app', envFrom: [{ configMapRef: { name: 'web' } }], env }] } };
 * const configMaps = [{ metadata: { name: 'web' }, data: { PORT: '80' } }];
 * const secrets = [{ metadata: { name: 'api' }, stringData: { token: 'tiger' } }];
 * const [app] = podEnvironment(pod, { configMaps, secrets }).containers;
 * app?.variables.map(({ name, value, origin }) => [name, value, origin.text]) // => [
 * //   ['POD_IP', '<status.podIP>', 'field status.podIP'],
 * //   ['PORT', '8443', 'value'],
 * //   ['TOKEN', '<Secret api key token>', 'Secret api key token'],
 * // ]
 * app?.variables[1]?.hides.map(({ text }) => text) // => ['ConfigMap web key PORT']
 * ```
 *
 * Source: as {@link @kubesem/config!explainContainerEnvironment | explainContainerEnvironment}.
 */
export function podEnvironment(
  pod: Pod,
  objects: EnvironmentObjects,
  options: PodEnvironmentOptions = {},
): PodEnvironmentReport {
  return describeContainers(
    pod,
    objects,
    options,
    ({ pod: named, written, container, placeholders, cluster, options: found }) => {
      const explained = explainContainerEnvironment(named, container, cluster, found);
      const variables = explained.failure === undefined ? explained.variables : [];
      const describe = (given: VariableOrigin): ReportedOrigin => {
        const origin = originWithout(placeholders, given);
        return { ...origin, text: originText(origin, written) };
      };
      return {
        ...explained,
        variables: variables.map((variable) => {
          const { origin, hides } = variable;
          return { ...variable, origin: describe(origin), hides: hides.map(describe) };
        }),
        placeholders: [...new Set(placeholders.values())],
      };
    },
  );
}

function originText(
  { source, segments, object, key }: VariableOrigin,
  container: Container,
): string {
  const keyText = key === undefined ? '' : ` key ${key}`;
  const [, index] = segments ?? [];
  const valueFrom = fields(container, ABSENT).objects('env')[Number(index)]?.at('valueFrom');
  switch (source) {
    case 'CONFIG_MAP':
      return `ConfigMap ${object?.name}${keyText}`;
    case 'SECRET':
      return `Secret ${object?.name}${keyText}`;
    case 'SERVICE':
      return `Service ${object?.namespace}/${object?.name}`;
    case 'FIELD':
      return `field ${valueFrom?.at('fieldRef').text('fieldPath') ?? ''}`;
    case 'RESOURCE':
      return `resource ${valueFrom?.at('resourceFieldRef').text('resource') ?? ''}`;
    case 'FILE':
      return `env file${keyText}`;
    case 'VALUE':
      return 'value';
  }
}
