import type { Effect } from '@kubesem/config/internal';
import { LIMIT_RANGE, SERVICE } from '@kubesem/core/kinds';
import { type Column, column, numbers, tableOf } from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { UsageError } from '../../frame/input.js';
import { ENV_RESOURCES, ifUnlisted } from '../../io/cluster/resources.js';
import { isStdin } from '../../io/objects.js';
import { notFound } from '../../output/not-found.js';
import { renderTable } from '../../output/table/render.js';
import type { Layout } from '../../output/table/table.js';
import { objectTitle, resourceName, visible } from '../../output/text.js';
import {
  type ConfigChange,
  type DiffModel,
  diffModel,
  readableState,
  readState,
} from './changes.js';
import { GENERATED } from './hash.js';

const EXAMPLES = `
Examples:
  kubesem config diff dump.json web-config.yaml
                                       Which Pods a changed ConfigMap reaches
  kubesem config diff -f deploy/ new/  The same for manifests
  kubesem config diff --context prod -n shop web-config.yaml
                                       The same for a cluster
  kubectl rollout restart $(kubesem config diff deploy/ web.yaml -o name)
                                       Restart what keeps old values

The last PATH has the changed ConfigMaps and Secrets. The others and -f have the
current state: ConfigMaps, Secrets, Pods and workloads. Objects that are only in
the current state are unchanged. Changed workloads are compared by the
ConfigMaps and Secrets that they name, because generated names change with the
data.

EFFECT is what running containers see:
  restart needed  a variable, or a file of a subPath mount: the old value stays
                  until the container restarts
  within 90s      a file of a volume: the kubelet replaces it, with its defaults
  cannot start    the container runs on, and cannot be created again
  next time       credentials of images and of other volumes
  new Pods        the changed workload refers to another object

Controllers are skipped if their Pods are in the input. Values are never shown.

Exit status: 0 if the API server accepts the changes and all containers can
start, 1 if not or if a file cannot be read, 2 if the command line is wrong.`;

/** The columns of what changes reach. */
const COLUMNS: readonly Column<EffectLine>[] = [
  column('OBJECT', ({ object }) => objectTitle(object)),
  numbers('PODS', ({ object }) => object.pods, { drop: 2, optional: true }),
  column('CONTAINER', ({ container }) => container, { drop: 1 }),
  column('CHANGE', ({ what }) => what),
  column('EFFECT', effectText),
];

/** `kubesem config diff`. */
export const diff: AddCommand = command({
  name: 'diff',
  summary: 'Show which Pods a changed ConfigMap or Secret reaches, and when',
  help: EXAMPLES,
  arguments: {
    paths: flags.argument('<PATH...>', 'Files or folders; the last one has the changes'),
  },
  flags: { ...flags.input('State'), ...flags.table('name') },
  columns: COLUMNS,
  reads: ({ namespace }) => ({
    // Variables of Services are not compared.
    resources: ifUnlisted(
      ENV_RESOURCES.filter(({ kind }) => kind !== SERVICE.kind),
      'NO_ANSWER',
      ENV_RESOURCES.map(({ kind }) => kind).filter((kind) => kind !== LIMIT_RANGE.kind),
    ),
    only: namespace,
    namespace,
  }),
  answer: async ({ input, paths }, terminal) => {
    // The last argument has the changes.
    const { length } = paths;
    const state = { ...input, paths: [...paths.slice(0, -1), ...input.paths.slice(length)] };
    if (isStdin(state)) {
      throw new UsageError('no state to compare with; pass it before the changes, or with -f');
    }
    const changes = { paths: paths.slice(-1), namespace: input.namespace };
    const before = readableState(await readState(state, terminal));
    const after = await readState(changes, terminal);
    const model = diffModel(before, after);
    const errors = [...before.errors, ...after.errors];
    const isMissing = after.configs.size + errors.length === 0;
    return {
      table: tableOf(COLUMNS, effectLines(model)),
      text: (layout) => renderDiff(model, layout),
      names: () => model.reached.filter(needsRestart).map(resourceName),
      model: () => model,
      notes: notesOn(model),
      problems: [...before.problems, ...after.problems, ...model.problems],
      errors: isMissing ? [notFound(changes, 'ConfigMaps or Secrets')] : errors,
      isFine: !effectsIn(model.reached).includes('BREAKS'),
    };
  },
});

function effectsIn(reached: DiffModel['reached']): readonly string[] {
  return reached.flatMap(({ containers }) =>
    containers.flatMap(({ effects }) => effects.map(({ effect }) => effect)),
  );
}

function needsRestart(object: DiffModel['reached'][number]): boolean {
  return effectsIn([object]).includes('RESTART');
}

function* notesOn({ changes, reached }: DiffModel): Generator<string, void> {
  if (changes.length + reached.length === 0) {
    yield 'Nothing has changed.';
  } else if (reached.length === 0 && changes.some(({ change }) => change !== 'REJECTED')) {
    yield 'No Pod or workload of the input uses what has changed.';
    if (changes.some(({ change, name }) => change === 'ADDED' && GENERATED.test(name))) {
      yield 'Pods use a new generated name if their workload refers to it; add the workload to the changes.';
    }
  }
}

/** The changes, and a table of what they reach. */
function renderDiff(model: DiffModel, layout: Layout): string {
  const changes = model.changes.map(
    (change) => `${layout.colors.bold(objectTitle(change))}: ${visible(changeText(change))}\n`,
  );
  const table = tableOf(COLUMNS, effectLines(model))(layout);
  const reached = table.rows.length === 0 ? [] : [renderTable(table, layout)];
  return [changes.join(''), ...reached].filter((part) => part !== '').join('\n');
}

function changeText({ change, addedKeys, changedKeys, removedKeys }: ConfigChange): string {
  if (change === 'REJECTED') {
    return 'rejected';
  }
  const parts = [
    ...addedKeys.map((key) => `+${key}`),
    ...changedKeys.map((key) => `~${key}`),
    ...removedKeys.map((key) => `-${key}`),
  ];
  return `${change === 'ADDED' ? 'new' : 'changed'}: ${parts.join(' ') || 'no keys'}`;
}

/** What a change does to a variable, a file or a container. */
interface EffectLine extends Effect {
  readonly object: DiffModel['reached'][number];
  readonly container: string;
}

/** The lines of these columns. */
function effectLines({ reached }: DiffModel): readonly EffectLine[] {
  return reached.flatMap((object) =>
    object.containers.flatMap(({ container, effects }) =>
      effects.map((effect) => ({ ...effect, object, container })),
    ),
  );
}

function effectText({ effect, withinSeconds, message }: Effect): string {
  switch (effect) {
    case 'RESTART':
      return 'restart needed';
    case 'FOLLOWS':
      return `within ${withinSeconds}s`;
    case 'LATER':
      return 'next time';
    case 'BREAKS':
      return `cannot start: ${message}`;
    case 'STARTS':
      return 'can start';
    case 'REPLACED':
      return 'new Pods';
  }
}
