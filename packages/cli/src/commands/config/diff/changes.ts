import { validateConfigMap, validateSecret } from '@kubesem/config';
import {
  appendAll,
  applyStringData,
  attempt,
  type ConfigMap,
  objectOf,
  type Secret,
} from '@kubesem/core';
import { SECRET } from '@kubesem/core/kinds';
import type { ObjectIdentity, Problem } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import { placeProblem } from '@kubesem/manifests/cluster';
import { configIdentity } from '../hash.js';
import { configKey, type PlacedConfig } from './read.js';

/** A ConfigMap or Secret that is new or differs. */
export interface ConfigChange extends ObjectIdentity {
  readonly change: 'ADDED' | 'CHANGED' | 'REJECTED';
  readonly addedKeys: readonly string[];
  readonly changedKeys: readonly string[];
  readonly removedKeys: readonly string[];
}

/** What changes, and why the API server rejects it. */
export interface FoundChanges {
  readonly changes: readonly ConfigChange[];
  readonly problems: readonly Problem[];
}

/** Compares ConfigMaps and Secrets. Those that are only in `before` count as unchanged. */
export function findChanges(
  before: ReadonlyMap<string, PlacedConfig>,
  after: ReadonlyMap<string, PlacedConfig>,
): FoundChanges {
  const changes: ConfigChange[] = [];
  const problems: Problem[] = [];
  for (const { placed, object } of after.values()) {
    const identity = configIdentity(placed);
    const old = before.get(configKey(identity.kind, identity.namespace, identity.name))?.object;
    const rejections = rejectionsOf(placed, object, old);
    appendAll(problems, rejections);
    const keys = keysOf(old, object);
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
  return found.map((problem) => placeProblem(placed, 'error', problem));
}

function keysOf(
  old: ConfigMap | Secret | undefined,
  object: ConfigMap | Secret,
): Pick<ConfigChange, 'addedKeys' | 'changedKeys' | 'removedKeys'> {
  const before = valuesOf(old);
  const after = valuesOf(object);
  return {
    addedKeys: [...after.keys()].filter((key) => !before.has(key)),
    changedKeys: [...after].flatMap(([key, value]) =>
      before.has(key) && before.get(key) !== value ? [key] : [],
    ),
    removedKeys: [...before.keys()].filter((key) => !after.has(key)),
  };
}

/** What is stored by key. Values of the wrong type are equal; the API server rejects them. */
function valuesOf(object: ConfigMap | Secret | undefined): ReadonlyMap<string, unknown> {
  const { value = {} } = attempt(() =>
    object?.kind === SECRET.kind ? applyStringData(object as Secret) : (object as ConfigMap),
  );
  const { data, binaryData } = objectOf<ConfigMap>(value);
  return new Map([...Object.entries(objectOf(data)), ...Object.entries(objectOf(binaryData))]);
}
