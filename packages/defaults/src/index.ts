/**
 * What the API server fills in: the defaults of Pods, workloads, Services and other objects.
 *
 * Read `rules/rule.ts` first, then a kind such as `endpoints.ts`.
 *
 * @packageDocumentation
 */
export { applyEndpointSliceDefaults } from './endpoint-slice.js';
export { applyEndpointsDefaults } from './endpoints.js';
export { applyServiceDefaults } from './service.js';
