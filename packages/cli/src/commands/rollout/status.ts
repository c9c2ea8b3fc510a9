import { identityOf } from '@kubesem/core';
import { DAEMON_SET, DEPLOYMENT, type Kind, STATEFUL_SET } from '@kubesem/core/kinds';
import type { Problem } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import { type RolloutWorkload, rolloutStatus } from '@kubesem/workloads';
import { InvalidArgumentError } from 'commander';
import { type Column, column, tableOf } from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { attemptOn, readClusterObjects } from '../../io/cluster-objects.js';
import { isWanted } from '../../io/named.js';
import type { Colors } from '../../output/colors.js';
import { notFound } from '../../output/not-found.js';
import { count, objectTitle, resourceName, visible } from '../../output/text.js';
import { renderTree } from '../../output/tree.js';
import { parseTarget, type Target } from '../../shared/target.js';

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

The words and the exit status are the same as for "kubectl rollout status
--watch=false": a rollout that has not finished is not an error. Pass what the
cluster stores: manifests have no status, and kubectl never reads them.

Exit status: 0 if there is no error, 1 if kubectl reports one, nothing is found,
a file cannot be read, or --require-done is given and a rollout has not finished
or has no status, 2 if the command line is wrong.`;

const COLUMNS: readonly Column<RolloutModel>[] = [
  column('NAMESPACE', ({ namespace }) => namespace),
  column('KIND', ({ kind }) => kind),
  column('NAME', ({ name }) => name),
  column('DONE', ({ done, error }) => (error !== undefined ? 'error' : done ? 'yes' : 'no'), {
    paint: (text, { done, error }, { red, yellow, green }) =>
      (error !== undefined ? red : done ? green : yellow)(text),
  }),
  column('STATUS', ({ error, text }) => error ?? text),
];

/** `kubesem rollout status`. */
export const status: AddCommand = command({
  name: 'status',
  summary: 'Show how far a rollout is, in the words of kubectl rollout status',
  help: EXAMPLES,
  arguments: {
    target: flags.argument(
      '[WORKLOAD]',
      'Workload, such as deployment/web (default: all)',
      parseRollout,
    ),
  },
  flags: {
    ...flags.CONTEXT,
    ...flags.table('name'),
    filename: flags.filename('Workloads'),
    namespace: flags.onlyNamespace('workloads'),
    revision: flags.positive('--revision <N>', 'Revision of a Deployment to wait for'),
    explain: flags.boolean('--explain', 'Show what kubectl compares', {
      lostIn: ['name', 'csv'],
      hasNoTable: true,
    }),
    requireDone: flags.boolean('--require-done', 'Fail if a rollout has not finished'),
  },
  columns: COLUMNS,
  reads: ({ namespace }) => ({ resources: KINDS, only: namespace }),
  answer: async ({ input, target, namespace, explain, revision, ...asked }, terminal) => {
    const { others, placeOf, errors, ...read } = await readClusterObjects(input, terminal, {
      kinds: [],
      // One list of all kinds, in the order of the files.
      isOther: ({ apiVersion, kind }) =>
        KINDS.some((each) => each.kind === kind && each.apiVersion === apiVersion),
    });
    const wanted = { namespace, name: target?.name };
    const found = others
      .filter((each) => isWanted(identityOf(each), wanted))
      .flatMap((each) => placeOf(each) ?? [])
      .filter(({ kind }) => [undefined, kind].includes(target?.kind));
    const problems: Problem[] = [...read.problems];
    const rollouts = rolloutModels(found, revision, problems);
    const failed = rollouts.flatMap(({ error }) => error ?? []);
    const withoutStatus = found.filter(({ object }) => object.status == null).length;
    const isDone = withoutStatus === 0 && rollouts.every(({ done }) => done);
    const [first] = rollouts;
    const only = target !== undefined && rollouts.length === 1 ? first : undefined;
    return {
      table: tableOf(COLUMNS, rollouts),
      text: explain
        ? ({ colors }) => renderChecks(rollouts, colors)
        : only && asked.sortBy === undefined
          ? () => only.text && `${visible(only.text)}\n`
          : undefined,
      names: () =>
        rollouts.map(({ kind, name }) => resourceName({ apiVersion: 'apps/v1', kind, name })),
      model: () => ({ rollouts, problems }),
      warnings:
        withoutStatus > 0
          ? [
              `${count(withoutStatus, 'workload')} without a status, as in manifests; ${DUMP_ADVICE}`,
            ]
          : [],
      problems,
      errors: [...errors, ...(only ? failed : [])],
      missing:
        found.length === 0
          ? notFound(input, titleOf(target), wanted, others.map(identityOf))
          : undefined,
      isFine: failed.length === 0 && (!asked.requireDone || isDone),
    };
  },
});

function titleOf(target: Target | undefined): string {
  return target === undefined
    ? 'Deployments, StatefulSets or DaemonSets'
    : `workload ${target.text}`;
}

function parseRollout(text: string): Target {
  const target = parseTarget(text);
  if (target.kind !== undefined && !KINDS.some(({ kind }) => kind === target.kind)) {
    throw new InvalidArgumentError('Use a Deployment, a StatefulSet or a DaemonSet.');
  }
  return target;
}

/** A workload, and how far its rollout is. */
type RolloutModel = ReturnType<typeof rolloutModels>[number];

/** Describes the rollouts of workloads that can be read. */
function rolloutModels(
  workloads: readonly ManifestObject[],
  revision: number | undefined,
  problems: Problem[],
) {
  return workloads.flatMap((placed) => {
    const { file, line, item, apiVersion, kind, object } = placed;
    const workload = { ...object, apiVersion, kind } as RolloutWorkload;
    const found = attemptOn(placed, problems, () => rolloutStatus(workload, { revision }));
    return found ? [{ file, line, item, kind, ...identityOf(workload), ...found }] : [];
  });
}

/** Draws what kubectl compares, in its order. */
function renderChecks(rollouts: readonly RolloutModel[], colors: Colors): string {
  return rollouts
    .map((rollout) =>
      renderTree({
        text: `${colors.bold(objectTitle(rollout))}: ${visible(rollout.error ?? rollout.text)}`,
        children: rollout.checks.map(({ field, value, comparedWith, expected, passed, reason }) => {
          const verdict = passed ? colors.green('passed') : colors.yellow(reason);
          const other = expected === undefined ? 'absent' : expected;
          return `${visible(`${field} ${value}, ${comparedWith} ${other}`)}: ${verdict}`;
        }),
      }),
    )
    .join('\n');
}
