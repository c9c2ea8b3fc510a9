/**
 * Metrics of a gate for OpenTelemetry.
 *
 * @packageDocumentation
 */

export { type GateMetricProducer, metricProducer } from './metrics/opentelemetry.js';
