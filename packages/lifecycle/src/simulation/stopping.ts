import { type Container, type PodLike, type TCPSocketAction } from '@kubesem/core';
import { type Fields, INT64_RANGE } from '@kubesem/core/internal';
import { durationMs } from '../seconds.js';
import { MINIMUM_STOP_SECONDS } from '../termination/grace-period.js';
import { after, inOrder, type Moment, stoppedContainers, Turns } from '../termination/simulate.js';
import type { HookEnd, SimulatedContainer, SimulatedRuntime } from './runtime.js';

/** When a hook ends, and why it fails. */
export interface HookOutcome extends HookEnd {
  /** Whether the kubelet cannot run it. */
  readonly isRefused?: boolean;
}

/**
 * Runs a hook of a container.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/lifecycle` v1.37.1, `handlerRunner.Run`.
 *
 * @returns when it ends, and why it fails; undefined if the container has no such hook
 */
export function runHook(
  runtime: SimulatedRuntime,
  kind: 'postStart' | 'preStop',
  spec: Fields<Container>,
  container: SimulatedContainer,
  nowMs: number,
): HookOutcome | undefined {
  const hook = spec.at('lifecycle').at(kind);
  if (!hook.isPresent) {
    return undefined;
  }
  if (hook.has('exec') || hook.has('httpGet')) {
    return runtime.runHook(kind, container, nowMs);
  }
  // The kubelet sleeps itself, even if the container ends.
  runtime.note(nowMs, { action: kind, container: container.name });
  const sleep = hook.at('sleep');
  if (sleep.isPresent) {
    const sleepMs = durationMs(sleep.integer('seconds', INT64_RANGE) ?? 0);
    return { endsAtMs: nowMs + Math.max(sleepMs, 0) };
  }
  // The API server accepts a hook with `tcpSocket`, but the kubelet cannot run it.
  const handler = `&LifecycleHandler{Exec:nil,HTTPGet:nil,TCPSocket:${goText(hook.at('tcpSocket'))},Sleep:nil,}`;
  return { endsAtMs: nowMs, error: `invalid handler: ${handler}`, isRefused: true };
}

/** As Go prints the handler: a port is its type, its number and its name. */
function goText(tcpSocket: Fields<TCPSocketAction>): string {
  if (!tcpSocket.isPresent) {
    return 'nil';
  }
  const port = tcpSocket.raw('port');
  const isName = typeof port === 'string';
  const portText = isName ? `{1 0 ${port}}` : `{0 ${tcpSocket.integer('port') ?? 0} }`;
  return `&TCPSocketAction{Port:${portText},Host:${tcpSocket.text('host')},}`;
}

/**
 * Stops a container: hook, wait for its turn, and stop signal. Returns when it is gone.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/kuberuntime` v1.37.1, `killContainer`.
 */
export function stopContainer(
  runtime: SimulatedRuntime,
  spec: Fields<Container>,
  container: SimulatedContainer,
  start: Moment,
  waitForTurn: (from: Moment) => Moment = (from) => from,
): number {
  const hook =
    start.seconds > 0 ? runHook(runtime, 'preStop', spec, container, start.atMs) : undefined;
  const ready = hook === undefined ? start : after(start, hook.endsAtMs - start.atMs);
  const { atMs, seconds } = waitForTurn(ready);
  return runtime.stop(container, Math.max(seconds, MINIMUM_STOP_SECONDS), atMs);
}

/** Stops all containers of a Pod, the sidecars last. Returns when they are gone. */
export function stopPod(
  runtime: SimulatedRuntime,
  pod: PodLike,
  running: readonly SimulatedContainer[],
  start: Moment,
): number {
  const byName = new Map(running.map((container) => [container.name, container]));
  const turns = new Turns();
  let lastMs = start.atMs;
  for (const { name, kind, container } of inOrder(stoppedContainers(pod))) {
    const found = byName.get(name);
    const wait = (from: Moment): Moment => turns.wait(kind, from);
    const endMs = found === undefined ? 0 : stopContainer(runtime, container, found, start, wait);
    turns.ended(kind, endMs);
    lastMs = Math.max(lastMs, endMs);
  }
  return lastMs;
}
