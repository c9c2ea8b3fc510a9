import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

/** What is measured: a server with an empty handler, with and without API Priority and Fairness. */
export type HttpSubject = 'node' | 'node protected' | 'express' | 'express protected';

/** Requests per second of a pair of servers that were measured one after the other. */
export interface HttpPair {
  readonly plain: number;
  readonly protected: number;
}

/** What clients see of a slow backend, with one protection. */
export interface LoadRow {
  readonly protection: string;
  readonly 'mice p50 ms'?: number;
  readonly 'mice p99 ms'?: number;
  readonly 'mice per s': number;
  readonly 'mice rejected': number;
  readonly 'elephants per s': number;
}

/** Cost and effect of API Priority and Fairness in front of a server. */
export interface HttpFigures {
  /** Pairs of `node:http`. */
  readonly node: readonly HttpPair[];
  /** Pairs of express. */
  readonly express: readonly HttpPair[];
  /** Milliseconds from the start of the program to the answer to its first request, after Node has started. */
  readonly startMs: number;
  /** Elephants and mice. */
  readonly load: readonly LoadRow[];
  /** The same with a backend whose service time is at most a tenth of the p99 of the mice alone; only two rows. */
  readonly quickBackend: readonly LoadRow[];
}

const programOf = (name: string) => fileURLToPath(new URL(`http-${name}.mjs`, import.meta.url));
const EXAMPLE = fileURLToPath(new URL('../../../examples/apf-load/run.mjs', import.meta.url));
const TASKSET = '/usr/bin/taskset';

/** Runs a program on one processor, so the server and the load do not take time from each other. */
function onProcessor(number: number, ...args: string[]): readonly [string, string[]] {
  const [node, all] = [process.execPath, args];
  return existsSync(TASKSET) && cpus().length > number
    ? [TASKSET, ['-c', `${number}`, node, ...all]]
    : [node, all];
}

/** Measures one server. */
async function requestsPerSecond(
  subject: HttpSubject,
  seconds: number,
): Promise<{ readonly perSecond: number; readonly startMs: number }> {
  const [command, args] = onProcessor(0, programOf('server'), subject);
  const server = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = await once(server.stdout, 'data');
    const { port, startMs } = JSON.parse(`${line}`) as { port: number; startMs: number };
    const [load, loadArgs] = onProcessor(1, programOf('load'), `${port}`, `${seconds}`);
    const output = execFileSync(load, loadArgs, { encoding: 'utf8' });
    return { perSecond: Number(output), startMs };
  } finally {
    server.kill();
  }
}

/**
 * Measures servers with and without protection in turns, and elephants and mice.
 *
 * @param pairs - number of pairs of each framework
 * @param seconds - length of each measurement
 * @returns the figures
 */
export async function measureHttp(pairs: number, seconds: number): Promise<HttpFigures> {
  const starts: number[] = [];
  const measure = async (subject: HttpSubject) => {
    const { perSecond, startMs } = await requestsPerSecond(subject, seconds);
    if (subject === 'node protected') {
      starts.push(startMs);
    }
    return perSecond;
  };
  const found: { node: HttpPair[]; express: HttpPair[] } = { node: [], express: [] };
  for (let pair = 0; pair < pairs; pair++) {
    for (const framework of ['node', 'express'] as const) {
      const plain = await measure(framework);
      found[framework].push({ plain, protected: await measure(`${framework} protected`) });
    }
  }
  const load = elephantsAndMice(2 * seconds);
  const quickBackend = elephantsAndMice(
    4 * seconds,
    '--mouse-calls',
    `${MOUSE_CALLS}`,
    '--only',
    'apf-http',
  );
  return { ...found, startMs: Math.min(...starts), load, quickBackend };
}

/** A call of the backend takes at most a tenth of the time of a request with more than ten calls. */
export const MOUSE_CALLS = 11;

function elephantsAndMice(seconds: number, ...args: string[]): readonly LoadRow[] {
  const all = [EXAMPLE, '--json', '--seconds', `${Math.max(0.5, seconds)}`, ...args];
  return JSON.parse(execFileSync(process.execPath, all, { encoding: 'utf8' }));
}

/**
 * Computes the overhead of protection.
 *
 * @param pairs - at least one
 * @returns percent of time that a request takes longer, the median of all pairs
 */
export function overheadPercent(pairs: readonly HttpPair[]): number {
  const overheads = pairs
    .map(({ plain, protected: guarded }) => 100 * (plain / guarded - 1))
    .sort((a, b) => a - b);
  return overheads[overheads.length >> 1] ?? Number.NaN;
}
