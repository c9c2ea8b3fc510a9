import type { Area } from '../area.js';

/** The tab of disruptions. */
export const area: Area = {
  title: 'Disruption',
  needs: 'budgets, or Pods on nodes',
  order: 7,
  panel: async () => (await import('./DisruptionPanel.vue')).default,
  examples: [
    {
      title: 'A drain with a budget',
      load: async () => (await import('./drain.yaml?raw')).default,
    },
  ],
};
