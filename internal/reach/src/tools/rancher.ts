import * as si from '../replacements/rancher-si.js';
import { Thrown, type Tool } from '../tool.js';

const EXPONENT = 'an `e` or `E` before digits starts an exponent';

/** The dashboard of Rancher. */
export const RANCHER: Tool = {
  name: 'the Rancher dashboard',
  version: '3.0.8',
  repository: 'rancher/dashboard',
  ref: 'shell-pkg-v3.0.8',
  license: 'Apache-2.0',
  npm: { name: '@rancher/shell', file: 'utils/units.js' },
  helpers: [
    {
      title: 'Read quantities of nodes and quotas',
      file: 'shell/utils/units.js',
      lines: 'L83-L133',
      size: 37,
      replacement: 'rancher-si',
      exports: si,
      ownTests: {
        passed: 10,
        total: 18,
        others:
          'The others pass text that no API object contains, such as `1,000`, `1K` and `100X`, or options, or expect `NaN` for a number.',
      },
      changed: [
        { function: 'parseSi', args: ['1e3'], tool: 1e18, kubesem: 1000, why: EXPONENT },
        { function: 'parseSi', args: ['12E6'], tool: 12e18, kubesem: 12_000_000, why: EXPONENT },
        {
          function: 'parseSi',
          args: ['+1Gi'],
          tool: new Thrown('TypeError'),
          kubesem: 1_073_741_824,
          why: 'a quantity may have a sign',
        },
        {
          function: 'parseSi',
          args: ['n/a'],
          tool: new Thrown('TypeError'),
          kubesem: Number.NaN,
          why: 'text that is not a quantity must not break the page',
        },
      ],
      kept: [
        { function: 'parseSi', args: ['1.5Gi'], kubesem: 1_610_612_736 },
        { function: 'parseSi', args: ['500m'], kubesem: 0.5 },
        { function: 'parseSi', args: ['1k'], kubesem: 1000 },
        { function: 'parseSi', args: [''], kubesem: Number.NaN },
      ],
      notes: [
        'Replace the calls that read fields of API objects. `parseSi` also reads text that people write: `parseHumanQuantity` of `@kubesem/quantity` reads `1,000` and `1 KB`, but not `1K`. Keep `parseSi` where you use its options `increment` and `allowFractional`.',
      ],
    },
  ],
};
