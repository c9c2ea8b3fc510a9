import type { Pod } from '@kubesem/core';
import { type PodChange, PodSimulation, podReadiness } from '@kubesem/lifecycle';
import type { Span } from '@kubesem/panels/models';
import { type Box, table } from '../../live-box/box.js';
import { firstOf, objectsOf } from '../../live-box/objects.js';

export const box: Box = {
  input: {
    label: 'Pod that your operator creates, in YAML or JSON',
    text: `apiVersion: v1
kind: Pod
metadata: { name: db-0 }
spec:
  containers:
    - name: db
      image: images.example/db:1
      readinessProbe:
        tcpSocket: { port: 5432 }
        periodSeconds: 5
`,
  },
  fields: [
    { name: 'seconds', label: 'Seconds until exit (empty: never)', value: '20' },
    { name: 'code', label: 'Exit code', value: '137' },
    { name: 'duration', label: 'Seconds to simulate', value: '120' },
  ],
  answer: (text, { seconds = '', code = '', duration = '' }) => {
    const { ofKind, problems } = objectsOf(text);
    const pod = firstOf('Pod', ofKind<Pod>('Pod'));
    const ms = Number(seconds) * 1000;
    const run = { ms, exitCode: Math.trunc(Number(code)) || 0 };
    const names = (pod.spec?.containers ?? []).map(({ name }) => name ?? '');
    const containers =
      seconds.trim() !== '' && ms > 0
        ? Object.fromEntries(names.map((name) => [name, { runs: [run] }]))
        : {};
    const simulation = new PodSimulation(pod, { containers }, { now: '2026-01-01T00:00:00Z' });
    const durationMs = Math.min(Math.max(Number(duration) || 0, 0), 3600) * 1000;
    simulation.advance(durationMs);
    const { changes } = simulation;
    return [
      ...problems,
      {
        kind: 'timeline',
        title: 'Status of the Pod',
        lanes: [{ title: 'STATUS', spans: spansOf(changes, durationMs) }],
        durationMs,
      },
      table(
        ['Time', 'Ready', 'Status', 'Restarts', 'Phase', 'Waits for'],
        changes.map(({ atMs, row, status }) => [
          `${atMs / 1000}s`,
          row.ready.text,
          row.status,
          row.restarts.text,
          status.phase ?? '',
          podReadiness({ ...pod, status })
            .blockers.map((blocker) => blocker.code)
            .join(', '),
        ]),
      ),
    ];
  },
};

/** The status between two changes. */
function spansOf(changes: readonly PodChange[], endMs: number): Span[] {
  return changes.map(({ atMs, row }, index) => ({
    fromMs: atMs,
    toMs: changes[index + 1]?.atMs ?? endMs,
    state:
      row.ready.ready === row.ready.total ? 'good' : row.restarts.count > 0 ? 'bad' : 'waiting',
    text: row.status,
  }));
}
