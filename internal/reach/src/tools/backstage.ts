import * as percent from '../replacements/backstage-percent.js';
import { Thrown, type Tool } from '../tool.js';

/** The Kubernetes plugin of Backstage. */
export const BACKSTAGE: Tool = {
  name: 'Backstage',
  version: '0.6.0',
  repository: 'backstage/backstage',
  ref: 'd47b63c169e0271bc3e7e4b57f0a343195efec7c',
  license: 'Apache-2.0',
  npm: { name: '@backstage/plugin-kubernetes-react', file: 'dist/utils/resources.esm.js' },
  helpers: [
    {
      title: 'Show usage in percent of a request or limit',
      file: 'plugins/kubernetes-react/src/utils/resources.ts',
      lines: 'L16-L34',
      size: 16,
      replacement: 'backstage-percent',
      exports: percent,
      ownTests: { passed: 9, total: 9 },
      changed: [
        {
          function: 'currentToDeclaredResourceToPerc',
          args: ['966367641.6', '1932735283.2'],
          tool: new Thrown('RangeError'),
          kubesem: 50,
          why: '`0.9Gi` is not a whole number of bytes',
          issue: 'backstage/backstage#28352',
        },
        {
          function: 'currentToDeclaredResourceToPerc',
          args: ['0.05', '0.1'],
          tool: new Thrown('RangeError'),
          kubesem: 50,
          why: 'amounts of CPU are rarely whole cores',
          issue: 'backstage/backstage#28352',
        },
        {
          function: 'currentToDeclaredResourceToPerc',
          args: [0.5, '2'],
          tool: 50,
          kubesem: 25,
          why: 'half a core was rounded to one before the division',
        },
      ],
      kept: [
        {
          function: 'currentToDeclaredResourceToPerc',
          args: ['52428800', '104857600'],
          kubesem: 50,
        },
        { function: 'currentToDeclaredResourceToPerc', args: [0.25, 1], kubesem: 25 },
        { function: 'currentToDeclaredResourceToPerc', args: [1, '0'], kubesem: 0 },
      ],
      notes: [
        'Quantities such as `256Mi` and `1Gi` can be passed as they are in the object.',
        'The totals that the plugin receives come from `topPods` of the JavaScript client, which does not count sidecars; see above.',
      ],
    },
  ],
};
