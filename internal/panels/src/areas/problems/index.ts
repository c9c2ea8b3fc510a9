import type { Area } from '../area.js';

/** The tab of problems. */
export const area: Area = {
  title: 'Problems',
  needs: 'something that is wrong',
  order: 9,
  panel: async () => (await import('./ProblemsPanel.vue')).default,
  examples: [
    { title: 'Common mistakes', load: async () => (await import('./mistakes.yaml?raw')).default },
  ],
};
