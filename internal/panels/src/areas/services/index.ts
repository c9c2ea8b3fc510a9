import { defineAsyncComponent } from 'vue';
import type { Area } from '../area.js';

/** The tab of Services. */
export const area: Area = {
  title: 'Services',
  needs: 'a Service',
  order: 6,
  panel: defineAsyncComponent(() => import('./ServicesPanel.vue')),
  examples: [
    { title: 'A Service that does not answer', load: async () => (await import('./services.yaml?raw')).default },
  ],
};
