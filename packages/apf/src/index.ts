export { ApfError, type ApfErrorCode } from './apf-errors.js';
export type { ClockEvent, EventClock } from './event-clock.js';
export {
  QueueSet,
  type QueueSetArrival,
  type QueueSetObserver,
  type QueueSetOptions,
  type QueueSetRejection,
  type QueuingConfig,
} from './queue-set.js';
export type { QueuedRequest, RequestState, WorkEstimate } from './queued-request.js';
export type { RequestQueue } from './request-queue.js';
export {
  collisionProbability,
  dealHand,
  type FlowHash,
  requiredEntropyBits,
  type ShuffleSharding,
} from './shuffle-sharding.js';
export { VirtualClock } from './virtual-clock.js';
