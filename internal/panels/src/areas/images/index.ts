import type { Area } from '../area.js';

/** The tab of images. */
export const area: Area = {
  title: 'Images',
  needs: 'a Pod or a workload',
  order: 3,
  panel: async () => (await import('./ImagesPanel.vue')).default,
  examples: [
    {
      title: 'Image names and pull secrets',
      load: async () => (await import('./registry.yaml?raw')).default,
    },
  ],
};
