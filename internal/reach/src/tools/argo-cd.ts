import { changed, kept, PODS, USUAL_PODS } from '../pods.js';
import * as podStatus from '../replacements/pod-status/argo-cd.js';
import type { Tool } from '../tool.js';

/** Argo CD, whose server is written in Go. */
export const ARGO_CD: Tool = {
  name: 'Argo CD',
  version: '3.5.1',
  repository: 'argoproj/argo-cd',
  ref: 'v3.5.1',
  license: 'Apache-2.0',
  language: 'Go',
  helpers: [
    {
      title: 'Show a Pod in a tree of resources',
      file: 'controller/cache/info.go',
      lines: 'L593-L742',
      size: 124,
      replacement: 'pod-status/argo-cd',
      exports: podStatus,
      calls: 'podInfo',
      changed: [
        changed(
          'populatePodInfo',
          PODS.notReady,
          { 'Status Reason': 'Running', Containers: '1/2', 'Restart Count': '0' },
          { 'Status Reason': 'NotReady', Containers: '1/2', 'Restart Count': '0' },
        ),
        changed(
          'populatePodInfo',
          PODS.failedBesideCompleted,
          { 'Status Reason': 'Completed', Containers: '0/2', 'Restart Count': '0' },
          { 'Status Reason': 'Error', Containers: '0/2', 'Restart Count': '0' },
        ),
        changed(
          'populatePodInfo',
          PODS.initRestarts,
          { 'Status Reason': 'Running', Containers: '1/1', 'Restart Count': '5' },
          { 'Status Reason': 'Running', Containers: '1/1', 'Restart Count': '1' },
        ),
      ],
      kept: [
        kept('populatePodInfo', USUAL_PODS.running, {
          'Status Reason': 'Running',
          Containers: '1/1',
          'Restart Count': '0',
        }),
        kept('populatePodInfo', USUAL_PODS.imagePull, {
          'Status Reason': 'ImagePullBackOff',
          Containers: '0/1',
          'Restart Count': '0',
        }),
        kept('populatePodInfo', USUAL_PODS.evicted, {
          'Status Reason': 'Evicted',
          Containers: '0/1',
          'Restart Count': '0',
        }),
        kept('populatePodInfo', USUAL_PODS.sidecar, {
          'Status Reason': 'Running',
          Containers: '2/2',
          'Restart Count': '0',
        }),
      ],
      notes: ['Argo CD omits the number of restarts if it is 0.'],
    },
  ],
};
