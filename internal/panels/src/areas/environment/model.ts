import {
  EnvironmentIndex,
  type ExplainedVariable,
  explainContainerEnvironment,
  type VariableOrigin,
  type VariableSource,
} from '@kubesem/config';
import {
  attempt,
  type ConfigMap,
  type Container,
  type EnvVar,
  ignoreProblem,
  type Node,
  objectOf,
  objectsOf,
  type Pod,
  podContainers,
  type Secret,
  type Service,
} from '@kubesem/core';
import type { ObjectReport } from '@kubesem/inspect';
import type { Case } from '../../case/case.js';
import { explainedObject, titleOf } from '../../case/explained.js';
import type { AreaModel } from '../area.js';
import { withPlaceholders } from './placeholders.js';

/** What the panel of environments shows. */
export interface EnvironmentModel {
  /** The Pods and workloads to choose from. */
  readonly objects: readonly string[];
  readonly selected: string;
  readonly containers: readonly ContainerEnvironmentModel[];
}

/** Options of the panel. */
export interface EnvironmentOptions {
  /** The Pod or workload, such as `Deployment shop/web`. */
  readonly selected?: string | undefined;
}

/** The environment of a container. */
export interface ContainerEnvironmentModel {
  readonly name: string;
  readonly kind: string;
  readonly variables: readonly VariableModel[];
  /** Why the container cannot be created. */
  readonly failure?: string | undefined;
  /** Variables whose values depend on what the input lacks. */
  readonly unknown: readonly string[];
  /** Optional references to what is missing. */
  readonly forgiven: readonly string[];
}

/** A variable. A value with data of a Secret is masked. */
export interface VariableModel {
  readonly name: string;
  readonly value: string;
  readonly isSecret: boolean;
  readonly source: VariableSource;
  readonly from: string;
  /** Earlier definitions that it hides. */
  readonly hides: readonly string[];
  /** The references in its value. */
  readonly references: readonly string[];
}

const MAX_OBJECTS = 500;
/** What data of Secrets is shown as. */
const MASKED = '••••••';

/** The model of the area. */
export const model: AreaModel<EnvironmentModel, EnvironmentOptions> = {
  count: (input) => targets(input).length,
  model: (input, { selected: wanted }) => {
    const all = targets(input);
    const chosen = all.find((object) => titleOf(object) === wanted) ?? all[0];
    return {
      objects: all.slice(0, MAX_OBJECTS).map(titleOf),
      selected: chosen === undefined ? '' : titleOf(chosen),
      containers: chosen === undefined ? [] : containersOf(input, chosen),
    };
  },
};

/** The Pods and workloads whose containers have variables. */
function targets(input: Case): readonly ObjectReport[] {
  return input.once('environments', () => {
    const lines = new Set(
      input.objects
        .filter(({ object }) => hasVariables(object))
        .map(({ file, line, item }) => `${file} ${line} ${item}`),
    );
    return input.report.objects.filter(
      ({ file, line, item = '', pod }) => pod !== undefined && lines.has(`${file} ${line} ${item}`),
    );
  });
}

/** Looks for containers with variables in a Pod, a template, or the template of a Job. */
function hasVariables(value: unknown): boolean {
  const { spec, template, jobTemplate, containers, initContainers } = objectOf<{
    readonly [field in
      | 'spec'
      | 'template'
      | 'jobTemplate'
      | 'containers'
      | 'initContainers']?: unknown;
  }>(value as object);
  const own = [containers, initContainers].flatMap((list) =>
    objectsOf(list as readonly Container[]),
  );
  return (
    own.some(({ env, envFrom }) => env != null || envFrom != null) ||
    [spec, template, jobTemplate].some((inner) => inner !== undefined && hasVariables(inner))
  );
}

function containersOf(input: Case, report: ObjectReport): readonly ContainerEnvironmentModel[] {
  const { pod: read } = explainedObject(input, report);
  if (read === undefined) {
    return [];
  }
  const isTemplate = report.kind !== 'Pod';
  const { name, uid, ...metadata } = read.metadata ?? {};
  const pod: Pod = {
    ...read,
    metadata: { ...metadata, namespace: report.namespace, ...(!isTemplate && { name, uid }) },
  };
  const node = input
    .list<Node>('v1 Node')
    .find((each) => pod.spec?.nodeName != null && each.metadata?.name === pod.spec.nodeName);
  const index = new EnvironmentIndex({
    configMaps: input.list<ConfigMap>('v1 ConfigMap'),
    secrets: input.list<Secret>('v1 Secret'),
    services: input.list<Service>('v1 Service'),
    node,
  });
  return podContainers(pod, ignoreProblem).map(({ name: container, kind, container: spec }) =>
    containerModel({ name: container, kind }, spec, { pod, index, isTemplate, node }),
  );
}

interface Context {
  readonly pod: Pod;
  readonly index: EnvironmentIndex;
  readonly isTemplate: boolean;
  readonly node: Node | undefined;
}

function containerModel(
  named: Pick<ContainerEnvironmentModel, 'name' | 'kind'>,
  container: Container,
  { pod, index, isTemplate, node }: Context,
): ContainerEnvironmentModel {
  const filled = withPlaceholders(pod, container, { isTemplate, node });
  const { value, error } = attempt(() => explainContainerEnvironment(pod, filled, index));
  if (value === undefined) {
    return { ...named, variables: [], failure: error?.message, unknown: [], forgiven: [] };
  }
  const { variables, failure, unknown, forgiven } = value;
  return {
    ...named,
    variables: failure === undefined ? variables.map((each) => variableModel(each, container)) : [],
    failure: failure === undefined ? undefined : `${failure.reason}: ${failure.message}`,
    unknown,
    forgiven: forgiven.map(({ message }) => message),
  };
}

function variableModel(variable: ExplainedVariable, container: Container): VariableModel {
  const { name, value, isSecret, origin, hides, references } = variable;
  const source = fieldPathOf(origin, container) === undefined ? origin.source : 'FIELD';
  return {
    ...{ name, isSecret, source },
    value: isSecret ? MASKED : value,
    from: originText(origin, container),
    hides: hides.map((each) => originText(each, container)),
    references: references.map(({ name: used, value: found }) =>
      found === undefined ? `$(${used}) stays, because no variable has this name` : `$(${used})`,
    ),
  };
}

function originText(origin: VariableOrigin, container: Container): string {
  const { source, object, key } = origin;
  const keyText = key === undefined ? '' : ` key ${key}`;
  const fieldPath = fieldPathOf(origin, container);
  if (fieldPath !== undefined) {
    return `field ${fieldPath}`;
  }
  switch (source) {
    case 'CONFIG_MAP':
      return `ConfigMap ${object?.name}${keyText}`;
    case 'SECRET':
      return `Secret ${object?.name}${keyText}`;
    case 'SERVICE':
      return `Service ${object?.namespace}/${object?.name}`;
    case 'RESOURCE':
      return 'requests or limits of a container';
    case 'FILE':
      return `env file${keyText}`;
    default:
      return 'value in the Pod';
  }
}

/** The field of the Pod that a definition reads; its value can be a placeholder. */
function fieldPathOf({ segments }: VariableOrigin, { env }: Container): string | undefined {
  const [list, index] = segments ?? [];
  const { valueFrom } = (list === 'env' && objectsOf<EnvVar>(env)[Number(index)]) || {};
  return valueFrom?.fieldRef?.fieldPath ?? undefined;
}
