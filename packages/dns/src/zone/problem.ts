import type { ZONE_CODES } from './codes.js';
/** Codes of the problems with the objects of a zone. */
export type ZoneProblemCode = keyof typeof ZONE_CODES | 'NAME_INVALID' | 'INVALID_TYPE';
