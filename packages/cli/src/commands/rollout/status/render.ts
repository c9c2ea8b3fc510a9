import type { Colors } from '../../../output/colors.js';
import type { Layout, Table } from '../../../output/table/table.js';
import { objectTitle, visible } from '../../../output/text.js';
import { renderTree } from '../../../output/tree.js';
import type { RolloutModel } from './model.js';

/** One row for each workload. */
export function rolloutTable(rollouts: readonly RolloutModel[], { colors }: Layout): Table {
  return {
    columns: ['NAMESPACE', 'KIND', 'NAME', 'DONE', 'STATUS'],
    rows: rollouts.map((rollout) => [
      ...[rollout.namespace, rollout.kind, rollout.name].map(visible),
      doneText(rollout, colors),
      visible(rollout.error ?? rollout.text),
    ]),
  };
}

function doneText({ done, error }: RolloutModel, colors: Colors): string {
  if (error !== undefined) {
    return colors.red('error');
  }
  return done ? colors.green('yes') : colors.yellow('no');
}

/** Draws what kubectl compares, in its order. */
export function renderChecks(rollouts: readonly RolloutModel[], { colors }: Layout): string {
  return rollouts
    .map((rollout) =>
      renderTree({
        text: `${colors.bold(objectTitle(rollout))}: ${visible(rollout.error ?? rollout.text)}`,
        children: rollout.checks.map(({ field, value, comparedWith, expected, passed, reason }) => {
          const verdict = passed ? colors.green('passed') : colors.yellow(reason);
          const other = expected === undefined ? 'absent' : expected;
          return { text: `${visible(`${field} ${value}, ${comparedWith} ${other}`)}: ${verdict}` };
        }),
      }),
    )
    .join('\n');
}
