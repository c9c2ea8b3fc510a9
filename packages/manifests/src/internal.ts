/**
 * What the other packages of the family need of this one. It promises nothing: names can change in any release. Packages
 * depend on the exact version, so they always fit together.
 *
 * @packageDocumentation
 */

export { formatJSON } from './json/long-numbers.js';
export { lacksDocument } from './stream/documents.js';
export { parsePlainObjects } from './stream/plain-objects.js';
export { formatYAML } from './yaml/format-yaml.js';
