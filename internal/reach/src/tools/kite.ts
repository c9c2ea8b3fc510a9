import { changed, kept, PODS, USUAL_PODS } from '../pods.js';
import * as podStatus from '../replacements/pod-status/kite.js';
import type { Tool } from '../tool.js';

/** Kite, a dashboard. */
export const KITE: Tool = {
  name: 'Kite',
  version: '0.7.8',
  repository: 'zxh326/kite',
  ref: 'v0.7.8',
  license: 'Apache-2.0',
  helpers: [
    {
      title: 'Show the row of a Pod',
      file: 'ui/src/lib/k8s.ts',
      lines: 'L12-L191',
      size: 180,
      replacement: 'pod-status/kite',
      exports: podStatus,
      changed: [
        changed(
          'getPodStatus',
          PODS.notReady,
          { readyContainers: 1, totalContainers: 2, reason: 'Running', restartString: '0' },
          { readyContainers: 1, totalContainers: 2, reason: 'NotReady', restartString: '0' },
        ),
        changed(
          'getPodStatus',
          PODS.failedBesideCompleted,
          { readyContainers: 0, totalContainers: 2, reason: 'Completed', restartString: '0' },
          { readyContainers: 0, totalContainers: 2, reason: 'Error', restartString: '0' },
        ),
      ],
      kept: [
        kept('getPodStatus', USUAL_PODS.running, {
          readyContainers: 1,
          totalContainers: 1,
          reason: 'Running',
          restartString: '0',
        }),
        kept('getPodStatus', USUAL_PODS.imagePull, {
          readyContainers: 0,
          totalContainers: 1,
          reason: 'ImagePullBackOff',
          restartString: '0',
        }),
        kept('getPodStatus', USUAL_PODS.evicted, {
          readyContainers: 0,
          totalContainers: 1,
          reason: 'Evicted',
          restartString: '0',
        }),
        kept('getPodStatus', USUAL_PODS.sidecar, {
          readyContainers: 2,
          totalContainers: 2,
          reason: 'Running',
          restartString: '0',
        }),
      ],
      notes: ['`restartString` becomes `3 (5m ago)`, as kubectl prints it.'],
    },
  ],
};
