import type { ManifestObject } from '@kubesem/manifests';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type CommandContext,
  FAILED,
  type InputFlags,
  inputOf,
  OK,
  requireInput,
} from '../../../context.js';
import { ROLLOUT_RESOURCES } from '../../../io/cluster/resources.js';
import { type Input, inputTitle, readManifests } from '../../../io/objects.js';
import type { Terminal } from '../../../io/terminal.js';
import {
  filenameOption,
  nonEmpty,
  positiveOption,
  withColumns,
  withContext,
  withTable,
} from '../../../options.js';
import {
  hasErrors,
  type ShownProblem,
  writeErrors,
  writeProblems,
} from '../../../output/problems.js';
import { suggestion } from '../../../output/suggestion.js';
import { renderTable } from '../../../output/table/render.js';
import { resourceName, visible } from '../../../output/text.js';
import { type OutputFlags, writeResult } from '../../../output/write.js';
import { parseTarget, type Target } from '../../env/target.js';
import { identityOf } from '../../pods/lenient.js';
import { rolloutModels } from './model.js';
import { renderChecks, rolloutTable } from './render.js';

/** The flags of `kubesem rollout status`. */
interface RolloutFlags extends OutputFlags, InputFlags {
  readonly explain?: boolean | undefined;
  readonly revision?: number | undefined;
  readonly requireDone?: boolean | undefined;
}

const KINDS: readonly string[] = ['Deployment', 'StatefulSet', 'DaemonSet'];

const EXAMPLES = `
Examples:
  kubectl get deploy,sts,ds -A -o json > dump.json
  kubesem rollout status deploy/web -f dump.json
                                       What kubectl rollout status prints
  kubesem rollout status deploy/web -f dump.json --explain
                                       Which counts kubectl compares
  kubesem rollout status -f dump.json --require-done
                                       All workloads; fail if one is not done

The words and the exit status are those of "kubectl rollout status
--watch=false": a rollout that has not finished is no error.

Exit status: 0 if there is no error, 1 if kubectl reports one, nothing is found,
a file cannot be read, or --require-done is given and a rollout has not
finished, 2 if the command line is wrong.`;

/** Adds `kubesem rollout status`. */
export function addRolloutStatus(parent: Command, { terminal, finish }: CommandContext): void {
  withColumns(
    withTable(withContext(parent.command('status')), 'name'),
    ...['namespace', 'kind', 'name', 'done', 'status'],
  )
    .description('Show how far a rollout is, in the words of kubectl rollout status')
    .argument('[WORKLOAD]', 'Workload, such as deployment/web (default: all)', parseRollout)
    .addOption(filenameOption('Workloads'))
    .addOption(
      new Option('-n, --namespace <NS>', 'Only workloads in this namespace').argParser(nonEmpty),
    )
    .addOption(positiveOption('--revision <N>', 'Revision of a Deployment to wait for'))
    .option('--explain', 'Show what kubectl compares')
    .option('--require-done', 'Fail if a rollout has not finished')
    .addHelpText('after', EXAMPLES)
    .action(async (target: Target | undefined, flags: RolloutFlags, command: Command) => {
      const { filename, context, kubeconfig, namespace } = flags;
      const files = { filename, context, kubeconfig };
      const input = inputOf([], files, ROLLOUT_RESOURCES, namespace);
      requireInput(input, command, terminal);
      finish(await rolloutStatus(input, target, flags, terminal));
    });
}

function parseRollout(text: string): Target {
  const target = parseTarget(text);
  if (target.kind !== undefined && !KINDS.includes(target.kind)) {
    throw new InvalidArgumentError('Use a Deployment, a StatefulSet or a DaemonSet.');
  }
  return target;
}

async function rolloutStatus(
  input: Input,
  target: Target | undefined,
  flags: RolloutFlags,
  terminal: Terminal,
): Promise<number> {
  const { explain = false, revision, requireDone = false } = flags;
  const read = await readWorkloads(input, terminal);
  const wanted = read.workloads.filter((placed) => {
    const { namespace, name } = identityOf(placed.object);
    return (
      [undefined, namespace].includes(flags.namespace) &&
      (target === undefined ||
        (target.name === name && [undefined, placed.kind].includes(target.kind)))
    );
  });
  const { rollouts, problems: unread } = rolloutModels(wanted, revision);
  const problems = [...read.problems, ...unread];
  const isOne = target !== undefined && rollouts.length === 1;
  writeResult(flags, terminal, {
    text: (layout) => {
      if (rollouts.length === 0) {
        return '';
      }
      if (explain && layout.sortBy === undefined) {
        return renderChecks(rollouts, layout);
      }
      const [text = ''] = isOne ? rollouts.map((each) => each.text) : [];
      return isOne && layout.sortBy === undefined
        ? text && `${visible(text)}\n`
        : renderTable(rolloutTable(rollouts, layout), layout);
    },
    table: (layout) => rolloutTable(rollouts, layout),
    names: () =>
      rollouts.map(({ kind, name }) => resourceName({ apiVersion: 'apps/v1', kind, name })),
    model: () => ({ rollouts, problems }),
  });
  writeProblems(problems, terminal);
  const isBroken = read.errors.length > 0 || hasErrors(problems);
  const missing = wanted.length > 0 || isBroken ? [] : [missingText(input, target, flags, read)];
  const failed = rollouts.flatMap(({ error }) => error ?? []);
  writeErrors([...read.errors, ...missing, ...(isOne ? failed : [])], terminal);
  const isFine = failed.length + missing.length === 0 && !isBroken;
  return isFine && (!requireDone || rollouts.every(({ done }) => done)) ? OK : FAILED;
}

/** What was read. */
interface ReadWorkloads {
  readonly workloads: readonly ManifestObject[];
  readonly problems: readonly ShownProblem[];
  readonly errors: readonly string[];
}

async function readWorkloads(input: Input, terminal: Terminal): Promise<ReadWorkloads> {
  const found = new Map<string, ManifestObject>();
  const problems: ShownProblem[] = [];
  const add = (placed: ManifestObject) => {
    if (placed.apiVersion === 'apps/v1' && KINDS.includes(placed.kind)) {
      const { namespace, name } = identityOf(placed.object);
      found.set(`${placed.kind} ${namespace}/${name}`, placed);
    }
  };
  const addProblem = (problem: ShownProblem) => void problems.push(problem);
  const errors = await readManifests(input, terminal, { add, addProblem });
  return { workloads: [...found.values()], problems, errors };
}

function missingText(
  input: Input,
  target: Target | undefined,
  { namespace }: RolloutFlags,
  { workloads }: ReadWorkloads,
): string {
  const where = namespace === undefined ? '' : ` in namespace ${namespace}`;
  const what = target === undefined ? 'no Deployments, StatefulSets or DaemonSets' : 'no workload';
  const known = workloads.map(({ object }) => identityOf(object));
  const advice = target === undefined ? '' : suggestion(target.name, namespace, known);
  const name = target === undefined ? '' : ` ${target.text}`;
  return `${inputTitle(input)}: ${what}${name}${where} found${advice}`;
}
