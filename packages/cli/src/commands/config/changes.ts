import type { EnvironmentCluster } from '@kubesem/config';
import {
  ChangeReach,
  type ContainerEffects,
  configKey,
  type KeyChanges,
  keyChanges,
  newReferences,
} from '@kubesem/config/internal';
import { type ConfigMap, indexCluster, type Secret } from '@kubesem/core';
import { appendAll } from '@kubesem/core/internal';
import { CONFIG_MAP, POD, SECRET } from '@kubesem/core/kinds';
import {
  createInspection,
  type ObjectIdentity,
  type ObjectReport,
  type Problem,
} from '@kubesem/inspect';
import { readableConfig } from '@kubesem/inspect/internal';
import type { ManifestObject } from '@kubesem/manifests';
import { ClusterReader, placeProblem } from '@kubesem/manifests/cluster';
import { validateConfigMap } from '@kubesem/validation/config-map';
import { validateSecret } from '@kubesem/validation/secret';
import { type Input, readManifests } from '../../io/objects.js';
import type { Terminal } from '../../io/terminal.js';
import { type Candidate, errorsIn } from '../../shared/candidates.js';
import { configIdentity, isConfig } from './hash.js';

/** What `kubesem config diff` prints for programs. */
export type DiffModel = ReturnType<typeof diffModel>;

/**
 * Finds out which Pods and workloads changes of ConfigMaps and Secrets reach. Changes that the API server rejects reach
 * nothing. Of changed workloads, the ConfigMaps and Secrets count to which they refer.
 */
export function diffModel(before: ReadState, after: ReadState) {
  const { changes, problems } = findChanges(before.configs, after.configs);
  const changed = new Set(changes.filter(({ change }) => change !== 'REJECTED').map(configKey));
  const accepted = [...after.configs].filter(([key]) => changed.has(key));
  const configs = new Map([...before.configs, ...accepted]);
  const known = new Set(configs.keys());
  const reach = new ChangeReach(indexOf(before.configs), indexOf(configs), changed, known);
  const reached = [...reachedObjects(before, reach), ...replacedObjects(before, after)];
  return { changes, reached, problems };
}

function indexOf(configs: ReadonlyMap<string, PlacedConfig>): EnvironmentCluster {
  const objects = [...configs.values()].map(({ object }) => object);
  return indexCluster({
    configMaps: objects.filter(({ kind }) => kind === CONFIG_MAP.kind),
    secrets: objects.filter(({ kind }) => kind === SECRET.kind),
  });
}

/** A Pod or workload that a change reaches. */
function reachedObject(
  object: ObjectReport,
  containers: readonly ContainerEffects[],
  pods?: number,
) {
  const { file, line, apiVersion, kind, namespace, name } = object;
  return {
    ...{ file, line, apiVersion, kind, namespace, name },
    /** The Pods of the same controller with the same effects, this one included; absent for a workload. */
    ...(pods !== undefined && { pods }),
    containers,
  };
}

/** Pods of one controller with the same effects count as one. A controller is skipped if its Pods are in the input. */
function reachedObjects({ pods }: ReadState, reach: ChangeReach) {
  const running = pods.filter(({ object }) => object.pods.count > 0);
  const controllers = new Set(running.map(({ object }) => object.controllerUid));
  const reached = new Map<string, ReturnType<typeof reachedObject>>();
  for (const placed of running) {
    const { object } = placed;
    const { kind, namespace, name, uid, controllerUid } = object;
    const containers =
      uid !== undefined && controllers.has(uid) ? [] : reach.effectsOn(placed.pod, namespace);
    if (containers.length > 0) {
      const same = JSON.stringify([namespace, controllerUid ?? [kind, name], containers]);
      const { pods: before = 0, ...first } = reached.get(same) ?? reachedObject(object, containers);
      const isPod = first.kind === POD.kind;
      reached.set(same, { ...first, ...(isPod && { pods: before + 1 }), containers });
    }
  }
  return [...reached.values()];
}

/** Workloads whose changed Pod templates refer to other objects, as after a change of a generated name. */
function replacedObjects(before: ReadState, after: ReadState) {
  const stored = new Map(before.pods.map((placed) => [configKey(placed.object), placed]));
  return after.pods.flatMap((placed) => {
    const { object } = placed;
    const old = stored.get(configKey(object));
    const effects =
      old === undefined || object.kind === POD.kind ? [] : newReferences(old.pod, placed.pod);
    return effects.length === 0 ? [] : [reachedObject(object, [{ container: '', effects }])];
  });
}

/** A ConfigMap or Secret and its place. */
interface PlacedConfig {
  readonly placed: ManifestObject;
  readonly object: ConfigMap | Secret;
}

/** The objects of an input. */
type ReadState = Awaited<ReturnType<typeof readState>>;

/** Reads ConfigMaps, Secrets, Pods and workloads. */
export async function readState(input: Input, terminal: Terminal) {
  // One list of both kinds, in the order of the files.
  const reader = new ClusterReader({ kinds: [], isOther: isConfig });
  const pods = new Map<string, Candidate>();
  const inspection = createInspection({
    amountsOnly: true,
    onPod: (pod, object) => void pods.set(configKey(object), { pod, object }),
  });
  const errors = await readManifests(input, terminal, {
    addProblem: inspection.addProblem,
    add: (placed) => {
      reader.add(placed);
      if (!isConfig(placed)) {
        inspection.add(placed);
      }
    },
  });
  const problems = errorsIn(inspection.report());
  const { others, placeOf } = reader.read();
  const configs = others.map((object): [string, PlacedConfig] => {
    const placed = placeOf(object) as ManifestObject;
    const identity = configIdentity(placed);
    // The items of a list need not have a kind.
    return [configKey(identity), { placed, object: { ...object, kind: identity.kind } }];
  });
  return {
    /** By kind, namespace and name; of several definitions, the last one counts. */
    configs: new Map(configs),
    pods: [...pods.values()],
    problems,
    errors,
  };
}

/** Removes the values that cannot be read from the ConfigMaps and Secrets. */
export function readableState(state: ReadState): ReadState {
  const problems = [...state.problems];
  const configs = [...state.configs].map(([key, { placed, object }]) => {
    const readable = readableConfig(placed.kind as 'ConfigMap' | 'Secret', object);
    appendAll(
      problems,
      readable.problems.map((problem) => placeProblem(placed, problem)),
    );
    return [key, { placed, object: readable.object }] as const;
  });
  return { ...state, configs: new Map(configs), problems };
}

/** A ConfigMap or Secret that is new or differs. */
export interface ConfigChange extends ObjectIdentity, KeyChanges {
  readonly change: 'ADDED' | 'CHANGED' | 'REJECTED';
}

/** Compares ConfigMaps and Secrets. Those that are only in `before` count as unchanged. */
function findChanges(
  before: ReadonlyMap<string, PlacedConfig>,
  after: ReadonlyMap<string, PlacedConfig>,
) {
  const changes: ConfigChange[] = [];
  const problems: Problem[] = [];
  for (const { placed, object } of after.values()) {
    const identity = configIdentity(placed);
    const old = before.get(configKey(identity))?.object;
    const rejections = rejectionsOf(placed, object, old);
    appendAll(problems, rejections);
    const keys = keyChanges(old, object);
    const isChanged = old === undefined || Object.values(keys).some(({ length }) => length > 0);
    if (isChanged || rejections.length > 0) {
      const change = old === undefined ? 'ADDED' : 'CHANGED';
      changes.push({ ...identity, change: rejections.length > 0 ? 'REJECTED' : change, ...keys });
    }
  }
  return { changes, problems };
}

function rejectionsOf(
  placed: ManifestObject,
  object: ConfigMap | Secret,
  old: ConfigMap | Secret | undefined,
): readonly Problem[] {
  const found =
    placed.kind === SECRET.kind
      ? validateSecret(object, { old })
      : validateConfigMap(object, { old });
  return found.map((problem) => placeProblem(placed, problem));
}
