/**
 * What the codes of admission mean.
 *
 * @packageDocumentation
 */
export { QUOTA_CODES } from './quota/codes.js';
export { RUNTIME_CLASS_CODES } from './runtime-class/codes.js';
