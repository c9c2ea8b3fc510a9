/**
 * What the codes of the findings of an inspection mean.
 *
 * @packageDocumentation
 */
import { QUOTA_CODES, RUNTIME_CLASS_CODES } from '@kubesem/admission/codes';
import { CONFIG_CODES } from '@kubesem/config/codes';
import type { CodeRows } from '@kubesem/core';
import { FIELD_CODES } from '@kubesem/core/codes';
import { BUDGET_CODES } from '@kubesem/disruption/codes';
import { DNS_NAME_CODES, ZONE_CODES } from '@kubesem/dns/codes';
import { CREDENTIAL_CODES, DOCKER_CONFIG_CODES, IMAGE_CODES } from '@kubesem/image/codes';
import { LIFECYCLE_CODES } from '@kubesem/lifecycle/codes';
import { MANIFEST_CODES } from '@kubesem/manifests/codes';
import { QUANTITY_CODES, RESOURCE_CODES } from '@kubesem/resources/codes';
import { SERVICE_WARNING_CODES } from '@kubesem/service/codes';
import { REPORT_CODES } from './pods/codes.js';
import { SERVICE_CODES } from './services/codes.js';

/** The rows of all findings that an inspection can have, by code. */
export const CODES: CodeRows = {
  ...MANIFEST_CODES,
  ...FIELD_CODES,
  ...REPORT_CODES,
  ...SERVICE_CODES,
  ...SERVICE_WARNING_CODES,
  ...BUDGET_CODES,
  ...LIFECYCLE_CODES,
  ...CONFIG_CODES,
  ...QUANTITY_CODES,
  ...RESOURCE_CODES,
  ...RUNTIME_CLASS_CODES,
  ...QUOTA_CODES,
  ...IMAGE_CODES,
  ...CREDENTIAL_CODES,
  ...DOCKER_CONFIG_CODES,
  ...DNS_NAME_CODES,
  ...ZONE_CODES,
};
