import { applyStringData, type Secret, type ServiceAccount } from '@kubesem/core';
import { appendAll, fields, movedProblem, THROW } from '@kubesem/core/internal';
import { SECRET, SERVICE_ACCOUNT } from '@kubesem/core/kinds';
import {
  collectDockerKeyring,
  type DockerKeyring,
  type PodKeyring,
  podImagePullSecrets,
  podKeyring,
  podServiceAccountName,
} from '@kubesem/image';
import type { ManifestFile, ManifestObject, Manifests } from '@kubesem/manifests';
import { type FoundProblem, type Problem, placeProblem } from '../problem.js';
import { type PlacedEntry, readDockerConfig } from './docker-config.js';
import type { FindPodKeyring } from './pulled-pod.js';

/** Registry credentials of the nodes and of the Secrets of a cluster. No field exposes them. */
export interface ImageCredentials {
  /**
   * Adds a Secret or a ServiceAccount; if several have the same name, the last one wins.
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
 * spec: { containers: [{ name: app, image: "eu.registry.example/app:1" }] }
 * `;
 * const { objects } = inspectObjects([parseObjects({ name: 'pod.yaml', text: pod })], { credentials });
 * objects[0]?.problems.map(({ code }) => code) // => ['CREDENTIALS_MISSING']
 * ```
 */
export function createImageCredentials(): ImageCredentials {
  // In a closure and not in fields, so nobody prints them by accident.
  const collected: Collected = { secrets: new Map(), serviceAccounts: new Map(), node: [] };
  return {
    add: (object) => addObject(collected, object),
    addDockerConfig: (file, parsed) => {
      const { entries, problems } = readDockerConfig(file, parsed);
      appendAll(collected.node, entries);
      return problems;
    },
    collect: () => collect(collected),
    podKeyrings: () => podKeyrings(collected),
  };
}

interface Collected {
  /** The Secrets, and as they are in the files; by namespace and name. */
  readonly secrets: Map<string, readonly [secret: Secret, placed: ManifestObject]>;
  /** By namespace and name. */
  readonly serviceAccounts: Map<string, ServiceAccount>;
  readonly node: PlacedEntry[];
}

function addObject({ secrets, serviceAccounts }: Collected, placed: ManifestObject): boolean {
  const { apiVersion, kind, object } = placed;
  try {
    if (apiVersion === SECRET.apiVersion && kind === SECRET.kind) {
      const secret = object as Secret;
      // Throws if the values cannot be read.
      applyStringData(secret);
      secrets.set(nameOf(secret), [secret, placed]);
      return true;
    }
    if (apiVersion === SERVICE_ACCOUNT.apiVersion && kind === SERVICE_ACCOUNT.kind) {
      const account = object as ServiceAccount;
      // Throws if the names cannot be read.
      podImagePullSecrets({}, account);
      serviceAccounts.set(nameOf(account), account);
      return true;
    }
  } catch {
    // The API server rejects it.
  }
  return false;
}

/** Throws if the metadata cannot be read. */
function nameOf(object: Secret | ServiceAccount): string {
  const metadata = fields(object as Secret, THROW).at('metadata');
  metadata.text('uid');
  return `${metadata.text('namespace') || 'default'}/${metadata.text('name')}`;
}

/** Pods with the same Secrets, such as those of a workload, share a keyring. */
function podKeyrings({ secrets, serviceAccounts, node }: Collected): FindPodKeyring {
  const sources = {
    secrets: Array.from(secrets.values(), ([secret]) => secret),
    node: node.map(([entry]) => entry),
  };
  const keyrings = new Map<string, PodKeyring>();
  return ({ pod, namespace, isNew }) => {
    const account = isNew ? `${namespace}/${podServiceAccountName(pod)}` : '';
    const serviceAccount = serviceAccounts.get(account);
    const { from, names } = podImagePullSecrets(pod, serviceAccount);
    const key = JSON.stringify([namespace, from, names]);
    const keyring = keyrings.get(key) ?? podKeyring(pod, { ...sources, namespace, serviceAccount });
    keyrings.set(key, keyring);
    return keyring;
  };
}

function collect({ secrets: byName, node }: Collected): CollectedCredentials {
  const secrets = [...byName.values()];
  const { keyring, faults, warnings, kubeletRefuses } = collectDockerKeyring({
    secrets: secrets.map(([secret]) => secret),
    node: node.map(([entry]) => entry),
  });
  const problems: Problem[] = [];
  const report = (problem: FoundProblem): void => {
    const [list, index] = problem.segments;
    const secret = list === 'secrets' ? secrets[Number(index)] : undefined;
    const entry = list === 'node' ? node[Number(index)] : undefined;
    if (secret !== undefined && problem.code !== 'NOT_DOCKER_CONFIG') {
      problems.push(placeProblem(secret[1], movedProblem(problem, [], 2)));
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
