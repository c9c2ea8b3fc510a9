import type { Scenario } from '../conformance/scenario.js';
import { clusters } from './clusters.js';
import { commands } from './commands.js';
import { defaults } from './defaults.js';
import { evictions } from './disruption.js';
import { drains } from './drains.js';
import { endpoints } from './endpoints.js';
import { flowControl } from './flow-control.js';
import { jobs } from './jobs.js';
import { names } from './names.js';
import { pods } from './pods.js';
import { quota } from './quota.js';
import { rejections } from './rejections.js';
import { replicaSets } from './replica-sets.js';
import { rollouts } from './rollouts.js';
import { services } from './services.js';

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
