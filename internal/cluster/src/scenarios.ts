import type { Scenario } from './conformance/scenario.js';
import { clusters } from './scenarios/clusters.js';
import { commands } from './scenarios/commands.js';
import { defaults } from './scenarios/defaults.js';
import { evictions } from './scenarios/disruption.js';
import { drains } from './scenarios/drains.js';
import { endpoints } from './scenarios/endpoints.js';
import { flowControl } from './scenarios/flow-control.js';
import { jobs } from './scenarios/jobs.js';
import { names } from './scenarios/names.js';
import { pods } from './scenarios/pods.js';
import { quota } from './scenarios/quota.js';
import { rejections } from './scenarios/rejections.js';
import { replicaSets } from './scenarios/replica-sets.js';
import { rollouts } from './scenarios/rollouts.js';
import { services } from './scenarios/services.js';

/** All scenarios, in the order in which they run. */
export const scenarios: readonly Scenario[] = [
  pods,
  rollouts,
  replicaSets,
  evictions,
  endpoints,
  services,
  quota,
  defaults,
  rejections,
  jobs,
  names,
  flowControl,
  commands,
  clusters,
  drains,
];
