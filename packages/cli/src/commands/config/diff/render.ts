import { renderTable } from '../../../output/table/render.js';
import { type Layout, right, type Table, unsorted } from '../../../output/table/table.js';
import { NONE, objectTitle, visible } from '../../../output/text.js';
import type { ConfigChange } from './changes.js';
import type { DiffModel } from './model.js';
import type { Effect } from './reach.js';

/** The changes, and a table of what they reach. */
export function renderDiff(model: DiffModel, layout: Layout): string {
  const { colors } = unsorted(layout);
  const changes = model.changes.map(
    (change) => `${colors.bold(objectTitle(change))}: ${visible(changeText(change))}\n`,
  );
  const table = diffTable(model);
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

/** A line for each variable, file or container that a change reaches. */
export function diffTable({ reached }: DiffModel): Table {
  return {
    columns: [
      'OBJECT',
      { ...right('PODS', 2), optional: true },
      { head: 'CONTAINER', drop: 1 },
      'CHANGE',
      'EFFECT',
    ],
    rows: reached.flatMap((object) =>
      object.containers.flatMap(({ container, effects }) =>
        effects.map((effect) => [
          objectTitle(object),
          object.pods === undefined ? NONE : `${object.pods}`,
          visible(container) || NONE,
          visible(effect.what),
          visible(effectText(effect)),
        ]),
      ),
    ),
  };
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
