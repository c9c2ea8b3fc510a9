import {
  type ApfConfiguration,
  type EffectiveConfiguration,
  effectiveConfiguration,
} from '@kubesem/apf';
import { type FlowSchema, KUBERNETES_VERSION } from '@kubesem/core';
import { type ApfObjects, type Problem, readApfObjects } from '@kubesem/inspect';

const readTexts: any = async () => ({ files: [], errors: [] });

import type { Terminal } from '../../io/terminal.js';
import { type LocatedProblem, locateInLists } from '../../output/located.js';
import { hasErrors, writeErrors, writeNotes, writeProblems } from '../../output/problems.js';
import { count } from '../../output/text.js';
import { nameOf, type StoredObjects, storedObjects, withBuiltIn } from './stored-objects.js';

/** The flags of all commands that need a configuration. */
export interface ApfFlags {
  readonly output: 'table' | 'json' | 'yaml';
  /** Files. */
  readonly filename?: readonly string[] | undefined;
  /** Whether not to add the built-in objects. */
  readonly filesOnly?: boolean | undefined;
  /** The seats of the server. */
  readonly serverConcurrency: number;
}

/** The objects of files, as a server would store them. */
export interface ReadApfObjects extends StoredObjects {
  /** The objects as they are written, and their places. */
  readonly objects: ApfObjects;
  /** Whether something could not be read or stored. */
  readonly isBroken: boolean;
}

/** The configuration of a server, from files. */
export interface ReadApfConfiguration extends EffectiveConfiguration {
  /** The objects of the files that a server would store. */
  readonly stored: ApfConfiguration;
  /** The same, and the built-in objects. */
  readonly all: ApfConfiguration;
  /** The flow schemas that the server ignores, because their level is missing. */
  readonly unused: readonly FlowSchema[];
  /** What is wrong with the files and the objects. */
  readonly problems: readonly (Problem | LocatedProblem)[];
  /** Whether something could not be read or stored. */
  readonly isBroken: boolean;
}

/**
 * Reads priority levels and flow schemas, and writes what is wrong with them to standard error.
 *
 * @param paths - files, folders, `-` for standard input; empty means no objects
 * @param terminal - where to read from and to write to
 * @returns the objects
 */
export async function readStoredObjects(
  paths: readonly string[],
  terminal: Terminal,
): Promise<ReadApfObjects> {
  const { files, errors: unreadable } =
    paths.length === 0 ? { files: [], errors: [] } : await readTexts(paths, terminal);
  const objects = readApfObjects(files);
  const { stored, rejections } = storedObjects(objects);
  const problems = [...objects.problems, ...rejections];
  const errors = [...unreadable];
  const isEmpty = objects.flowSchemas.length + objects.priorityLevels.length === 0;
  if (paths.length > 0 && isEmpty && errors.length === 0 && !hasErrors(problems)) {
    errors.push('no PriorityLevelConfigurations or FlowSchemas found');
  }
  writeProblems(problems, terminal);
  writeErrors(errors, terminal);
  return {
    stored,
    rejections,
    objects,
    isBroken: errors.length > 0 || hasErrors(problems),
  };
}

/**
 * Reads the configuration of a server, and writes what is wrong with it to standard error.
 *
 * @param flags - which files, and whether to add the built-in objects
 * @param terminal - where to read from and to write to
 * @returns the configuration
 */
export async function readApfConfiguration(
  { filename = [], filesOnly, serverConcurrency }: ApfFlags,
  terminal: Terminal,
): Promise<ReadApfConfiguration> {
  const { stored, rejections, objects, isBroken } = await readStoredObjects(filename, terminal);
  const all = filesOnly ? stored : withBuiltIn(stored);
  const effective = effectiveConfiguration(all, serverConcurrency);
  const used = new Set(effective.flowSchemas);
  const unused = [...all.flowSchemas].filter((schema) => !used.has(schema));
  const warnings = danglingIn(unused, objects);
  writeProblems(warnings, terminal);
  noteBuiltIn(all, stored, terminal);
  const problems = [...objects.problems, ...rejections, ...warnings];
  return { ...effective, stored, all, unused, problems, isBroken };
}

function danglingIn(unused: readonly FlowSchema[], objects: ApfObjects): readonly LocatedProblem[] {
  const problems = unused.map((schema) => {
    const name = nameOf(schema);
    const index = objects.flowSchemas.findIndex((one) => nameOf(one) === name);
    const level = schema.spec?.priorityLevelConfiguration?.name ?? '';
    return {
      code: 'NO_SUCH_PRIORITY_LEVEL',
      path: `flowSchemas[${index}].spec.priorityLevelConfiguration.name`,
      message: `FlowSchema ${name}: priority level ${level} does not exist; the server ignores the flow schema`,
    };
  });
  return locateInLists('warning', problems, objects);
}

function noteBuiltIn(all: ApfConfiguration, stored: ApfConfiguration, terminal: Terminal): void {
  const numberOf = ({ priorityLevels, flowSchemas }: ApfConfiguration) =>
    [...priorityLevels, ...flowSchemas].length;
  const added = numberOf(all) - numberOf(stored);
  if (added > 0) {
    const objects = count(added, 'built-in object');
    writeNotes([`${objects} of Kubernetes ${KUBERNETES_VERSION} added`], terminal);
  }
}
