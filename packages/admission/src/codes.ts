/**
 * What the codes of admission mean.
 *
 * @packageDocumentation
 */
export { LIMIT_RANGE_CODES } from './limit-range/codes.js';
export { QUOTA_CODES } from './quota/codes.js';
export { RUNTIME_CLASS_CODES } from './runtime-class/codes.js';
