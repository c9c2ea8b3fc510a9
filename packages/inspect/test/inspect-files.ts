import {
  type ApfObjects,
  type Cluster,
  type InspectOptions,
  type InspectReport,
  inspectObjects,
  readApfObjects,
  readCluster,
} from '@kubesem/inspect';
import { type ManifestFile, parseObjects } from '@kubesem/manifests';

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
export function clusterOf(files: readonly ManifestFile[]): Cluster {
  return readCluster(files.map((file) => parseObjects(file)));
}

/** Collects the objects for Priority and Fairness of some texts. */
export function apfObjectsOf(files: readonly ManifestFile[]): ApfObjects {
  return readApfObjects(files.map((file) => parseObjects(file)));
}
