import { formatIpAddress, readIpAddress } from '@kubesem/core/internal';

/** A host: an IP address, or a host name. */
export interface ZoneHost {
  /** The text as written in the object. */
  readonly text: string;
  /** Record type of the address; undefined for a host name. */
  readonly type: 'A' | 'AAAA' | undefined;
  /** The canonical form of the address; empty for a host name. */
  readonly address: string;
}

/** A valid IPv4 address is always in its canonical form. */
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** Distinguishes addresses from host names, as Go does: an address with a zone is a host name. */
export function zoneHost(text: string): ZoneHost {
  if (IPV4.test(text)) {
    return { text, type: 'A', address: text };
  }
  const value = text.includes(':') ? readIpAddress(text) : 'INVALID_IP';
  if (typeof value === 'string' || value.zone !== '') {
    return { text, type: undefined, address: '' };
  }
  return { text, type: value.family === 'IPv4' ? 'A' : 'AAAA', address: formatIpAddress(value) };
}
