import { type Column, column, numbers, tableOf } from '../../../frame/columns.js';
import { renderTable } from '../../../output/table/render.js';
import type { Layout } from '../../../output/table/table.js';
import { objectTitle, visible } from '../../../output/text.js';
import type { ConfigChange } from './changes.js';
import type { DiffModel } from './model.js';
import type { Effect } from './reach.js';

/** The changes, and a table of what they reach. */
export function renderDiff(model: DiffModel, layout: Layout): string {
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

/** The columns of what changes reach. */
export const COLUMNS: readonly Column<EffectLine>[] = [
  column('OBJECT', ({ object }) => objectTitle(object)),
  numbers('PODS', ({ object }) => object.pods, { drop: 2, optional: true }),
  column('CONTAINER', ({ container }) => container, { drop: 1 }),
  column('CHANGE', ({ what }) => what),
  column('EFFECT', effectText),
];

/** The lines of these columns. */
export function effectLines({ reached }: DiffModel): readonly EffectLine[] {
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
