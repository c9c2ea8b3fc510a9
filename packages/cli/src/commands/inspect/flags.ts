import type { InputFlags } from '../../context.js';
import type { OutputFlags } from '../../output/write.js';

/** The flags of `kubesem inspect`. */
export interface InspectFlags extends OutputFlags, InputFlags {
  readonly explain?: boolean | undefined;
  readonly summary?: boolean | undefined;
  readonly images?: boolean | undefined;
  readonly dns?: boolean | undefined;
  /** Files. */
  readonly credentials?: readonly string[] | undefined;
  /** Whether to read the pull Secrets of the cluster. */
  readonly pullSecrets?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly namespace?: string | undefined;
}
