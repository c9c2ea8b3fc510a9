import { changed, kept, PODS, USUAL_PODS } from '../pods.js';
import * as memory from '../replacements/headlamp-memory.js';
import * as quotaBar from '../replacements/headlamp-quota-bar.js';
import * as podStatus from '../replacements/pod-status/headlamp.js';
import { Thrown, type Tool } from '../tool.js';

const LOWER_CASE_K = 'kubernetes-sigs/headlamp#7422';

/** Headlamp, the web interface of Kubernetes SIG UI. */
export const HEADLAMP: Tool = {
  name: 'Headlamp',
  version: '0.45.0',
  repository: 'kubernetes-sigs/headlamp',
  ref: 'v0.45.0',
  license: 'Apache-2.0',
  helpers: [
    {
      title: 'Read memory and disk space',
      file: 'frontend/src/lib/units.ts',
      lines: 'L24-L69',
      size: 26,
      replacement: 'headlamp-memory',
      exports: memory,
      ownTests: { passed: 6, total: 10, others: 'The others expect `1K` to be 1000.' },
      changed: [
        {
          function: 'parseRam',
          args: ['500k'],
          tool: 500,
          kubesem: 500_000,
          why: '`k` is 1000',
          issue: LOWER_CASE_K,
        },
        {
          function: 'parseRam',
          args: ['12e+3'],
          tool: 0.012,
          kubesem: 12_000,
          why: 'an exponent may have a sign',
        },
        {
          function: 'parseRam',
          args: ['.5Gi'],
          tool: 5_368_709_120,
          kubesem: 536_870_912,
          why: 'digits before the point are optional',
        },
        {
          function: 'parseRam',
          args: ['1.Gi'],
          tool: 1,
          kubesem: 1_073_741_824,
          why: 'digits after the point are optional',
        },
        {
          function: 'parseRam',
          args: ['-1Gi'],
          tool: 1_073_741_824,
          kubesem: -1_073_741_824,
          why: 'a quantity may be negative, such as what is left of an exceeded quota',
        },
        {
          function: 'parseRam',
          args: ['1K'],
          tool: 1000,
          kubesem: Number.NaN,
          why: 'the API server rejects `K`',
          issue: LOWER_CASE_K,
        },
      ],
      kept: [
        { function: 'parseRam', args: ['1.5Gi'], kubesem: 1_610_612_736 },
        { function: 'parseRam', args: ['1e3'], kubesem: 1000 },
        { function: 'parseRam', args: ['966367641600m'], kubesem: 966_367_641.6 },
        { function: 'parseRam', args: [''], kubesem: 0 },
      ],
      notes: [
        '`parseDiskSpace` is the same function under another name.',
        'The page of a node adds up Pods with `parseRam` and `parseCpu`, but reads sidecars as plain init containers ([kubernetes-sigs/headlamp#7679](https://github.com/kubernetes-sigs/headlamp/pull/7679)). `nodeAllocation` of `@kubesem/nodes` returns the table of `kubectl describe node`.',
      ],
    },
    {
      title: 'Draw the bar of a quota',
      file: 'frontend/src/components/resourceQuota/Details.tsx',
      lines: 'L34-L68',
      size: 32,
      replacement: 'headlamp-quota-bar',
      exports: quotaBar,
      ownTests: { passed: 15, total: 15 },
      changed: [
        {
          function: 'getUsageRatio',
          args: ['count/secrets', '250', '1k'],
          tool: 250,
          kubesem: 0.25,
          why: 'the API server stores 1000 as `1k`, also for counts',
        },
        {
          function: 'getUsageRatio',
          args: ['requests.cpu', '500', '2k'],
          tool: 250,
          kubesem: 0.25,
          why: 'the API server stores 2000 cores as `2k`',
        },
        {
          function: 'getUsageRatio',
          args: ['requests.memory', '500k', '1M'],
          tool: 0.0005,
          kubesem: 0.5,
          why: '`k` is 1000',
          issue: LOWER_CASE_K,
        },
      ],
      kept: [
        {
          function: 'getUsageRatio',
          args: ['requests.memory', '512Mi', '1Gi'],
          kubesem: 0.5,
        },
        { function: 'getUsageRatio', args: ['limits.cpu', '1500m', '3'], kubesem: 0.5 },
        { function: 'getUsageRatio', args: ['pods', '1', '0'], kubesem: 0 },
        { function: 'getUsageRatio', args: ['pods', '', '10'], kubesem: 0 },
      ],
      notes: [
        'The name of the resource no longer matters: one syntax covers all resources.',
        '`quotaBars` of `@kubesem/admission` accepts a whole ResourceQuota, and `combinedQuotaBars` all ResourceQuotas of a namespace.',
      ],
    },
    {
      title: 'Show status, ready containers and restarts of a Pod',
      file: 'frontend/src/lib/k8s/pod.ts',
      lines: 'L373-L565',
      size: 168,
      replacement: 'pod-status/headlamp',
      exports: podStatus,
      changed: [
        changed(
          'getDetailedStatus',
          PODS.gated,
          { reason: 'Pending', readyContainers: 0, totalContainers: 1, restarts: 0 },
          { reason: 'SchedulingGated', readyContainers: 0, totalContainers: 1, restarts: 0 },
        ),
        changed(
          'getDetailedStatus',
          PODS.initExitCode,
          { reason: 'Init:Signal:undefined', readyContainers: 0, totalContainers: 1, restarts: 0 },
          { reason: 'Init:ExitCode:1', readyContainers: 0, totalContainers: 1, restarts: 0 },
        ),
        changed(
          'getDetailedStatus',
          PODS.exitCode,
          { reason: 'Failed', readyContainers: 0, totalContainers: 1, restarts: 0 },
          { reason: 'ExitCode:3', readyContainers: 0, totalContainers: 1, restarts: 0 },
        ),
        changed(
          'getDetailedStatus',
          PODS.deletedFinished,
          { reason: 'Terminating', readyContainers: 0, totalContainers: 1, restarts: 0 },
          { reason: 'Completed', readyContainers: 0, totalContainers: 1, restarts: 0 },
        ),
        changed(
          'getDetailedStatus',
          PODS.failedBesideCompleted,
          { reason: 'Completed', readyContainers: 0, totalContainers: 2, restarts: 0 },
          { reason: 'Error', readyContainers: 0, totalContainers: 2, restarts: 0 },
        ),
        changed('getDetailedStatus', PODS.withoutState, new Thrown('TypeError'), {
          reason: 'Pending',
          readyContainers: 0,
          totalContainers: 1,
          restarts: 0,
        }),
      ],
      kept: [
        kept('getDetailedStatus', USUAL_PODS.running, {
          reason: 'Running',
          readyContainers: 1,
          totalContainers: 1,
          restarts: 0,
        }),
        kept('getDetailedStatus', USUAL_PODS.imagePull, {
          reason: 'ImagePullBackOff',
          readyContainers: 0,
          totalContainers: 1,
          restarts: 0,
        }),
        kept('getDetailedStatus', USUAL_PODS.evicted, {
          reason: 'Evicted',
          readyContainers: 0,
          totalContainers: 1,
          restarts: 0,
        }),
        kept('getDetailedStatus', USUAL_PODS.sidecar, {
          reason: 'Running',
          readyContainers: 2,
          totalContainers: 2,
          restarts: 0,
        }),
      ],
      notes: [
        '`getDetailedStatus` is a method: pass the `jsonData` of the object.',
        'It also returns `lastRestartDate`, which is `restarts.lastAt`, and a `message`. The last step of `explainPodRow` names the state that has this message.',
      ],
    },
  ],
};
