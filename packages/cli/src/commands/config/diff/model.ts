import type { EnvironmentCluster } from '@kubesem/config';
import { indexCluster } from '@kubesem/core';
import { CONFIG_MAP, POD, SECRET } from '@kubesem/core/kinds';
import type { ObjectReport, Problem } from '@kubesem/inspect';
import { type ConfigChange, findChanges } from './changes.js';
import { type ContainerEffects, newReferences, Reach } from './reach.js';
import { configKey, type PlacedConfig, type PlacedPod, type ReadState } from './read.js';

/** A Pod or workload that a change reaches. */
export interface ReachedObject
  extends Pick<ObjectReport, 'file' | 'line' | 'apiVersion' | 'kind' | 'namespace' | 'name'> {
  /** The Pods of the same controller with the same effects, this one included; absent for a workload. */
  readonly pods?: number | undefined;
  readonly containers: readonly ContainerEffects[];
}

/** What `kubesem config diff` prints for programs. */
export interface DiffModel {
  readonly changes: readonly ConfigChange[];
  readonly reached: readonly ReachedObject[];
  readonly problems: readonly Problem[];
}

/**
 * Finds out which Pods and workloads changes of ConfigMaps and Secrets reach. Changes that the API server rejects reach
 * nothing. Of changed workloads, the ConfigMaps and Secrets count to which they refer.
 */
export function diffModel(before: ReadState, after: ReadState): DiffModel {
  const { changes, problems } = findChanges(before.configs, after.configs);
  const keyOf = ({ kind, namespace, name }: ConfigChange) => configKey(kind, namespace, name);
  const changed = new Set(changes.filter(({ change }) => change !== 'REJECTED').map(keyOf));
  const accepted = [...after.configs].filter(([key]) => changed.has(key));
  const configs = new Map([...before.configs, ...accepted]);
  const reach = new Reach(
    indexOf(before.configs),
    indexOf(configs),
    changed,
    new Set(configs.keys()),
  );
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

/** Pods of one controller with the same effects count as one. A controller is skipped if its Pods are in the input. */
function reachedObjects({ pods }: ReadState, reach: Reach): readonly ReachedObject[] {
  const running = pods.filter(({ object }) => object.pods.count > 0);
  const controllers = new Set(running.map(({ object }) => object.controllerUid));
  const reached = new Map<string, ReachedObject>();
  for (const placed of running) {
    const { file, line, apiVersion, kind, namespace, name, uid, controllerUid } = placed.object;
    const containers = uid !== undefined && controllers.has(uid) ? [] : reach.effectsOn(placed);
    if (containers.length === 0) {
      continue;
    }
    const same = JSON.stringify([namespace, controllerUid ?? [kind, name], containers]);
    const known = reached.get(same) ?? {
      ...{ file, line, apiVersion, kind, namespace, name },
      ...(kind === POD.kind && { pods: 0 }),
      containers,
    };
    reached.set(same, { ...known, ...(known.pods !== undefined && { pods: known.pods + 1 }) });
  }
  return [...reached.values()];
}

/** Workloads whose changed Pod templates refer to other objects, as after a change of a generated name. */
function replacedObjects(before: ReadState, after: ReadState): readonly ReachedObject[] {
  const keyOf = ({ object: { kind, namespace, name } }: PlacedPod) =>
    configKey(kind, namespace, name);
  const stored = new Map(before.pods.map((placed) => [keyOf(placed), placed]));
  return after.pods.flatMap((placed) => {
    const { file, line, apiVersion, kind, namespace, name } = placed.object;
    const old = stored.get(keyOf(placed));
    const effects = old === undefined || kind === POD.kind ? [] : newReferences(old, placed);
    const containers = [{ container: '', effects }];
    return effects.length === 0
      ? []
      : [{ file, line, apiVersion, kind, namespace, name, containers }];
  });
}
