import type { Severity } from './problem.js';

/** What a code of a finding means. Rows are next to the rules that find them, and exported by the entry `codes` of a package. */
export interface CodeRow {
  /** What is wrong, in one sentence. */
  readonly summary: string;
  /** Severity of the finding; what the API server rejects is only a warning in a stored object. */
  readonly severity: Severity;
  /** The function of Kubernetes that decides it. */
  readonly source: string;
  /** The page of the Kubernetes documentation about it. */
  readonly page?: string | undefined;
}

/** Rows by code. */
export type CodeRows = { readonly [code: string]: CodeRow };
