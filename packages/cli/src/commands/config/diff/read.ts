import { appendAll, type ConfigMap, type Pod, type Secret } from '@kubesem/core';
import {
  createInspection,
  type ObjectReport,
  type Problem,
  readableConfig,
} from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import { ClusterReader, placeProblem } from '@kubesem/manifests/cluster';
import { type Input, readManifests } from '../../../io/objects.js';
import type { Terminal } from '../../../io/terminal.js';
import { configIdentity, isConfig } from '../hash.js';

/** A ConfigMap or Secret and its place. */
export interface PlacedConfig {
  readonly placed: ManifestObject;
  readonly object: ConfigMap | Secret;
}

/** A Pod or Pod template, and what it belongs to. */
export interface PlacedPod {
  readonly pod: Pod;
  readonly object: ObjectReport;
}

/** The objects of an input. */
export interface ReadState {
  /** By kind, namespace and name; of several definitions, the last one counts. */
  readonly configs: ReadonlyMap<string, PlacedConfig>;
  readonly pods: readonly PlacedPod[];
  /** Errors only. */
  readonly problems: readonly Problem[];
  readonly errors: readonly string[];
}

/** Reads ConfigMaps, Secrets, Pods and workloads. */
export async function readState(input: Input, terminal: Terminal): Promise<ReadState> {
  // One list of both kinds, in the order of the files.
  const reader = new ClusterReader({ kinds: [], isOther: isConfig });
  const pods = new Map<string, PlacedPod>();
  const inspection = createInspection({
    amountsOnly: true,
    onPod: (pod, object) =>
      pods.set(configKey(object.kind, object.namespace, object.name), { pod, object }),
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
  const { objects, problems: ofFiles } = inspection.report();
  const all = [...ofFiles, ...objects.flatMap((object) => object.problems)];
  const problems = all.filter(({ severity }) => severity === 'error');
  const { others, placeOf } = reader.read();
  const configs = others.map((object): [string, PlacedConfig] => {
    const placed = placeOf(object) as ManifestObject;
    const { kind, namespace, name } = configIdentity(placed);
    // The items of a list need not have a kind.
    return [configKey(kind, namespace, name), { placed, object: { ...object, kind } }];
  });
  return { configs: new Map(configs), pods: [...pods.values()], problems, errors };
}

/** Removes the values that cannot be read from the ConfigMaps and Secrets. */
export function readableState(state: ReadState): ReadState {
  const problems = [...state.problems];
  const configs = [...state.configs].map(([key, { placed, object }]) => {
    const readable = readableConfig(placed.kind as 'ConfigMap' | 'Secret', object);
    appendAll(
      problems,
      readable.problems.map((problem) => placeProblem(placed, 'error', problem)),
    );
    return [key, { placed, object: readable.object }] as const;
  });
  return { ...state, configs: new Map(configs), problems };
}

/** What identifies an object. */
export function configKey(kind: string, namespace: string, name: string): string {
  return `${kind}/${namespace}/${name}`;
}
