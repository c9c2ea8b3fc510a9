import { collisionProbability } from '@kubesem/apf';

/** The sizes that the command line names. */
export interface TableSizes {
  readonly handSize?: readonly number[] | undefined;
  readonly queues?: readonly number[] | undefined;
  readonly elephants?: readonly number[] | undefined;
}

/** What `kubesem apf table` reports. */
export interface TableModel {
  readonly rows: readonly {
    readonly handSize: number;
    readonly queues: number;
    readonly probabilities: readonly {
      readonly elephants: number;
      readonly probability: number;
    }[];
  }[];
}

/** Hand sizes and numbers of queues. Source: the documentation, "API Priority and Fairness". */
const DOCUMENTED: readonly (readonly [handSize: number, queues: number])[] = [
  [12, 32],
  [10, 32],
  [10, 64],
  [9, 64],
  [8, 64],
  [8, 128],
  [7, 128],
  [7, 256],
  [6, 256],
  [6, 512],
  [6, 1024],
];
const DOCUMENTED_ELEPHANTS = [1, 4, 16];

/** The defaults of the API server. Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/v1` v1.37.1. */
const DEFAULT_HAND_SIZE = 8;
const DEFAULT_QUEUES = 64;

/**
 * Computes the probability that heavy flows occupy every queue of a light one.
 *
 * @param sizes - by default those of the documentation
 * @returns a row for each pair of a hand size and a number of queues
 * @throws KubesemError if a hand has more queues than there are
 */
export function tableModel({
  handSize,
  queues,
  elephants = DOCUMENTED_ELEPHANTS,
}: TableSizes): TableModel {
  const sizes =
    handSize === undefined && queues === undefined
      ? DOCUMENTED
      : (handSize ?? [DEFAULT_HAND_SIZE]).flatMap((hand) =>
          (queues ?? [DEFAULT_QUEUES]).map((number) => [hand, number] as const),
        );
  return {
    rows: sizes.map(([hand, number]) => ({
      handSize: hand,
      queues: number,
      probabilities: elephants.map((flows) => ({
        elephants: flows,
        probability: collisionProbability(hand, number, flows),
      })),
    })),
  };
}
