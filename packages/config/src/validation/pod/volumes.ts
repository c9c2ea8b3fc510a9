import { childPath, type FieldPath, INT64_RANGE, unwrittenPath, writtenPath } from '@kubesem/core';
import { checkPodCertificate, checkTrustBundle } from './certificates.js';
import type { Fields, PodChecks } from './checks.js';
import { checkFieldRef, checkResourceFieldRef } from './selectors.js';

/** The sources of volumes in the order in which the API server checks them; all after the first are too many. */
const SOURCES = [
  ...['emptyDir', 'hostPath', 'gitRepo', 'gcePersistentDisk', 'awsElasticBlockStore', 'secret'],
  ...['nfs', 'iscsi', 'glusterfs', 'flocker', 'persistentVolumeClaim', 'rbd', 'cinder', 'cephfs'],
  ...['quobyte', 'downwardAPI', 'fc', 'flexVolume', 'configMap', 'azureFile', 'vsphereVolume'],
  ...['photonPersistentDisk', 'portworxVolume', 'azureDisk', 'storageos', 'projected', 'scaleIO'],
  ...['csi', 'ephemeral', 'image'],
];

/**
 * Checks volumes of ConfigMaps, Secrets and the downward API, and projected ones. Of all others only the name is checked.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateVolumes`.
 *
 * @returns the names of the volumes without a problem: others cannot be mounted
 */
export function checkVolumes(
  checks: PodChecks,
  spec: object,
  specPath: FieldPath | undefined,
): ReadonlySet<string> {
  const valid = new Set<string>();
  for (const { entry, at } of checks.objects<Fields>(spec, 'volumes', specPath)) {
    const before = checks.count;
    checkSource(checks, entry, at);
    checks.requiredName(entry, 'name', at, 'dns1123Label');
    const value = checks.text(entry, 'name', at);
    if (valid.has(value)) {
      const finding = { type: 'FieldValueDuplicate', code: 'DUPLICATE_NAME', value } as const;
      checks.add(childPath(at, 'name'), { ...finding, message: 'another volume has this name' });
    }
    if (checks.count === before) {
      valid.add(value);
    }
  }
  return valid;
}

/** The sources of volumes that the server misspells if they are too many. */
const MISSPELT: { readonly [field: string]: string | undefined } = {
  cephfs: '.cephFS',
  downwardAPI: '.downwarAPI',
};

/** Whether a volume is an `emptyDir`, which is the default. */
export function isEmptyDir(volume: Fields): boolean {
  const [first = 'emptyDir'] = sourcesOf(volume);
  return first === 'emptyDir';
}

function sourcesOf(volume: Fields): readonly string[] {
  return SOURCES.filter((field) => volume[field] != null);
}

function checkSource(checks: PodChecks, volume: Fields, path: FieldPath): void {
  const [first, ...others] = sourcesOf(volume);
  for (const field of others) {
    const message = 'may not specify more than 1 volume type';
    checks.forbidden(writtenPath(path, field, MISSPELT[field]), 'SOURCE_CONFLICT', message);
  }
  const source = first === undefined ? undefined : checks.object<Fields>(volume, first, path);
  if (first === undefined || source === undefined) {
    return;
  }
  const at = childPath(path, first);
  switch (first) {
    case 'configMap':
    case 'secret':
      checks.required(source, first === 'secret' ? 'secretName' : 'name', at);
      checks.flag(source, 'optional', at);
      checkItems(checks, source, at);
      break;
    case 'downwardAPI':
      checkDownwardItems(checks, source, at);
      break;
    case 'projected':
      checkProjected(checks, source, at);
      break;
    default:
      return;
  }
  checkMode(checks, source, 'defaultMode', at);
}

/** Receives the path of a file. */
type AddPath = (file: string, path: FieldPath) => void;

/**
 * Checks items of a ConfigMap or a Secret.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateKeyToPath`.
 */
function checkItems(checks: PodChecks, source: object, path: FieldPath, addPath?: AddPath): void {
  for (const { entry, at } of checks.objects<object>(source, 'items', path)) {
    checks.required(entry, 'key', at);
    checkFilePath(checks, entry, at, addPath);
    checkMode(checks, entry, 'mode', at);
  }
}

/** Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateDownwardAPIVolumeFile`. */
function checkDownwardItems(
  checks: PodChecks,
  source: object,
  path: FieldPath,
  addPath?: AddPath,
): void {
  for (const { entry, at: itemPath } of checks.objects<object>(source, 'items', path)) {
    // The server leaves out which of the items it means.
    const at = unwrittenPath(path, itemPath);
    checkFilePath(checks, entry, at, addPath);
    const fieldRef = checks.object(entry, 'fieldRef', at);
    const resourceRef = checks.object(entry, 'resourceFieldRef', at);
    if (fieldRef !== undefined) {
      checkFieldRef(checks, fieldRef, childPath(at, 'fieldRef'), 'volume');
      if (resourceRef !== undefined) {
        const message = 'fieldRef and resourceFieldRef can not be specified simultaneously';
        checks.invalid(at, 'SOURCE_CONFLICT', message);
      }
    } else if (resourceRef !== undefined) {
      checkResourceFieldRef(checks, resourceRef, childPath(at, 'resourceFieldRef'), 'volume');
    } else {
      const message = 'one of fieldRef and resourceFieldRef is required';
      checks.add(at, { type: 'FieldValueRequired', code: 'SOURCE_REQUIRED', message });
    }
    checkMode(checks, entry, 'mode', at);
  }
}

/**
 * Checks the sources of a projected volume.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateProjectionSources`.
 */
function checkProjected(checks: PodChecks, projected: object, path: FieldPath): void {
  const files = new Set<string>();
  const addPath: AddPath = (file, at) => {
    if (files.has(file)) {
      const written = unwrittenPath(path, at);
      checks.invalid(written, 'DUPLICATE_PATH', 'conflicting duplicate paths', file);
    }
    files.add(file);
  };
  for (const { entry, at } of checks.objects<Fields>(projected, 'sources', path)) {
    const kinds = Object.entries(PROJECTIONS).filter(([field, check]) => {
      const source = checks.object<object>(entry, field, at);
      if (source !== undefined) {
        check(checks, source, childPath(at, field), addPath);
      }
      return source !== undefined;
    });
    if (kinds.length > 1) {
      const message = 'may not specify more than 1 volume type per source';
      checks.forbidden(at, 'SOURCE_CONFLICT', message);
    }
  }
}

type CheckProjection = (
  checks: PodChecks,
  source: object,
  path: FieldPath,
  addPath: AddPath,
) => void;

const checkObject: CheckProjection = (checks, source, path, addPath) => {
  checks.required(source, 'name', path);
  checks.flag(source, 'optional', path);
  checkItems(checks, source, path, addPath);
};

/** What is checked of each kind of source, in the order of the API server. */
const PROJECTIONS: { readonly [field: string]: CheckProjection } = {
  secret: checkObject,
  configMap: checkObject,
  downwardAPI: checkDownwardItems,
  serviceAccountToken: (checks, source, path) => {
    checks.text(source, 'audience', path);
    checkExpiration(checks, source, path);
    // The server leaves out the source.
    const projected = path.parent?.parent?.parent as FieldPath;
    checkFilePath(checks, source, unwrittenPath(projected, path));
  },
  clusterTrustBundle: (checks, source, path, addPath) => {
    checks.flag(source, 'optional', path);
    checkTrustBundle(checks, source as Fields, path);
    checkFilePath(checks, source, path);
    // Two without a path conflict also.
    addPath(checks.text(source, 'path', path), childPath(path, 'path'));
  },
  podCertificate: (checks, source, path, addPath) => {
    checkPodCertificate(checks, source as Fields, path);
    const fields = ['credentialBundlePath', 'keyPath', 'certificateChainPath'].filter(
      (field) => checks.text(source, field, path) !== '',
    );
    for (const field of fields) {
      const file = checks.text(source, field, path);
      checkLocalPath(checks, file, childPath(path, field));
      addPath(file, childPath(path, field));
    }
    if (fields.length === 0) {
      const message = 'set credentialBundlePath, keyPath or certificateChainPath';
      checks.add(path, { type: 'FieldValueRequired', code: 'SOURCE_REQUIRED', message });
    }
  },
};

function checkExpiration(checks: PodChecks, token: object, path: FieldPath): void {
  const field = 'expirationSeconds';
  const seconds = checks.integer(token, field, path, INT64_RANGE) ?? 3600;
  const fault =
    seconds < 600
      ? 'may not specify a duration less than 10 minutes'
      : seconds > 2 ** 32
        ? 'may not specify a duration larger than 2^32 seconds'
        : undefined;
  if (fault !== undefined) {
    checks.invalid(childPath(path, field), 'EXPIRATION_OUT_OF_RANGE', fault, seconds);
  }
}

function checkFilePath(
  checks: PodChecks,
  item: object,
  itemPath: FieldPath,
  addPath?: AddPath,
): void {
  const file = checks.required(item, 'path', itemPath);
  if (file !== '') {
    checkLocalPath(checks, file, childPath(itemPath, 'path'));
    addPath?.(file, childPath(itemPath, 'path'));
  }
}

/** Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateLocalNonReservedPath`. */
function checkLocalPath(checks: PodChecks, file: string, path: FieldPath): void {
  checks.relativePath(file, path);
  if (file.startsWith('..') && !file.startsWith('../')) {
    checks.invalid(path, 'INVALID_PATH', "must not start with '..'", file);
  }
}

function checkMode(checks: PodChecks, item: object, field: string, path: FieldPath): void {
  const mode = checks.integer(item, field, path);
  if (mode !== undefined && (mode < 0 || mode > 0o777)) {
    const message = 'must be a number between 0 and 0777 (octal), both inclusive';
    checks.invalid(childPath(path, field), 'INVALID_MODE', message, mode);
  }
}
