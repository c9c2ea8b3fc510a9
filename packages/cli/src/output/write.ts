import { NoAnswerError } from '../io/no-answer.js';
import type { Terminal } from '../io/terminal.js';
import { jsonPieces, renderModel } from './structured.js';
import { renderTable } from './table/render.js';
import { renderCsv } from './table/sort.js';
import { type Layout, PLAIN, type Table } from './table/table.js';
import { visible } from './text.js';

/** Pieces of the output are written together until they are this long. */
const PIECE = 1 << 16;

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
  /** Everything, for people; in pieces if it can be long. By default the table, if it has rows. */
  readonly text?: ((layout: Layout) => string | Iterable<string>) | undefined;
  /** The main table, for CSV; undefined if there is nothing to show. */
  readonly table?: ((layout: Layout) => Table | undefined) | undefined;
  /** One name per line, for other commands. */
  readonly names?: (() => Iterable<string>) | undefined;
  /** What programs read. Lists of it are written one element at a time, and can be iterables with `toJSON`. */
  readonly model?: (() => object) | undefined;
}

/**
 * Writes the result of a command in the format that its flags name.
 *
 * @param flags - the format and its options
 * @param terminal - where to write to
 * @param views - the result in each form
 * @throws UnknownColumnError if there is no column to sort by; nothing is written then
 * @throws NoAnswerError if a part of the result is longer than a text can be
 */
export function writeResult(flags: OutputFlags, terminal: Terminal, views: Views): void {
  const { stdout, unlisted = [] } = terminal;
  const model = () => ({ ...views.model?.(), ...(unlisted.length > 0 && { unlisted }) });
  const write = (text: string) => void stdout.write(text);
  try {
    let text = '';
    for (const piece of render(flags, stdout, { ...views, model })) {
      if (text.length > PIECE) {
        write(text);
        text = '';
      }
      text += piece;
    }
    write(text);
  } catch (error) {
    if (error instanceof RangeError && error.message === 'Invalid string length') {
      throw new NoAnswerError('the answer is too long to print; ask about fewer objects at a time');
    }
    throw error;
  }
}

function render(
  flags: OutputFlags,
  stdout: Terminal['stdout'],
  views: Views & { readonly model: () => object },
): Iterable<string> {
  const { output, headers = true, sortBy } = flags;
  switch (output) {
    case 'json':
      return jsonPieces(views.model());
    case 'yaml':
      return [renderModel(views.model())];
    case 'csv': {
      const layout = { ...PLAIN, headers, sortBy, output };
      const table = views.table?.(layout);
      return table === undefined ? [] : [renderCsv(table, layout)];
    }
    case 'name':
      return [...(views.names?.() ?? [])].map((name) => `${visible(name)}\n`);
    default: {
      const { colors, isTerminal, columns } = stdout;
      const width = output === 'wide' || !isTerminal ? undefined : columns;
      const layout = { colors, isTerminal, width, headers, sortBy, output };
      const text = views.text?.(layout) ?? tableText(views.table?.(layout), layout);
      return typeof text === 'string' ? [text] : text;
    }
  }
}

function tableText(table: Table | undefined, layout: Layout): string {
  return table === undefined || table.rows.length === 0 ? '' : renderTable(table, layout);
}

/** Whether the output is for people, so remarks on it are welcome. */
export function isText({ output }: OutputFlags): boolean {
  return output === 'table' || output === 'wide';
}
