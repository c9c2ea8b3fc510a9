// Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1 (`lockAndDigestConfigObjects`).
import type { FlowSchema, PriorityLevelConfiguration } from '@kubesem/core';
import { ApfConfigurationError, type ConfigurationProblem } from '../apf-errors.js';
import { inMatchingOrder, nameOf } from '../requests/classify.js';
import type { ApfProblem } from './apf-problem.js';
import { applyFlowSchemaDefaults, applyPriorityLevelDefaults } from './defaults.js';
import { MANDATORY_FLOW_SCHEMAS, MANDATORY_PRIORITY_LEVELS } from './mandatory-objects.js';
import { validateFlowSchema } from './validate-flow-schema.js';
import { validatePriorityLevel } from './validate-priority-level.js';

/** The objects that configure a server. */
export interface ApfConfiguration {
  /** All priority levels, as stored. */
  readonly priorityLevels: Iterable<PriorityLevelConfiguration>;
  /** All flow schemas, as stored. */
  readonly flowSchemas: Iterable<FlowSchema>;
}

/** What a server makes of the flow schemas. */
interface UsableFlowSchemas {
  /** Those that it uses, in the order in which they are tried; the mandatory ones are among them. */
  readonly used: readonly FlowSchema[];
  /** Names of those whose priority level does not exist or contradicts itself. */
  readonly dangling: readonly string[];
}

const priorityLevelOf = (schema: FlowSchema): string =>
  schema.spec?.priorityLevelConfiguration?.name || '';

/**
 * Chooses the flow schemas that a server uses.
 *
 * @param flowSchemas - all of them, as stored
 * @param levels - names of the priority levels that exist and are in order
 * @returns those with such a level; the mandatory ones are imagined where they are missing, `exempt` before all others
 *   and `catch-all` behind
 */
export function usableFlowSchemas(
  flowSchemas: Iterable<FlowSchema>,
  levels: ReadonlySet<string>,
): UsableFlowSchemas {
  const ordered = inMatchingOrder(flowSchemas);
  const used = ordered.filter((schema) => levels.has(priorityLevelOf(schema)));
  const dangling = ordered.filter((schema) => !levels.has(priorityLevelOf(schema))).map(nameOf);
  const [exempt, catchAll] = MANDATORY_FLOW_SCHEMAS as readonly [FlowSchema, FlowSchema];
  const names = new Set(used.map(nameOf));
  if (!names.has(nameOf(exempt))) {
    used.unshift(exempt);
  }
  if (!names.has(nameOf(catchAll))) {
    used.push(catchAll);
  }
  return { used, dangling };
}

/**
 * The priority levels that are imagined while they are not there.
 *
 * @param names - of those that are
 * @returns the mandatory objects that are missing
 */
export function missingMandatoryLevels(
  names: ReadonlySet<string>,
): readonly PriorityLevelConfiguration[] {
  return MANDATORY_PRIORITY_LEVELS.filter((level) => !names.has(nameOf(level)));
}

/** Fills in the objects of one kind, and finds what keeps them from being stored. */
function checked<T extends FlowSchema | PriorityLevelConfiguration>(
  kind: string,
  objects: Iterable<T>,
  defaulted: (object: T) => T,
  validate: (object: T) => readonly ApfProblem[],
  problems: ConfigurationProblem[],
): T[] {
  const names = new Set<string>();
  return [...objects].map((given) => {
    const object = defaulted(given);
    const name = nameOf(object);
    // What is stored has its name, whatever that was made from.
    const stored = { ...object, metadata: { ...object.metadata, generateName: '' } };
    for (const problem of validate(stored)) {
      problems.push({ ...problem, kind, name });
    }
    if (names.has(name)) {
      const message = `metadata.name: expected one ${kind} of a name`;
      problems.push({
        kind,
        name,
        type: 'FieldValueInvalid',
        path: 'metadata.name',
        value: name,
        code: 'DUPLICATE',
        message,
      });
    }
    names.add(name);
    return object;
  });
}

/**
 * Fills in a configuration and refuses it where the API server would.
 *
 * @param configuration - all objects, as stored or as in manifests
 * @returns the objects with their defaults
 * @throws {@link ApfConfigurationError} `INVALID_CONFIGURATION` with all that is wrong
 */
export function checkedConfiguration(configuration: ApfConfiguration): ApfConfiguration {
  const problems: ConfigurationProblem[] = [];
  const priorityLevels = checked(
    'PriorityLevelConfiguration',
    configuration.priorityLevels,
    applyPriorityLevelDefaults,
    validatePriorityLevel,
    problems,
  );
  const flowSchemas = checked(
    'FlowSchema',
    configuration.flowSchemas,
    applyFlowSchemaDefaults,
    validateFlowSchema,
    problems,
  );
  if (problems.length > 0) {
    throw new ApfConfigurationError(problems);
  }
  return { priorityLevels, flowSchemas };
}
