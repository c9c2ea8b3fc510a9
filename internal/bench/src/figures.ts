import type { CorrectnessCounts } from './correctness.js';
import type { DumpCosts } from './dumps.js';
import type { ImageCorrectnessCounts } from './image-correctness.js';
import type { CommonCounts } from './inputs.js';
import type { PodTotalsOfPeer } from './pods.js';
import type { Size } from './sizes.js';

/** What one run measured. */
export interface Figures {
  /** Nanoseconds an item, by work, subject and corpus: `parse ours small`, `parse go small`, `pods ours`; `zone bytes` and `waiting ours` are bytes, `simulate ours` is for all. */
  readonly nanoseconds: ReadonlyMap<string, number>;
  /** Bytes that stay on the heap for each parsed quantity, by subject and corpus: `ours small`, `go small`. */
  readonly keptBytes: ReadonlyMap<string, number>;
  /** How many inputs each function reads rightly. */
  readonly correctness: CorrectnessCounts;
  /** How many image references each function reads rightly. */
  readonly images: ImageCorrectnessCounts;
  /** How the official client did on the Pods. */
  readonly client: PodTotalsOfPeer;
  /** What it costs to read a dump of the cluster. */
  readonly dump: DumpCosts;
  /** What the packages and their peers cost in a bundle. */
  readonly sizes: readonly Size[];
  /** How many Pods there were. */
  readonly podCount: number;
  /** How many texts every peer reads. */
  readonly common: CommonCounts;
  /** The versions of Go and of the Kubernetes modules. */
  readonly go: { readonly version: string; readonly modules: string };
  /** How many rounds each time is the median of. */
  readonly rounds: number;
}
