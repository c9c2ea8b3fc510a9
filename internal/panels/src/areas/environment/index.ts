import type { Area } from '../area.js';

/** The tab of environments. */
export const area: Area = {
  title: 'Environment',
  needs: 'a container with variables',
  order: 5,
  panel: async () => (await import('./EnvironmentPanel.vue')).default,
  examples: [
    {
      title: 'Where variables come from',
      load: async () => (await import('./environment.yaml?raw')).default,
    },
  ],
};
