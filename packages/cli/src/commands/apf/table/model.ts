import {
  collisionProbability,
  DEFAULT_SHUFFLE_SHARDING,
  DOCUMENTED_ELEPHANTS,
  DOCUMENTED_SHUFFLE_SHARDING,
} from '@kubesem/apf';

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
  const { handSize: defaultHandSize, deckSize: defaultQueues } = DEFAULT_SHUFFLE_SHARDING;
  const sizes =
    handSize === undefined && queues === undefined
      ? DOCUMENTED_SHUFFLE_SHARDING
      : (handSize ?? [defaultHandSize]).flatMap((hand) =>
          (queues ?? [defaultQueues]).map((deck) => ({ handSize: hand, deckSize: deck })),
        );
  return {
    rows: sizes.map(({ handSize: hand, deckSize: deck }) => ({
      handSize: hand,
      queues: deck,
      probabilities: elephants.map((flows) => ({
        elephants: flows,
        probability: collisionProbability(hand, deck, flows),
      })),
    })),
  };
}
