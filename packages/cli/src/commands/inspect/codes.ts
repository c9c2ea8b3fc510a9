import type { CodeRow } from '@kubesem/core';
import { CODES } from '@kubesem/inspect/codes';
import { NODE_CODES } from '@kubesem/nodes/codes';

/** What each code of a finding means. */
export const CODE_ROWS: ReadonlyMap<string, CodeRow> = new Map<string, CodeRow>(
  Object.entries({ ...NODE_CODES, ...CODES }),
);
