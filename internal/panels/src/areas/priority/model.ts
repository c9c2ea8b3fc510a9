import type { AreaModel } from '../area.js';
import type { PriorityModel, PriorityOptions } from './simulation.js';
import { LEVEL_TYPE, SCENARIO_TYPE, SCHEMA_TYPE } from './types.js';

/** The model of the area. The simulator is loaded when it is needed: it is as large as all other models together. */
export const model: AreaModel<PriorityModel, PriorityOptions> = {
  count: (input) => input.count(LEVEL_TYPE, SCHEMA_TYPE, SCENARIO_TYPE),
  model: async (input, options) => {
    const { priorityModel } = await import('./simulation.js');
    return priorityModel(input, options);
  },
  preload: () => import('./simulation.js'),
};
