/**
 * What the codes of findings about images and credentials mean.
 *
 * @packageDocumentation
 */
export { CREDENTIAL_CODES, DOCKER_CONFIG_CODES } from './credentials/codes.js';
export { IMAGE_CODES } from './pulling/codes.js';
