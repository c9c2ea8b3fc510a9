/**
 * What the other packages of the family need of this one. It promises nothing: names can change in any release. Packages
 * depend on the exact version, so they always fit together.
 *
 * @packageDocumentation
 */

export { dockerConfigFormat } from './credentials/sources/docker-config.js';
export { readDockerConfigSecret } from './credentials/sources/docker-config-secret.js';
export { podImagePullSecrets, podServiceAccountName } from './pulling/pod-image-pull-secrets.js';
export { readableImages, readImageWarnings } from './pulling/pod-image-warnings.js';
export { type ReadImage } from './pulling/pod-images.js';
export { hasSpaceAtAnEnd } from './pulling/pull-settings.js';
