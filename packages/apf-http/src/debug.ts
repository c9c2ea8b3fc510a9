/**
 * The debug endpoints of a gate.
 *
 * @packageDocumentation
 */

export { type DumpName, type DumpTextOptions, dumpText } from './debug/dumps.js';
export {
  type DebugEndpoints,
  type DebugOptions,
  type DebugSource,
  debugEndpoints,
} from './debug/endpoints.js';
