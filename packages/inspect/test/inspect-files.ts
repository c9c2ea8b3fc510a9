import { BUILT_IN_TYPES } from '@kubesem/core/types';
import {
  type InspectOptions,
  type InspectReport,
  inspectObjects,
  NETWORK_KINDS,
  type NetworkCluster,
  networkCluster,
} from '@kubesem/inspect';
import { type ManifestFile, type ManifestObjects, parseObjects } from '@kubesem/manifests';
import { ClusterReader } from '@kubesem/manifests/cluster';

/** Reports on the objects of some texts. */
export function inspectFiles(
  files: readonly ManifestFile[],
  options?: InspectOptions,
): InspectReport {
  return inspectObjects(
    files.map((file) => parseObjects(file)),
    options,
  );
}

/** Reports on the objects of one text. */
export function inspectText(text: string, options?: InspectOptions): InspectReport {
  return inspectFiles([{ name: 'a.yaml', text }], options);
}

/** Collects the objects for DNS of some texts. */
export function clusterOf(files: readonly ManifestFile[]): NetworkCluster {
  return readCluster(files.map((file) => parseObjects(file)));
}

/** Collects the objects for DNS of some files. */
export function readCluster(files: readonly ManifestObjects[]): NetworkCluster {
  const reader = new ClusterReader({ kinds: NETWORK_KINDS, types: BUILT_IN_TYPES });
  return networkCluster(reader.addFiles(files).read());
}
