import type { PodSpec, Volume } from '@kubesem/core';
import { type FieldProblems, type Fields, writtenPath } from '@kubesem/core/internal';
import { requiredName, requiredText } from '../../rules/names.js';
import { checkImageVolume } from './image.js';
import { checkDownwardItems, checkItems, checkMode } from './items.js';
import { checkProjected } from './projected.js';

/** The sources of volumes in the order in which the API server checks them; all after the first are too many. */
const SOURCES = [
  ...(['emptyDir', 'hostPath', 'gitRepo', 'gcePersistentDisk', 'awsElasticBlockStore'] as const),
  ...(['secret', 'nfs', 'iscsi', 'glusterfs', 'flocker', 'persistentVolumeClaim', 'rbd'] as const),
  ...(['cinder', 'cephfs', 'quobyte', 'downwardAPI', 'fc', 'flexVolume', 'configMap'] as const),
  ...(['azureFile', 'vsphereVolume', 'photonPersistentDisk', 'portworxVolume'] as const),
  ...(['azureDisk', 'storageos', 'projected', 'scaleIO', 'csi', 'ephemeral', 'image'] as const),
];

/** Volumes of a Pod by name. */
export type Volumes = ReadonlyMap<string, Fields<Volume>>;

/**
 * Checks volumes of ConfigMaps, Secrets, images and the downward API, and projected ones. Of all others only the name is checked.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateVolumes`.
 *
 * @returns the volumes without a problem by name: others cannot be mounted
 */
export function checkVolumes(spec: Fields<PodSpec>, problems: FieldProblems): Volumes {
  const valid = new Map<string, Fields<Volume>>();
  spec.each('volumes', (volume) => {
    const before = problems.count;
    checkSource(volume);
    requiredName(volume, 'name', 'dns1123Label');
    const name = volume.text('name');
    if (valid.has(name)) {
      volume.duplicate('name', name);
    }
    if (problems.count === before) {
      valid.set(name, volume);
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
export function isEmptyDir(volume: Fields<Volume>): boolean {
  const [first = 'emptyDir'] = sourcesOf(volume);
  return first === 'emptyDir';
}

function sourcesOf(volume: Fields<Volume>): (typeof SOURCES)[number][] {
  return SOURCES.filter((field) => volume.has(field));
}

/** Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateVolumeSource`. */
function checkSource(volume: Fields<Volume>): void {
  const [first, ...others] = sourcesOf(volume);
  if (first !== undefined && volume.at(first).isPresent) {
    checkFiles(volume, first);
  }
  for (const field of others) {
    const path = writtenPath(volume.path, field, MISSPELT[field]);
    volume.forbidden(path, 'may not specify more than 1 volume type');
  }
}

function checkFiles(volume: Fields<Volume>, source: (typeof SOURCES)[number]): void {
  switch (source) {
    case 'configMap':
      requiredText(volume.at(source), 'name');
      checkMode(volume.at(source), 'defaultMode');
      checkItems(volume.at(source));
      break;
    case 'secret':
      requiredText(volume.at(source), 'secretName');
      checkMode(volume.at(source), 'defaultMode');
      checkItems(volume.at(source));
      break;
    case 'downwardAPI':
      checkMode(volume.at(source), 'defaultMode');
      checkDownwardItems(volume.at(source));
      break;
    case 'projected':
      checkMode(volume.at(source), 'defaultMode');
      checkProjected(volume.at(source));
      break;
    case 'image':
      checkImageVolume(volume.at(source));
      break;
    default:
  }
}
