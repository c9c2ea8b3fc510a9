// A Pod or workload that the command line names, and what its containers get.
import {
  type ContainerKind,
  type FieldPathSegment,
  formatFieldPath,
  identityOf,
} from '@kubesem/core';
import {
  ABSENT,
  clusterLists,
  everyContainer,
  objectOf,
  podFields,
  textOf,
} from '@kubesem/core/internal';
import * as kinds from '@kubesem/core/kinds';
import { createInspection, type ObjectReport } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import { ClusterReader } from '@kubesem/manifests/cluster';
import { workloadKind } from '@kubesem/workloads';
import { InvalidArgumentError } from 'commander';
import { type Column, renderRows } from '../frame/columns.js';
import type { Answer } from '../frame/command.js';
import * as flags from '../frame/flags.js';
import { isWanted, type NamedObject } from '../io/named.js';
import { noAnswers } from '../io/no-answer.js';
import { type Input, readManifests } from '../io/objects.js';
import { isUnknown, type Terminal } from '../io/terminal.js';
import { nonEmpty } from '../options.js';
import type { Colors } from '../output/colors.js';
import { ambiguous, notFound } from '../output/not-found.js';
import type { Layout } from '../output/table/table.js';
import { objectTitle, visible } from '../output/text.js';
import { type Candidate, errorsIn } from './candidates.js';

/** Which Pod or workload is meant. */
export interface Target {
  /** As written. */
  readonly text: string;
  /** Undefined for a name of any kind. */
  readonly kind: string | undefined;
  readonly name: string;
}

/** Parses `NAME` or `KIND/NAME`, in which the kind is as in kubectl: `deployment`, `deployments.apps` or `deploy`. */
export function parseTarget(text: string): Target {
  const [first = '', second, ...more] = text.split('/');
  const name = second ?? first;
  const { kind, templateSegments } = (second !== undefined && kinds.kindNamed(first)) || {};
  const isWorkload = second === undefined || templateSegments !== undefined;
  if (name === '' || more.length > 0 || !isWorkload) {
    throw new InvalidArgumentError('Use a name, such as web-0 or deployment/web.');
  }
  return { text, kind, name };
}

/** The arguments that name a Pod or workload, and files. */
export const TARGET_ARGUMENTS = {
  target: flags.argument(
    '<OBJECT>',
    'Pod or workload, such as web-0 or deployment/web',
    parseTarget,
  ),
  paths: flags.MORE_PATHS,
};

/** The flags that name its containers, and the objects of its cluster. */
export const TARGET_FLAGS = {
  ...flags.CONTEXT,
  filename: flags.filename('Objects of the cluster'),
  namespace: flags.value(
    '-n, --namespace <NS>',
    'Namespace of the object, and of manifests without one',
    nonEmpty,
  ),
  container: flags.value('-c, --container <NAME>', 'Only this container', nonEmpty),
};

/** Where the Pod is, and which of its containers are meant. */
interface AskedTarget extends flags.ValuesOf<Pick<typeof TARGET_FLAGS, 'namespace' | 'container'>> {
  readonly input: Input;
  readonly target: Target;
}

/** The objects from which environments and volumes are made. */
export type ReadSources = Awaited<ReturnType<typeof readTarget>>['sources'];

/** Reads a Pod or workload, and the ConfigMaps, Secrets, Services and nodes next to it. */
async function readTarget({ input, target, namespace }: AskedTarget, terminal: Terminal) {
  const matches = new Map<string, Candidate>();
  const inspection = createInspection({
    // Of several definitions, the last one counts.
    onPod: (pod, object) => void matches.set(objectTitle(object), { pod, object }),
  });
  const reader = new ClusterReader({
    kinds: [kinds.CONFIG_MAP, kinds.SECRET, kinds.SERVICE, kinds.NODE],
  });
  const wanted = { namespace, name: target.name };
  const known: NamedObject[] = [];
  const add = (given: ManifestObject) => {
    const placed = inNamespace(given, namespace);
    const { apiVersion, kind, object } = placed;
    reader.add(placed);
    const isCandidate =
      [undefined, kind].includes(target.kind) && workloadKind(apiVersion, kind) !== undefined;
    if (isCandidate) {
      known.push(identityOf(object));
    }
    const isFound = isCandidate && isWanted(identityOf(object), wanted);
    if (
      isFound ||
      (apiVersion === kinds.LIMIT_RANGE.apiVersion && kind === kinds.LIMIT_RANGE.kind)
    ) {
      inspection.add(placed);
    }
  };
  const errors = await readManifests(input, terminal, { ...inspection, add });
  const problems = errorsIn(inspection.report());
  const [found, ...more] = matches.values();
  if (found === undefined && problems.length === 0) {
    errors.push(
      isUnknown(terminal)
        ? `${target.text} is not among the objects that could be listed`
        : notFound(input, `Pod or workload ${target.text}`, wanted, known),
    );
  }
  if (more.length > 0) {
    const instead = 'KIND/NAME, and -n for the namespace';
    errors.push(ambiguous(target.text, [...matches.keys()], instead));
  }
  const lists = clusterLists(reader.read().cluster, 'configMaps', 'secrets', 'services', 'nodes');
  return { found: more.length === 0 ? found : undefined, sources: lists, problems, errors };
}

/** An object as `kubectl apply -n` would create it. */
function inNamespace(placed: ManifestObject, namespace: string | undefined): ManifestObject {
  const metadata = objectOf(placed.object.metadata as { namespace: unknown });
  if (
    namespace === undefined ||
    textOf(metadata.namespace) !== '' ||
    placed.kind === kinds.NODE.kind
  ) {
    return placed;
  }
  const object = { ...placed.object, metadata: { ...metadata, namespace } };
  return { ...placed, object } as ManifestObject;
}

/** Why a container cannot be created, and the fields that are the causes. */
interface Failure extends Partial<FailureCause> {
  readonly reason: string;
  readonly message: string;
  /** By default, the failure is its only cause. */
  readonly causes?: readonly FailureCause[];
}

interface FailureCause {
  readonly code: string;
  readonly segments: readonly FieldPathSegment[];
}

/** A container, and why it cannot be created. */
interface TargetContainer {
  readonly name: string;
  readonly kind: ContainerKind;
  readonly failure?: Failure | undefined;
}

/** What a cause says is missing. */
const MISSING: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['CONFIG_MAP_NOT_FOUND', kinds.CONFIG_MAP.kind],
  ['SECRET_NOT_FOUND', kinds.SECRET.kind],
]);

/**
 * Reads a Pod or workload, and answers about its containers; that one cannot be created is an error.
 *
 * @param asked - where it is
 * @param terminal - standard input, and standard error for the progress
 * @param describe - describes the containers, or says why that is not possible
 * @param answer - what to print; not called if a container fails because of an object that may exist
 */
export async function answerOnTarget<C extends TargetContainer>(
  asked: AskedTarget,
  terminal: Terminal,
  describe: (found: Candidate, sources: ReadSources) => Described<C>,
  answer: (containers: readonly C[], object: ObjectReport, sources: ReadSources) => Answer,
): Promise<Answer> {
  const { found, sources, problems, errors } = await readTarget(asked, terminal);
  if (found === undefined) {
    return { problems, errors };
  }
  const { pod, object } = found;
  const { containers, errors: unread } = describe(found, sources);
  const causes = containers.flatMap(({ failure }) => (failure ? causesOf(failure) : []));
  const unknown = causes.flatMap(({ code }) => noAnswers(terminal, MISSING.get(code) ?? ''));
  if (unknown.length > 0) {
    return { problems, errors: [...errors, ...unknown.slice(0, 1)] };
  }
  const names = everyContainer(podFields(pod, ABSENT).spec, (_, name) => name);
  const { errors: others = [], ...views } = answer(containers, object, sources);
  const broken = [
    ...containers.flatMap(failureText),
    ...unread,
    ...(asked.container === undefined && names.length === 0 ? ['no containers'] : []),
    ...(asked.container === undefined || names.includes(asked.container)
      ? []
      : [`no container ${JSON.stringify(asked.container)}`]),
    ...others,
  ];
  const all = [...errors, ...broken.map((message) => `${objectTitle(object)}: ${message}`)];
  return { ...views, problems, errors: all };
}

/** The containers of a Pod, and why some of them cannot be described. */
interface Described<C> {
  readonly containers: readonly C[];
  readonly errors: readonly string[];
}

function causesOf({ code = '', segments = [], causes }: Failure): readonly FailureCause[] {
  return causes ?? [{ code, segments }];
}

/** In the words of the kubelet. */
function failureText({ failure, ...container }: TargetContainer): readonly string[] {
  if (failure === undefined) {
    return [];
  }
  const { reason, message } = failure;
  const paths = new Set(causesOf(failure).map(({ segments }) => formatFieldPath(segments)));
  const text = visible(`${reason}: ${message} (${[...paths].join(', ')})`);
  return [`${containerTitle(container)}: ${text}`];
}

/** The fields of a report that identify its object. */
export function targetIdentity(object: ObjectReport) {
  const { file, line, item, apiVersion, kind, namespace, name } = object;
  return { file, line, item, apiVersion, kind, namespace, name };
}

/** Which object a Pod is from: controllers create Pods from all others. */
export function ownerOptions({ kind, namespace }: ObjectReport) {
  return { namespace, isTemplate: kind !== kinds.POD.kind };
}

/** A container as a sentence names it. */
export function containerTitle({ name, kind }: Pick<TargetContainer, 'name' | 'kind'>): string {
  const role = { app: 'container', sidecar: 'sidecar' }[kind as string] ?? `${kind} container`;
  return `${role} ${visible(name)}`;
}

/** How containers are shown. */
interface ContainerView<C, Row> {
  /** What follows the title. */
  readonly verdictOn: (container: C, colors: Colors) => string;
  /** The columns of a table of all containers; the first one has their names. */
  readonly columns: readonly Column<Row>[];
  readonly rowsOf: (container: C) => readonly Row[];
  /** The lines that explain a container, instead of a table. */
  readonly explain?: ((container: C, colors: Colors) => readonly string[]) | undefined;
}

/** A table for each container, or the lines that explain it. */
export function renderContainers<C extends TargetContainer, Row>(
  object: ObjectReport,
  containers: readonly C[],
  { verdictOn, columns: [, ...columns], rowsOf, explain }: ContainerView<C, Row>,
  layout: Layout,
): string {
  const { colors, sortBy } = layout;
  const blocks = containers.map((container) => {
    const title = `${objectTitle(object)}, ${containerTitle(container)}`;
    const lines = sortBy === undefined ? explain?.(container, colors) : undefined;
    const body =
      lines?.map((line) => `${line}\n`).join('') ?? renderRows(columns, rowsOf(container), layout);
    return `${colors.bold(title)}${verdictOn(container, colors)}\n${body}`;
  });
  return blocks.join('\n');
}

/** A title, and below it texts that start with what they are about. */
export function explainedLines(
  title: string,
  texts: readonly (readonly [about: string, text: string])[],
  width: number,
  { dim }: Colors,
): readonly string[] {
  return [
    `  ${title}`,
    ...texts.map(([about, text]) => `    ${dim(about.padEnd(width))} ${visible(text)}`),
  ];
}
