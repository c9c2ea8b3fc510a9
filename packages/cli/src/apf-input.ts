import {
  type ApfConfiguration,
  applyFlowSchemaDefaults,
  applyPriorityLevelDefaults,
  type EffectiveConfiguration,
  effectiveConfiguration,
  planMaintenance,
  validateFlowSchema,
  validatePriorityLevel,
} from '@kubesem/apf';
import {
  type FlowSchema,
  KUBERNETES_VERSION,
  type PriorityLevelConfiguration,
} from '@kubesem/core';
import { type ApfObjects, readApfObjects } from '@kubesem/inspect';
import { readManifestFiles, writeErrors, writeProblems } from './cluster-input.js';
import type { PlacedProblem } from './render-problems.js';
import type { Terminal } from './terminal.js';

/** The flags of all commands that take a configuration. */
export interface ApfFlags {
  readonly output: 'table' | 'json' | 'yaml';
  /** Files. */
  readonly filename?: readonly string[] | undefined;
  /** Whether the objects that the server would create are not there. */
  readonly filesOnly?: boolean | undefined;
  /** The seats of the server. */
  readonly serverConcurrency: number;
}

/** A configuration from files, and what a server makes of it. */
export interface ReadApfConfiguration extends EffectiveConfiguration {
  /** The objects of the files, as a server would store them, without those that it would refuse. */
  readonly stored: ApfConfiguration;
  /** The same, and beside them those that the server creates. */
  readonly all: ApfConfiguration;
  /** The flow schemas that the server does not use, because their level is missing. */
  readonly unused: readonly FlowSchema[];
  /** Whether all of the files could be read, and all of the objects stored. */
  readonly isBroken: boolean;
}

/** The objects of files, as a server would store them. */
export interface ReadApfObjects {
  /** Those that it would not refuse, with what it fills in. */
  readonly stored: ApfConfiguration;
  /** The objects as they are written, and their places. */
  readonly objects: ApfObjects;
  /** Whether all of the files could be read, and all of the objects stored. */
  readonly isBroken: boolean;
}

/**
 * Reads priority levels and flow schemas, and writes what is wrong with them to standard error.
 *
 * @param paths - files, folders, `-` for standard input; none are no objects
 * @param terminal - where to read from and to write to
 * @returns the objects
 */
export async function readStoredObjects(
  paths: readonly string[],
  terminal: Terminal,
): Promise<ReadApfObjects> {
  const { files, unreadable } =
    paths.length === 0 ? { files: [], unreadable: [] } : await readManifestFiles(paths, terminal);
  const objects = readApfObjects(files);
  const { problems, flowSchemas, priorityLevels } = objects;
  const refused: PlacedProblem[] = [];
  const stored = {
    priorityLevels: storable(LEVELS, priorityLevels, objects, refused),
    flowSchemas: storable(SCHEMAS, flowSchemas, objects, refused),
  };
  const wasBroken = unreadable.length > 0 || problems.some(({ severity }) => severity === 'error');
  if (paths.length > 0 && !wasBroken && flowSchemas.length + priorityLevels.length === 0) {
    unreadable.push('expected PriorityLevelConfigurations or FlowSchemas, found none');
  }
  writeProblems([...problems, ...refused], terminal);
  writeErrors(unreadable, terminal);
  return { stored, objects, isBroken: wasBroken || unreadable.length + refused.length > 0 };
}

/**
 * Reads the configuration of a server, and writes what is wrong with it to standard error.
 *
 * @param flags - which files, and whether the objects stand beside that the server creates
 * @param terminal - where to read from and to write to
 * @returns the configuration
 */
export async function readApfConfiguration(
  { filename = [], filesOnly, serverConcurrency }: ApfFlags,
  terminal: Terminal,
): Promise<ReadApfConfiguration> {
  const { stored, objects, isBroken } = await readStoredObjects(filename, terminal);
  const all = filesOnly ? stored : withBuiltIn(stored);
  const effective = effectiveConfiguration(all, serverConcurrency);
  const used = new Set(effective.flowSchemas);
  const unused = [...all.flowSchemas].filter((schema) => !used.has(schema));
  writeProblems(danglingIn(unused, objects), terminal);
  noteBuiltIn(all, stored, terminal);
  return { ...effective, stored, all, unused, isBroken };
}

type ApfObject = FlowSchema | PriorityLevelConfiguration;

/** How the objects of one kind become what is stored. */
interface Kind<T> {
  readonly kind: string;
  /** Where they stand among what was read. */
  readonly list: string;
  readonly defaulted: (object: T) => T;
  readonly validate: (object: T) => readonly { readonly path: string; readonly message: string }[];
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

/** The objects that the API server would store, with what it fills in. */
function storable<T extends ApfObject>(
  { kind, list, defaulted, validate }: Kind<T>,
  objects: readonly T[],
  { placeOf }: ApfObjects,
  refused: PlacedProblem[],
): readonly T[] {
  const names = new Set<string>();
  return objects.flatMap((written, index) => {
    const object = defaulted(written);
    const name = nameOf(object);
    // What is stored has a name; what the server would make of `generateName` nobody knows.
    const named = { ...object, metadata: { ...object.metadata, generateName: null } };
    const problems: { path: string; message: string }[] = [...validate(named)];
    if (names.has(name)) {
      const path = 'metadata.name';
      problems.push({ path, message: `${path}: expected a name that no other ${kind} has` });
    }
    names.add(name);
    for (const { path, message } of problems) {
      const place = placeOf(`${list}[${index}].${path}`);
      if (place !== undefined) {
        const subject = name === '' ? kind : `${kind} ${name}`;
        refused.push({ severity: 'error', message: `${subject}: ${message}`, ...place });
      }
    }
    return problems.length === 0 ? [object] : [];
  });
}

/** A server creates those of its own objects that are missing, whoever deleted them. */
function withBuiltIn(stored: ApfConfiguration): ApfConfiguration {
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

function danglingIn(unused: readonly FlowSchema[], objects: ApfObjects): PlacedProblem[] {
  return unused.flatMap((schema): PlacedProblem[] => {
    const name = nameOf(schema);
    const index = objects.flowSchemas.findIndex((one) => nameOf(one) === name);
    const path = 'spec.priorityLevelConfiguration.name';
    const place = objects.placeOf(`flowSchemas[${index}].${path}`);
    if (place === undefined) {
      return [];
    }
    const level = schema.spec?.priorityLevelConfiguration?.name ?? '';
    const message = `FlowSchema ${name}: ${path}: expected a priority level, found none of the name ${level}; the server does not use this schema`;
    return [{ severity: 'warning', message, ...place }];
  });
}

function noteBuiltIn(all: ApfConfiguration, stored: ApfConfiguration, { stderr }: Terminal): void {
  const count = ({ priorityLevels, flowSchemas }: ApfConfiguration) =>
    [...priorityLevels, ...flowSchemas].length;
  const own = count(stored);
  const added = count(all) - own;
  if (added > 0) {
    const objects = `${added} ${added === 1 ? 'object' : 'objects'}`;
    const whose = `that a server of Kubernetes ${KUBERNETES_VERSION} creates`;
    const note = own === 0 ? `with the ${objects} ${whose}` : `beside these, ${objects} ${whose}`;
    stderr.write(`${stderr.colors.dim(note)}\n`);
  }
}
