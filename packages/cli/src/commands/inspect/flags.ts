import type { OutputFormat } from '../../output/write.js';

/** What the flags of `kubesem inspect` ask for. */
export interface InspectFlags {
  readonly output: OutputFormat | 'sarif' | 'github';
  readonly explain: boolean;
  readonly summary: boolean;
  readonly images: boolean;
  readonly dns: boolean;
  /** Files. */
  readonly credentials: readonly string[];
  /** Whether to read the pull Secrets of the cluster. */
  readonly pullSecrets: boolean;
  readonly verbose: boolean;
  readonly onlyNamespace: string | undefined;
}
