import {
  type ContainerFile,
  type ContainerFiles,
  type CoveredFile,
  containerFiles,
  type FileOrigin,
  updateDelay,
} from '@kubesem/config';
import { attempt, type ContainerKind } from '@kubesem/core';
import { CLUSTER_TRUST_BUNDLE } from '@kubesem/core/kinds';
import { preparePod, withPlaceholders } from '@kubesem/inspect';
import type { Candidate } from '../../shared/candidates.js';
import {
  missingContainer,
  ownerOptions,
  type ReadSources,
  type TargetIdentity,
  targetIdentity,
} from '../../shared/target-objects.js';

/** The files of a container. Markers replace the data of Secrets unless it may be shown. */
export interface ContainerFilesModel extends ContainerFiles {
  readonly name: string;
  readonly kind: ContainerKind;
}

/** What `kubesem files` prints for programs. */
export interface FilesModel {
  readonly object: TargetIdentity;
  /** The longest time in seconds until a file has new content, with the settings of a kubelet by default. */
  readonly updateSeconds: number;
  readonly containers: readonly ContainerFilesModel[];
}

/** The model, and why a container has no place in it. */
export interface ReadFiles {
  readonly model: FilesModel;
  readonly errors: readonly string[];
}

/**
 * Computes the files of the containers of a Pod.
 *
 * @param target - the Pod or the Pod template of a workload, and what it belongs to
 * @param sources - the other objects of the cluster
 * @param only - the name of a container; undefined for all
 * @param showSecrets - whether the data of Secrets may be shown
 * @returns the model, and an error for each container that cannot be read
 */
export function filesModel(
  target: Candidate,
  sources: ReadSources,
  only: string | undefined,
  showSecrets: boolean,
): ReadFiles {
  const prepared = preparePod(target.pod, sources, { ...ownerOptions(target.object), showSecrets });
  const { pod, isTemplate, node, cluster, options } = prepared;
  const containers: ContainerFilesModel[] = [];
  const errors = [...prepared.errors, ...missingContainer(pod, only)];
  const shown = <F extends ContainerFile>(file: F): F =>
    isTemplate ? withPlaceholder(file) : file;
  for (const { name, kind, container: written } of prepared.containers) {
    if (only !== undefined && name !== only) {
      continue;
    }
    const { container } = withPlaceholders(pod, written, node, isTemplate);
    const { value, error } = attempt(() =>
      containerFiles(pod, container, cluster, { ...options, partial: true }),
    );
    if (value === undefined) {
      errors.push(`container ${name}: ${error?.message}`);
      continue;
    }
    const files = value.files.map(shown);
    const covered = value.covered.map((file): CoveredFile => shown(file));
    containers.push({ name, kind, ...value, files, covered });
  }
  const { maxSeconds } = updateDelay({}, 0);
  return {
    model: { object: targetIdentity(target.object), updateSeconds: maxSeconds, containers },
    errors,
  };
}

/** A field that has no value before the Pod runs. */
function withPlaceholder<F extends ContainerFile>(file: F): F {
  const { content, origin } = file;
  const isLater = origin.field === 'metadata.name' || origin.field === 'metadata.uid';
  return isLater && content === ''
    ? { ...file, content: `<${origin.field}>`, sizeBytes: undefined }
    : file;
}

/** Where a file comes from, for people. */
export function originText({ source, object, key, field }: FileOrigin): string {
  switch (source) {
    case 'CONFIG_MAP':
      return `ConfigMap ${object?.name} key ${key}`;
    case 'SECRET':
      return `Secret ${object?.name} key ${key}`;
    case 'DOWNWARD_API':
      return `${field?.includes('.') && !/^(?:limits|requests)\./.test(field) ? 'field' : 'resource'} ${field}`;
    case 'SERVICE_ACCOUNT_TOKEN':
      return 'token of the ServiceAccount';
    case 'CLUSTER_TRUST_BUNDLE':
      return CLUSTER_TRUST_BUNDLE.kind;
    case 'POD_CERTIFICATE':
      return 'certificate of the Pod';
  }
}
