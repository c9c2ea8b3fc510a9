import type { DNS_NAME_CODES } from './names/codes.js';
/** Codes of the errors that the functions of this package throw, as {@link @kubesem/core!FieldError | FieldError}. */
export type DnsErrorCode = keyof typeof DNS_NAME_CODES | 'INVALID_TYPE';
