// The clients that may use a load balancer.
import { formatIpAddress, type IpAddress } from '@kubesem/core';
import { type Family, readSloppyAddress } from '../addresses/address.js';
import type { ProxiedAddresses, ProxiedService } from './proxied.js';

/** A range of addresses, without bits beyond its prefix. */
interface Range {
  readonly address: IpAddress;
  readonly prefix: number;
}

/**
 * Returns the ranges of a family that limit the clients of a load balancer; empty if all clients are accepted, as with a range of
 * all addresses.
 *
 * Source: `k8s.io/kubernetes/pkg/proxy/util` v1.37.1, `MapCIDRsByIPFamily` and `IsZeroCIDR`.
 */
export function sourceRanges({ fields }: ProxiedService, family: Family): readonly Range[] {
  const read = fields.loadBalancerSourceRanges.map(readRange);
  const ranges = read.flatMap((each) => (each?.range.address.family === family ? each : []));
  return ranges.some(({ isAll }) => isAll) ? [] : ranges.map(({ range }) => range);
}

/** The text of a range. */
export function formatRange({ address, prefix }: Range): string {
  return `${formatIpAddress(address)}/${prefix}`;
}

/**
 * Reports whether ranges include a client. The node itself connects from the address of the load balancer.
 *
 * Source: `k8s.io/kubernetes/pkg/proxy/iptables` v1.37.1, `Proxier.syncProxyRules`.
 */
export function isInRanges(
  source: string,
  ranges: readonly Range[],
  { virtualIPs }: ProxiedAddresses,
  nodeIP: string | undefined,
): boolean {
  const includes = (text: string | undefined) => {
    const address = readSloppyAddress(text ?? '');
    return address !== undefined && ranges.some((range) => contains(range, address));
  };
  return includes(source) || (virtualIPs.includes(source) && includes(nodeIP));
}

function contains({ address, prefix }: Range, { bytes }: IpAddress): boolean {
  return (
    bytes.length === address.bytes.length &&
    bytes.every(
      (byte, index) => ((byte ^ (address.bytes[index] ?? 0)) & maskOf(prefix, index)) === 0,
    )
  );
}

/** The bits of a byte that belong to a prefix. */
function maskOf(prefix: number, index: number): number {
  return 255 & ~(255 >> Math.min(8, Math.max(0, prefix - 8 * index)));
}

/** Reads a range as Kubernetes read it before 1.36: with leading zeros, and bits beyond the prefix, which are dropped. */
function readRange(text: string): { readonly range: Range; readonly isAll: boolean } | undefined {
  const [, base = '', length = ''] = /^([^/]*)\/(\d{1,9})$/.exec(text.trim()) ?? [];
  const address = readSloppyAddress(base);
  const isLong = base.includes(':');
  const given = Number(length);
  if (address === undefined || given > (isLong ? 128 : 32)) {
    return undefined;
  }
  // IPv4 in the form of IPv6 stays IPv4 if the prefix includes the 96 bits before it.
  const isMapped = isLong && address.family === 'IPv4';
  const isShort = isMapped && given >= 96;
  const prefix = isShort ? given - 96 : given;
  const mapped = [...new Array<number>(10).fill(0), 255, 255, ...address.bytes];
  const bytes = isMapped && !isShort ? mapped : address.bytes;
  const masked = bytes.map((byte, index) => byte & maskOf(prefix, index));
  const family = bytes.length === 4 ? 'IPv4' : 'IPv6';
  return { range: { address: { family, bytes: masked, zone: '' }, prefix }, isAll: given === 0 };
}
