import type { Pod } from '@kubesem/core';
import { readinessBlockerText } from '@kubesem/inspect';
import { crashLoop, podReadiness } from '@kubesem/lifecycle';
import { type Box, sentence, table } from '../../live-box/box.js';
import { firstOf, objectsOf } from '../../live-box/objects.js';

export const box: Box = {
  input: {
    label: 'Pod in YAML or JSON',
    text: `apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  readinessGates: [{ conditionType: example.com/traffic }]
  containers: [{ name: app, image: images.example/app:1 }, { name: proxy, image: images.example/proxy:1 }]
status:
  phase: Running
  containerStatuses:
    - name: app
      started: true
      ready: false
      state: { running: {} }
    - name: proxy
      state:
        waiting:
          reason: CrashLoopBackOff
          message: back-off 2m40s restarting failed container=proxy
      lastState:
        terminated: { exitCode: 1, finishedAt: "2026-01-01T11:58:00Z" }
`,
  },
  fields: [{ name: 'now', label: 'Current time', value: '2026-01-01T12:00:00Z' }],
  answer: (text, { now = '' }) => {
    const { ofKind, problems } = objectsOf(text);
    const pod = firstOf('Pod', ofKind<Pod>('Pod'));
    const { ready, blockers } = podReadiness(pod);
    const { initContainerStatuses, containerStatuses } = pod.status ?? {};
    const countdowns = [...(initContainerStatuses ?? []), ...(containerStatuses ?? [])].flatMap(
      (status) => {
        const remainingMs = crashLoop(status, { now })?.remainingMs;
        return remainingMs === undefined
          ? []
          : [
              sentence(
                `${status.name} restarts in ${Math.ceil(remainingMs / 1000)} seconds at the earliest.`,
              ),
            ];
      },
    );
    return [
      ...problems,
      ready ? sentence('The Pod is ready.', 'good') : sentence('The Pod is not ready:', 'bad'),
      ...(ready
        ? []
        : [
            table(
              ['Waits for', 'Why', 'Code'],
              blockers.map((blocker) => [
                blocker.container ?? blocker.conditionType ?? 'the Pod',
                readinessBlockerText(blocker),
                blocker.code,
              ]),
            ),
          ]),
      ...countdowns,
    ];
  },
};
