import { changed, kept, PODS, USUAL_PODS } from '../pods.js';
import * as podStatus from '../replacements/pod-status/juicefs.js';
import type { Tool } from '../tool.js';

/** The dashboard of the JuiceFS CSI driver. */
export const JUICEFS: Tool = {
  name: 'the JuiceFS dashboard',
  version: '0.32.4',
  repository: 'juicedata/juicefs-csi-driver',
  ref: 'v0.32.4',
  license: 'Apache-2.0',
  helpers: [
    {
      title: 'Show the status of a Pod',
      file: 'dashboard-ui-v2/src/utils/index.ts',
      lines: 'L398-L506',
      size: 100,
      replacement: 'pod-status/juicefs',
      exports: podStatus,
      changed: [
        changed('podStatus', PODS.gated, 'Pending', 'SchedulingGated'),
        changed('podStatus', PODS.exitCode, undefined, 'ExitCode:3'),
        changed('podStatus', PODS.deletedFinished, 'Terminating', 'Completed'),
        changed('podStatus', PODS.failedBesideCompleted, 'Completed', 'Error'),
        changed('podStatus', PODS.waitingWithoutReason, undefined, 'Pending'),
        changed('podStatus', PODS.initializedBefore, 'Init:0/1', 'CrashLoopBackOff'),
        changed('podStatus', PODS.initWithoutSpec, 'Init:NoInitContainers', 'Running'),
      ],
      kept: [
        kept('podStatus', USUAL_PODS.running, 'Running'),
        kept('podStatus', USUAL_PODS.imagePull, 'ImagePullBackOff'),
        kept('podStatus', USUAL_PODS.evicted, 'Evicted'),
        kept('podStatus', USUAL_PODS.sidecar, 'Running'),
      ],
    },
  ],
};
