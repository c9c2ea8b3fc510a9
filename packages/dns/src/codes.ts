/**
 * What the codes of findings about DNS mean.
 *
 * @packageDocumentation
 */
export { LOOKUP_CODES } from './lookup/codes.js';
export { DNS_NAME_CODES } from './names/codes.js';
export { ZONE_CODES } from './zone/codes.js';
