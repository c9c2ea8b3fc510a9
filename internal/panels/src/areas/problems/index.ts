import { defineAsyncComponent } from 'vue';
import type { Area } from '../area.js';

/** The tab of problems. */
export const area: Area = {
  title: 'Problems',
  needs: 'something that is wrong',
  order: 9,
  panel: defineAsyncComponent(() => import('./ProblemsPanel.vue')),
  examples: [
    { title: 'Common mistakes', load: async () => (await import('./mistakes.yaml?raw')).default },
  ],
};
