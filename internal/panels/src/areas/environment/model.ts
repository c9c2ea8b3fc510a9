import type { VariableSource } from '@kubesem/config';
import { type Container } from '@kubesem/core';
import { objectOf, objectsOf } from '@kubesem/core/internal';
import {
  type ContainerEnvironmentReport,
  type ObjectReport,
  type PodEnvironmentReport,
  podEnvironment,
  type ReportedVariable,
} from '@kubesem/inspect';
import type { Case } from '../../case/case.js';
import { explainedObject, titleOf } from '../../case/explained.js';
import type { AreaModel } from '../area.js';

/** What the panel of environments shows. */
export interface EnvironmentModel {
  /** The Pods and workloads to choose from. */
  readonly objects: readonly string[];
  readonly selected: string;
  readonly containers: readonly ContainerEnvironmentModel[];
  /** Why values or containers cannot be read. */
  readonly errors: readonly string[];
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

/** The model of the area. */
export const model: AreaModel<EnvironmentModel, EnvironmentOptions> = {
  count: (input) => targets(input).length,
  model: (input, { selected: wanted }) => {
    const all = targets(input);
    const chosen = all.find((object) => titleOf(object) === wanted) ?? all[0];
    const objects = all.slice(0, MAX_OBJECTS).map(titleOf);
    if (chosen === undefined) {
      return { objects, selected: '', containers: [], errors: [] };
    }
    const { containers, errors } = environmentOf(input, chosen);
    return {
      objects,
      selected: titleOf(chosen),
      containers: containers.map(containerModel),
      errors,
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

function environmentOf(input: Case, report: ObjectReport): PodEnvironmentReport {
  const { pod } = explainedObject(input, report);
  const { namespace, kind } = report;
  return pod === undefined
    ? { containers: [], errors: [] }
    : podEnvironment(pod, input.cluster, { namespace, isTemplate: kind !== 'Pod' });
}

function containerModel(report: ContainerEnvironmentReport): ContainerEnvironmentModel {
  const { name, kind, variables, failure, unknown, forgiven } = report;
  return {
    ...{ name, kind, unknown },
    variables: variables.map(variableModel),
    failure: failure === undefined ? undefined : `${failure.reason}: ${failure.message}`,
    forgiven: forgiven.map(({ message }) => message),
  };
}

function variableModel(variable: ReportedVariable): VariableModel {
  const { name, value, isSecret, origin, hides, references } = variable;
  return {
    ...{ name, value, isSecret },
    source: origin.source,
    from: origin.text,
    hides: hides.map(({ text }) => text),
    references: references.map(({ name: used, value: found }) =>
      found === undefined ? `$(${used}) stays, because no variable has this name` : `$(${used})`,
    ),
  };
}
