import * as quota from '../replacements/gardener-quota.js';
import type { Tool } from '../tool.js';

const ISSUE = 'gardener/dashboard#2112';

/** The dashboard of Gardener. */
export const GARDENER: Tool = {
  name: 'the Gardener dashboard',
  version: 'cd56eb7, September 2024',
  repository: 'gardener/dashboard',
  ref: 'cd56eb79e7bdc11e0f0024f55238ff9fb301ae15',
  license: 'Apache-2.0',
  helpers: [
    {
      title: 'Read the amounts of a quota',
      file: 'frontend/src/utils/index.js',
      lines: 'L649-L665',
      size: 16,
      replacement: 'gardener-quota',
      exports: quota,
      ownTests: {
        passed: 4,
        total: 8,
        others:
          'The others expect `1K`, `1m`, `1b` and `1t` to be thousands, millions, billions and trillions.',
      },
      changed: [
        {
          function: 'parseNumberWithMagnitudeSuffix',
          args: ['500m'],
          tool: 500_000_000,
          kubesem: 0.5,
          why: '`m` is a thousandth; a million is `M`',
          issue: ISSUE,
        },
        {
          function: 'parseNumberWithMagnitudeSuffix',
          args: ['1G'],
          tool: null,
          kubesem: 1_000_000_000,
          why: '`G` is 10^9',
          issue: ISSUE,
        },
        {
          function: 'parseNumberWithMagnitudeSuffix',
          args: ['5Gi'],
          tool: null,
          kubesem: 5_368_709_120,
          why: '`Gi` is 2^30',
          issue: ISSUE,
        },
        {
          function: 'parseNumberWithMagnitudeSuffix',
          args: ['1b'],
          tool: 1_000_000_000,
          kubesem: null,
          why: 'the API server rejects `b`',
          issue: ISSUE,
        },
        {
          function: 'parseNumberWithMagnitudeSuffix',
          args: ['1K'],
          tool: 1000,
          kubesem: null,
          why: 'the API server rejects `K`',
          issue: ISSUE,
        },
      ],
      kept: [
        { function: 'parseNumberWithMagnitudeSuffix', args: ['1k'], kubesem: 1000 },
        { function: 'parseNumberWithMagnitudeSuffix', args: ['2M'], kubesem: 2_000_000 },
        { function: 'parseNumberWithMagnitudeSuffix', args: ['12'], kubesem: 12 },
        { function: 'parseNumberWithMagnitudeSuffix', args: ['abc'], kubesem: null },
      ],
    },
  ],
};
