import { type ContainerFile, type ContainerFiles, containerFiles } from '@kubesem/config';
import type { ContainerKind, Pod } from '@kubesem/core';
import type { EnvironmentObjects } from './objects.js';
import {
  type DescribedContainers,
  describeContainers,
  type PodEnvironmentOptions,
} from './prepare.js';

/** The files of a container. Markers replace the data of Secrets unless it may be shown. */
export interface ContainerFilesReport extends ContainerFiles {
  readonly name: string;
  readonly kind: ContainerKind;
}

/**
 * Reports the files of the containers of a Pod or a Pod template, also of one that cannot be created.
 *
 * @param pod - the Pod or the template, with the defaults of the API server
 * @param objects - the objects of the cluster
 * @param options - which object the Pod is from, and what to report
 */
export function podFiles(
  pod: Pod,
  objects: EnvironmentObjects,
  options: PodEnvironmentOptions,
): DescribedContainers<ContainerFiles> {
  const shown = <F extends ContainerFile>(file: F): F =>
    options.isTemplate === true ? withPlaceholder(file) : file;
  return describeContainers(pod, objects, options, (prepared) => {
    const { pod: named, container, cluster } = prepared;
    const found = containerFiles(named, container, cluster, { ...prepared.options, partial: true });
    return { ...found, files: found.files.map(shown), covered: found.covered.map(shown) };
  });
}

/** A field that has no value before the Pod runs. */
function withPlaceholder<F extends ContainerFile>(file: F): F {
  const { content, origin } = file;
  const isLater = origin.field === 'metadata.name' || origin.field === 'metadata.uid';
  return isLater && content === ''
    ? { ...file, content: `<${origin.field}>`, sizeBytes: undefined }
    : file;
}
