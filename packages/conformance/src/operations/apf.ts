import type { Operation } from '../operation.js';
import { classifyOperations } from './apf-classify.js';
import { controllerOperations } from './apf-controller.js';
import { queueSetOperations } from './apf-queue-set.js';
import { requestOperations } from './apf-requests.js';
import { shardingOperations } from './apf-sharding.js';

/** API Priority and Fairness. */
export const apfOperations: readonly Operation[] = [
  ...requestOperations,
  ...classifyOperations,
  ...shardingOperations,
  ...queueSetOperations,
  ...controllerOperations,
];
