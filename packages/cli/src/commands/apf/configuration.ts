import {
  type ApfConfiguration,
  type ConfigurationProblem,
  type EffectiveConfiguration,
  effectiveConfiguration,
  nameOf,
  storableConfiguration,
  withBuiltInObjects,
} from '@kubesem/apf';
import {
  type FieldProblem,
  type FlowSchema,
  formatFieldPath,
  KUBERNETES_VERSION,
} from '@kubesem/core';
import { FLOW_SCHEMA, PRIORITY_LEVEL_CONFIGURATION } from '@kubesem/core/kinds';
import { FLOW_SCHEMA_TYPE } from '@kubesem/core/types/flow-schema';
import { PRIORITY_LEVEL_CONFIGURATION_TYPE } from '@kubesem/core/types/priority-level-configuration';
import { type PlacedProblem, type PlaceInLists, placeIn } from '@kubesem/inspect';
import { ClusterReader } from '@kubesem/manifests/cluster';
import { type InputFlags, inputOf, isStdin } from '../../context.js';
import { APF_RESOURCES } from '../../io/cluster/resources.js';
import { readClusterObjects } from '../../io/cluster-objects.js';
import type { Input } from '../../io/objects.js';
import type { Terminal } from '../../io/terminal.js';
import { notFound } from '../../output/not-found.js';
import { hasErrors, writeErrors, writeNotes, writeProblems } from '../../output/problems.js';
import { count, resourceName } from '../../output/text.js';
import type { OutputFlags } from '../../output/write.js';

/** The flags of all commands that need a configuration. */
export interface ApfFlags extends OutputFlags, InputFlags {
  /** Whether not to add the built-in objects. */
  readonly filesOnly?: boolean | undefined;
  /** The seats of the server. */
  readonly serverConcurrency: number;
}

/** A priority level as `kubectl get -o name` prints it. */
export function levelName(name: string): string {
  return resourceName({ ...PRIORITY_LEVEL_CONFIGURATION, name });
}

/** A flow schema as `kubectl get -o name` prints it. */
export function schemaName(name: string): string {
  return resourceName({ ...FLOW_SCHEMA, name });
}

/** In every version that had them. Source: `k8s.io/api/flowcontrol` v0.37.1, its versions. */
const KINDS = [PRIORITY_LEVEL_CONFIGURATION, FLOW_SCHEMA].map((kind) => ({
  ...kind,
  versions: ['v1', 'v1beta3', 'v1beta2', 'v1beta1'],
}));

const TYPES = {
  [`${FLOW_SCHEMA.apiVersion} ${FLOW_SCHEMA.kind}`]: FLOW_SCHEMA_TYPE,
  [`${PRIORITY_LEVEL_CONFIGURATION.apiVersion} ${PRIORITY_LEVEL_CONFIGURATION.kind}`]:
    PRIORITY_LEVEL_CONFIGURATION_TYPE,
};

/** The objects of files, as a server would store them. */
export interface ReadApfObjects {
  /** The objects that the server would store, with their defaults. */
  readonly stored: ApfConfiguration;
  /** The flow schemas as they are written. */
  readonly written: readonly FlowSchema[];
  /** Finds the object of a problem of the lists `flowSchemas` and `priorityLevelConfigurations`. */
  readonly place: PlaceInLists;
  /** What is wrong with the files, and why the server would reject some objects. */
  readonly problems: readonly PlacedProblem[];
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
  readonly problems: readonly PlacedProblem[];
  /** Whether something could not be read or stored. */
  readonly isBroken: boolean;
}

/**
 * Reads priority levels and flow schemas, and writes what is wrong with them to standard error.
 *
 * @param input - files, maybe a cluster; without either there are no objects
 * @param terminal - where to read from and to write to
 * @returns the objects
 */
export async function readStoredObjects(input: Input, terminal: Terminal): Promise<ReadApfObjects> {
  const isNamed = !isStdin(input);
  const { errors, ...read } = isNamed
    ? await readClusterObjects(input, terminal, { kinds: KINDS, types: TYPES })
    : { ...new ClusterReader({ kinds: KINDS }).read(), errors: [] };
  const { flowSchemas, priorityLevelConfigurations } = read.cluster;
  const written = flowSchemas ?? [];
  const objects = { flowSchemas: written, priorityLevels: priorityLevelConfigurations ?? [] };
  const { problems: rejections, ...stored } = storableConfiguration(objects);
  const place = placeIn(read);
  const problems = [
    ...read.problems,
    ...rejections.flatMap((rejection) => placeRejection(rejection, place) ?? []),
  ];
  const isEmpty = written.length + objects.priorityLevels.length === 0;
  if (isNamed && isEmpty && errors.length === 0 && !hasErrors(problems)) {
    errors.push(notFound(input, 'PriorityLevelConfigurations or FlowSchemas'));
  }
  writeProblems(problems, terminal);
  writeErrors(errors, terminal);
  const isBroken = errors.length > 0 || hasErrors(problems);
  return { stored, written, place, problems, isBroken };
}

const LISTS = {
  [FLOW_SCHEMA.kind]: FLOW_SCHEMA.listKey,
  [PRIORITY_LEVEL_CONFIGURATION.kind]: PRIORITY_LEVEL_CONFIGURATION.listKey,
} as const;

function placeRejection(
  { kind, name, index, ...problem }: ConfigurationProblem,
  place: PlaceInLists,
): PlacedProblem | undefined {
  const title = name === '' ? '' : ` (${kind} ${name})`;
  const segments = [LISTS[kind], index, ...problem.segments];
  return place({ ...problem, segments, message: `${problem.message}${title}` });
}

/**
 * Reads the configuration of a server, and writes what is wrong with it to standard error.
 *
 * @param flags - which files, and whether to add the built-in objects
 * @param terminal - where to read from and to write to
 * @returns the configuration
 */
export async function readApfConfiguration(
  flags: ApfFlags,
  terminal: Terminal,
): Promise<ReadApfConfiguration> {
  const { filesOnly, serverConcurrency } = flags;
  const input = inputOf([], flags, APF_RESOURCES);
  const { stored, written, place, isBroken, ...read } = await readStoredObjects(input, terminal);
  const all = filesOnly ? stored : withBuiltInObjects(stored);
  const effective = effectiveConfiguration(all, serverConcurrency);
  const used = new Set(effective.flowSchemas);
  const unused = [...all.flowSchemas].filter((schema) => !used.has(schema));
  const warnings = danglingIn(unused, written, place);
  writeProblems(warnings, terminal);
  noteBuiltIn(all, stored, terminal);
  const problems = [...read.problems, ...warnings];
  return { ...effective, stored, all, unused, problems, isBroken };
}

function danglingIn(
  unused: readonly FlowSchema[],
  flowSchemas: readonly FlowSchema[],
  place: PlaceInLists,
): readonly PlacedProblem[] {
  return unused.flatMap((schema) => {
    const name = nameOf(schema);
    const index = flowSchemas.findIndex((one) => nameOf(one) === name);
    const level = schema.spec?.priorityLevelConfiguration?.name ?? '';
    const segments = ['flowSchemas', index, 'spec', 'priorityLevelConfiguration', 'name'];
    const problem: FieldProblem = {
      type: 'FieldValueNotFound',
      code: 'NO_SUCH_PRIORITY_LEVEL',
      segments,
      path: formatFieldPath(segments),
      value: level,
      message: `no such priority level; the server ignores FlowSchema ${name}`,
    };
    return place(problem) ?? [];
  });
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
