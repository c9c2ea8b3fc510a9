import type { ShuffleSharding } from './shuffle-sharding.js';

/**
 * The sizes for which the Kubernetes documentation lists the probability that heavy flows occupy every queue of a light
 * flow.
 *
 * Source: the documentation, "API Priority and Fairness", the table of shuffle sharding configurations.
 */
export const DOCUMENTED_SHUFFLE_SHARDING: readonly ShuffleSharding[] = [
  { handSize: 12, deckSize: 32 },
  { handSize: 10, deckSize: 32 },
  { handSize: 10, deckSize: 64 },
  { handSize: 9, deckSize: 64 },
  { handSize: 8, deckSize: 64 },
  { handSize: 8, deckSize: 128 },
  { handSize: 7, deckSize: 128 },
  { handSize: 7, deckSize: 256 },
  { handSize: 6, deckSize: 256 },
  { handSize: 6, deckSize: 512 },
  { handSize: 6, deckSize: 1024 },
];

/**
 * The numbers of heavy flows (elephants) in the table of {@link DOCUMENTED_SHUFFLE_SHARDING}.
 *
 * Source: the documentation, "API Priority and Fairness", the table of shuffle sharding configurations.
 */
export const DOCUMENTED_ELEPHANTS: readonly number[] = [1, 4, 16];

/**
 * The queues of a priority level, and the hand of each flow, unless the object sets others.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/v1` v1.37.1, `SetDefaults_QueuingConfiguration`.
 */
export const DEFAULT_SHUFFLE_SHARDING: ShuffleSharding = { handSize: 8, deckSize: 64 };
