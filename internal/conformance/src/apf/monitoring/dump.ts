import type { ApfDump } from '@kubesem/apf';
import { type DumpName, dumpText } from '@kubesem/apf-http/debug';
import type { Comparison } from '../../harness/comparison.js';

/** What the debugging endpoints respond: the type of the content, the header, and the other lines. */
export type Dumps = { readonly [path: string]: readonly string[] };

/** When the clock of the oracle starts, in milliseconds of Unix time. */
const START_MS = 1e12;
const CONTROL = /[\0-\x09\x0B-\x1F\x7F]/g;
const CONTENT_TYPE = 'text/plain; charset=utf-8';

/** Our text of the same endpoints, by path. */
export function dumpsOf(dump: ApfDump, paths: readonly string[]): Dumps {
  return Object.fromEntries(
    paths.map((path) => {
      const [name = '', parameters = ''] = path.split('?');
      const includeRequestDetails = parameters !== '';
      const text = dumpText(name as DumpName, dump, { startMs: START_MS, includeRequestDetails });
      return [path, [CONTENT_TYPE, ...text.split(/(?<=\n)/), '']];
    }),
  );
}

/** Compares all lines. Those of queues and requests have no order. */
export function compareDumps(theirs: Dumps, ours: Dumps, comparison: Comparison): void {
  for (const [path, all] of Object.entries(theirs)) {
    const isOrdered = path === 'dump_priority_levels';
    const lines = (from: Dumps) => {
      const [type = '', header = '', ...rest] = from[path] ?? [];
      const known = rest.map((line) => [line, line.replace(CONTROL, '\uFFFD')] as const);
      return [
        [type, type] as const,
        [header, header] as const,
        ...(isOrdered ? known : known.sort(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0))),
      ];
    };
    const own = lines(ours);
    for (const [index, [line, printable]] of lines(theirs).entries()) {
      const [mine] = own[index] ?? [];
      comparison.field(`line of ${path}`, line, mine, () =>
        line !== printable && mine === printable ? 'control-characters' : undefined,
      );
    }
    comparison.field(`lines of ${path}`, all.length, own.length);
  }
}
