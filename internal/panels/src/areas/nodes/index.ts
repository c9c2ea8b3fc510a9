import type { Area } from '../area.js';

/** The tab of nodes. */
export const area: Area = {
  title: 'Nodes',
  needs: 'nodes and their Pods',
  order: 2,
  panel: async () => (await import('./NodesPanel.vue')).default,
  examples: [
    {
      title: 'Two nodes and their Pods',
      load: async () => (await import('./nodes.yaml?raw')).default,
    },
  ],
};
