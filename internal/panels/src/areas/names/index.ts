import type { Area } from '../area.js';

/** The tab of DNS names. */
export const area: Area = {
  title: 'Names',
  needs: 'a Service',
  order: 4,
  panel: async () => (await import('./NamesPanel.vue')).default,
  examples: [
    { title: 'A lookup that fails', load: async () => (await import('./lookup.yaml?raw')).default },
  ],
};
