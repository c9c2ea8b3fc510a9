import type { ContainerStatus, Probe } from '@kubesem/core';
import { containerStateText, type DescribeLine, formatProbe } from '@kubesem/lifecycle';
import type { JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import { containerStatus } from '../generator.js';
import { anyProbe, HOSTS, PATHS, PORTS } from './generator.js';

function* probes(): Iterable<JsonObject> {
  for (const port of PORTS) {
    yield { probe: { httpGet: { port, path: '/', scheme: 'HTTP' } } };
    yield { probe: { tcpSocket: { port, host: 'a' } } };
  }
  for (const path of PATHS) {
    yield { probe: { httpGet: { port: 80, path, scheme: 'HTTP' } } };
    yield { probe: { httpGet: { port: '', path } } };
  }
  for (const host of HOSTS) {
    yield { probe: { httpGet: { port: 80, path: '/', host, scheme: 'HTTPS' } } };
    yield { probe: { httpGet: { port: '', path: 'a', host } } };
  }
  yield { probe: { exec: { command: ['sh', '-c', 'a b'] }, initialDelaySeconds: 3 } };
  yield { probe: { grpc: { port: 9090, service: 'a' } } };
  yield { probe: { grpc: { port: 9090 } } };
  yield { probe: {} };
}

const describe: Operation = {
  name: 'probe.describe',
  program: 'kubernetes',
  examples: probes,
  generate: (random) => ({ probe: anyProbe(random) }),
  compare(input, theirs, comparison) {
    const { probe } = input as unknown as { readonly probe: Probe };
    const { exec, httpGet, tcpSocket, grpc } = probe;
    const ours = formatProbe(probe);
    const hasNoService = grpc && grpc.service == null && !exec && !httpGet && !tcpSocket;
    comparison.field('text', (theirs.out as JsonObject | undefined)?.text, ours, () =>
      theirs.panic !== undefined && hasNoService ? 'describe-panic' : undefined,
    );
  },
  kind: (input, { out }) => {
    const { text = 'panic' } = (out ?? {}) as { readonly text?: string };
    const { httpGet } = (input as unknown as { readonly probe: Probe }).probe;
    return `${text.split(' ')[0]} ${httpGet?.path === undefined} ${text.replace(/[^%[\]:?]/g, '').slice(0, 6)}`;
  },
};

/** The lines as kubectl writes them before it aligns columns. */
function textOf(lines: readonly DescribeLine[], indent: string): string {
  return lines
    .map(
      ({ label, value, lines: below }) =>
        `${indent}${label}:\t${value}\n${textOf(below, `${indent}  `)}`,
    )
    .join('');
}

const state: Operation = {
  name: 'container.state',
  program: 'kubernetes',
  *examples() {
    for (const current of [
      {},
      { waiting: {} },
      { running: {} },
      { terminated: {} },
      { waiting: { reason: 'A' } },
    ]) {
      yield { status: { name: 'app', state: current } };
      yield { status: { name: 'app', lastState: current, ready: true, restartCount: 2 } };
    }
    const terminated = { reason: 'Error', message: 'a b', exitCode: 1, signal: 9 };
    yield { status: { name: 'app', state: { terminated }, lastState: { terminated } } };
  },
  generate: (random) => ({ status: containerStatus(random, 'app') ?? {} }),
  compare(input, theirs, comparison) {
    const { status } = input as unknown as { readonly status: ContainerStatus };
    const ours = textOf(containerStateText(status), '    ');
    comparison.field('text', (theirs.out as JsonObject).text, ours);
  },
  kind: (_input, { out }) => {
    const { text } = out as { readonly text: string };
    return `${text.match(/State:.*/g)} ${text.match(/Reason:.*/)} ${text.split('\n').length}`;
  },
};

/** What kubectl prints about probes and containers. */
export const probeTextOperations: readonly Operation[] = [describe, state];
