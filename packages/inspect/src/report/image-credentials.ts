import type { Pod, Secret, ServiceAccount } from '@kubesem/core';
import {
  applyStringData,
  type CredentialEntry,
  collectDockerConfig,
  collectDockerKeyring,
  type DockerConfigError,
  type DockerKeyring,
  type PodKeyring,
  podImagePullSecrets,
  podKeyring,
  podServiceAccountName,
} from '@kubesem/image';
import {
  findObjects,
  isJSONObject,
  type JSONObject,
  linePositions,
  type ManifestDocument,
  type ManifestFile,
  type PlacedObject,
  type Position,
  parseManifests,
  readJSONDocument,
} from '@kubesem/manifests';
import type { Problem } from './problem.js';
import type { ObjectReport } from './report.js';
import { segmentsOf } from './written-path.js';

/** Finds what the images of a Pod are pulled with, by the Pod's namespace and whether it is still to be created. */
export type FindPodKeyring = (pod: Pod, namespace: string, isNew: boolean) => PodKeyring;

/** Completes the report on an object. */
type Judge = (find: FindPodKeyring) => ObjectReport;

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
   * @returns the keyring, what is wrong with its sources, and whether the kubelet would therefore pull nothing at all
   */
  collect(): {
    /** The credentials that can be used. */
    readonly keyring: DockerKeyring;
    /** What cannot be used, with its place. Secrets of other types are passed over without a word. */
    readonly problems: readonly Problem[];
    /** Whether the kubelet would pull no image of a Pod that lists all of the Secrets: one cannot be decoded. */
    readonly kubeletRefuses: boolean;
  };
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
   * The objects as their judgements complete them.
   *
   * @internal
   */
  judged(objects: readonly ObjectReport[]): readonly ObjectReport[];
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
  // In a closure and not in fields, so that whoever prints it sees none of it.
  const gathered: Gathered = { secrets: new Map(), serviceAccounts: new Map(), node: [] };
  const judgements = new WeakMap<ObjectReport, Judge>();
  return {
    addFile: (file) => addFile(gathered, file),
    collect: () => collect(gathered),
    addObject: (placed) => void addObject(gathered, placed),
    judgeLater: (object, judge) => void judgements.set(object, judge),
    judged(objects) {
      const find = keyringFinder(gathered);
      return objects.map((object) => judgements.get(object)?.(find) ?? object);
    },
  };
}

type Place = Pick<Problem, 'file' | 'line' | 'column'>;

interface Gathered {
  /** As they are stored, with what they were before; by namespace and name. */
  readonly secrets: Map<string, readonly [Secret, PlacedObject]>;
  /** By namespace and name. */
  readonly serviceAccounts: Map<string, ServiceAccount>;
  readonly node: (readonly [CredentialEntry, Place])[];
}

/** Pods with the same Secrets, as those of a workload, share a keyring. */
function keyringFinder({ secrets, serviceAccounts, node }: Gathered): FindPodKeyring {
  const sources = {
    secrets: Array.from(secrets.values(), ([secret]) => secret),
    node: node.map(([entry]) => entry),
  };
  const made = new Map<string, PodKeyring>();
  return (pod, namespace, isNew) => {
    const account = isNew ? `${namespace}/${podServiceAccountName(pod)}` : '';
    const serviceAccount = serviceAccounts.get(account);
    const { from, names } = podImagePullSecrets(pod, serviceAccount);
    const key = JSON.stringify([namespace, from, names]);
    const keyring = made.get(key) ?? podKeyring(pod, { ...sources, namespace, serviceAccount });
    made.set(key, keyring);
    return keyring;
  };
}

/** Takes the place of an object of that name, as where both are applied; returns whether it was one of the two. */
function addObject(gathered: Gathered, placed: PlacedObject): boolean {
  const { apiVersion, kind, object } = placed;
  try {
    if (apiVersion === 'v1' && kind === 'Secret') {
      const secret = applyStringData(object as Secret);
      gathered.secrets.set(nameOf(secret), [secret, placed]);
      return true;
    }
    if (apiVersion === 'v1' && kind === 'ServiceAccount') {
      const account = object as ServiceAccount;
      // Throws if they cannot be read.
      podImagePullSecrets({}, account);
      gathered.serviceAccounts.set(nameOf(account), account);
      return true;
    }
  } catch {
    // Kubernetes would not read it either.
  }
  return false;
}

function nameOf({ metadata }: Secret | ServiceAccount): string {
  return `${metadata?.namespace || 'default'}/${metadata?.name}`;
}

function addFile(gathered: Gathered, file: ManifestFile): readonly Problem[] {
  const { documents, problems } = parseManifests(file);
  // The messages may quote the text.
  const all: Problem[] = problems.map((problem) => ({
    ...problem,
    message: WRONG_TEXT[problem.code] ?? '',
  }));
  const [document] = documents;
  if (document && isConfiguration(document, file.text)) {
    return [...all, ...addConfiguration(gathered, document, file.text)];
  }
  const objects = documents.flatMap((one) => [...findObjects(one, all)]);
  const added = objects.filter((object) => addObject(gathered, object));
  if (added.length === 0 && all.length === 0) {
    const message = 'expected a config.json, a .dockercfg, Secrets or ServiceAccounts, found none';
    all.push({ severity: 'error', code: 'REQUIRED', message, file: file.name, line: 1, column: 1 });
  }
  return all;
}

const WRONG_TEXT: { readonly [code: string]: string | undefined } = {
  SYNTAX: 'expected JSON or YAML',
  DUPLICATE_KEY: 'this key stands here for the second time',
  IGNORED_TEXT: 'kubectl would not look at this text',
  TOO_LARGE: 'the document is too long',
};

function collect({ secrets: byName, node }: Gathered): ReturnType<ImageCredentials['collect']> {
  const secrets = [...byName.values()];
  const { keyring, faults, kubeletRefuses } = collectDockerKeyring({
    secrets: secrets.map(([secret]) => secret),
    node: node.map(([entry]) => entry),
  });
  const problems: Problem[] = [];
  const tell = (fault: DockerConfigError, where: string, place: Place) => {
    const { code, message, effect, path = '' } = fault;
    const severity = effect === 'REFUSES_SOURCE' ? 'error' : 'warning';
    problems.push({ severity, code, message: message.replace(path, () => where), ...place });
  };
  for (const fault of faults) {
    const [, index, rest = ''] = /^secrets\[(\d+)\]\.([^]*)/.exec(fault.path ?? '') ?? [];
    const secret = secrets[Number(index)];
    if (secret !== undefined && fault.code !== 'NOT_DOCKER_CONFIG') {
      tell(fault, rest, placeIn(secret[1], rest));
    }
  }
  // One by one: a fault names its entry by a key that may stand in several files.
  for (const [entry, place] of node) {
    for (const fault of collectDockerKeyring({ node: [entry] }).faults) {
      tell(fault, 'this entry', place);
    }
  }
  return { keyring, problems, kubeletRefuses };
}

function placeIn({ document, base, object }: PlacedObject, path: string): Place {
  const position = document.positionOf([...base, ...segmentsOf(object, path)]);
  return { file: document.file, ...position };
}

/** Whether a text is a file of Docker: JSON, or meant to be, and no object of Kubernetes. */
function isConfiguration({ value }: ManifestDocument, text: string): boolean {
  const isBraced = text.trimStart().startsWith('{');
  return isBraced && isJSONObject(value) && !('kind' in value) && !('apiVersion' in value);
}

/** kubectl skips it, and the kubelet does not. */
const BYTE_ORDER_MARK = '\ufeff';

/** Where a text that starts with a brace stops being JSON, which the Docker configuration has to be, unlike YAML. */
function endOfJSON(text: string): Position {
  if (text.startsWith(BYTE_ORDER_MARK)) {
    return { line: 1, column: 1 };
  }
  const lines = text.replace(/\r\n/g, '\n');
  const { document, end, isJSON } = readJSONDocument(lines, lines.indexOf('{'));
  const behind = lines.slice(end);
  const fault = isJSON ? lines.length - behind.trimStart().length : document.offsetOf([]);
  return linePositions(lines)(fault);
}

/**
 * Where `docker login` keeps passwords outside of the file; Docker Desktop does, and leaves empty entries in `auths`.
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider` v1.37.1, `DockerConfigJSON`, which has no such fields, and
 * `BasicDockerKeyring.Add`, which takes up empty entries.
 */
const STORE_FIELDS = ['credsStore', 'credHelpers'];
/** Fields of a `config.json`; without any of them it is a `.dockercfg`, whose fields are registries. */
const CONFIG_FIELDS = ['auths', 'credsStore', 'credHelpers', 'HttpHeaders'];

function addConfiguration(
  gathered: Gathered,
  document: ManifestDocument,
  text: string,
): readonly Problem[] {
  const { file, value, positionOf } = document;
  const isConfig = CONFIG_FIELDS.some((field) => field in (value as JSONObject));
  const format = isConfig ? 'dockerconfigjson' : 'dockercfg';
  const { entries, faults } = collectDockerConfig(text, { format });
  const problems = faults.map(({ code, message, path = '' }: DockerConfigError): Problem => {
    const isNoJSON = code === 'INVALID_JSON';
    const position = isNoJSON ? endOfJSON(text) : positionOf(segmentsOf(value, path));
    const mark = text.startsWith(BYTE_ORDER_MARK) ? ' without a byte order mark' : '';
    const effect = `${mark}; the kubelet then uses nothing of this file`;
    return { severity: 'error', code, message: `${message}${effect}`, file, ...position, path };
  });
  if (entries.length + faults.length === 0) {
    const message = 'expected credentials under `auths`, found none';
    problems.push({ severity: 'warning', code: 'REQUIRED', message, file, ...positionOf([]) });
  }
  for (const field of STORE_FIELDS.filter((name) => name in (value as JSONObject))) {
    const message =
      'the kubelet asks no credential stores and helpers; it tries an entry without a password as it is, empty';
    const position = positionOf([field]);
    problems.push({ severity: 'warning', code: 'IGNORED_TEXT', message, file, ...position });
  }
  for (const entry of faults.length > 0 ? [] : entries) {
    const position = positionOf(isConfig ? ['auths', entry.server] : [entry.server]);
    gathered.node.push([entry, { file, ...position }]);
  }
  return problems;
}
