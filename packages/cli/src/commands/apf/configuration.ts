import {
  type ApfConfiguration,
  type ConfigurationProblem,
  effectiveConfiguration,
  storableConfiguration,
  withBuiltInObjects,
} from '@kubesem/apf';
import { nameOf } from '@kubesem/apf/internal';
import { type FlowSchema, fieldPath, KUBERNETES_VERSION } from '@kubesem/core';
import { problemOf } from '@kubesem/core/internal';
import { FLOW_SCHEMA, PRIORITY_LEVEL_CONFIGURATION } from '@kubesem/core/kinds';
import { FLOW_SCHEMA_TYPE } from '@kubesem/core/types/flow-schema';
import { PRIORITY_LEVEL_CONFIGURATION_TYPE } from '@kubesem/core/types/priority-level-configuration';
import { type PlaceInLists } from '@kubesem/inspect';
import { placeIn } from '@kubesem/inspect/internal';
import { ClusterReader } from '@kubesem/manifests/cluster';
import * as flags from '../../frame/flags.js';
import type { Reads } from '../../frame/input.js';
import { APF_RESOURCES } from '../../io/cluster/resources.js';
import { readClusterObjects } from '../../io/cluster-objects.js';
import { type Input, isStdin } from '../../io/objects.js';
import type { Terminal } from '../../io/terminal.js';
import { notFound } from '../../output/not-found.js';
import { hasErrors } from '../../output/problems.js';
import { count, resourceName } from '../../output/text.js';

/** The flags of all commands that need a configuration. */
export const APF_FLAGS = {
  ...flags.input('Priority levels and flow schemas'),
  filesOnly: flags.boolean('--files-only', 'Do not add the built-in objects'),
  serverConcurrency: flags.defaulted(
    flags.positive('--server-concurrency <N>', 'Seats of the server'),
    600,
  ),
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

/**
 * Reads priority levels and flow schemas.
 *
 * @param input - files, maybe a cluster; without either there are no objects
 * @param terminal - standard input, and standard error for the progress
 * @returns the objects that a server would store, with their defaults; the flow schemas as they are written; what finds the
 *   place of a problem of the lists; what is wrong with the files, and why the server would reject some objects
 */
export async function readStoredObjects(input: Input, terminal: Terminal) {
  const isNamed = !isStdin(input);
  const { errors, ...read } = isNamed
    ? await readClusterObjects(input, terminal, { kinds: KINDS, types: TYPES })
    : { ...new ClusterReader({ kinds: KINDS }).read(), errors: [] };
  const { flowSchemas: written = [], priorityLevelConfigurations: levels = [] } = read.cluster;
  const { problems: rejections, ...stored } = storableConfiguration({
    flowSchemas: written ?? [],
    priorityLevels: levels ?? [],
  });
  const place = placeIn(read);
  const problems = [
    ...read.problems,
    ...rejections.flatMap((rejection) => place(inLists(rejection)) ?? []),
  ];
  const isEmpty = !written?.length && !levels?.length;
  if (isNamed && isEmpty && errors.length === 0 && !hasErrors(problems)) {
    errors.push(notFound(input, 'PriorityLevelConfigurations or FlowSchemas'));
  }
  return { stored, written: written ?? [], place, problems, errors };
}

/** The problem of an object of a configuration as one of the lists of a cluster. */
function inLists({ kind, name, index, ...problem }: ConfigurationProblem) {
  const { listKey } = kind === FLOW_SCHEMA.kind ? FLOW_SCHEMA : PRIORITY_LEVEL_CONFIGURATION;
  const title = name === '' ? '' : ` (${kind} ${name})`;
  return {
    ...problem,
    segments: [listKey, index, ...problem.segments],
    message: `${problem.message}${title}`,
  };
}

/** What the command line says about the configuration. */
export type ApfAsked = Pick<flags.ValuesOf<typeof APF_FLAGS>, 'filesOnly' | 'serverConcurrency'> & {
  readonly input: Input;
};

/** The configuration of a server, from files. */
export type ReadApfConfiguration = Awaited<ReturnType<typeof readApfConfiguration>>;

/**
 * Reads the configuration of a server.
 *
 * @param asked - which files, and whether to add the built-in objects
 * @param terminal - standard input, and standard error for the progress
 * @returns the configuration; what the server would store of the files, and the same with the built-in objects; the flow
 *   schemas that the server ignores, because their level is missing; and how many objects were added
 */
export async function readApfConfiguration(
  { input, filesOnly, serverConcurrency }: ApfAsked,
  terminal: Terminal,
) {
  const { stored, written, place, problems, errors } = await readStoredObjects(input, terminal);
  const all = filesOnly ? stored : withBuiltInObjects(stored);
  const effective = effectiveConfiguration(all, serverConcurrency);
  const used = new Set(effective.flowSchemas);
  const unused = [...all.flowSchemas].filter((schema) => !used.has(schema));
  const [added, given] = [all, stored].map(
    ({ priorityLevels, flowSchemas }) => [...priorityLevels, ...flowSchemas].length,
  ) as [number, number];
  return {
    ...{ ...effective, stored, all, unused, errors },
    problems: [...problems, ...unused.flatMap((schema) => dangling(schema, written, place))],
    remarks:
      added > given
        ? [`${count(added - given, 'built-in object')} of Kubernetes ${KUBERNETES_VERSION} added`]
        : [],
  };
}

function dangling(schema: FlowSchema, written: readonly FlowSchema[], place: PlaceInLists) {
  const name = nameOf(schema);
  const index = written.findIndex((one) => nameOf(one) === name);
  const problem = problemOf({
    code: 'PRIORITY_LEVEL_NOT_FOUND',
    severity: 'warning',
    path: fieldPath('flowSchemas', index, 'spec', 'priorityLevelConfiguration', 'name'),
    value: schema.spec?.priorityLevelConfiguration?.name ?? '',
    message: `no such priority level; the server ignores FlowSchema ${name}`,
  });
  return place(problem) ?? [];
}

/** A flow schema as a report shows it. */
export type SchemaReport = ReturnType<typeof schemaReport>;

/** Reports a flow schema. */
export function schemaReport(schema: FlowSchema, existing: ApfConfiguration) {
  const { matchingPrecedence, priorityLevelConfiguration, distinguisherMethod } = schema.spec ?? {};
  return {
    name: nameOf(schema),
    matchingPrecedence: matchingPrecedence ?? 0,
    priorityLevel: priorityLevelConfiguration?.name ?? '',
    distinguisherMethod: distinguisherMethod?.type ?? undefined,
    /** Whether the object is missing, and the server behaves as if it existed. */
    isImagined: ![...existing.flowSchemas].includes(schema),
  };
}

/** Merges the flow schemas that the server ignores with those that it uses, which are in order already. */
export function inOrder<T extends { readonly matchingPrecedence: number }>(
  schemas: readonly T[],
): readonly T[] {
  return [...schemas].sort((a, b) => a.matchingPrecedence - b.matchingPrecedence);
}
