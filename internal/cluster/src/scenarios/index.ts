import type { Scenario } from '../conformance/scenario.js';
import { clusters } from './clusters.js';

/** All scenarios, in the order in which they run. */
export const scenarios: readonly Scenario[] = [clusters];
