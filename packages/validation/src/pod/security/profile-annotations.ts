// Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1.
import type { FieldPath, ObjectMeta, PodSpec } from '@kubesem/core';
import { CONTAINER_FIELDS, type Fields, pathBelow } from '@kubesem/core/internal';
import { hasSpaceAtAnEnd } from '@kubesem/image/internal';
import type { Profile } from './profiles.js';

const SECCOMP_OF_POD = 'seccomp.security.alpha.kubernetes.io/pod';
const SECCOMP = 'container.seccomp.security.alpha.kubernetes.io/';
const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/';
const LOCALHOST = 'localhost/';

/**
 * Checks that annotations from before there were fields say the same as these.
 *
 * Source: `validateSeccompAnnotationsAndFields` and `validateAppArmorAnnotationsAndFieldsMatchOnCreate`, as above.
 *
 * @param metadata - the metadata of the Pod or template
 * @param spec - its spec
 * @param isTemplate - whether it is a template, in which the server does not turn annotations into fields
 */
export function checkProfileAnnotations(
  metadata: Fields<ObjectMeta>,
  spec: Fields<PodSpec>,
  isTemplate: boolean,
): void {
  const annotations = metadata.map('annotations');
  if (annotations.size === 0) {
    return;
  }
  const ofPod = spec.at('securityContext');
  const seccomp = profileIn(ofPod.at('seccompProfile'));
  checkMatch(seccomp, annotations.get(SECCOMP_OF_POD), 'seccomp', seccomp.path);
  const isWindows = spec.at('os').text('name') === 'windows';
  for (const list of CONTAINER_FIELDS) {
    spec.each(list, (container) => {
      const own = container.at('securityContext');
      const name = container.text('name');
      const profile = profileIn(own.at('seccompProfile'));
      checkMatch(profile, annotations.get(`${SECCOMP}${name}`), 'seccomp', profile.path);
      const [appArmor, annotation] = [own.at('appArmorProfile'), annotations.get(APP_ARMOR + name)];
      const isField = !appArmor.isPresent && !isTemplate && isAppArmorField(annotation ?? '');
      if (!isWindows && !isField) {
        const effective = appArmor.isPresent ? appArmor : ofPod.at('appArmorProfile');
        checkMatch(profileIn(effective), annotation, 'apparmor', appArmor.path);
      }
    });
  }
}

function profileIn(cursor: Fields): Fields<Profile> {
  return cursor as Fields<Profile>;
}

/** Whether the server makes a field of an annotation. Source: `k8s.io/kubernetes/pkg/api/pod` v1.37.1, `ApparmorFieldForAnnotation`. */
function isAppArmorField(annotation: string): boolean {
  if (!annotation.startsWith(LOCALHOST)) {
    return annotation === 'runtime/default' || annotation === 'unconfined';
  }
  const name = annotation.slice(LOCALHOST.length);
  return name !== '' && !hasSpaceAtAnEnd(name) && name.length < 4096;
}

/** Compares a profile with an annotation, if there are both. Source: `validateSeccompAnnotationsAndFieldsMatch`, as above. */
function checkMatch(
  profile: Fields<Profile>,
  annotation: string | undefined,
  kind: 'seccomp' | 'apparmor',
  path: FieldPath | undefined,
): void {
  const field = annotation === undefined ? undefined : differenceOf(profile, annotation, kind);
  if (field !== undefined) {
    const what = field === 'type' ? 'type' : 'profile';
    const message = `${kind} ${what} in annotation and field must match`;
    profile.forbidden(pathBelow(path, [field]), message);
  }
}

/** The field that differs from an annotation. */
function differenceOf(
  profile: Fields<Profile>,
  annotation: string,
  kind: 'seccomp' | 'apparmor',
): keyof Profile | undefined {
  const isDocker = kind === 'seccomp' && annotation === 'docker/default';
  switch (profile.text('type')) {
    case 'Unconfined':
      return annotation === 'unconfined' ? undefined : 'type';
    case 'RuntimeDefault':
      return annotation === 'runtime/default' || isDocker ? undefined : 'type';
    case 'Localhost': {
      const isSame = `${LOCALHOST}${profile.optionalText('localhostProfile')}` === annotation;
      return annotation.startsWith(LOCALHOST) ? (isSame ? undefined : 'localhostProfile') : 'type';
    }
    default:
      return undefined;
  }
}
