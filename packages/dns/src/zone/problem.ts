import type { ZONE_CODES } from './codes.js';
/** Codes of the problems with the objects of a zone. */
export type ZoneProblemCode = keyof typeof ZONE_CODES | 'INVALID_NAME' | 'INVALID_TYPE';
