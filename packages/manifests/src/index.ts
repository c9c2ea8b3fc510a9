/**
 * Reads Kubernetes manifests and cluster dumps, YAML or JSON, into API objects with the position of every field.
 *
 * Start with {@link parseObjects} for a whole file and {@link readObjects} for a stream. {@link parseManifests} returns
 * documents, which need not be API objects, and {@link objectsIn} lists the objects of a document. {@link parseJSON}
 * accepts only JSON.
 *
 * It follows kubectl of Kubernetes 1.37.1: `k8s.io/apimachinery/pkg/util/yaml` splits a file into documents,
 * `sigs.k8s.io/yaml` over `go.yaml.in/yaml/v2` reads YAML, `unstructured` takes lists apart.
 *
 * @packageDocumentation
 */
export type { ManifestDocument, ManifestFile, ManifestStream, Manifests } from './document.js';
export type { JSONObject, JSONValue } from './json/json-value.js';
export { parseJSON } from './json/parse-json.js';
export {
  type ManifestObject,
  type ObjectsInOptions,
  objectsIn,
  type ParseObjectsOptions,
  type ReadObjectsOptions,
} from './objects/objects.js';
export type { FilePosition, Position } from './position.js';
export type { ManifestProblem, ManifestProblemCode } from './problem.js';
export type { ManifestObjects } from './stream/collect-objects.js';
export { parseManifests } from './stream/parse-manifests.js';
export { parseObjects, readObjects } from './stream/read-objects.js';
export { type YAMLData } from './yaml/format-yaml.js';
