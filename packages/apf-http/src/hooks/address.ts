import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';
import { raiseInvalidLimit, readLimit } from '../gate/invalid-limit.js';

/** Options of {@link addressFlow}. */
export interface AddressFlowOptions {
  /**
   * Addresses of the proxies in front of the server, whose `X-Forwarded-For` counts: addresses, networks such as
   * `10.0.0.0/8`, or `loopback`, `linklocal` and `uniquelocal`; none by default. Never trust a proxy that passes on what a
   * client wrote: the client could then choose its flow.
   */
  readonly trust?: string | readonly string[] | undefined;
  /**
   * Bits of an IPv6 address that make a flow, from 0 to 128; 64 by default, because a client often has a whole network of
   * that size.
   */
  readonly ipv6Bits?: number | undefined;
}

/**
 * Makes each client address a flow.
 *
 * @param options - which proxies to trust
 * @returns a hook, for the option `flow` of a gate
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_LIMIT` if an address of `trust` is invalid, or
 *   `ipv6Bits` is not a whole number from 0 to 128
 *
 * @example
 * ```ts
 * import type { IncomingMessage } from 'node:http';
 * import { addressFlow } from '@kubesem/apf-http/address';
 *
 * const flow = addressFlow({ trust: ['loopback'] });
 * const headers = { 'x-forwarded-for': '2001:db8::1:2' };
 * flow({ headers, socket: { remoteAddress: '127.0.0.1' } } as unknown as IncomingMessage) // => '2001:db8::/64'
 * ```
 */
export function addressFlow(
  options: AddressFlowOptions = {},
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string | undefined {
  const { trust = [], ipv6Bits = 64 } = options;
  readLimit('ipv6Bits', ipv6Bits, { min: 0, max: 128, isWhole: true });
  const trusts = trusted(trust);
  return (request) => {
    const address: string | undefined = proxyAddr(request as IncomingMessage, trusts);
    return address === undefined ? undefined : networkOf(address, ipv6Bits);
  };
}

/** The network of a client: an IPv4 address, or the first bits of an IPv6 address. */
function networkOf(address: string, ipv6Bits: number): string {
  // A proxy can write anything.
  if (!ipaddr.isValid(address)) {
    return 'invalid';
  }
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone(address)}/${ipv6Bits}`)}/${ipv6Bits}`;
}

function withoutZone(address: string): string {
  const [first = ''] = address.split('%');
  return first;
}

function trusted(trust: string | readonly string[]): ReturnType<typeof proxyAddr.compile> {
  try {
    return proxyAddr.compile(typeof trust === 'string' ? trust : [...trust]);
  } catch (error) {
    return raiseInvalidLimit('trust', trust, (error as Error).message);
  }
}
