import { formatIpAddress, safeParseIpAddress } from '../names/ip-address.js';

/** A host: an address, or a name that stands for it. */
export interface ZoneHost {
  /** The text, as the object has it. */
  readonly text: string;
  /** `A` or `AAAA`; nothing for a name. */
  readonly type: 'A' | 'AAAA' | undefined;
  /** The canonical form of the address. */
  readonly address: string;
}

/** The one form of an address that is canonical whenever it is valid. */
const CANONICAL_IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** Tells addresses from names, as Go does: an address with a zone is a name. */
export function zoneHost(text: string): ZoneHost {
  if (CANONICAL_IPV4.test(text)) {
    return { text, type: 'A', address: text };
  }
  // Names are told at once: the parser would describe what is wrong with them.
  const value = text.includes(':') ? safeParseIpAddress(text).value : undefined;
  if (value === undefined || value.zone !== '') {
    return { text, type: undefined, address: '' };
  }
  return { text, type: value.family === 'IPv4' ? 'A' : 'AAAA', address: formatIpAddress(value) };
}
