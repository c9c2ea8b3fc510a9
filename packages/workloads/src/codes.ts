/**
 * What the codes of findings about owners mean.
 *
 * @packageDocumentation
 */
export { OWNER_CODES } from './owners/codes.js';
