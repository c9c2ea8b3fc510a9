/**
 * What the other packages of the family need of this one. It promises nothing: names can change in any release. Packages
 * depend on the exact version, so they always fit together.
 *
 * @packageDocumentation
 */

export { LabelIndex, type LabelSearch } from './labels/label-index.js';
export { goLabelSelector } from './labels/label-selector.js';
