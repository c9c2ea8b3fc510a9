// Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1.
import type { FieldPath, PodSpec, SecurityContext } from '@kubesem/core';
import { type Fields, INT32_RANGE, INT64_RANGE } from '@kubesem/core/internal';
import { checkRange } from '../../rules/numbers.js';
import { checkAppArmorProfile, checkSeccompProfile } from './profiles.js';
import { checkSysctls } from './sysctls.js';
import { checkWindowsOptions } from './windows-options.js';

/** Checks the security context of a whole Pod. Source: `validatePodSpecSecurityContext`, as above. */
export function checkPodSecurityContext(spec: Fields<PodSpec>): void {
  const security = spec.at('securityContext');
  for (const field of ['fsGroup', 'runAsUser', 'runAsGroup'] as const) {
    checkId(security, field);
  }
  security
    .integers('supplementalGroups', INT64_RANGE)
    .forEach((group, index) =>
      checkIdNumber(security, security.pathOf('supplementalGroups', index), group),
    );
  checkSysctls(spec);
  checkWord(security, 'fsGroupChangePolicy', ['Always', 'OnRootMismatch']);
  checkSeccompProfile(security);
  checkWindowsOptions(security);
  checkAppArmorProfile(security);
  checkWord(security, 'supplementalGroupsPolicy', ['Merge', 'Strict']);
  checkWord(security, 'seLinuxChangePolicy', ['MountOption', 'Recursive']);
}

/**
 * Checks the security context of a container. Whether it may be privileged is a setting of the server.
 *
 * Source: `ValidateSecurityContext`, as above.
 */
export function checkSecurityContext(security: Fields<SecurityContext>, hostUsers: boolean): void {
  checkId(security, 'runAsUser');
  checkId(security, 'runAsGroup');
  checkWord(security, 'procMount', ['Default', 'Unmasked']);
  if (hostUsers && security.text('procMount') === 'Unmasked') {
    security.invalid('procMount', '`hostUsers` must be false to use `Unmasked`', 'Unmasked');
  }
  checkSeccompProfile(security);
  if (security.flag('allowPrivilegeEscalation') === false) {
    checkNoEscalation(security);
  }
  checkWindowsOptions(security);
  checkAppArmorProfile(security);
}

function checkNoEscalation(security: Fields<SecurityContext>): void {
  const forbid = (what: string) =>
    security.invalid(security.path, `cannot set \`allowPrivilegeEscalation\` to false and ${what}`);
  if (security.flag('privileged') === true) {
    forbid('`privileged` to true');
  }
  const capabilities = security.at('capabilities') as Fields<{ readonly add?: readonly string[] }>;
  for (const name of capabilities.texts('add')) {
    if (name === 'CAP_SYS_ADMIN') {
      forbid('`capabilities.Add` CAP_SYS_ADMIN');
    }
  }
}

/** Checks the number of a user or a group. Source: `k8s.io/apimachinery/pkg/util/validation` v0.37.1, `IsValidUserID`. */
function checkId<T extends object>(security: Fields<T>, field: keyof T & string): void {
  const id = security.integer(field, INT64_RANGE);
  if (id !== undefined) {
    checkIdNumber(security, security.pathOf(field), id);
  }
}

function checkIdNumber<T extends object>(security: Fields<T>, path: FieldPath, id: number): void {
  checkRange(security, path, id, 0, INT32_RANGE.max);
}

/** Checks a word that may be absent, but not empty. */
function checkWord<T extends object>(
  security: Fields<T>,
  field: keyof T & string,
  supported: readonly string[],
): void {
  const word = security.optionalText(field);
  if (word !== undefined) {
    security.supported(field, word, supported);
  }
}
