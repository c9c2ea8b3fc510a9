import type { IpAddress } from '@kubesem/core';

/** An IP family, as in `spec.ipFamilies`. */
export type Family = IpAddress['family'];

/** Both families. */
export const FAMILIES: readonly Family[] = ['IPv4', 'IPv6'];
