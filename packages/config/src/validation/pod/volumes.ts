import {
  type DownwardAPIVolumeFile,
  type FieldPath,
  type FieldProblems,
  fields,
  INT64_RANGE,
  type KeyToPath,
  type PodSpec,
  type ProjectedVolumeSource,
  type ServiceAccountTokenProjection,
  unwrittenPath,
  type Volume,
  type VolumeProjection,
  writtenPath,
} from '@kubesem/core';
import { checkPodCertificate, checkTrustBundle } from './certificates.js';
import { type Checked, checkRelativePath, requiredName, requiredText } from './checks.js';
import type { PodConfigProblemCode } from './codes.js';
import { checkFieldRef, checkResourceFieldRef } from './selectors.js';

/** The sources of volumes in the order in which the API server checks them; all after the first are too many. */
const SOURCES = [
  ...(['emptyDir', 'hostPath', 'gitRepo', 'gcePersistentDisk', 'awsElasticBlockStore'] as const),
  ...(['secret', 'nfs', 'iscsi', 'glusterfs', 'flocker', 'persistentVolumeClaim', 'rbd'] as const),
  ...(['cinder', 'cephfs', 'quobyte', 'downwardAPI', 'fc', 'flexVolume', 'configMap'] as const),
  ...(['azureFile', 'vsphereVolume', 'photonPersistentDisk', 'portworxVolume'] as const),
  ...(['azureDisk', 'storageos', 'projected', 'scaleIO', 'csi', 'ephemeral', 'image'] as const),
];

/**
 * Checks volumes of ConfigMaps, Secrets and the downward API, and projected ones. Of all others only the name is checked.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateVolumes`.
 *
 * @returns the names of the volumes without a problem: others cannot be mounted
 */
export function checkVolumes(
  spec: Checked<PodSpec>,
  problems: FieldProblems<PodConfigProblemCode>,
): ReadonlySet<string> {
  const valid = new Set<string>();
  spec.each('volumes', (volume) => {
    const before = problems.count;
    checkSource(volume);
    requiredName(volume, 'name', 'dns1123Label');
    const value = volume.text('name');
    if (valid.has(value)) {
      volume.duplicate(
        volume.pathOf('name'),
        value,
        'another volume has this name',
        'DUPLICATE_NAME',
      );
    }
    if (problems.count === before) {
      valid.add(value);
    }
  });
  return valid;
}

/** The sources of volumes that the server misspells if they are too many. */
const MISSPELT: { readonly [field: string]: string | undefined } = {
  cephfs: '.cephFS',
  downwardAPI: '.downwarAPI',
};

/** Whether a volume is an `emptyDir`, which is the default. */
export function isEmptyDir(volume: Checked<Volume>): boolean {
  const [first = 'emptyDir'] = sourcesOf(volume);
  return first === 'emptyDir';
}

function sourcesOf(volume: Checked<Volume>): (typeof SOURCES)[number][] {
  return SOURCES.filter((field) => volume.has(field));
}

function checkSource(volume: Checked<Volume>): void {
  const [first, ...others] = sourcesOf(volume);
  for (const field of others) {
    const path = writtenPath(volume.path, field, MISSPELT[field]);
    volume.forbidden(path, 'may not specify more than 1 volume type', 'SOURCE_CONFLICT');
  }
  if (first === undefined || !volume.at(first).isPresent) {
    return;
  }
  switch (first) {
    case 'configMap':
      requiredText(volume.at(first), 'name');
      checkItems(volume.at(first));
      checkMode(volume.at(first), 'defaultMode');
      break;
    case 'secret':
      requiredText(volume.at(first), 'secretName');
      checkItems(volume.at(first));
      checkMode(volume.at(first), 'defaultMode');
      break;
    case 'downwardAPI':
      checkDownwardItems(volume.at(first));
      checkMode(volume.at(first), 'defaultMode');
      break;
    case 'projected':
      checkProjected(volume.at(first));
      checkMode(volume.at(first), 'defaultMode');
      break;
    default:
  }
}

/** Receives the path of a file. */
type AddPath = (file: string, path: FieldPath) => void;

/** What holds keys of a ConfigMap or a Secret. */
interface Items {
  readonly items?: readonly KeyToPath[] | null | undefined;
  readonly optional?: boolean | null | undefined;
}

/**
 * Checks items of a ConfigMap or a Secret.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateKeyToPath`.
 */
function checkItems(source: Checked<Items>, addPath?: AddPath): void {
  source.flag('optional');
  source.each('items', (item) => {
    requiredText(item, 'key');
    checkFilePath(item, addPath);
    checkMode(item, 'mode');
  });
}

/** What holds fields of the Pod. */
interface DownwardItems {
  readonly items?: readonly DownwardAPIVolumeFile[] | null | undefined;
}

/** Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateDownwardAPIVolumeFile`. */
function checkDownwardItems(source: Checked<DownwardItems>, addPath?: AddPath): void {
  const list = source.path as FieldPath;
  for (const { value, policy, path } of source.objects('items')) {
    // The server leaves out which of the items it means.
    const at = unwrittenPath(list, path as FieldPath);
    const item: Checked<DownwardAPIVolumeFile> = fields(value, policy, at);
    checkFilePath(item, addPath);
    const fieldRef = item.at('fieldRef');
    const resourceRef = item.at('resourceFieldRef');
    if (fieldRef.isPresent) {
      checkFieldRef(fieldRef, 'volume');
      if (resourceRef.isPresent) {
        const message = 'fieldRef and resourceFieldRef can not be specified simultaneously';
        item.invalid(at, message, undefined, 'SOURCE_CONFLICT');
      }
    } else if (resourceRef.isPresent) {
      checkResourceFieldRef(resourceRef, 'volume');
    } else {
      item.required(at, 'one of fieldRef and resourceFieldRef is required', 'SOURCE_REQUIRED');
    }
    checkMode(item, 'mode');
  }
}

/**
 * Checks the sources of a projected volume.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateProjectionSources`.
 */
function checkProjected(projected: Checked<ProjectedVolumeSource>): void {
  const files = new Set<string>();
  const addPath: AddPath = (file, path) => {
    if (files.has(file)) {
      const written = unwrittenPath(projected.path as FieldPath, path);
      projected.invalid(written, 'conflicting duplicate paths', file, 'DUPLICATE_PATH');
    }
    files.add(file);
  };
  projected.each('sources', (entry) => {
    const kinds = PROJECTIONS.filter((kind) => {
      const { isPresent } = entry.at(kind);
      if (isPresent) {
        checkProjection(entry, kind, addPath, projected.path as FieldPath);
      }
      return isPresent;
    });
    if (kinds.length > 1) {
      const message = 'may not specify more than 1 volume type per source';
      entry.forbidden(entry.path, message, 'SOURCE_CONFLICT');
    }
  });
}

/** The kinds of sources in the order of the API server. */
const PROJECTIONS = [
  ...(['secret', 'configMap', 'downwardAPI', 'serviceAccountToken'] as const),
  ...(['clusterTrustBundle', 'podCertificate'] as const),
];

function checkProjection(
  entry: Checked<VolumeProjection>,
  kind: (typeof PROJECTIONS)[number],
  addPath: AddPath,
  projected: FieldPath,
): void {
  switch (kind) {
    case 'secret':
    case 'configMap':
      requiredText(entry.at(kind), 'name');
      checkItems(entry.at(kind), addPath);
      break;
    case 'downwardAPI':
      checkDownwardItems(entry.at(kind), addPath);
      break;
    case 'serviceAccountToken':
      checkToken(entry.at(kind), projected);
      break;
    case 'clusterTrustBundle': {
      const bundle = entry.at(kind);
      bundle.flag('optional');
      checkTrustBundle(bundle);
      checkFilePath(bundle);
      // Two without a path conflict also.
      addPath(bundle.text('path'), bundle.pathOf('path'));
      break;
    }
    default:
      checkCertificateFiles(entry, addPath);
  }
}

function checkToken(token: Checked<ServiceAccountTokenProjection>, projected: FieldPath): void {
  token.text('audience');
  const seconds = token.integer('expirationSeconds', INT64_RANGE) ?? 3600;
  const fault =
    seconds < 600
      ? 'may not specify a duration less than 10 minutes'
      : seconds > 2 ** 32
        ? 'may not specify a duration larger than 2^32 seconds'
        : undefined;
  if (fault !== undefined) {
    token.invalid('expirationSeconds', fault, seconds, 'EXPIRATION_OUT_OF_RANGE');
  }
  // The server leaves out the source.
  const path = unwrittenPath(projected, token.path as FieldPath);
  checkFilePath<WithPath>(fields(token.value, token.policy, path));
}

function checkCertificateFiles(entry: Checked<VolumeProjection>, addPath: AddPath): void {
  const certificate = entry.at('podCertificate');
  checkPodCertificate(certificate);
  const names = (['credentialBundlePath', 'keyPath', 'certificateChainPath'] as const).filter(
    (name) => certificate.text(name) !== '',
  );
  for (const name of names) {
    const file = certificate.text(name);
    checkLocalPath(certificate, name, file);
    addPath(file, certificate.pathOf(name));
  }
  if (names.length === 0) {
    const message = 'set credentialBundlePath, keyPath or certificateChainPath';
    certificate.required(certificate.path, message, 'SOURCE_REQUIRED');
  }
}

/** What is a file of a volume. */
interface WithPath {
  readonly path?: string | null | undefined;
}

function checkFilePath<T extends WithPath>(item: Checked<T>, addPath?: AddPath): void {
  const file = requiredText(item as Checked<WithPath>, 'path');
  if (file !== '') {
    checkLocalPath(item as Checked<WithPath>, 'path', file);
    addPath?.(file, item.pathOf('path'));
  }
}

/** Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateLocalNonReservedPath`. */
function checkLocalPath<T extends object>(
  item: Checked<T>,
  name: keyof T & string,
  file: string,
): void {
  checkRelativePath(item, name, file);
  if (file.startsWith('..') && !file.startsWith('../')) {
    item.invalid(name, "must not start with '..'", file, 'INVALID_PATH');
  }
}

function checkMode<T extends object>(item: Checked<T>, name: keyof T & string): void {
  const mode = item.integer(name);
  if (mode !== undefined && (mode < 0 || mode > 0o777)) {
    const message = 'must be a number between 0 and 0777 (octal), both inclusive';
    item.invalid(name, message, mode, 'INVALID_MODE');
  }
}
