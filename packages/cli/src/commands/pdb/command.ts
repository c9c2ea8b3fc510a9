import { apiGroupOf, type Controller, type Pod, type PodDisruptionBudget } from '@kubesem/core';
import { clusterByNamespace, type DrainCluster, explainPdbStatus } from '@kubesem/disruption';
import { createBudgetReporter, type Problem } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import { Argument, type Command, Option } from 'commander';
import {
  type CommandContext,
  FAILED,
  type InputFlags,
  OK,
  requireInput,
  selectingInputOf,
  usageError,
} from '../../context.js';
import { DISRUPTION_RESOURCES } from '../../io/cluster/resources.js';
import { identityOf } from '../../io/lenient.js';
import {
  areInSeveralNamespaces,
  fullName,
  isWanted,
  type NamedObject,
  type Wanted,
  wantedOf,
} from '../../io/named.js';
import type { Input } from '../../io/objects.js';
import { attemptOn } from '../../io/placed.js';
import type { Terminal } from '../../io/terminal.js';
import {
  currentTime,
  filenameOption,
  nameParser,
  nowOption,
  onlyNamespaceOption,
  withColumns,
  withContext,
  withTable,
} from '../../options.js';
import { ambiguous, notFound } from '../../output/not-found.js';
import { hasErrors, writeErrors, writeNotes, writeProblems } from '../../output/problems.js';
import { renderTable } from '../../output/table/render.js';
import { visible } from '../../output/text.js';
import { isText, type OutputFlags, writeResult } from '../../output/write.js';
import { type EvictionModel, evictionModel } from './eviction.js';

import type { BudgetModel } from './model.js';

import { type ReadDisruptions, readDisruptions } from './read.js';
import { budgetTable, evictionTable, renderBudgets, renderEviction } from './render.js';

/** The flags of `kubesem pdb`. */
interface PdbFlags extends OutputFlags, InputFlags {
  readonly evict?: NamedObject | undefined;
  readonly explain?: boolean | undefined;
  /** A time. */
  readonly now?: string | undefined;
}

const EXAMPLES = `
Examples:
  kubectl get pods,pdb,deploy,rs,sts,rc,ds -A -o json > dump.json
  kubesem pdb -f dump.json             What each budget allows, and why not
  kubesem pdb shop/web -f dump.json --explain
                                       Which Pods and controllers count
  kubesem pdb -f dump.json --evict shop/web-1
                                       The answer of the eviction API
  kubesem pdb web -n shop --context prod
                                       The same table, read from the cluster

NAME is the name of a budget, or NAMESPACE/NAME. Statuses are what the
disruption controller would write now, not those in the input. For an old dump,
pass the time at which it was made: --now 2026-01-31T12:00:00Z.

If a dump has no objects of a kind, they are not known. A budget that depends on
them has no numbers, and --evict uses its stored status. For Pods of custom
resources, add these objects and their CustomResourceDefinitions (crd); with
--context, they are read if a budget depends on them.

Exit status: 0 if no budget has a problem, or the Pod is evicted; 1 if not, if
nothing is found or a file cannot be read; 2 if the command line is wrong. A
budget that allows nothing only for now is no problem.`;

/** Adds `kubesem pdb`. */
export function addPdb(program: Command, { terminal, finish }: CommandContext): void {
  const parseBudget = nameParser(
    'Use the name of a PodDisruptionBudget, such as web or shop/web.',
    /^(?:pdb|poddisruptionbudgets?)\//,
  );
  const parsePod = nameParser(
    'Use the name of a Pod, such as web-1 or shop/web-1.',
    /^(?:po|pods?)\//,
  );
  withColumns(
    withTable(withContext(program.command('pdb')), 'name'),
    ...['namespace', 'name', 'limit', 'expected', 'desired', 'current', 'allowed'],
    ...['stored', 'reason'],
    ...['budget', 'allowed-after', 'evicted-pods'], // --evict
  )
    .description('Show what PodDisruptionBudgets allow, and why a Pod cannot be evicted')
    .addArgument(
      new Argument('[NAME]', 'PodDisruptionBudget, such as web or shop/web').argParser(parseBudget),
    )
    .addOption(filenameOption('Objects of the cluster'))
    .addOption(onlyNamespaceOption('budgets'))
    .addOption(
      new Option('--evict <POD>', 'Answer a request to evict this Pod').argParser(parsePod),
    )
    .addOption(new Option('--explain', 'Show which Pods and controllers count').conflicts('evict'))
    .addOption(nowOption('Current time'))
    .addHelpText('after', EXAMPLES)
    .action(async (name: NamedObject | undefined, flags: PdbFlags, command: Command) => {
      const { evict } = flags;
      if (evict !== undefined && name !== undefined) {
        usageError(command, '--evict asks all budgets of the Pod; omit NAME');
      }
      const wanted = wantedOf(evict ?? name, flags.namespace);
      const input = selectingInputOf([], flags, DISRUPTION_RESOURCES, wanted.namespace);
      requireInput(input, command, terminal);
      const read = await readDisruptions(input, terminal);
      writeProblems(read.problems, terminal);
      writeErrors(read.errors, terminal);
      const isBroken = read.errors.length > 0 || hasErrors(read.problems);
      const question = { input, read, wanted, isBroken, now: flags.now ?? currentTime() };
      const answer = evict === undefined ? budgets : eviction;
      finish(answer(question, flags, terminal));
    });
}

/** What was read, and what is asked. */
interface Question {
  readonly input: Input;
  readonly read: ReadDisruptions;
  /** Which budgets, or which Pod. */
  readonly wanted: Wanted;
  /** Whether something could not be read. */
  readonly isBroken: boolean;
  readonly now: string;
}

function budgets(
  { input, read, wanted, isBroken, now }: Question,
  flags: PdbFlags,
  terminal: Terminal,
): number {
  const { explain = false, output } = flags;
  const { podDisruptionBudgets: pdbs } = read.cluster;
  const shown = pdbs.filter((pdb) => isWanted(identityOf(pdb), wanted));
  const { models, problems } = budgetModels(read, shown, now, explain);
  const wide = output === 'wide';
  const columns = { wide, namespaces: wide || areInSeveralNamespaces(models) };
  writeResult(flags, terminal, {
    text: (layout) => {
      if (models.length === 0) {
        return '';
      }
      return explain && layout.sortBy === undefined
        ? renderBudgets(models, layout)
        : renderTable(budgetTable(models, columns, layout), layout);
    },
    table: (layout) => budgetTable(models, columns, layout),
    names: () => models.map(({ name }) => `poddisruptionbudget.policy/${name}`),
    model: () => ({ now, budgets: models, problems: [...read.problems, ...problems] }),
  });
  writeProblems(problems, terminal);
  if (shown.length === 0 && !isBroken) {
    const { name } = wanted;
    const what = name === undefined ? 'PodDisruptionBudgets' : `budget ${name}`;
    writeErrors([notFound(input, what, wanted, pdbs.map(identityOf))], terminal);
  }
  writeNotes(isText(flags) ? notesOn(input, read, models, now) : [], terminal);
  const isFine = models.every(
    ({ problems: found, rule }) =>
      found.length === 0 && rule !== 'SYNC_FAILED' && rule !== 'UNKNOWN',
  );
  return models.length > 0 && isFine && problems.length === 0 && !isBroken ? OK : FAILED;
}

function budgetModels(
  { cluster, placeOf }: ReadDisruptions,
  shown: readonly PodDisruptionBudget[],
  now: string,
  explain: boolean,
): { readonly models: readonly BudgetModel[]; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const reportOn = createBudgetReporter(cluster, { now, explain });
  const models = shown.flatMap((pdb) => {
    const place = placeOf(pdb) as ManifestObject;
    const { file, line, item } = place;
    const report = attemptOn(place, problems, () => reportOn(pdb));
    return report === undefined ? [] : [{ ...{ file, line, item }, ...report }];
  });
  return { models, problems };
}

function eviction(
  { input, read, wanted, isBroken, now }: Question,
  flags: PdbFlags,
  terminal: Terminal,
): number {
  const { pods } = read.cluster;
  const named = pods.filter((each) => isWanted(identityOf(each), wanted));
  const [pod, ...others] = named;
  if (pod === undefined || others.length > 0) {
    const { name = '' } = wanted;
    const message =
      pod === undefined
        ? notFound(input, `Pod ${name}`, wanted, pods.map(identityOf))
        : ambiguous(name, named.map(identityOf).map(fullName), 'NAMESPACE/POD');
    writeErrors([message], terminal);
    return FAILED;
  }
  const model = answerOf(pod, read, now, terminal);
  if (model === undefined) {
    return FAILED;
  }
  writeResult(flags, terminal, {
    text: (layout) => renderEviction(model, layout),
    table: () => evictionTable(model),
    names: () => model.budgets.map(({ name }) => `poddisruptionbudget.policy/${name}`),
    model: () => ({ now, eviction: model, problems: read.problems }),
  });
  return model.deletes && !isBroken ? OK : FAILED;
}

/** The answer; undefined if a budget of the namespace cannot be read. */
function answerOf(
  pod: Pod,
  { cluster, brokenPdbs }: ReadDisruptions,
  now: string,
  terminal: Terminal,
): EvictionModel | undefined {
  const own = clusterByNamespace(cluster)(identityOf(pod).namespace);
  const problems = own.podDisruptionBudgets.flatMap((pdb) => brokenPdbs.get(pdb) ?? []);
  writeProblems(problems, terminal);
  return problems.length > 0 ? undefined : evictionModel(pod, own, now);
}

function* notesOn(
  input: Input,
  { cluster }: ReadDisruptions,
  models: readonly BudgetModel[],
  now: string,
): Generator<string, void> {
  if (models.length > 0 && cluster.pods.length === 0) {
    yield 'The input has no Pods.';
  }
  if (input.cluster !== undefined) {
    return; // Warnings say what the cluster did not let us list.
  }
  const unknown = models.filter(({ rule }) => rule === 'UNKNOWN');
  const kinds = unknownControllers(cluster, unknown, now).map(({ apiVersion, kind }) => {
    const group = apiGroupOf(apiVersion);
    return /\./.test(group) ? `${kind}.${group}` : '';
  });
  const custom = [...new Set(kinds.filter((kind) => kind !== ''))];
  if (kinds.includes('')) {
    yield 'Add the controllers of the Pods: kubectl get deploy,rs,sts,rc -A -o json.';
  }
  if (custom.length > 0) {
    yield visible(
      `Add the controllers of the Pods and their definitions: kubectl get ${['crd', ...custom].join()} -A -o json.`,
    );
  }
}

/** The controllers whose replicas decide about budgets, and are not in the input. */
function unknownControllers(
  cluster: DrainCluster,
  unknown: readonly BudgetModel[],
  now: string,
): readonly Controller[] {
  const keys = new Set(unknown.map(({ namespace, name }) => `${namespace}/${name}`));
  const clusterOf = clusterByNamespace(cluster);
  return cluster.podDisruptionBudgets.flatMap((pdb) => {
    const { namespace, name } = identityOf(pdb);
    return keys.has(`${namespace}/${name}`)
      ? explainPdbStatus(pdb, clusterOf(namespace), { now }).unknownControllers
      : [];
  });
}
