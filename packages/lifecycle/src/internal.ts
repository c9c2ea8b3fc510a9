/**
 * What the other packages of the family need of this one. It promises nothing: names can change in any release. Packages
 * depend on the exact version, so they always fit together.
 *
 * @packageDocumentation
 */

export { PROBE_DEFAULTS } from './probes/defaults.js';
export { listsExitCode } from './restart/container-restart.js';
