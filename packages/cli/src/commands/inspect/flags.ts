import type { GateFlags } from './gate.js';

/** The flags of `kubesem inspect`. */
export interface InspectFlags extends GateFlags {
  readonly output: 'table' | 'wide' | 'json' | 'yaml' | 'sarif' | 'github';
  readonly explain?: boolean | undefined;
  readonly summary?: boolean | undefined;
  readonly images?: boolean | undefined;
  readonly dns?: boolean | undefined;
  /** Files. */
  readonly credentials?: readonly string[] | undefined;
  readonly verbose?: boolean | undefined;
  readonly namespace?: string | undefined;
  readonly onlyNamespace?: string | undefined;
}
