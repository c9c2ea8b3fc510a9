import { APF_CODES } from '@kubesem/apf/codes';
import type { CodeRow } from '@kubesem/core';
import { FIELD_CODES } from '@kubesem/core/codes';
import { CODES } from '@kubesem/inspect/codes';
import { NODE_CODES } from '@kubesem/nodes/codes';

/** What the codes of rejections mean that have no row. */
const REJECTIONS: { readonly [code: string]: string } = {
  IMMUTABLE: 'An update changes what is immutable.',
  RESOURCE_NAME_INVALID: 'The name of a resource is invalid.',
  RESOURCE_NOT_SUPPORTED: 'The resource cannot be set for a whole Pod.',
  FRACTIONAL_EXTENDED_RESOURCE: 'An amount of an extended resource is not a whole number.',
  HUGE_PAGES_NOT_MULTIPLE: 'Huge pages are not a multiple of their page size.',
  REQUEST_ABOVE_LIMIT: 'A request is higher than its limit.',
  REQUEST_NOT_LIMIT: 'Request and limit differ for a resource that cannot be overcommitted.',
  HUGE_PAGES_ALONE: 'Huge pages are used without cpu or memory.',
  RESOURCES_FORBIDDEN: 'The container or Pod cannot have requests or limits.',
  POD_REQUEST_TOO_LOW: 'The request of the Pod is lower than those of its containers together.',
  POD_LIMIT_TOO_LOW: 'The limit of the Pod is lower than those of its containers together.',
  LIMIT_ABOVE_POD_LIMIT: 'The limit of a container is higher than that of its Pod.',
  CLAIMS_FORBIDDEN: 'Only containers can have resource claims.',
  CLAIM_NAME_MISSING: 'A resource claim has no name.',
  CLAIM_NOT_FOUND: 'The Pod has no resource claim of this name.',
  CLAIM_DUPLICATE: 'A resource claim is listed twice.',
  CLAIM_REQUEST_INVALID: 'The name of a request in a resource claim is invalid.',
};

const { INVALID } = FIELD_CODES;

/** What each code of a finding means. */
export const CODE_ROWS: ReadonlyMap<string, CodeRow> = new Map<string, CodeRow>([
  ...Object.entries(REJECTIONS).map(([code, summary]) => [code, { ...INVALID, summary }] as const),
  ...Object.entries({ ...NODE_CODES, ...APF_CODES, ...CODES }),
]);
