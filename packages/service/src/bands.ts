import { type IpAddress, KubesemError } from '@kubesem/core';
import { type Cidr, formatIpAddress, readCidr } from '@kubesem/core/internal';

/** A range of addresses or ports, both ends included. */
export interface Band<T extends string | number> {
  /** The lowest one. */
  readonly first: T;
  /** The highest one. */
  readonly last: T;
}

/** How the API server divides a range of cluster IPs. */
export interface ClusterIpBands extends Band<string> {
  /** The addresses to choose for yourself; undefined if the range has at most 16 addresses. */
  readonly static: Band<string> | undefined;
  /** The addresses from which the API server draws first; undefined if the static band has all. */
  readonly dynamic: Band<string> | undefined;
}

/**
 * Divides a range of cluster IPs as the API server does.
 *
 * The API server draws addresses from the dynamic band, and from the static band only when the dynamic band is full. So
 * an address that you choose in the static band rarely collides. The static band has 1/16 of the addresses, at least 16 and
 * at most 256. The first address of the range is never used, nor is the last one of an IPv4 range.
 *
 * @param cidr - the range, as in a ServiceCIDR or in `--service-cluster-ip-range` of the API server
 * @returns the bands; both ends are included
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `INVALID_CIDR` if the text is not a range of addresses
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `RANGE_TOO_LARGE` if it is an IPv6 range with a prefix below
 *   64
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `RANGE_TOO_SMALL` if it has no usable address
 *
 * @example
 * ```ts
 * import { clusterIpBands } from '@kubesem/service';
 *
 * clusterIpBands('10.96.0.0/12') // => {
 * //   first: '10.96.0.1',
 * //   last: '10.111.255.254',
 * //   static: { first: '10.96.0.1', last: '10.96.1.0' },
 * //   dynamic: { first: '10.96.1.1', last: '10.111.255.254' },
 * // }
 * clusterIpBands('10.96.0.0/28').static // => undefined
 * clusterIpBands('fd00::/48') // throws RANGE_TOO_LARGE
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/service/ipallocator` v1.37.1, `NewIPAllocator` and `calculateRangeOffset`.
 */
export function clusterIpBands(cidr: string): ClusterIpBands {
  const range = parseCidr(cidr);
  const { family, bytes } = range.address;
  if (family === 'IPv6' && range.prefixLength < 64) {
    throw invalid('RANGE_TOO_LARGE', 'the prefix of an IPv6 range must be 64 or longer', cidr);
  }
  const { first, last } = usable(range);
  if (last < first) {
    throw invalid('RANGE_TOO_SMALL', 'the range has no usable address; use a shorter prefix', cidr);
  }
  const text = (value: bigint) => formatIpAddress(addressOf(value, family));
  const whole = { first: text(first), last: text(last) };
  const offset = staticSize(8 * bytes.length - range.prefixLength, family);
  const dynamic = first + BigInt(offset);
  return {
    ...whole,
    static:
      offset === 0
        ? undefined
        : { first: whole.first, last: text(dynamic > last ? last : dynamic - BigInt(1)) },
    dynamic: dynamic > last ? undefined : { first: text(dynamic), last: whole.last },
  };
}

/** Reports whether a Service can have an address of a range. */
export function isUsable(address: IpAddress, range: Cidr): boolean {
  const { first, last } = usable(range);
  const value = valueOf(address);
  return address.family === range.address.family && value >= first && value <= last;
}

/** The addresses of a range without the first one, and without the last one of IPv4. */
function usable({ address, prefixLength }: Cidr): {
  readonly first: bigint;
  readonly last: bigint;
} {
  const hosts = BigInt(1) << BigInt(8 * address.bytes.length - prefixLength);
  const value = valueOf(address);
  const base = value - (value % hosts);
  const end = base + hosts - BigInt(1);
  return { first: base + BigInt(1), last: address.family === 'IPv4' ? end - BigInt(1) : end };
}

/** The size of the static band. Go takes an IPv4 range of 31 or 32 bits for empty; IPv6 has at most 64 bits. */
function staticSize(bits: number, family: IpAddress['family']): number {
  const size = 2 ** bits;
  return size <= 16 || (family === 'IPv4' && bits > 30)
    ? 0
    : Math.min(Math.max(16, Math.floor(size / 16)), 256);
}

function valueOf({ bytes }: IpAddress): bigint {
  return bytes.reduce((value, byte) => value * BigInt(256) + BigInt(byte), BigInt(0));
}

function addressOf(value: bigint, family: IpAddress['family']): IpAddress {
  const length = family === 'IPv4' ? 4 : 16;
  const bytes = Array.from({ length }, (_, index) =>
    Number((value >> BigInt(8 * (length - 1 - index))) & BigInt(255)),
  );
  return { family, bytes, zone: '' };
}

/** Reads a range of addresses; throws if the text is not one. */
export function parseCidr(text: string): Cidr {
  const range = readCidr(text);
  if (range === undefined) {
    throw invalid('INVALID_CIDR', 'expected a range of addresses, such as 10.96.0.0/12', text);
  }
  return range;
}

function invalid<Code extends string>(code: Code, message: string, input: unknown) {
  return new KubesemError({ code, message, input });
}

/** How the API server divides the range of node ports. */
export interface NodePortBands extends Band<number> {
  /** The ports to choose for yourself; undefined if the range has at most 16 ports. */
  readonly static: Band<number> | undefined;
  /** The ports from which the API server draws first. */
  readonly dynamic: Band<number>;
}

/** The range of node ports if the API server sets no other. */
const DEFAULT_RANGE = '30000-32767';

/**
 * Divides the range of node ports as the API server does.
 *
 * The API server draws node ports from the dynamic band, and from the static band only when the dynamic band is full. So a
 * node port that you choose in the static band rarely collides. The static band has 1/32 of the ports, at least 16 and at
 * most 128.
 *
 * @param range - the range as `--service-node-port-range` of the API server has it: `first-last`, `first+more` or one port;
 *   empty means the default, `30000-32767`
 * @returns the bands; both ends are included
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `INVALID_PORT_RANGE` if the text is not a range of
 *   ports up to 65535
 *
 * @example
 * ```ts
 * import { nodePortBands } from '@kubesem/service';
 *
 * nodePortBands('30000-32767') // => {
 * //   first: 30000,
 * //   last: 32767,
 * //   static: { first: 30000, last: 30085 },
 * //   dynamic: { first: 30086, last: 32767 },
 * // }
 * nodePortBands('30000-30015').static // => undefined
 * nodePortBands('30000-70000') // throws INVALID_PORT_RANGE
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/service/portallocator` v1.37.1, `calculateRangeOffset`;
 * `k8s.io/apimachinery/pkg/util/net` v0.37.1, `PortRange.Set`.
 */
export function nodePortBands(range: string): NodePortBands {
  const { first, last } = readPortRange(range);
  const size = last - first + 1;
  const offset = size <= 16 ? 0 : Math.min(Math.max(16, Math.floor(size / 32)), 128);
  return {
    first,
    last,
    static: offset === 0 ? undefined : { first, last: first + offset - 1 },
    dynamic: { first: first + offset, last },
  };
}

function readPortRange(range: unknown): Band<number> {
  const text = typeof range === 'string' ? range.trim() || DEFAULT_RANGE : '';
  const [, low, sign, high] = /^(\d+)(?:([-+])(\d+))?$/.exec(text) ?? [];
  const first = Number(low);
  const last = sign === undefined ? first : Number(high) + (sign === '+' ? first : 0);
  if (!(first <= last && last <= 65535)) {
    const message = 'expected a range of ports up to 65535, such as 30000-32767';
    throw invalid('INVALID_PORT_RANGE', message, range);
  }
  return { first, last };
}
