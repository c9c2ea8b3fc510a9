import type { Operation } from '../operation.js';
import { borrowingOperations } from './apf-borrowing.js';
import { classifyOperations } from './apf-classify.js';
import { constantOperations } from './apf-constants.js';
import { controllerOperations } from './apf-controller.js';
import { digestionOperations } from './apf-digestion.js';
import { objectOperations } from './apf-objects.js';
import { queueSetOperations } from './apf-queue-set.js';
import { requestOperations } from './apf-requests.js';
import { shardingOperations } from './apf-sharding.js';

/** API Priority and Fairness. */
export const apfOperations: readonly Operation[] = [
  ...objectOperations,
  ...requestOperations,
  ...classifyOperations,
  ...shardingOperations,
  ...borrowingOperations,
  ...queueSetOperations,
  ...controllerOperations,
  ...digestionOperations,
  ...constantOperations,
];
