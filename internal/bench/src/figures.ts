import type { PageCost } from './browser/browser.js';
import type { PodTotalsOfPeer } from './cluster/pods.js';
import type { Size } from './document/sizes.js';
import type { HttpFigures } from './http/http.js';
import type { ImageCorrectnessCounts } from './images/image-correctness.js';
import type { CommonCounts } from './inputs.js';
import type { CorrectnessCounts } from './quantities/correctness.js';
import type { DumpCosts } from './reading/dumps.js';
import type { FileCost } from './reading/files.js';

/** Results of one run. */
export interface Figures {
  /**
   * Nanoseconds per item under keys of work, subject and corpus, such as `parse ours small` or `pods go`. Exceptions:
   * `zone bytes` and `waiting ours` are bytes per item, `zone ours` and `simulate ours` are nanoseconds for the whole.
   */
  readonly nanoseconds: ReadonlyMap<string, number>;
  /** Bytes on the heap per parsed quantity under keys of subject and corpus, such as `ours small`. */
  readonly keptBytes: ReadonlyMap<string, number>;
  /** Number of quantities that each function parses correctly. */
  readonly correctness: CorrectnessCounts;
  /** Number of image references that each function parses correctly. */
  readonly images: ImageCorrectnessCounts;
  /** Results of the official client for the Pods. */
  readonly client: PodTotalsOfPeer;
  /** Cost of reading a dump of the cluster. */
  readonly dump: DumpCosts;
  /** Cost of a page that shows Pods; undefined if there is no Chromium. */
  readonly page: PageCost | undefined;
  /** Cost and effect of API Priority and Fairness in front of a server. */
  readonly http: HttpFigures;
  /** Cost of reading manifests. */
  readonly files: readonly FileCost[];
  /** Bundle sizes of the packages and their peers. */
  readonly sizes: readonly Size[];
  /** Number of Pods. */
  readonly podCount: number;
  /** Number of texts that every package can parse. */
  readonly common: CommonCounts;
  /** Versions of Go and of the Kubernetes modules. */
  readonly go: { readonly version: string; readonly modules: string };
  /** Number of rounds; each time is their median. */
  readonly rounds: number;
}
