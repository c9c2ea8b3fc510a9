import {
  type ApfConfiguration,
  applyFlowSchemaDefaults,
  applyPriorityLevelDefaults,
  planMaintenance,
  validateFlowSchema,
  validatePriorityLevel,
} from '@kubesem/apf';
import type { FlowSchema, PriorityLevelConfiguration } from '@kubesem/core';
import type { ApfObjects } from '@kubesem/inspect';
import { type LocatedProblem, locateInLists, type PathProblem } from '../../output/located.js';

/** Objects as an API server would store them. */
export interface StoredObjects {
  /** The valid objects, with their defaults. */
  readonly stored: ApfConfiguration;
  /** Why the API server would reject the others. */
  readonly rejections: readonly LocatedProblem[];
}

type ApfObject = FlowSchema | PriorityLevelConfiguration;

/** How objects of one kind are stored. */
interface Kind<T> {
  readonly kind: string;
  /** The list that has them. */
  readonly list: string;
  readonly defaulted: (object: T) => T;
  readonly validate: (object: T) => readonly PathProblem[];
}

const LEVELS: Kind<PriorityLevelConfiguration> = {
  kind: 'PriorityLevelConfiguration',
  list: 'priorityLevels',
  defaulted: applyPriorityLevelDefaults,
  validate: validatePriorityLevel,
};

const SCHEMAS: Kind<FlowSchema> = {
  kind: 'FlowSchema',
  list: 'flowSchemas',
  defaulted: applyFlowSchemaDefaults,
  validate: validateFlowSchema,
};

/** The name of an object. */
export function nameOf({ metadata }: ApfObject): string {
  return metadata?.name ?? '';
}

/** Applies defaults and validates objects, as an API server does before it stores them. */
export function storedObjects(objects: ApfObjects): StoredObjects {
  const problems: PathProblem[] = [];
  const stored = {
    priorityLevels: storable(LEVELS, objects.priorityLevels, problems),
    flowSchemas: storable(SCHEMAS, objects.flowSchemas, problems),
  };
  return { stored, rejections: locateInLists('error', problems, objects) };
}

function storable<T extends ApfObject>(
  { kind, list, defaulted, validate }: Kind<T>,
  objects: readonly T[],
  problems: PathProblem[],
): readonly T[] {
  const names = new Set<string>();
  return objects.flatMap((written, index) => {
    const object = defaulted(written);
    const name = nameOf(object);
    // A stored object has a name; nobody knows which one the server would make from `generateName`.
    const named = { ...object, metadata: { ...object.metadata, generateName: null } };
    const found: PathProblem[] = [...validate(named)];
    if (names.has(name)) {
      const path = 'metadata.name';
      found.push({ code: 'DUPLICATE', path, message: `${path}: duplicate name` });
    }
    names.add(name);
    const title = name === '' ? kind : `${kind} ${name}`;
    for (const { code, path, message } of found) {
      problems.push({ code, path: `${list}[${index}].${path}`, message: `${title}: ${message}` });
    }
    return found.length === 0 ? [object] : [];
  });
}

/** Adds the built-in objects that are missing: a server creates them, whoever deleted them. */
export function withBuiltIn(stored: ApfConfiguration): ApfConfiguration {
  const priorityLevels = [...stored.priorityLevels];
  const flowSchemas = [...stored.flowSchemas];
  for (const action of planMaintenance(stored)) {
    if (action.verb === 'create' && action.resource === 'flowschemas') {
      flowSchemas.push(action.object);
    } else if (action.verb === 'create') {
      priorityLevels.push(action.object as PriorityLevelConfiguration);
    }
  }
  return { priorityLevels, flowSchemas };
}
