/**
 * What the codes of problems with fields mean.
 *
 * @packageDocumentation
 */
export { FIELD_CODES } from './field/codes.js';
