import { sha256 } from './sha256.js';
import type { FlowHash } from './shuffle-sharding.js';

/** The same four bytes, from behind. */
function reversed(word: number): number {
  return ((word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24)) >>> 0;
}

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
  const [first = 0, second = 0] = sha256(`${flowSchema}\0${flowDistinguisher}`);
  // Little endian.
  return { high: reversed(second), low: reversed(first) };
}
