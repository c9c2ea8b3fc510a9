import type { Area } from '../area.js';

/** The tab of Pods. */
export const area: Area = {
  title: 'Pods',
  needs: 'a Pod or a workload',
  order: 1,
  panel: async () => (await import('./PodsPanel.vue')).default,
  examples: [
    {
      title: 'A sidecar and a migration',
      load: async () => (await import('./sidecar.yaml?raw')).default,
    },
    {
      title: 'Pods that are not ready',
      load: async () => (await import('./status.yaml?raw')).default,
    },
  ],
};
