/**
 * The debug endpoints of a gate.
 *
 * @packageDocumentation
 */

export {
  type DebugEndpoints,
  type DebugOptions,
  type DebugSource,
  debugEndpoints,
} from './debug/endpoints.js';
