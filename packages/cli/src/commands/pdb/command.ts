import { apiGroupOf, type Controller, identityOf, indexCluster } from '@kubesem/core';
import { POD, POD_DISRUPTION_BUDGET } from '@kubesem/core/kinds';
import { type DrainCluster, pdbStatus } from '@kubesem/disruption';
import { budgetReport } from '@kubesem/inspect';
import { budgetTexts, evictionReport } from '@kubesem/inspect/internal';
import type { ManifestObject } from '@kubesem/manifests';
import { type Column, column, isWide, namespaces, numbers, tableOf } from '../../frame/columns.js';
import { type AddCommand, type Answer, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { UsageError } from '../../frame/input.js';
import { DISRUPTION_RESOURCES } from '../../io/cluster/resources.js';
import { attemptOn } from '../../io/cluster-objects.js';
import { fullName, isWanted, type Wanted, wantedOf } from '../../io/named.js';
import type { Input } from '../../io/objects.js';
import { nameParser } from '../../options.js';
import { ambiguous, notFound } from '../../output/not-found.js';
import { visible } from '../../output/text.js';
import { type ReadDisruptions, readDisruptions } from '../../shared/disruptions.js';
import {
  allowedText,
  type BudgetModel,
  evictionColumns,
  limitText,
  renderBudgets,
  renderEviction,
} from './render.js';

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
disruption controller would write now, not the ones in the input. For an old
dump, pass the time at which it was made: --now 2026-01-31T12:00:00Z.

If a dump has no objects of a kind, they are not known. A budget that depends on
them has no numbers, and --evict uses its stored status. For Pods of custom
resources, add these objects and their CustomResourceDefinitions (crd); with
--context, they are read if a budget depends on them.

Exit status: 0 if no budget has a problem, or the Pod is evicted; 1 if not, if
nothing is found or a file cannot be read; 2 if the command line is wrong. A
budget that allows no disruption at the moment is not a problem.`;

const COLUMNS: readonly Column<BudgetModel>[] = [
  namespaces(),
  column('NAME', ({ name }) => name),
  column('LIMIT', limitText),
  numbers('EXPECTED', ({ expectedPods }) => expectedPods),
  numbers('DESIRED', ({ desiredHealthy }) => desiredHealthy),
  numbers('CURRENT', ({ currentHealthy }) => currentHealthy),
  numbers('ALLOWED', ({ disruptionsAllowed }) => disruptionsAllowed, {
    paint: (_, { disruptionsAllowed }, colors) => allowedText(disruptionsAllowed, colors),
  }),
  numbers('STORED', ({ storedAllowed }) => storedAllowed, { isShown: isWide }),
  column('REASON', (budget) => budgetTexts(budget).join('; ')),
];

/** `kubesem pdb`. */
export const pdb: AddCommand = command({
  name: 'pdb',
  summary: 'Show what PodDisruptionBudgets allow, and why a Pod cannot be evicted',
  help: EXAMPLES,
  arguments: {
    budget: flags.argument(
      '[NAME]',
      'PodDisruptionBudget, such as web or shop/web',
      nameParser(POD_DISRUPTION_BUDGET),
    ),
  },
  flags: {
    ...flags.CONTEXT,
    ...flags.table('name'),
    filename: flags.filename('Objects of the cluster'),
    namespace: flags.onlyNamespace('budgets'),
    evict: flags.value(
      '--evict <POD>',
      'Answer a request to evict this Pod',
      nameParser(POD, 'web-1'),
    ),
    explain: flags.boolean('--explain', 'Show which Pods and controllers count', {
      conflicts: ['evict'],
      lostIn: ['wide', 'name', 'csv'],
      hasNoTable: true,
    }),
    now: flags.now('Current time'),
  },
  columns: [...COLUMNS, ...evictionColumns('')],
  reads: ({ budget, evict, namespace }) => {
    if (evict !== undefined && budget !== undefined) {
      throw new UsageError('--evict asks all budgets of the Pod; omit NAME');
    }
    return {
      resources: DISRUPTION_RESOURCES,
      only: wantedOf(evict ?? budget, namespace).namespace,
    };
  },
  answer: async ({ input, budget, evict, namespace, explain, now }, terminal) => {
    const read = await readDisruptions(input, terminal);
    const wanted = wantedOf(evict ?? budget, namespace);
    return evict === undefined
      ? budgets(input, read, wanted, now, explain)
      : eviction(input, read, wanted, now);
  },
});

function budgets(
  input: Input,
  read: ReadDisruptions,
  wanted: Wanted,
  now: string,
  explain: boolean,
): Answer {
  const { cluster, placeOf } = read;
  const { podDisruptionBudgets: pdbs } = cluster;
  const problems = [...read.problems];
  const index = indexCluster(cluster);
  const shown = pdbs.filter((pdb) => isWanted(identityOf(pdb), wanted));
  const models = shown.flatMap((pdb): BudgetModel[] => {
    const place = placeOf(pdb) as ManifestObject;
    const { file, line, item } = place;
    const report = attemptOn(place, problems, () => budgetReport(pdb, index, { now, explain }));
    return report === undefined ? [] : [{ ...{ file, line, item }, ...report }];
  });
  const what = wanted.name === undefined ? 'PodDisruptionBudgets' : `budget ${wanted.name}`;
  return {
    table: tableOf(COLUMNS, models),
    text: explain ? ({ colors }) => renderBudgets(models, colors) : undefined,
    names: () => models.map(({ name }) => `poddisruptionbudget.policy/${name}`),
    model: () => ({ now, budgets: models, problems }),
    notes: notesOn(input, read, models, now),
    problems,
    errors: read.errors,
    missing: shown.length === 0 ? notFound(input, what, wanted, pdbs.map(identityOf)) : undefined,
    isFine: models.every(
      ({ problems: found, rule }) =>
        found.length === 0 && rule !== 'SYNC_FAILED' && rule !== 'UNKNOWN',
    ),
  };
}

function eviction(input: Input, read: ReadDisruptions, wanted: Wanted, now: string): Answer {
  const { cluster, brokenPdbs, problems, errors } = read;
  const { pods } = cluster;
  const named = pods.filter((each) => isWanted(identityOf(each), wanted));
  const [pod, ...others] = named;
  if (pod === undefined || others.length > 0) {
    const { name = '' } = wanted;
    const message =
      pod === undefined
        ? notFound(input, `Pod ${name}`, wanted, pods.map(identityOf))
        : ambiguous(name, named.map(identityOf).map(fullName), 'NAMESPACE/POD');
    return { problems, errors: [...errors, message] };
  }
  const { namespace } = identityOf(pod);
  const own = cluster.podDisruptionBudgets.filter((pdb) => identityOf(pdb).namespace === namespace);
  const broken = own.flatMap((pdb) => brokenPdbs.get(pdb) ?? []);
  if (broken.length > 0) {
    return { problems: [...problems, ...broken], errors };
  }
  const model = evictionReport(pod, { ...cluster, podDisruptionBudgets: own }, { now });
  return {
    table: tableOf(evictionColumns(model.namespace), model.budgets),
    text: (layout) => renderEviction(model, layout),
    names: () => model.budgets.map(({ name }) => `poddisruptionbudget.policy/${name}`),
    model: () => ({ now, eviction: model, problems }),
    problems,
    errors,
    isFine: model.deletes,
  };
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
  const index = indexCluster(cluster);
  return cluster.podDisruptionBudgets.flatMap((pdb) => {
    const { namespace, name } = identityOf(pdb);
    return keys.has(`${namespace}/${name}`)
      ? pdbStatus(pdb, index, { now }).unknownControllers
      : [];
  });
}
