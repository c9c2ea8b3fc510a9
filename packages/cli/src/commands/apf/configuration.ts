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
import * as flags from '../../frame/flags.js';
import type { Reads } from '../../frame/input.js';
import { APF_RESOURCES } from '../../io/cluster/resources.js';
import { readClusterObjects } from '../../io/cluster-objects.js';
import type { Input } from '../../io/objects.js';
import { isStdin } from '../../io/objects.js';
import type { Terminal } from '../../io/terminal.js';
import { notFound } from '../../output/not-found.js';
import { hasErrors } from '../../output/problems.js';
import { count, resourceName } from '../../output/text.js';

/** The flags of all commands that need a configuration. */
export interface ApfFlags extends flags.InputFlags {
  readonly filesOnly: flags.Flag<boolean>;
  readonly serverConcurrency: flags.Flag<number>;
}

/** The flags of all commands that need a configuration. */
export const APF_FLAGS: ApfFlags = {
  ...flags.input('Priority levels and flow schemas'),
  filesOnly: flags.boolean('--files-only', 'Do not add the built-in objects'),
  serverConcurrency: flags.defaulted(
    flags.positive('--server-concurrency <N>', 'Seats of the server'),
    600,
  ),
};

/** What the command line says about the configuration. */
export type ApfAsked = Pick<flags.ValuesOf<ApfFlags>, 'filesOnly' | 'serverConcurrency'> & {
  readonly input: Input;
};

/** What such a command reads: without files and a cluster, there are only the built-in objects. */
export function apfReads({ namespace }: { readonly namespace: string | undefined }): Reads {
  return { resources: APF_RESOURCES, namespace, isOptional: true };
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
  /** What could not be read, or was not found. */
  readonly errors: readonly string[];
}

/** The configuration of a server, from files. */
export interface ReadApfConfiguration
  extends EffectiveConfiguration,
    Pick<ReadApfObjects, 'stored' | 'problems' | 'errors'> {
  /** The same, and the built-in objects. */
  readonly all: ApfConfiguration;
  /** The flow schemas that the server ignores, because their level is missing. */
  readonly unused: readonly FlowSchema[];
  /** How many objects were added. */
  readonly remarks: readonly string[];
}

/**
 * Reads priority levels and flow schemas.
 *
 * @param input - files, maybe a cluster; without either there are no objects
 * @param terminal - standard input, and standard error for the progress
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
  return { stored, written, place, problems, errors };
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
 * Reads the configuration of a server.
 *
 * @param asked - which files, and whether to add the built-in objects
 * @param terminal - standard input, and standard error for the progress
 * @returns the configuration
 */
export async function readApfConfiguration(
  { input, filesOnly, serverConcurrency }: ApfAsked,
  terminal: Terminal,
): Promise<ReadApfConfiguration> {
  const { stored, written, place, problems, errors } = await readStoredObjects(input, terminal);
  const all = filesOnly ? stored : withBuiltInObjects(stored);
  const effective = effectiveConfiguration(all, serverConcurrency);
  const used = new Set(effective.flowSchemas);
  const unused = [...all.flowSchemas].filter((schema) => !used.has(schema));
  return {
    ...{ ...effective, stored, all, unused, errors },
    problems: [...problems, ...danglingIn(unused, written, place)],
    remarks: builtInRemarks(all, stored),
  };
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
      type: 'NOT_FOUND',
      severity: 'error',
      code: 'NO_SUCH_PRIORITY_LEVEL',
      segments,
      path: formatFieldPath(segments),
      value: level,
      message: `no such priority level; the server ignores FlowSchema ${name}`,
    };
    return place(problem) ?? [];
  });
}

function builtInRemarks(all: ApfConfiguration, stored: ApfConfiguration): readonly string[] {
  const numberOf = ({ priorityLevels, flowSchemas }: ApfConfiguration) =>
    [...priorityLevels, ...flowSchemas].length;
  const added = numberOf(all) - numberOf(stored);
  return added > 0
    ? [`${count(added, 'built-in object')} of Kubernetes ${KUBERNETES_VERSION} added`]
    : [];
}

/** A flow schema. */
export interface SchemaReport {
  readonly name: string;
  readonly matchingPrecedence: number;
  readonly priorityLevel: string;
  readonly distinguisherMethod?: string | undefined;
  /** Whether the object is missing, and the server behaves as if it existed. */
  readonly isImagined: boolean;
}

/** Reports a flow schema; it is imagined if it is not among `existing`. */
export function schemaReport(schema: FlowSchema, existing: ApfConfiguration): SchemaReport {
  const { matchingPrecedence, priorityLevelConfiguration, distinguisherMethod } = schema.spec ?? {};
  return {
    name: nameOf(schema),
    matchingPrecedence: matchingPrecedence ?? 0,
    priorityLevel: priorityLevelConfiguration?.name ?? '',
    distinguisherMethod: distinguisherMethod?.type ?? undefined,
    isImagined: ![...existing.flowSchemas].includes(schema),
  };
}

/** Merges the flow schemas that the server ignores with those that it uses, which are in order already. */
export function inOrder<T extends { readonly matchingPrecedence: number }>(
  schemas: readonly T[],
): readonly T[] {
  return [...schemas].sort((a, b) => a.matchingPrecedence - b.matchingPrecedence);
}
