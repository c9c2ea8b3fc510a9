import type { InputFlags } from '../../context.js';
import type { OutputFlags, OutputFormat } from '../../output/write.js';
import type { GateFlags } from './gate.js';

/** The flags of `kubesem inspect`. */
export interface InspectFlags extends Omit<OutputFlags, 'output'>, InputFlags, GateFlags {
  readonly output: OutputFormat | 'sarif' | 'github';
  readonly explain?: boolean | undefined;
  readonly summary?: boolean | undefined;
  readonly images?: boolean | undefined;
  readonly dns?: boolean | undefined;
  /** Files. */
  readonly credentials?: readonly string[] | undefined;
  /** Whether to read the pull Secrets of the cluster. */
  readonly pullSecrets?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly onlyNamespace?: string | undefined;
}
