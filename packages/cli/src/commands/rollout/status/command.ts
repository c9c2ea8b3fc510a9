import { identityOf } from '@kubesem/core';
import { DAEMON_SET, DEPLOYMENT, type Kind, STATEFUL_SET } from '@kubesem/core/kinds';
import { type Command, InvalidArgumentError } from 'commander';
import {
  type CommandContext,
  FAILED,
  type InputFlags,
  OK,
  requireInput,
  selectingInputOf,
} from '../../../context.js';
import { ROLLOUT_RESOURCES } from '../../../io/cluster/resources.js';
import { readClusterObjects } from '../../../io/cluster-objects.js';
import { isWanted } from '../../../io/named.js';
import type { Input } from '../../../io/objects.js';
import type { Terminal } from '../../../io/terminal.js';
import {
  filenameOption,
  onlyNamespaceOption,
  positiveOption,
  withColumns,
  withContext,
  withTable,
} from '../../../options.js';
import { notFound } from '../../../output/not-found.js';
import { hasErrors, writeErrors, writeProblems, writeWarnings } from '../../../output/problems.js';
import { renderTable } from '../../../output/table/render.js';
import { count, resourceName, visible } from '../../../output/text.js';
import { type OutputFlags, writeResult } from '../../../output/write.js';
import { parseTarget, type Target } from '../../../shared/target.js';
import { rolloutModels } from './model.js';
import { renderChecks, rolloutTable } from './render.js';

/** The flags of `kubesem rollout status`. */
interface RolloutFlags extends OutputFlags, InputFlags {
  readonly explain?: boolean | undefined;
  readonly revision?: number | undefined;
  readonly requireDone?: boolean | undefined;
}

const KINDS: readonly Kind[] = [DEPLOYMENT, STATEFUL_SET, DAEMON_SET];

const DUMP_ADVICE = 'dump the cluster with kubectl get deploy,sts,ds -A -o json';

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
--watch=false": a rollout that has not finished is no error. Pass what the
cluster stores: manifests have no status, and kubectl never reads them.

Exit status: 0 if there is no error, 1 if kubectl reports one, nothing is found,
a file cannot be read, or --require-done is given and a rollout has not finished
or has no status, 2 if the command line is wrong.`;

/** Adds `kubesem rollout status`. */
export function addRolloutStatus(parent: Command, { terminal, finish }: CommandContext): void {
  withColumns(
    withTable(withContext(parent.command('status')), 'name'),
    ...['namespace', 'kind', 'name', 'done', 'status'],
  )
    .description('Show how far a rollout is, in the words of kubectl rollout status')
    .argument('[WORKLOAD]', 'Workload, such as deployment/web (default: all)', parseRollout)
    .addOption(filenameOption('Workloads'))
    .addOption(onlyNamespaceOption('workloads'))
    .addOption(positiveOption('--revision <N>', 'Revision of a Deployment to wait for'))
    .option('--explain', 'Show what kubectl compares')
    .option('--require-done', 'Fail if a rollout has not finished')
    .addHelpText('after', EXAMPLES)
    .action(async (target: Target | undefined, flags: RolloutFlags, command: Command) => {
      const input = selectingInputOf([], flags, ROLLOUT_RESOURCES, flags.namespace);
      requireInput(input, command, terminal);
      finish(await rolloutStatus(input, target, flags, terminal));
    });
}

function parseRollout(text: string): Target {
  const target = parseTarget(text);
  if (target.kind !== undefined && !KINDS.some(({ kind }) => kind === target.kind)) {
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
  const {
    others: all,
    placeOf,
    ...read
  } = await readClusterObjects(input, terminal, {
    kinds: [],
    // One list of all kinds, in the order of the files.
    isOther: ({ apiVersion, kind }) =>
      KINDS.some((each) => each.kind === kind && each.apiVersion === apiVersion),
  });
  const wanted = { namespace: flags.namespace, name: target?.name };
  const found = all
    .filter((each) => isWanted(identityOf(each), wanted))
    .flatMap((each) => placeOf(each) ?? [])
    .filter(({ kind }) => [undefined, kind].includes(target?.kind));
  const { rollouts, problems: unread } = rolloutModels(found, revision);
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
  const withoutStatus = found.filter(({ object }) => object.status == null).length;
  if (withoutStatus > 0) {
    const what = count(withoutStatus, 'workload');
    writeWarnings([`${what} without a status, as in manifests; ${DUMP_ADVICE}`], terminal);
  }
  const isBroken = read.errors.length > 0 || hasErrors(problems);
  const what =
    target === undefined ? 'Deployments, StatefulSets or DaemonSets' : `workload ${target.text}`;
  const missing =
    found.length > 0 || isBroken ? [] : [notFound(input, what, wanted, all.map(identityOf))];
  const failed = rollouts.flatMap(({ error }) => error ?? []);
  writeErrors([...read.errors, ...missing, ...(isOne ? failed : [])], terminal);
  const isFine = failed.length + missing.length === 0 && !isBroken;
  const isDone = withoutStatus === 0 && rollouts.every(({ done }) => done);
  return isFine && (!requireDone || isDone) ? OK : FAILED;
}
