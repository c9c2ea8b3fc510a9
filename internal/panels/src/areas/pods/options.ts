import type { PageOptions } from '../../case/page.js';

/** Options of the panel. */
export interface PodsOptions extends PageOptions {
  /** The key of the row to explain; the first one by default. */
  readonly selected?: string | undefined;
  /** How long its life is simulated. */
  readonly seconds?: number | undefined;
  /** When the Pod is deleted; 0 for never. */
  readonly deleteAtSeconds?: number | undefined;
}
