import {
  type EnvironmentExplanation,
  type ExplainedVariable,
  explainContainerEnvironment,
  type VariableOrigin,
} from '@kubesem/config';
import {
  attempt,
  type Container,
  type ContainerKind,
  type EnvVar,
  objectOf,
  objectsOf,
  textOf,
} from '@kubesem/core';
import { originWithout, withPlaceholders } from './placeholders.js';
import { preparePod, SECRET, type TargetIdentity } from './prepare.js';
import type { FoundTarget, ReadSources } from './read.js';

/** Where a value comes from, with a text for people. */
export interface OriginModel extends VariableOrigin {
  /** Such as `ConfigMap web key PORT`. */
  readonly text: string;
}

/** A variable and where its value comes from. */
export interface VariableModel extends ExplainedVariable {
  readonly origin: OriginModel;
  readonly hides: readonly OriginModel[];
}

/** The environment of a container. A value with data of a Secret is `***` unless it may be shown. */
export interface ContainerModel extends Omit<EnvironmentExplanation, 'variables'> {
  readonly name: string;
  readonly kind: ContainerKind;
  /** Empty if the container cannot be created. */
  readonly variables: readonly VariableModel[];
  /** What values contain instead of fields that have no value before the Pod runs, such as `<status.podIP>`. */
  readonly placeholders: readonly string[];
}

/** What `kubesem env` prints for programs. */
export interface EnvModel {
  readonly object: TargetIdentity;
  readonly containers: readonly ContainerModel[];
}

/** The model, and why a container has no place in it. */
export interface ReadEnv {
  readonly model: EnvModel;
  readonly errors: readonly string[];
}

/**
 * Computes the environments of a Pod.
 *
 * @param target - the Pod or the Pod template of a workload, and what it belongs to
 * @param sources - the other objects of the cluster
 * @param only - the name of a container; undefined for all
 * @param showSecrets - whether the data of Secrets may be shown
 * @returns the model, and an error for each container that cannot be read
 */
export function envModel(
  target: FoundTarget,
  sources: ReadSources,
  only: string | undefined,
  showSecrets: boolean,
): ReadEnv {
  const { object, pod, isTemplate, node, index, ...prepared } = preparePod(target, sources, only);
  const containers: ContainerModel[] = [];
  const errors = [...prepared.errors];
  for (const one of prepared.containers) {
    const { container, placeholders } = withPlaceholders(pod, one.container, node, isTemplate);
    const { value, error } = attempt(() => explainContainerEnvironment(pod, container, index));
    if (value === undefined) {
      errors.push(`container ${one.name}: ${error?.message}`);
      continue;
    }
    const variables = value.failure === undefined ? value.variables : [];
    const describe = (given: VariableOrigin): OriginModel => {
      const origin = originWithout(placeholders, given);
      return { ...origin, text: originText(origin, one.container) };
    };
    containers.push({
      name: one.name,
      kind: one.kind,
      ...value,
      variables: variables.map((variable) => {
        const { origin, hides } = variable;
        const shown = { ...variable, origin: describe(origin), hides: hides.map(describe) };
        return showSecrets ? shown : withoutSecrets(shown);
      }),
      placeholders: [...new Set(placeholders.values())],
    });
  }
  return { model: { object, containers }, errors };
}

/** What a variable with data of a Secret refers to can be that data. */
function withoutSecrets(variable: VariableModel): VariableModel {
  if (!variable.isSecret) {
    return variable;
  }
  const { base64: _, ...rest } = variable;
  const references = rest.references.map((reference) =>
    reference.value === undefined ? reference : { ...reference, value: SECRET },
  );
  return { ...rest, value: SECRET, references };
}

function originText(
  { source, segments, object, key }: VariableOrigin,
  container: Container,
): string {
  const keyText = key === undefined ? '' : ` key ${key}`;
  const [, index] = segments ?? [];
  const { valueFrom } = objectsOf<EnvVar>(container.env)[Number(index)] ?? {};
  const { fieldRef, resourceFieldRef } = objectOf(valueFrom);
  switch (source) {
    case 'CONFIG_MAP':
      return `ConfigMap ${object?.name}${keyText}`;
    case 'SECRET':
      return `Secret ${object?.name}${keyText}`;
    case 'SERVICE':
      return `Service ${object?.namespace}/${object?.name}`;
    case 'FIELD':
      return `field ${textOf(objectOf(fieldRef).fieldPath)}`;
    case 'RESOURCE':
      return `resource ${textOf(objectOf(resourceFieldRef).resource)}`;
    case 'FILE':
      return `env file${keyText}`;
    case 'VALUE':
      return 'value';
  }
}
