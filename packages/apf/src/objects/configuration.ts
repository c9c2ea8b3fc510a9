// Source: `k8s.io/kubernetes/pkg/registry/flowcontrol` v1.37.1.
import {
  type FieldPath,
  type FlowSchema,
  formatFieldProblem,
  type PriorityLevelConfiguration,
  ProblemsError,
} from '@kubesem/core';
import {
  ABSENT,
  appendAll,
  displayText,
  fieldProblem,
  fields,
  readIterable,
} from '@kubesem/core/internal';
import { FLOW_SCHEMA, type Kind, PRIORITY_LEVEL_CONFIGURATION } from '@kubesem/core/kinds';
import { nameOf } from '../requests/classify.js';
import { applyFlowSchemaDefaults, applyPriorityLevelDefaults } from './defaults.js';
import type { ApfProblem } from './field-checks.js';
import { validateFlowSchema } from './validate-flow-schema.js';
import { validatePriorityLevel } from './validate-priority-level.js';

/** The objects that configure a server. */
export interface ApfConfiguration {
  /** All PriorityLevelConfigurations. */
  readonly priorityLevels: Iterable<PriorityLevelConfiguration>;
  /** All FlowSchemas. */
  readonly flowSchemas: Iterable<FlowSchema>;
}

/** Why the API server would reject one object of a configuration. The segments lead to the field in that object. */
export interface ConfigurationProblem extends ApfProblem {
  /** Kind of the object. */
  readonly kind: 'FlowSchema' | 'PriorityLevelConfiguration';
  /** Name of the object; empty if it has none. */
  readonly name: string;
  /** Index of the object among those of its kind in the configuration. */
  readonly index: number;
}

/** The objects of a configuration that the API server would store. */
export interface StorableConfiguration extends ApfConfiguration {
  /** The PriorityLevelConfigurations, with defaults. */
  readonly priorityLevels: readonly PriorityLevelConfiguration[];
  /** The FlowSchemas, with defaults. */
  readonly flowSchemas: readonly FlowSchema[];
  /** Why the server would reject the other objects. */
  readonly problems: readonly ConfigurationProblem[];
}

/**
 * Thrown if the API server would reject an object of a configuration.
 *
 * @example
 * ```ts
 * import { ApfConfigurationError, ApfController, VirtualClock } from '@kubesem/apf';
 *
 * const clock = new VirtualClock();
 * const flowSchemas = [{ metadata: { name: 'nowhere' }, spec: { rules: [] } }];
 * let error: ApfConfigurationError | undefined;
 * try {
 *   new ApfController({ clock, serverConcurrencyLimit: 10, priorityLevels: [], flowSchemas });
 * } catch (caught) {
 *   error = caught as ApfConfigurationError;
 * }
 * error?.code // => 'INVALID_CONFIGURATION'
 * error?.problems.map(({ name, path, code }) => [name, path, code]) // => [
 * //   ['nowhere', 'spec.priorityLevelConfiguration.name', 'REQUIRED'],
 * // ]
 * ```
 */
export class ApfConfigurationError extends ProblemsError<
  'INVALID_CONFIGURATION',
  ConfigurationProblem
> {
  /** The class's own name, unaffected by minification. */
  override readonly name = 'ApfConfigurationError';

  /**
   * Creates an error from problems.
   *
   * @param problems - at least one
   */
  constructor(problems: readonly ConfigurationProblem[]) {
    super('INVALID_CONFIGURATION', problems, (problem) => {
      const object = `${problem.kind} ${displayText(problem.name)}`;
      return `${object}: ${formatFieldProblem(problem)}`;
    });
  }
}

/** How objects of one kind are stored. */
interface StoredKind<T> {
  readonly kind: Kind<ConfigurationProblem['kind']>;
  readonly validate: (object: T) => readonly ApfProblem[];
  readonly applyDefaults: (object: T) => T;
}

const PRIORITY_LEVELS: StoredKind<PriorityLevelConfiguration> = {
  kind: PRIORITY_LEVEL_CONFIGURATION,
  validate: validatePriorityLevel,
  applyDefaults: applyPriorityLevelDefaults,
};

const FLOW_SCHEMAS: StoredKind<FlowSchema> = {
  kind: FLOW_SCHEMA,
  validate: validateFlowSchema,
  applyDefaults: applyFlowSchemaDefaults,
};

/** Removes `generateName`: a stored object has a name, and nobody knows which one the server would generate. */
function withoutGenerateName<T extends FlowSchema | PriorityLevelConfiguration>(object: T): T {
  const { isPresent, value } = fields(object, ABSENT).at('metadata');
  return isPresent ? { ...object, metadata: { ...value, generateName: null } } : object;
}

/**
 * The objects that passed and have their defaults. A server that changes an object at a time gets the same others again
 * each time.
 */
const PASSED = new WeakSet<object>();

function storable<T extends FlowSchema | PriorityLevelConfiguration>(
  { kind: { kind }, validate, applyDefaults }: StoredKind<T>,
  objects: Iterable<T>,
  problems: ConfigurationProblem[],
): T[] {
  const names = new Set<string>();
  return [...readIterable(objects, undefined)].flatMap((object, index) => {
    const name = nameOf(object);
    const isStored = PASSED.has(object);
    const found: ApfProblem[] = isStored ? [] : [...validate(withoutGenerateName(object))];
    if (name !== '' && names.has(name)) {
      found.push(duplicate(kind, name));
    }
    names.add(name);
    appendAll(
      problems,
      found.map((problem) => ({ ...problem, kind, name, index })),
    );
    if (found.length > 0) {
      return [];
    }
    const stored = isStored ? object : applyDefaults(object);
    PASSED.add(stored);
    return [stored];
  });
}

const NAME: FieldPath = { parent: { parent: undefined, segment: 'metadata' }, segment: 'name' };

function duplicate(kind: string, name: string): ApfProblem {
  const message = `another ${kind} has this name`;
  return fieldProblem({ type: 'DUPLICATE', path: NAME, value: name, message });
}

/**
 * Selects the objects of a configuration that the API server would store, and applies their defaults.
 *
 * @param configuration - all objects, as in manifests, in any API version; not changed
 * @returns the objects that the server would store, and the problems of the others; of objects with the same name, only
 *   the first can be stored
 *
 * @example
 * ```ts
 * import { storableConfiguration } from '@kubesem/apf';
 *
 * const spec = { priorityLevelConfiguration: { name: 'workload-low' } };
 * const flowSchemas = [
 *   { metadata: { name: 'builds' }, spec },
 *   { metadata: { name: 'tests' }, spec: { ...spec, matchingPrecedence: 20_000 } },
 * ];
 * const { flowSchemas: stored, problems } = storableConfiguration({ priorityLevels: [], flowSchemas });
 * stored.map((schema) => schema.spec?.matchingPrecedence) // => [1000]
 * problems.map(({ kind, name, index, path, message }) => [kind, name, index, path, message]) // => [
 * //   ['FlowSchema', 'tests', 1, 'spec.matchingPrecedence', 'must not be greater than 10000'],
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/registry/flowcontrol` v1.37.1.
 */
export function storableConfiguration(configuration: ApfConfiguration): StorableConfiguration {
  const problems: ConfigurationProblem[] = [];
  const priorityLevels = storable(PRIORITY_LEVELS, configuration.priorityLevels, problems);
  const flowSchemas = storable(FLOW_SCHEMAS, configuration.flowSchemas, problems);
  return { priorityLevels, flowSchemas, problems };
}

/**
 * Checks that the API server would store every object of a configuration, and applies the defaults.
 *
 * @param configuration - all objects, as in manifests, in any API version; not changed
 * @returns the objects with their defaults
 * @throws {@link ApfConfigurationError} with code `INVALID_CONFIGURATION` if the API server would reject one of the
 *   objects, or if two objects of one kind have the same name
 *
 * @example
 * ```ts
 * import { checkedConfiguration } from '@kubesem/apf';
 *
 * const level = { metadata: { name: 'mine' }, spec: { type: 'Exempt', exempt: {} } };
 * checkedConfiguration({ priorityLevels: [level], flowSchemas: [] }) // throws INVALID_CONFIGURATION
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/registry/flowcontrol` v1.37.1.
 */
export function checkedConfiguration(configuration: ApfConfiguration): ApfConfiguration {
  const { priorityLevels, flowSchemas, problems } = storableConfiguration(configuration);
  if (problems.length > 0) {
    throw new ApfConfigurationError(problems);
  }
  return { priorityLevels, flowSchemas };
}
