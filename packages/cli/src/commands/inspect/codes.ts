import { APF_CODES } from '@kubesem/apf/codes';
import type { CodeRow } from '@kubesem/core';
import { LOOKUP_CODES } from '@kubesem/dns/codes';
import { CODES } from '@kubesem/inspect/codes';
import { NODE_CODES } from '@kubesem/nodes/codes';
import { STORED_SLICE_CODES } from '@kubesem/service/codes';
import { OWNER_CODES } from '@kubesem/workloads/codes';

/** What each code of a finding of any command means. */
export const CODE_ROWS: ReadonlyMap<string, CodeRow> = new Map<string, CodeRow>(
  Object.entries({
    ...NODE_CODES,
    ...STORED_SLICE_CODES,
    ...APF_CODES,
    ...LOOKUP_CODES,
    ...OWNER_CODES,
    ...CODES,
  }),
);

/** Whether `kubesem inspect` can report a code. */
export function isInspectCode(code: string): boolean {
  return Object.prototype.hasOwnProperty.call(CODES, code);
}

/** Where codes are found. */
export const CODE_HINT = 'each finding ends with its code, such as [IMAGE_TAG_MISSING]';

/** What a user writes to name findings. */
export interface NamedCode {
  /** In upper case. */
  readonly code: string;
  /** The path of a field with `[]` for every index; undefined without a colon. */
  readonly path: string | undefined;
}

/** Reads a code in any case, maybe with a path, such as `INVALID:spec.ports[0].nodePort`. It may be unknown. */
export function readCode(text: string): NamedCode {
  const colon = text.indexOf(':');
  const code = colon < 0 ? text : text.slice(0, colon);
  return {
    // Other letters, such as a dotless i, are not those of a code.
    code: code.replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
    path: colon < 0 ? undefined : withoutIndexes(text.slice(colon + 1)),
  };
}

/** A path with `[]` for every index. */
export function withoutIndexes(path: string): string {
  return path.replace(/\[\d+\]/g, '[]');
}
