import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** A hash of 64 bits, as two numbers. */
export interface FlowHash {
  /** The upper 32 bits, from 0 to 2^32 - 1. */
  readonly high: number;
  /** The lower 32 bits, from 0 to 2^32 - 1. */
  readonly low: number;
}

const MOST_HASHES = 4096;

/**
 * Computes the hash of a flow, which selects the queues that the flow may use.
 *
 * @param flowSchema - name of the FlowSchema
 * @param flowDistinguisher - user or namespace, or an empty string, as the function `flowDistinguisher` returns it
 * @returns the first 64 bits of the SHA-256 of both, as the API server reads them
 *
 * @example
 * ```ts
 * import { dealHand, flowHash } from '@kubesem/apf';
 *
 * dealHand({ deckSize: 64, handSize: 4 }, flowHash('service-accounts', 'system:serviceaccount:ci:runner')) // => [30, 34, 56, 28]
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `hashFlowID`.
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

/** The hashes of the flows of a server. They are kept, because computing one takes longer than a dispatch. */
export class FlowHashes {
  /** By FlowSchema and flow. */
  private readonly hashes: Map<string, Map<string, FlowHash>> = new Map();
  private size = 0;

  /**
   * Returns the hash of a flow.
   *
   * @param flowSchema - name of the FlowSchema
   * @param flowDistinguisher - user or namespace, or an empty string
   * @returns the result of {@link flowHash}
   */
  get(flowSchema: string, flowDistinguisher: string): FlowHash {
    // Two maps: one with a key for both would join two texts for every request.
    return (
      this.hashes.get(flowSchema)?.get(flowDistinguisher) ?? this.add(flowSchema, flowDistinguisher)
    );
  }

  private add(flowSchema: string, flowDistinguisher: string): FlowHash {
    if (this.size >= MOST_HASHES) {
      this.hashes.clear();
      this.size = 0;
    }
    const hashes = this.hashes.get(flowSchema) ?? new Map<string, FlowHash>();
    this.hashes.set(flowSchema, hashes);
    const hash = flowHash(flowSchema, flowDistinguisher);
    hashes.set(flowDistinguisher, hash);
    this.size++;
    return hash;
  }
}
