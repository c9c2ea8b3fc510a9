import { changed, kept, PODS, USUAL_PODS } from '../pods.js';
import * as podStatus from '../replacements/pod-status/k9s.js';
import type { Tool } from '../tool.js';

/** K9s, which is written in Go. */
export const K9S: Tool = {
  name: 'K9s',
  version: '0.51.0',
  repository: 'derailed/k9s',
  ref: 'v0.51.0',
  license: 'Apache-2.0',
  language: 'Go',
  helpers: [
    {
      title: 'Show the columns READY, STATUS and RESTARTS',
      file: 'internal/render/pod.go',
      lines: 'L407-L562',
      size: 125,
      replacement: 'pod-status/k9s',
      exports: podStatus,
      calls: 'podColumns',
      changed: [
        changed('Render', PODS.gated, ['0/1', 'Pending', '0'], ['0/1', 'SchedulingGated', '0']),
        changed(
          'Render',
          PODS.deletedFinished,
          ['0/1', 'Terminating', '0'],
          ['0/1', 'Completed', '0'],
        ),
        changed(
          'Render',
          PODS.deletedInitializing,
          ['0/1', 'Init:0/1', '0'],
          ['0/1', 'Terminating', '0'],
        ),
        changed('Render', PODS.notReady, ['1/2', 'Running', '0'], ['1/2', 'NotReady', '0']),
        changed(
          'Render',
          PODS.failedBesideCompleted,
          ['0/2', 'Completed', '0'],
          ['0/2', 'Error', '0'],
        ),
        changed(
          'Render',
          PODS.readyNotRunning,
          ['1/1', 'CrashLoopBackOff', '0'],
          ['0/1', 'CrashLoopBackOff', '0'],
        ),
        changed(
          'Render',
          PODS.initializedBefore,
          ['0/1', 'Init:0/1', '0'],
          ['0/1', 'CrashLoopBackOff', '0'],
        ),
        changed('Render', PODS.sidecarNotReady, ['1/2', 'Init:0/1', '0'], ['1/2', 'Running', '0']),
        changed('Render', PODS.sidecarEnded, ['1/2', 'Running', '0'], ['1/2', 'Init:Error', '0']),
        changed(
          'Render',
          PODS.initRestarting,
          ['0/1', 'Init:CrashLoopBackOff', '0'],
          ['0/1', 'Init:CrashLoopBackOff', '4'],
        ),
      ],
      kept: [
        kept('Render', USUAL_PODS.running, ['1/1', 'Running', '0']),
        kept('Render', USUAL_PODS.imagePull, ['0/1', 'ImagePullBackOff', '0']),
        kept('Render', USUAL_PODS.evicted, ['0/1', 'Evicted', '0']),
        kept('Render', USUAL_PODS.sidecar, ['2/2', 'Running', '0']),
      ],
    },
  ],
};
