import type { Pod, Secret, ServiceAccount } from '@kubesem/core';
import {
  applyStringData,
  type CollectedDockerKeyring,
  type CredentialEntry,
  collectDockerConfig,
  collectDockerKeyring,
  type DockerConfigError,
  type PodKeyring,
  podImagePullSecrets,
  podKeyring,
  podServiceAccountName,
} from '@kubesem/image';
import { isJSONObject, type JSONObject } from './json-value.js';
import { type ManifestDocument, type ManifestFile, parseManifests } from './manifest.js';
import { findObjects, type PlacedObject } from './objects.js';
import type { Problem } from './problem.js';
import type { ObjectReport } from './report.js';
import { segmentsOf } from './written-path.js';

/** Finds what the images of a Pod are pulled with, by the Pod's namespace and whether it is still to be created. */
export type FindPodKeyring = (pod: Pod, namespace: string, isNew: boolean) => PodKeyring;

type Judge = (find: FindPodKeyring) => readonly Problem[];

/**
 * Credentials for registries, gathered while manifests are read: those of the nodes, and the Secrets and ServiceAccounts
 * of the cluster. It shows none of them.
 */
export interface ImageCredentials {
  /**
   * Takes up a file that was given for its credentials: a `config.json` or a `.dockercfg` of the nodes, or manifests
   * with Secrets and ServiceAccounts.
   *
   * @param file - the text and what to call it
   * @returns what is wrong with it; nothing is thrown
   */
  addFile(file: ManifestFile): readonly Problem[];
  /**
   * Puts everything into one keyring, for an image of no Pod in particular: all Secrets, as if a Pod listed them in the
   * order in which they were taken up, and the entries of the nodes.
   *
   * @returns the keyring, and what is wrong with its sources
   */
  collect(): CollectedDockerKeyring;
  /**
   * Takes up an object if it is a Secret or a ServiceAccount.
   *
   * @internal
   */
  addObject(placed: PlacedObject): void;
  /**
   * Leaves a judgement for the time when all files have been read.
   *
   * @internal
   */
  judgeLater(object: ObjectReport, judge: Judge): void;
  /**
   * The object with what its judgement found.
   *
   * @internal
   */
  judged(object: ObjectReport): ObjectReport;
}

/**
 * Makes a place to gather credentials in, for `inspectManifests`, or for `inspectManifest` and `combineReports`.
 *
 * @returns the place, with nothing in it
 *
 * @example
 * ```ts
 * import { createImageCredentials, inspectManifests } from '@kubesem/inspect';
 *
 * const credentials = createImageCredentials();
 * const text = '{ "auths": { "registry.example": { "username": "anna", "password": "katze" } } }';
 * credentials.addFile({ name: 'config.json', text }) // => []
 * const pod = `
 * apiVersion: v1
 * kind: Pod
 * spec: { containers: [{ name: app, image: "eu.registry.example/app:1" }] }
 * `;
 * const { objects } = inspectManifests([{ name: 'pod.yaml', text: pod }], { credentials });
 * objects[0]?.problems.map(({ code }) => code) // => ['NO_CREDENTIALS']
 * ```
 */
export function createImageCredentials(): ImageCredentials {
  const secrets: Secret[] = [];
  const serviceAccounts = new Map<string, ServiceAccount>();
  const node: CredentialEntry[] = [];
  const judgements = new WeakMap<ObjectReport, Judge>();
  const findPodKeyring: FindPodKeyring = (pod, namespace, isNew) => {
    const key = `${namespace}/${podServiceAccountName(pod)}`;
    const serviceAccount = isNew ? serviceAccounts.get(key) : undefined;
    return podKeyring(pod, { namespace, secrets, serviceAccount, node });
  };
  const addObject = ({ apiVersion, kind, object }: PlacedObject): boolean => {
    try {
      if (apiVersion === 'v1' && kind === 'Secret') {
        secrets.push(applyStringData(object as Secret));
        return true;
      }
      if (apiVersion === 'v1' && kind === 'ServiceAccount') {
        const account = object as ServiceAccount;
        // Throws if they cannot be read.
        podImagePullSecrets({}, account);
        const { namespace, name } = account.metadata ?? {};
        serviceAccounts.set(`${namespace || 'default'}/${name}`, account);
        return true;
      }
    } catch {
      // Kubernetes would not read it either.
    }
    return false;
  };
  return {
    addFile(file) {
      const { documents, problems } = parseManifests(file);
      const [document] = documents;
      if (documents.length === 1 && document && isConfiguration(document)) {
        const { entries, problems: found } = readConfiguration(document, file.text);
        node.push(...entries);
        return [...problems, ...found];
      }
      const all = [...problems];
      const objects = documents.flatMap((one) => [...findObjects(one, all)]);
      if (objects.filter(addObject).length === 0 && all.length === 0) {
        const message =
          'expected a config.json, a .dockercfg, Secrets or ServiceAccounts, found none';
        const place = { file: file.name, line: 1, column: 1 };
        all.push({ severity: 'error', code: 'REQUIRED', message, ...place });
      }
      return all;
    },
    collect: () => collectDockerKeyring({ secrets, node }),
    addObject,
    judgeLater: (object, judge) => void judgements.set(object, judge),
    judged(object) {
      const found = judgements.get(object)?.(findPodKeyring) ?? [];
      return found.length === 0 ? object : { ...object, problems: [...object.problems, ...found] };
    },
  };
}

/** Whether a document is a file of Docker: JSON, and no object of Kubernetes. */
function isConfiguration({ format, value }: ManifestDocument): boolean {
  return format === 'json' && isJSONObject(value) && !('kind' in value) && !('apiVersion' in value);
}

/** Fields of a `config.json`; without any of them it is a `.dockercfg`, whose fields are registries. */
const CONFIG_FIELDS = ['auths', 'credsStore', 'credHelpers', 'HttpHeaders'];

function readConfiguration(
  document: ManifestDocument,
  text: string,
): { entries: readonly CredentialEntry[]; problems: readonly Problem[] } {
  const { file, value, positionOf } = document;
  const isConfig = CONFIG_FIELDS.some((field) => field in (value as JSONObject));
  const format = isConfig ? 'dockerconfigjson' : 'dockercfg';
  const { entries, faults } = collectDockerConfig(text.replace(/^\ufeff/, ''), { format });
  const problems = faults.map(({ code, message, path = '' }: DockerConfigError): Problem => {
    const position = positionOf(segmentsOf(value, path));
    const effect = '; the kubelet then uses nothing of this file';
    return { severity: 'error', code, message: `${message}${effect}`, file, ...position, path };
  });
  if (entries.length + faults.length === 0) {
    const message =
      'expected credentials under `auths`, found none; credential stores and helpers are not asked';
    problems.push({ severity: 'warning', code: 'REQUIRED', message, file, ...positionOf([]) });
  }
  return { entries, problems };
}
