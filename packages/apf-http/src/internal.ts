/**
 * What `kubesem apf serve` needs of this package. It can change in any release. It contains a proxy library, and needs
 * `prom-client`.
 *
 * @packageDocumentation
 */
export type { FlowKind, FlowOptions } from './server/hooks.js';
export {
  type RunningServer,
  type ServerEvents,
  type ServerOptions,
  startServer,
} from './server/start.js';
