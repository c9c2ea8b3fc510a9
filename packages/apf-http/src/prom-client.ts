/**
 * Metrics of a gate for `prom-client`.
 *
 * @packageDocumentation
 */

export { registerMetrics } from './metrics/prom-client.js';
