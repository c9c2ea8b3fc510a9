/**
 * What the other packages of the family need of this one. It promises nothing: names can change in any release. Packages
 * depend on the exact version, so they always fit together.
 *
 * @packageDocumentation
 */

export { isBestEffort, qosClassInForce } from './class.js';
