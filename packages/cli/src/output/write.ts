import { NoAnswerError } from '../io/no-answer.js';
import type { Terminal } from '../io/terminal.js';
import { renderModel } from './structured.js';
import { renderCsv } from './table/csv.js';
import { type Layout, PLAIN, type Table } from './table/table.js';
import { visible } from './text.js';

/** The formats of `-o`. */
export type OutputFormat = 'table' | 'wide' | 'name' | 'csv' | 'json' | 'yaml';

/** The flags about the output of a command. */
export interface OutputFlags {
  readonly output: OutputFormat;
  /** Whether tables have headings. */
  readonly headers?: boolean | undefined;
  /** Heading of a column. */
  readonly sortBy?: string | undefined;
}

/** What a command can print. Only the format that is asked for is computed. */
export interface Views {
  /** Everything, for people. */
  readonly text: (layout: Layout) => string;
  /** The main table, for CSV; undefined if there is nothing to show. */
  readonly table?: ((layout: Layout) => Table | undefined) | undefined;
  /** One name per line, for other commands. */
  readonly names?: (() => Iterable<string>) | undefined;
  /** What programs read. */
  readonly model: () => object;
}

/**
 * Writes the result of a command in the format that its flags name.
 *
 * @param flags - the format and its options
 * @param terminal - where to write to
 * @param views - the result in each form
 * @throws UnknownColumnError if there is no column to sort by; nothing is written then
 * @throws NoAnswerError if the result is longer than a text can be; nothing is written then
 */
export function writeResult(flags: OutputFlags, terminal: Terminal, views: Views): void {
  const { stdout, unlisted = [] } = terminal;
  const model = () => (unlisted.length === 0 ? views.model() : { ...views.model(), unlisted });
  stdout.write(renderOrThrow(flags, stdout, { ...views, model }));
}

function renderOrThrow(flags: OutputFlags, stdout: Terminal['stdout'], views: Views): string {
  try {
    return render(flags, stdout, views);
  } catch (error) {
    if (error instanceof RangeError && error.message === 'Invalid string length') {
      throw new NoAnswerError('the answer is too long to print; ask about fewer objects at a time');
    }
    throw error;
  }
}

function render(flags: OutputFlags, stdout: Terminal['stdout'], views: Views): string {
  const { output, headers = true, sortBy } = flags;
  switch (output) {
    case 'json':
    case 'yaml':
      return renderModel(views.model(), output);
    case 'csv': {
      const layout = { ...PLAIN, headers, sortBy };
      const table = views.table?.(layout);
      return table === undefined ? '' : renderCsv(table, layout);
    }
    case 'name':
      return [...(views.names?.() ?? [])].map((name) => `${visible(name)}\n`).join('');
    default: {
      const { colors, isTerminal, columns } = stdout;
      const width = output === 'wide' || !isTerminal ? undefined : columns;
      return views.text({ colors, isTerminal, width, headers, sortBy });
    }
  }
}

/** Whether the output is for people, so remarks on it are welcome. */
export function isText({ output }: OutputFlags): boolean {
  return output === 'table' || output === 'wide';
}
