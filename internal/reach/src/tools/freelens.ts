import { changed, kept, PODS, USUAL_PODS } from '../pods.js';
import * as bytes from '../replacements/freelens-bytes.js';
import * as units from '../replacements/freelens-units.js';
import * as podStatus from '../replacements/pod-status/freelens.js';
import type { Tool } from '../tool.js';

const SUFFIX = '`unitsToBytes` reads only the suffixes with `i`';

/** Freelens, the successor of OpenLens. */
export const FREELENS: Tool = {
  name: 'Freelens',
  version: '1.9.0',
  repository: 'freelensapp/freelens',
  ref: 'v1.9.0',
  license: 'MIT',
  npm: { name: '@freelensapp/utilities', file: 'dist/index.js', uses: ['typed-regex@0.0.8'] },
  helpers: [
    {
      title: 'Read memory, CPU and counts',
      file: 'packages/utility-features/utilities/src/convertMemory.ts',
      lines: 'L12-L47',
      size: 60,
      replacement: 'freelens-units',
      exports: units,
      calls: 'quantityToNumber',
      ownTests: {
        passed: 10,
        total: 20,
        others:
          'The others expect units such as `1234KiB`, a number from the middle of a sentence, or `124m` as 124 million.',
      },
      changed: [
        {
          function: 'unitsToBytes',
          args: ['500M'],
          tool: 500,
          kubesem: 500_000_000,
          why: SUFFIX,
        },
        {
          function: 'unitsToBytes',
          args: ['1e3'],
          tool: 1,
          kubesem: 1000,
          why: 'quantities may have an exponent',
        },
        {
          function: 'unitsToBytes',
          args: ['966367641600m'],
          tool: 966_367_641_600,
          kubesem: 966_367_641.6,
          why: '`m` is a thousandth; the API server stores `0.9Gi` like this',
        },
        {
          function: 'unitsToBytes',
          args: ['.5Gi'],
          tool: 5_368_709_120,
          kubesem: 536_870_912,
          why: 'digits before the point are optional',
        },
        {
          function: 'cpuUnitsToNumber',
          args: ['2T'],
          tool: 2e15,
          kubesem: 2e12,
          why: '`T` is 10^12 and `P` is 10^15; the table has them the other way around',
        },
        {
          function: 'metricUnitsToNumber',
          args: ['500m'],
          tool: 500_000_000,
          kubesem: 0.5,
          why: '`m` is a thousandth; a million is `M`',
        },
        {
          function: 'metricUnitsToNumber',
          args: ['1P'],
          tool: 1,
          kubesem: 1e15,
          why: '`P` and `E` are suffixes of every quantity',
        },
      ],
      kept: [
        { function: 'unitsToBytes', args: ['1.5Gi'], kubesem: 1_610_612_736 },
        { function: 'cpuUnitsToNumber', args: ['500m'], kubesem: 0.5 },
        { function: 'metricUnitsToNumber', args: ['5k'], kubesem: 5000 },
        { function: 'unitsToBytes', args: ['abc'], kubesem: Number.NaN },
      ],
      notes: [
        '`unitsToBytes` also reads the output of `bytesToUnits`, such as `1.5GiB`, which is not a quantity. `parseHumanQuantity` of `@kubesem/quantity` reads it, and `formatQuantity` writes it.',
        'The same replacement works for Lens, where these functions come from. Earlier parsers of Lens misread quotas such as `15k` ([lensapp/lens#519](https://github.com/lensapp/lens/issues/519), [lensapp/lens#705](https://github.com/lensapp/lens/issues/705)).',
        'With one function for all resources, `transformUnit` of `resource-quota-details.tsx` is no longer needed.',
      ],
    },
    {
      title: 'Show a number of bytes',
      file: 'packages/utility-features/utilities/src/convertMemory.ts',
      lines: 'L49-L66',
      size: 11,
      replacement: 'freelens-bytes',
      exports: bytes,
      ownTests: { passed: 8, total: 8 },
      changed: [
        {
          function: 'bytesToUnits',
          args: [1_073_741_823],
          tool: '1024.0MiB',
          kubesem: '1.0GiB',
          why: 'the unit depends on the rounded number',
        },
        {
          function: 'bytesToUnits',
          args: [1_048_575],
          tool: '1024.0KiB',
          kubesem: '1.0MiB',
          why: 'the unit depends on the rounded number',
        },
      ],
      kept: [
        { function: 'bytesToUnits', args: [1_610_612_736], kubesem: '1.5GiB' },
        { function: 'bytesToUnits', args: [1024], kubesem: '1.0KiB' },
        { function: 'bytesToUnits', args: [1900, { precision: 3 }], kubesem: '1.855KiB' },
        { function: 'bytesToUnits', args: [1], kubesem: '1.0B' },
        { function: 'bytesToUnits', args: [0], kubesem: 'N/A' },
        { function: 'bytesToUnits', args: [Number.NaN], kubesem: 'N/A' },
      ],
      notes: [
        'Use `text` of `formatQuantity` instead for `1.5 GiB`, or its option `locale` for the separators of a language.',
      ],
    },
    {
      title: 'Show the status message of a Pod and count its restarts',
      file: 'packages/kube-object/src/specifics/pod.ts',
      lines: 'L716-L807',
      size: 32,
      replacement: 'pod-status/freelens',
      isUnpublished: true,
      exports: podStatus,
      changed: [
        changed('getStatusMessage', PODS.crashLoop, 'Running', 'CrashLoopBackOff'),
        changed('getStatusMessage', PODS.gated, 'Pending', 'SchedulingGated'),
        changed('getStatusMessage', PODS.initExitCode, 'Pending', 'Init:ExitCode:1'),
        changed('getStatusMessage', PODS.initRunning, 'Pending', 'Init:0/1'),
        changed('getStatusMessage', PODS.exitCode, 'Failed', 'ExitCode:3'),
        changed('getStatusMessage', PODS.deletedFinished, 'Succeeded', 'Completed'),
        changed('getStatusMessage', PODS.nodeLost, 'Terminating', 'Unknown'),
        changed('getStatusMessage', PODS.notReady, 'Running', 'NotReady'),
        changed('getStatusMessage', PODS.failedBesideCompleted, 'Failed', 'Error'),
        changed('getRestartsCount', PODS.initRestarting, 0, 4),
        changed('getRestartsCount', PODS.sidecarRestarts, 1, 3),
      ],
      kept: [
        kept('getStatusMessage', USUAL_PODS.running, 'Running'),
        kept('getStatusMessage', USUAL_PODS.evicted, 'Evicted'),
        kept('getStatusMessage', USUAL_PODS.sidecar, 'Running'),
        kept('getRestartsCount', USUAL_PODS.running, 0),
      ],
      notes: [
        'Both are methods of the class `Pod`: pass the object.',
        '`getStatusMessage` returns `Finalizing` for a Pod that only waits for its finalizers. This status is specific to Freelens; kubectl shows `Terminating`.',
      ],
    },
  ],
};
