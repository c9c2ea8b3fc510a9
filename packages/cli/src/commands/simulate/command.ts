import { InvalidArgumentError } from 'commander';
import { tableOf } from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { readDocument } from '../../io/document.js';
import { seconds } from '../../options.js';
import { hasErrors } from '../../output/problems.js';
import { readCandidates } from '../../shared/candidates.js';
import {
  type ContainerAnswer,
  type ProbeOption,
  parseScript,
  scriptFor,
  simulatePod,
  unknownContainers,
} from './model.js';
import { COLUMNS, eventLines, renderSimulation } from './render.js';

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

/** `kubesem simulate`. */
export const simulate: AddCommand = command({
  name: 'simulate',
  summary: 'Simulate the life of a Pod: starts, probes, restarts and deletion',
  help: EXAMPLES,
  arguments: {
    paths: flags.argument(
      '[PATH]',
      'File with one Pod or workload, or - for standard input',
      (text) => [text],
    ),
  },
  flags: {
    ...flags.table(),
    script: flags.value('--script <FILE>', 'What the containers do: YAML or JSON'),
    exit: flags.repeatable(
      '--exit <CONTAINER=CODE@TIME>',
      'Exit each run of a container after this time',
      answerParser('app=1@5s', exit),
    ),
    probe: flags.repeatable(
      '--probe <CONTAINER/KIND=RESULT@TIME>',
      'Result of a probe, starting at this time of each run',
      answerParser('app/readiness=failure@20s', probe),
    ),
    stop: flags.repeatable(
      '--stop <CONTAINER=TIME>',
      'Time that a container needs to exit after SIGTERM',
      answerParser('app=10s', stop),
    ),
    deleteAtSeconds: flags.value('--delete-at <TIME>', 'Delete the Pod at this time', wholeSeconds),
    gracePeriodSeconds: flags.value(
      '--grace-period <TIME>',
      'Grace period of the deletion',
      wholeSeconds,
    ),
    durationSeconds: flags.value(
      '--duration <TIME>',
      'Longest time to simulate (default: 10m)',
      simulatedSeconds,
    ),
    namespace: flags.NAMESPACE,
  },
  columns: COLUMNS,
  reads: ({ namespace, script }) => ({ namespace, files: [script] }),
  answer: async ({ input, ...asked }, terminal) => {
    const { candidates, problems, ...read } = await readCandidates(input, terminal);
    const [candidate, ...more] = candidates;
    const found = `${candidates.length} Pods and workloads found; pass a file with one`;
    const errors = [...read.errors, ...(more.length > 0 ? [found] : [])];
    if (candidate === undefined || hasErrors(problems) || errors.length > 0) {
      return { problems, errors };
    }
    const reader = { what: 'script', needs: 'containers or deleteAtSeconds', parse: parseScript };
    const script = asked.script ? await readDocument(asked.script, reader, terminal) : undefined;
    if (script !== undefined && script.value === undefined) {
      return { problems: [...problems, ...script.problems] };
    }
    const { pod, object } = candidate;
    const unknown = unknownContainers(pod, script?.value, asked);
    if (unknown.length > 0) {
      const names = unknown.map((name) => JSON.stringify(name)).join(', ');
      return { problems, errors: [`the Pod has no container named ${names}`] };
    }
    const whole = scriptFor(pod, script?.value, asked);
    const model = simulatePod(pod, object, whole, asked.durationSeconds ?? DURATION_SECONDS);
    return {
      table: tableOf(COLUMNS, eventLines(model)),
      text: (layout) => renderSimulation(model, layout),
      model: () => model,
      problems,
    };
  },
});

/** A parser of what a container does. */
function answerParser<T>(
  sample: string,
  parse: (text: string) => T | undefined,
): (text: string) => ContainerAnswer<T> {
  return (text) => {
    const [, container = '', rest = ''] = /^([^=/]+)([=/].*)$/.exec(text) ?? [];
    const value = parse(rest);
    if (value === undefined) {
      throw new InvalidArgumentError(`Use the form ${sample}.`);
    }
    return { container, value };
  };
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
