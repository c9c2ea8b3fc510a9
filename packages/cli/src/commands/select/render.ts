import type { Layout, Table } from '../../output/table/table.js';
import { NONE, visible } from '../../output/text.js';
import type { SelectModel } from './model.js';

/** One row for each object; with `explain`, also why it is selected or not. */
export function selectTable(
  models: readonly SelectModel[],
  { explain, wide }: { readonly explain: boolean; readonly wide: boolean },
  { colors }: Layout,
): Table {
  const columns = [
    ...['KIND', 'NAMESPACE', 'NAME'],
    ...(explain ? ['SELECTED', 'REASON'] : []),
    ...(wide ? ['LOCATION'] : []),
  ];
  const rows = models.map((model) => {
    const { kind, namespace, name, matches, reason, file, line } = model;
    const selected = matches ? colors.green('yes') : colors.dim('no');
    return [
      ...[kind, namespace, name].map((cell) => visible(cell) || NONE),
      ...(explain ? [selected, visible(reason)] : []),
      ...(wide ? [visible(line > 0 ? `${file}:${line}` : file)] : []),
    ];
  });
  return { columns, rows };
}
