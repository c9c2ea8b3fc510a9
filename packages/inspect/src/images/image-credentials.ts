import {
  applyStringData,
  attempt,
  type ClusterObjects,
  identityOf,
  type Secret,
} from '@kubesem/core';
import { appendAll, fields, movedProblem, THROW } from '@kubesem/core/internal';
import { SECRET, SERVICE_ACCOUNT } from '@kubesem/core/kinds';
import {
  collectDockerKeyring,
  type DockerKeyring,
  type PodKeyring,
  podKeyring,
} from '@kubesem/image';
import { podImagePullSecrets, podServiceAccountName } from '@kubesem/image/internal';
import type { ManifestFile, ManifestObject, Manifests } from '@kubesem/manifests';
import { ClusterReader, type PlacedCluster } from '@kubesem/manifests/cluster';
import { type FoundProblem, type Problem, placeProblem } from '../problem.js';
import { type PlacedEntry, readDockerConfig } from './docker-config.js';
import type { FindPodKeyring } from './pulled-pod.js';

/** Registry credentials of the nodes and of the Secrets of a cluster. No field exposes them. */
export interface ImageCredentials {
  /**
   * Adds a Secret or a ServiceAccount; if several have the same name, the last one wins, or a manifest over a stored one.
   *
   * @param object - an object of any kind
   * @returns whether it was added: objects of other kinds, and those that Kubernetes cannot read, are skipped
   */
  readonly add: (object: ManifestObject) => boolean;
  /**
   * Adds a Docker configuration of the nodes: a `config.json` or a `.dockercfg`.
   *
   * @param file - the text and its name
   * @param parsed - the result of `parseJSON` of `@kubesem/manifests` for the file
   * @returns what is wrong with it; nothing is thrown
   */
  readonly addDockerConfig: (file: ManifestFile, parsed: Manifests) => readonly Problem[];
  /**
   * Combines all credentials into one keyring, for an image without a Pod: all Secrets, as if a Pod listed them in the
   * order in which they were added, and the entries of the nodes.
   *
   * @returns the keyring and what is wrong with its sources
   */
  readonly collect: () => CollectedCredentials;
  /**
   * Returns a function that finds the credentials of a Pod among those added so far.
   *
   * @internal
   */
  readonly podKeyrings: () => FindPodKeyring;
}

/** One keyring of all credentials. */
export interface CollectedCredentials {
  /** The credentials that can be used. */
  readonly keyring: DockerKeyring;
  /** Credentials that cannot be used, with their places. Secrets of other types are skipped silently. */
  readonly problems: readonly Problem[];
  /** Whether the kubelet would pull no image of a Pod that lists all Secrets, because one cannot be decoded. */
  readonly kubeletRefuses: boolean;
}

/**
 * Creates a collection of registry credentials, which {@link createInspection} matches against the images of Pods.
 *
 * @returns the collection, still empty
 *
 * @example
 * ```ts
 * import { createImageCredentials, inspectObjects } from '@kubesem/inspect';
 * import { parseJSON, parseObjects } from '@kubesem/manifests';
 *
 * const credentials = createImageCredentials();
 * const text = '{ "auths": { "registry.example": { "username": "anna", "password": "tiger" } } }';
 * const file = { name: 'config.json', text };
 * credentials.addDockerConfig(file, parseJSON(file)) // => []
 * const pod = `
 * apiVersion: v1
 * kind: Pod
 * metadata: { name: web }
 * spec: { containers: [{ name: app, image: "eu.registry.example/app:1" }] }
 * `;
 * const { objects } = inspectObjects([parseObjects({ name: 'pod.yaml', text: pod })], { credentials });
 * objects[0]?.problems.map(({ code }) => code) // => ['CREDENTIALS_MISSING']
 * ```
 */
export function createImageCredentials(): ImageCredentials {
  // In a closure and not in fields, so nobody prints them by accident.
  const reader = new ClusterReader({ kinds: [SECRET, SERVICE_ACCOUNT] });
  const node: PlacedEntry[] = [];
  return {
    add: (object) => {
      const isAdded = isReadable(object);
      if (isAdded) {
        reader.add(object);
      }
      return isAdded;
    },
    addDockerConfig: (file, parsed) => {
      const { entries, problems } = readDockerConfig(file, parsed);
      appendAll(node, entries);
      return problems;
    },
    collect: () => collect(reader.read(), node),
    podKeyrings: () => podKeyrings(reader.read().cluster, node),
  };
}

/** Whether an object is a Secret or a ServiceAccount whose names and values can be read; the API server rejects any other. */
function isReadable({ apiVersion, kind, object }: ManifestObject): boolean {
  const isSecret = apiVersion === SECRET.apiVersion && kind === SECRET.kind;
  const isAccount = apiVersion === SERVICE_ACCOUNT.apiVersion && kind === SERVICE_ACCOUNT.kind;
  const read = () => {
    const metadata = fields(object as Secret, THROW).at('metadata');
    ['name', 'namespace', 'uid'].forEach((name) => metadata.text(name as 'name'));
    return isSecret ? applyStringData(object) : podImagePullSecrets({}, object);
  };
  return (isSecret || isAccount) && attempt(read).ok;
}

/** Pods with the same Secrets, such as those of a workload, share a keyring. */
function podKeyrings(
  { secrets, serviceAccounts }: ClusterObjects,
  node: readonly PlacedEntry[],
): FindPodKeyring {
  const sources = { secrets: secrets ?? [], node: node.map(([entry]) => entry) };
  const accounts = new Map((serviceAccounts ?? []).map((each) => [keyOf(identityOf(each)), each]));
  const keyrings = new Map<string, PodKeyring>();
  return ({ pod, namespace, isNew }) => {
    const account = isNew ? keyOf({ namespace, name: podServiceAccountName(pod) }) : '';
    const serviceAccount = accounts.get(account);
    const { from, names } = podImagePullSecrets(pod, serviceAccount);
    const key = JSON.stringify([namespace, from, names]);
    const keyring = keyrings.get(key) ?? podKeyring(pod, { ...sources, namespace, serviceAccount });
    keyrings.set(key, keyring);
    return keyring;
  };
}

function keyOf({ namespace, name }: ReturnType<typeof identityOf>): string {
  return `${namespace}/${name}`;
}

function collect(
  { cluster, placeOf }: PlacedCluster,
  node: readonly PlacedEntry[],
): CollectedCredentials {
  const secrets = cluster.secrets ?? [];
  const { keyring, faults, warnings, kubeletRefuses } = collectDockerKeyring({
    secrets,
    node: node.map(([entry]) => entry),
  });
  const problems: Problem[] = [];
  const report = (problem: FoundProblem): void => {
    const [list, index] = problem.segments;
    const place = list === 'secrets' ? placeOf(secrets[Number(index)]) : undefined;
    const entry = list === 'node' ? node[Number(index)] : undefined;
    if (place !== undefined && problem.code !== 'NOT_DOCKER_CONFIG') {
      problems.push(placeProblem(place, movedProblem(problem, [], 2)));
    } else if (entry !== undefined) {
      // The key of the entry may hold a password.
      problems.push({ ...problem, segments: [], path: '', ...entry[1] });
    }
  };
  for (const { problem, effect } of faults) {
    report({ ...problem, severity: effect === 'REFUSES_SOURCE' ? 'error' : 'warning' });
  }
  warnings.forEach(report);
  return { keyring, problems, kubeletRefuses };
}
