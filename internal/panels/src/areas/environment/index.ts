import { defineAsyncComponent } from 'vue';
import type { Area } from '../area.js';

/** The tab of environments. */
export const area: Area = {
  title: 'Environment',
  needs: 'a container with variables',
  order: 5,
  panel: defineAsyncComponent(() => import('./EnvironmentPanel.vue')),
  examples: [
    { title: 'Where variables come from', load: async () => (await import('./environment.yaml?raw')).default },
  ],
};
