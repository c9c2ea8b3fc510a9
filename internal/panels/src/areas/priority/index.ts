import type { Area } from '../area.js';

/** The tab of API Priority and Fairness. */
export const area: Area = {
  title: 'Priority and fairness',
  needs: 'PriorityLevelConfigurations, FlowSchemas or an ApfScenario',
  order: 8,
  panel: async () => (await import('./PriorityPanel.vue')).default,
  examples: [
    {
      title: 'A batch job and an operator',
      load: async () => (await import('./priority.yaml?raw')).default,
    },
  ],
};
