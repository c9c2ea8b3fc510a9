import type { Area } from '../area.js';

/** The tab of Services. */
export const area: Area = {
  title: 'Services',
  needs: 'a Service',
  order: 6,
  panel: async () => (await import('./ServicesPanel.vue')).default,
  examples: [
    {
      title: 'A Service that does not answer',
      load: async () => (await import('./services.yaml?raw')).default,
    },
  ],
};
