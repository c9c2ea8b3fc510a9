import {
  type AllocationClass,
  allocateConcurrency,
  dealHand,
  type FlowHash,
  flowHash,
} from '@kubesem/apf';
import { attempt } from '../comparison.js';
import * as generators from '../generators/apf-sharding.js';
import type { JsonObject } from '../json.js';
import type { Operation } from '../operation.js';

/** A uint64 out of its decimal text. */
export function toFlowHash(text: string): FlowHash {
  const value = BigInt(text);
  return { high: Number(value >> 32n), low: Number(value & 0xffff_ffffn) };
}

/** A uint64 as decimal text. */
export const toText = ({ high, low }: FlowHash): string => `${(BigInt(high) << 32n) + BigInt(low)}`;

const deal: Operation = {
  name: 'apf.deal',
  program: 'apf',
  examples: generators.deals,
  generate: generators.deal,
  compare(input, theirs, comparison) {
    const { queues, handSize, hash } = input as { queues: number; handSize: number; hash: string };
    const ours = attempt(() => dealHand({ deckSize: queues, handSize }, toFlowHash(hash)));
    comparison.field('refused', theirs.err !== undefined, ours.code !== undefined);
    comparison.field('hand', String(theirs.out), String(ours.value));
  },
  kind: (input, { err }) => `${err},${(input as JsonObject).handSize}`,
};

const hashOfFlow: Operation = {
  name: 'apf.flowHash',
  program: 'apf',
  examples: generators.flows,
  generate: generators.flow,
  compare(input, theirs, comparison) {
    const { flowSchema, distinguisher } = input as { flowSchema: string; distinguisher: string };
    comparison.field('hash', theirs.out, toText(flowHash(flowSchema, distinguisher)));
  },
  kind: (input) => `${Math.min(100, JSON.stringify(input).length)}`,
};

/** Both add the same numbers, each in an order of its own. */
const isClose = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a));

const allocate: Operation = {
  name: 'apf.allocate',
  program: 'apf',
  examples: generators.allocations,
  generate: generators.allocation,
  compare(input, theirs, comparison) {
    const { sum, classes } = input as unknown as { sum: number; classes: AllocationClass[] };
    const ours = allocateConcurrency(sum, classes);
    comparison.field('impossible', theirs.err !== undefined, ours === undefined);
    if (theirs.out === undefined || ours === undefined) {
      return;
    }
    const { allocations, fairProportion } = theirs.out as JsonObject;
    const wanted = (allocations as readonly string[]).map(Number);
    for (const [index, allocation] of wanted.entries()) {
      const mine = ours.allocations[index] as number;
      comparison.field(`class ${index}`, allocation, isClose(allocation, mine) ? allocation : mine);
    }
    const proportion = Number(fairProportion);
    comparison.field(
      'fair proportion',
      proportion,
      isClose(proportion, ours.fairProportion) ? proportion : ours.fairProportion,
    );
  },
  kind(input, { err, out }) {
    const { classes } = input as { classes: readonly JsonObject[] };
    const allocations = ((out as JsonObject)?.allocations ?? []) as readonly string[];
    const bounded = allocations.filter(
      (text, i) =>
        Number(text) === classes[i]?.lowerBound || Number(text) === classes[i]?.upperBound,
    );
    const size = `${classes.length} ${bounded.length}`;
    return `${err},${size}`;
  },
};

/** Hands, flows, and the division of the seats. */
export const shardingOperations: readonly Operation[] = [deal, hashOfFlow, allocate];
