import type { QuotaViolation } from './check.js';

/**
 * Returns the message with which the API server rejects an object because of quotas: what follows `is forbidden:`.
 *
 * The API server reports the first violation, with the others of its code and quota. If the usage of a quota is not known
 * yet, it also lists the names whose usage is known.
 *
 * @param violations - the result of `quotaViolations`
 * @returns the message; undefined without violations
 *
 * @example
 * ```ts
 * import { quotaMessage, quotaViolations } from '@kubesem/admission';
 *
 * const status = { hard: { pods: '10', 'requests.cpu': '2' }, used: { pods: '3', 'requests.cpu': '1' } };
 * const containers = [{ name: 'app', resources: { requests: { cpu: '1500m' } } }];
 * const pod = { kind: 'Pod', spec: { containers } };
 * const violations = quotaViolations([{ metadata: { name: 'team' }, status }], pod);
 * quotaMessage(violations) // => 'exceeded quota: team, requested: requests.cpu=1500m, used: requests.cpu=1, limited: requests.cpu=2'
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/admission/plugin/resourcequota` v0.37.1, `CheckRequest`.
 */
export function quotaMessage(violations: readonly QuotaViolation[]): string | undefined {
  const [first] = violations;
  if (first === undefined) {
    return undefined;
  }
  const told = violations.filter(({ code, quota }) => code === first.code && quota === first.quota);
  const names = told.map(({ resource }) => resource).join();
  const amounts = (side: 'requested' | 'used' | 'hard') =>
    told.map((violation) => `${violation.resource}=${violation[side]}`).join();
  switch (first.code) {
    case 'QUOTA_SCOPE_INVALID':
      return first.message;
    case 'QUOTA_RESOURCE_MISSING': {
      const missing = told.map(({ resource, containers }) => `${resource} for: ${containers}`);
      return `failed quota: ${first.quota}: must specify ${missing.join('; ')}`;
    }
    case 'QUOTA_STATUS_UNKNOWN':
      return `status unknown for quota: ${first.quota}, resources: ${names}`;
    case 'NEGATIVE':
      return `quota usage is negative for resource(s): ${names}`;
    case 'QUOTA_EXCEEDED':
      return `exceeded quota: ${first.quota}, requested: ${amounts('requested')}, used: ${amounts('used')}, limited: ${amounts('hard')}`;
  }
}
