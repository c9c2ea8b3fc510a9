import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { FlowHash } from '../engine/shuffle-sharding.js';

/**
 * The hash of a flow, which decides about the queues that it may use.
 *
 * @param flowSchema - name of the flow schema
 * @param flowDistinguisher - the user or the namespace, or an empty text, as `flowDistinguisher()` gives it
 * @returns the first 64 bits of the SHA-256 of both, as the API server reads them
 *
 * @example
 * ```ts
 * import { dealHand, flowHash } from '@kubesem/apf';
 *
 * dealHand({ deckSize: 64, handSize: 4 }, flowHash('service-accounts', 'system:serviceaccount:ci:runner')) // => [30, 34, 56, 28]
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1 (`hashFlowID`).
 */
export function flowHash(flowSchema: string, flowDistinguisher: string): FlowHash {
  const digest = sha256(utf8ToBytes(`${flowSchema}\0${flowDistinguisher}`));
  // Little endian.
  const word = (start: number): number =>
    ((digest[start] as number) |
      ((digest[start + 1] as number) << 8) |
      ((digest[start + 2] as number) << 16) |
      ((digest[start + 3] as number) << 24)) >>>
    0;
  return { high: word(4), low: word(0) };
}
