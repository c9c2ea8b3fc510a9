import {
  ABSENT,
  everyContainer,
  identityOf,
  objectOf,
  type Pod,
  podFields,
  textOf,
} from '@kubesem/core';
import { CONFIG_MAP, LIMIT_RANGE, NODE, POD, SECRET, SERVICE } from '@kubesem/core/kinds';
import {
  type ContainerEnvironmentReport,
  createInspection,
  type EnvironmentObjects,
  type ObjectReport,
  type PodOwnerOptions,
  type Problem,
} from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import { ClusterReader } from '@kubesem/manifests/cluster';
import { isWanted, type NamedObject } from '../io/named.js';
import { noAnswers } from '../io/no-answer.js';
import { type Input, readManifests } from '../io/objects.js';
import { isUnknown, type Terminal } from '../io/terminal.js';
import { ambiguous, notFound } from '../output/not-found.js';
import { objectTitle, visible } from '../output/text.js';
import type { Candidate } from './candidates.js';
import { isTargetKind, type Target } from './target.js';

/** What environments are made from. */
export type ReadSources = {
  readonly [list in keyof EnvironmentObjects]-?: NonNullable<EnvironmentObjects[list]>;
};

/** A Pod or workload, and the objects of its cluster. */
export interface ReadTarget {
  /** The only object that matches; undefined if none or several do. */
  readonly found: Candidate | undefined;
  readonly sources: ReadSources;
  readonly problems: readonly Problem[];
  readonly errors: readonly string[];
}

/**
 * Reads a Pod or workload, and the ConfigMaps, Secrets, Services and nodes next to it.
 *
 * @param input - files, maybe a cluster
 * @param target - which Pod or workload
 * @param namespace - the namespace of the target, and of objects without one; undefined for any
 * @param terminal - where to read from
 * @returns what was found, and what is wrong
 */
export async function readTarget(
  input: Input,
  target: Target,
  namespace: string | undefined,
  terminal: Terminal,
): Promise<ReadTarget> {
  const matches = new Map<string, Candidate>();
  const onPod = (pod: Pod, object: ObjectReport) => {
    // Of several definitions, the last one counts.
    matches.set(objectTitle(object), { pod, object });
  };
  const inspection = createInspection({ onPod });
  const reader = new ClusterReader({ kinds: [CONFIG_MAP, SECRET, SERVICE, NODE] });
  const wanted = { namespace, name: target.name };
  const known: NamedObject[] = [];
  const add = (given: ManifestObject) => {
    const placed = inNamespace(given, namespace);
    const { apiVersion, kind, object } = placed;
    reader.add(placed);
    const isCandidate = isTargetKind(target, placed);
    if (isCandidate) {
      known.push(identityOf(object));
    }
    const isFound = isCandidate && isWanted(identityOf(object), wanted);
    if (isFound || (apiVersion === LIMIT_RANGE.apiVersion && kind === LIMIT_RANGE.kind)) {
      inspection.add(placed);
    }
  };
  const errors = await readManifests(input, terminal, { ...inspection, add });
  const { objects, problems: ofFiles } = inspection.report();
  const all = [...ofFiles, ...objects.flatMap((object) => object.problems)];
  const problems = all.filter(({ severity }) => severity === 'error');
  const [found, ...more] = matches.values();
  const { configMaps, secrets, services, nodes } = reader.read().cluster;
  if (found === undefined && problems.length === 0 && isUnknown(terminal)) {
    errors.push(`${target.text} is not among the objects that could be listed`);
  } else if (found === undefined && problems.length === 0) {
    errors.push(notFound(input, `Pod or workload ${target.text}`, wanted, known));
  }
  if (more.length > 0) {
    const instead = 'KIND/NAME, and -n for the namespace';
    errors.push(ambiguous(target.text, [...matches.keys()], instead));
  }
  return {
    found: more.length === 0 ? found : undefined,
    sources: {
      configMaps: configMaps ?? [],
      secrets: secrets ?? [],
      services: services ?? [],
      nodes: nodes ?? [],
    },
    problems,
    errors,
  };
}

/** What a failure says is missing. */
const MISSING: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['CONFIG_MAP_NOT_FOUND', CONFIG_MAP.kind],
  ['SECRET_NOT_FOUND', SECRET.kind],
]);

/**
 * Says why containers that fail may not fail: because of an object that may exist.
 *
 * @param codes - why containers fail
 */
export function unknownFindings(codes: readonly string[], terminal: Terminal): readonly string[] {
  return codes.flatMap((code) => noAnswers(terminal, MISSING.get(code) ?? '')).slice(0, 1);
}

/** An object as `kubectl apply -n` would create it. */
function inNamespace(placed: ManifestObject, namespace: string | undefined): ManifestObject {
  const metadata = objectOf(placed.object.metadata as { namespace: unknown });
  if (namespace === undefined || textOf(metadata.namespace) !== '' || placed.kind === NODE.kind) {
    return placed;
  }
  const object = { ...placed.object, metadata: { ...metadata, namespace } };
  return { ...placed, object } as ManifestObject;
}

type Identity = 'file' | 'line' | 'item' | 'apiVersion' | 'kind' | 'namespace' | 'name';

/** Which object the containers are from. */
export type TargetIdentity = Pick<ObjectReport, Identity>;

/** The fields of a report that identify its object. */
export function targetIdentity(object: ObjectReport): TargetIdentity {
  const { file, line, item, apiVersion, kind, namespace, name } = object;
  return { file, line, item, apiVersion, kind, namespace, name };
}

/** Which object a Pod is from: controllers create Pods from all others. */
export function ownerOptions({ kind, namespace }: ObjectReport): Required<PodOwnerOptions> {
  return { namespace, isTemplate: kind !== POD.kind };
}

/** An error if a Pod has no containers, or with `only`, none of this name. */
export function missingContainer(pod: Pod, only: string | undefined): readonly string[] {
  const names = everyContainer(podFields(pod, ABSENT).spec, (_, name) => name);
  if (only === undefined) {
    return names.length > 0 ? [] : ['no containers'];
  }
  return names.includes(only) ? [] : [`no container ${JSON.stringify(only)}`];
}

/** A container as a sentence names it. */
export function containerTitle({
  name,
  kind,
}: Pick<ContainerEnvironmentReport, 'name' | 'kind'>): string {
  const role = { app: 'container', sidecar: 'sidecar' }[kind as string] ?? `${kind} container`;
  return `${role} ${visible(name)}`;
}
