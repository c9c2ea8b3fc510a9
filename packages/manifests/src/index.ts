export { readJSONDocument } from './json/json-document.js';
export type { JSONObject, JSONValue } from './json/json-value.js';
export { describeValue, isJSONObject } from './json/json-value.js';
export { findObjects, type PlacedObject } from './objects/objects.js';
export {
  type ManifestObject,
  type ReadObjectsOptions,
  readObjects,
} from './objects/read-objects.js';
export type { ManifestProblem, ManifestProblemCode } from './problem.js';
export {
  type FilePosition,
  linePositions,
  type ManifestDocument,
  type ManifestFile,
  type ManifestStream,
  type Manifests,
  type Position,
  parseManifests,
} from './stream/manifest.js';
export { ObjectStream } from './stream/object-stream.js';
