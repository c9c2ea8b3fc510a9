import { changed, kept, PODS, USUAL_PODS } from '../pods.js';
import * as image from '../replacements/openshift-image.js';
import * as podStatus from '../replacements/pod-status/openshift.js';
import { Thrown, type Tool } from '../tool.js';

const digest = (algorithm: string, digits: number) => `${algorithm}:${'0'.repeat(digits)}`;

/** The web console of OpenShift. */
export const OPENSHIFT_CONSOLE: Tool = {
  name: 'the OpenShift console',
  version: 'da1f132, August 2026',
  repository: 'openshift/console',
  ref: 'da1f132490d8817714e2814751ede2e6c3006594',
  license: 'Apache-2.0',
  helpers: [
    {
      title: 'Split an image into name and tag',
      file: 'frontend/public/components/container.tsx',
      lines: 'L236-L247',
      size: 12,
      replacement: 'openshift-image',
      exports: image,
      changed: [
        {
          function: 'getImageNameAndTag',
          args: ['registry:5000/app'],
          tool: { imageName: 'registry', imageTag: '5000/app' },
          kubesem: { imageName: 'registry:5000/app', imageTag: null },
          why: 'a colon before a slash starts a port',
        },
        {
          function: 'getImageNameAndTag',
          args: [`app:v1@${digest('sha256', 64)}`],
          tool: { imageName: `app:v1@${digest('sha256', 64)}`, imageTag: null },
          kubesem: { imageName: 'app', imageTag: 'v1' },
          why: 'an image can have a tag and a digest',
        },
        {
          function: 'getImageNameAndTag',
          args: [`app@${digest('sha512', 128)}`],
          tool: { imageName: 'app@sha512', imageTag: '0'.repeat(128) },
          kubesem: { imageName: 'app', imageTag: null },
          why: 'digests can use SHA-384 and SHA-512',
        },
      ],
      kept: [
        {
          function: 'getImageNameAndTag',
          args: ['quay.io/openshift/origin-cli:4.22'],
          kubesem: { imageName: 'quay.io/openshift/origin-cli', imageTag: '4.22' },
        },
        {
          function: 'getImageNameAndTag',
          args: ['registry:5000/app:v1'],
          kubesem: { imageName: 'registry:5000/app', imageTag: 'v1' },
        },
        {
          function: 'getImageNameAndTag',
          args: ['nginx'],
          kubesem: { imageName: 'nginx', imageTag: null },
        },
      ],
      notes: [
        'The digest is no longer part of the name; `safeParseReference` returns it as `digest`.',
        'To show what the kubelet pulls, with `docker.io/library/` and the tag `latest` filled in, use `safeParseImage`.',
      ],
    },
    {
      title: 'Compute status, ready containers and restarts of a Pod',
      file: 'frontend/public/module/k8s/pods.ts',
      lines: 'L172-L283',
      size: 91,
      replacement: 'pod-status/openshift',
      exports: podStatus,
      changed: [
        changed('podPhase', PODS.gated, 'Pending', 'SchedulingGated'),
        changed('podPhase', PODS.exitCode, 'Failed', 'ExitCode:3'),
        changed('podPhase', PODS.deletedFinished, 'Terminating', 'Completed'),
        changed('podPhase', PODS.nodeLost, 'Terminating', 'Unknown'),
        changed('podPhase', PODS.notReady, 'Running', 'NotReady'),
        changed('podPhase', PODS.failedBesideCompleted, 'Completed', 'Error'),
        changed('podPhase', PODS.waitingWithoutReason, new Thrown('TypeError'), 'Pending'),
        changed('podPhase', PODS.withoutState, new Thrown('TypeError'), 'Pending'),
        changed('podPhase', PODS.initializedBefore, 'Init:0/1', 'CrashLoopBackOff'),
        changed('podPhase', PODS.initWithoutSpec, new Thrown('TypeError'), 'Running'),
        changed(
          'podReadiness',
          PODS.initRunning,
          { readyCount: 0, totalContainers: 0 },
          { readyCount: 0, totalContainers: 1 },
        ),
        changed(
          'podReadiness',
          PODS.readyNotRunning,
          { readyCount: 1, totalContainers: 1 },
          { readyCount: 0, totalContainers: 1 },
        ),
        changed(
          'podReadiness',
          PODS.oneStatus,
          { readyCount: 0, totalContainers: 1 },
          { readyCount: 0, totalContainers: 2 },
        ),
        changed(
          'podReadiness',
          PODS.sidecarEnded,
          { readyCount: 1, totalContainers: 1 },
          { readyCount: 1, totalContainers: 2 },
        ),
        changed('podRestarts', PODS.sidecarRestarts, 2, 3),
      ],
      kept: [
        kept('podPhase', USUAL_PODS.running, 'Running'),
        kept('podPhase', USUAL_PODS.imagePull, 'ImagePullBackOff'),
        kept('podPhase', USUAL_PODS.evicted, 'Evicted'),
        kept('podPhase', USUAL_PODS.sidecar, 'Running'),
        kept('podReadiness', USUAL_PODS.running, { readyCount: 1, totalContainers: 1 }),
        kept('podReadiness', USUAL_PODS.sidecar, { readyCount: 2, totalContainers: 2 }),
        kept('podRestarts', USUAL_PODS.running, 0),
      ],
    },
  ],
};
