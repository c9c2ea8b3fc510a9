import type { PodScript } from '@kubesem/lifecycle';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CommandContext, FAILED, OK, requireInput, requireOneStdin } from '../../context.js';
import { readDocument } from '../../io/document.js';
import { InputError } from '../../io/sources.js';
import type { Terminal } from '../../io/terminal.js';
import { namespaceOption, seconds, withColumns, withTable } from '../../options.js';
import { hasErrors, writeErrors, writeProblems } from '../../output/problems.js';
import { type OutputFlags, writeResult } from '../../output/write.js';
import { type Candidate, readCandidates } from '../../shared/candidates.js';
import { simulatePod } from './model.js';
import { eventTable, renderSimulation } from './render.js';
import { parseScript } from './schema.js';
import {
  type ContainerAnswer,
  type ProbeOption,
  type ScriptFlags,
  scriptFor,
  unknownContainers,
} from './script.js';

/** The flags of `kubesem simulate`. */
interface SimulateFlags extends OutputFlags, ScriptFlags {
  /** A file. */
  readonly script?: string | undefined;
  readonly namespace?: string | undefined;
  /** In seconds. */
  readonly duration?: number | undefined;
}

const DURATION_SECONDS = 600;

const EXAMPLES = `
Examples:
  kubesem simulate pod.yaml            Start, readiness and end of a Pod
  kubesem simulate pod.yaml --exit app=1@5s
                                       A container that keeps failing after 5s
  kubesem simulate pod.yaml --probe app/liveness=failure@30s
                                       A container that hangs after 30s
  kubesem simulate pod.yaml --stop app=50s --grace-period 40s
                                       A container that is too slow to stop
  kubesem simulate pod.yaml --script script.yaml -o json
                                       Each event and status for programs

The kubelet runs in virtual time, and image pulls take no time. Without options,
init containers succeed after 2s, all probes succeed, the Pod is deleted after
60s, and each container exits 1s after SIGTERM. With --exit or --script, the Pod
is deleted only at --delete-at or at deleteAtSeconds of the script.

A script defines what each container does, with times in milliseconds:
  deleteAtSeconds: 120
  containers:
    app:
      runs:                 # the last one repeats
        - { ms: 5000, exitCode: 1 }
        - { stopMs: 3000 }
      probes:
        readiness: [{ afterMs: 20000, result: failure }]
      preStop: { ms: 4000 }

Exit status: 0 if the Pod was simulated, 1 if a file is invalid, 2 if the
command line is wrong.`;

/** Adds `kubesem simulate`. */
export function addSimulatePod(program: Command, { terminal, finish }: CommandContext): void {
  withColumns(
    withTable(program.command('simulate')),
    ...['time', 'container', 'event', 'ready', 'status', 'restarts'],
  )
    .description('Simulate the life of a Pod: starts, probes, restarts and deletion')
    .argument('[PATH]', 'File with one Pod or workload, or - for standard input')
    .option('--script <FILE>', 'What the containers do: YAML or JSON')
    .addOption(
      answers(
        '--exit <CONTAINER=CODE@TIME>',
        'Exit each run of a container after this time',
        'app=1@5s',
        exit,
      ),
    )
    .addOption(
      answers(
        '--probe <CONTAINER/KIND=RESULT@TIME>',
        'Result of a probe, starting at this time of each run',
        'app/readiness=failure@20s',
        probe,
      ),
    )
    .addOption(
      answers(
        '--stop <CONTAINER=TIME>',
        'Time that a container needs to exit after SIGTERM',
        'app=10s',
        stop,
      ),
    )
    .option('--delete-at <TIME>', 'Delete the Pod at this time', wholeSeconds)
    .option('--grace-period <TIME>', 'Grace period of the deletion', wholeSeconds)
    .option('--duration <TIME>', 'Longest time to simulate (default: 10m)', simulatedSeconds)
    .addOption(namespaceOption())
    .addHelpText('after', EXAMPLES)
    .action(async (path: string | undefined, flags: SimulateFlags, command: Command) => {
      const input = { paths: path === undefined ? [] : [path], namespace: flags.namespace };
      requireInput(input, command, terminal);
      requireOneStdin([path ?? '-', flags.script], command);
      finish(await simulate(input, flags, terminal));
    });
}

async function simulate(
  input: { readonly paths: readonly string[]; readonly namespace: string | undefined },
  flags: SimulateFlags,
  terminal: Terminal,
): Promise<number> {
  const { candidates, problems, ...read } = await readCandidates(input, terminal);
  writeProblems(problems, terminal);
  const [candidate, ...more] = candidates;
  const found = `${candidates.length} Pods and workloads found; pass a file with one`;
  const errors = [...read.errors, ...(more.length > 0 ? [found] : [])];
  if (candidate === undefined || hasErrors(problems) || errors.length > 0) {
    writeErrors(errors, terminal);
    return FAILED;
  }
  try {
    const reader = { what: 'script', needs: 'containers or deleteAtSeconds', parse: parseScript };
    const { script: path } = flags;
    const script = path === undefined ? undefined : await readDocument(path, reader, terminal);
    return path !== undefined && script === undefined
      ? FAILED
      : show(candidate, script, flags, terminal);
  } catch (error) {
    if (!(error instanceof InputError)) {
      throw error;
    }
    writeErrors([error.message], terminal);
    return FAILED;
  }
}

function show(
  { pod, object }: Candidate,
  script: PodScript | undefined,
  flags: SimulateFlags,
  terminal: Terminal,
): number {
  const unknown = unknownContainers(pod, script, flags);
  if (unknown.length > 0) {
    const names = unknown.map((name) => JSON.stringify(name)).join(', ');
    writeErrors([`the Pod has no container named ${names}`], terminal);
    return FAILED;
  }
  const whole = scriptFor(pod, script, flags);
  const model = simulatePod(pod, object, whole, flags.duration ?? DURATION_SECONDS);
  writeResult(flags, terminal, {
    text: (layout) => renderSimulation(model, layout),
    table: () => eventTable(model),
    model: () => model,
  });
  return OK;
}

/** An option about a container that may be given several times. */
function answers<T>(
  flags: string,
  description: string,
  sample: string,
  parse: (text: string) => T | undefined,
): Option {
  return new Option(flags, `${description} (repeatable)`).argParser(
    (text: string, before: readonly ContainerAnswer<T>[] = []) => {
      const [, container = '', rest = ''] = /^([^=/]+)([=/].*)$/.exec(text) ?? [];
      const value = parse(rest);
      if (value === undefined) {
        throw new InvalidArgumentError(`Use the form ${sample}.`);
      }
      return [...before, { container, value }];
    },
  );
}

function exit(text: string): { ms: number; exitCode: number } | undefined {
  const [, code = '', time = ''] = /^=(\d{1,3})@(.+)$/.exec(text) ?? [];
  return time === '' || Number(code) > 255
    ? undefined
    : { ms: milliseconds(time), exitCode: Number(code) };
}

function stop(text: string): number | undefined {
  return text.startsWith('=') ? milliseconds(text.slice(1)) : undefined;
}

function probe(text: string): ProbeOption | undefined {
  const [, kind, result, time] =
    /^\/(startup|readiness|liveness)=(success|failure|error)@(.+)$/.exec(text) ?? [];
  return time === undefined
    ? undefined
    : {
        kind: kind as ProbeOption['kind'],
        result: result as ProbeOption['result'],
        afterMs: milliseconds(time),
      };
}

/** Milliseconds of a duration, which may be 0. */
function milliseconds(text: string): number {
  return /^0+s?$/.test(text) ? 0 : Math.round(seconds(text) * 1000);
}

/** As long as a Pod can be simulated: 11 days. */
const MOST_SECONDS = 1e6;

function simulatedSeconds(text: string): number {
  const value = wholeSeconds(text);
  if (value > MOST_SECONDS) {
    throw new InvalidArgumentError('Use a duration of at most 1000000 seconds, such as 30m.');
  }
  return value;
}

function wholeSeconds(text: string): number {
  return Math.ceil(milliseconds(text) / 1000);
}
