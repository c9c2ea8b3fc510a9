// Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1.
import { type Fields, utf8Length } from '@kubesem/core/internal';
import { hasSpaceAtAnEnd } from '@kubesem/image/internal';
import { checkRelativePath } from '../volumes/paths.js';

/** A profile of seccomp or AppArmor. Source: `k8s.io/api/core/v1` v0.37.1. */
export interface Profile {
  readonly type?: string | null | undefined;
  readonly localhostProfile?: string | null | undefined;
}

/** What has profiles: a Pod or a container. */
interface WithProfiles {
  readonly seccompProfile?: unknown;
  readonly appArmorProfile?: unknown;
}

const TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined'];
const MOST_APP_ARMOR_BYTES = 4095;

/** Checks the seccomp profile. Source: `validateSeccompProfileField`, as above. */
export function checkSeccompProfile(security: Fields<WithProfiles>): void {
  const profile = security.at('seccompProfile') as Fields<Profile>;
  if (!profile.isPresent) {
    return;
  }
  const type = checkType(profile, 'type is required when seccompProfile is set');
  const file = profile.optionalText('localhostProfile');
  if (type !== 'Localhost') {
    forbidFile(profile, 'can only be set when seccomp type is Localhost');
  } else if (file === undefined) {
    profile.required('localhostProfile', 'must be set when seccomp type is Localhost');
  } else {
    checkRelativePath(profile, 'localhostProfile', file);
  }
}

/** Checks the AppArmor profile. Source: `ValidateAppArmorProfileField`, as above. */
export function checkAppArmorProfile(security: Fields<WithProfiles>): void {
  const profile = security.at('appArmorProfile') as Fields<Profile>;
  if (!profile.isPresent) {
    return;
  }
  const type = checkType(profile, 'type is required when appArmorProfile is set');
  const name = profile.optionalText('localhostProfile');
  if (type !== 'Localhost') {
    if (TYPES.includes(type)) {
      forbidFile(profile, 'can only be set when AppArmor type is Localhost');
    }
    return;
  }
  if (name === undefined || name === '') {
    profile.required('localhostProfile', 'must be set when AppArmor type is Localhost');
    return;
  }
  if (hasSpaceAtAnEnd(name)) {
    profile.invalid('localhostProfile', 'must not be padded with whitespace', name);
  }
  if (utf8Length(name) > MOST_APP_ARMOR_BYTES) {
    const message = `may not be more than ${MOST_APP_ARMOR_BYTES} bytes`;
    profile.problem('localhostProfile', 'TOO_LONG', message);
  }
}

/** Checks the type and returns it. */
function checkType(profile: Fields<Profile>, required: string): string {
  const type = profile.text('type');
  if (type === '') {
    profile.required('type', required);
  } else {
    profile.supported('type', type, TYPES);
  }
  return type;
}

function forbidFile(profile: Fields<Profile>, message: string): void {
  if (profile.has('localhostProfile')) {
    profile.invalid('localhostProfile', message, profile.text('localhostProfile'));
  }
}
