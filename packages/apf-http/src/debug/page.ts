import type { ApfDump, LevelConcurrency, PriorityLevelDump } from '@kubesem/apf';
import { durationText } from './dumps.js';

const MOST_REQUESTS = 200;

const ENTITIES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML: names and paths come from clients. */
function escaped(value: unknown): string {
  return String(value ?? '').replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

const STYLE = `
body { font: 14px/1.4 system-ui, sans-serif; margin: 2rem; color-scheme: light dark; }
table { border-collapse: collapse; margin-bottom: 2rem; }
th, td { padding: 0.2rem 0.8rem; text-align: right; border-bottom: 1px solid #8884; }
th:first-child, td:first-child, .text { text-align: left; }
.busy { font-weight: bold; }
`;

/** A table; cells are escaped here. */
function table(caption: string, columns: readonly string[], rows: readonly unknown[][]): string {
  const cells = (tag: string, row: readonly unknown[]): string =>
    row
      .map((value) => {
        const kind = typeof value === 'string' && tag === 'td' ? ' class="text"' : '';
        return `<${tag}${kind}>${escaped(value)}</${tag}>`;
      })
      .join('');
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('\n');
  const empty = rows.length === 0 ? `<tr><td colspan="${columns.length}">none</td></tr>` : body;
  return `<h2>${escaped(caption)}</h2>
<table><thead><tr>${cells('th', columns)}</tr></thead>
<tbody>
${empty}
</tbody></table>`;
}

/**
 * Writes the page with the levels, the queues that are not empty, and the requests that wait.
 *
 * @param dump - state of the gate, with request details
 * @param seats - the seats of each level
 * @param nowNs - time of the gate, in nanoseconds
 * @returns an HTML document without scripts
 */
export function debugPage(
  dump: ApfDump,
  seats: ReadonlyMap<string, LevelConcurrency>,
  nowNs: number,
): string {
  const levels = Object.keys(dump.priorityLevels)
    .sort()
    .map((name) => [name, dump.priorityLevels[name] as PriorityLevelDump] as const);
  const levelRows = levels.map(([name, level]) => [
    name,
    level.seatsInUse,
    seats.get(name)?.currentLimit,
    seats.get(name)?.nominalLimit,
    level.executingRequests,
    level.waitingRequests,
    level.activeQueues,
    level.dispatchedRequests,
    level.rejectedRequests,
    level.cancelledRequests,
  ]);
  const queueRows = levels.flatMap(([name, { queues }]) =>
    queues.flatMap((queue, index) =>
      queue.pendingRequests + queue.executingRequests === 0
        ? []
        : [[name, index, queue.pendingRequests, queue.executingRequests, queue.seatsInUse]],
    ),
  );
  const waiting = levels.flatMap(([name, { requests }]) =>
    requests
      .filter(({ startNs }) => startNs < 0)
      .map((request) => [
        name,
        request.flowSchema,
        request.flowDistinguisher,
        request.queueIndex,
        request.requestIndexInQueue,
        durationText(Math.max(0, Math.round((nowNs - request.arrivalNs) / 1e6) * 1e6)),
        request.initialSeats,
        String(request.userName),
        `${request.requestInfo?.verb} ${request.requestInfo?.path}`,
      ]),
  );
  const more = waiting.length - MOST_REQUESTS;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="5">
<title>API Priority and Fairness</title>
<style>${STYLE}</style>
</head>
<body>
<h1>API Priority and Fairness</h1>
${table(
  'Priority levels',
  [
    'level',
    'seats in use',
    'seats',
    'nominal',
    'executing',
    'waiting',
    'queues',
    'dispatched',
    'rejected',
    'cancelled',
  ],
  levelRows,
)}
${table('Queues', ['level', 'queue', 'waiting', 'executing', 'seats in use'], queueRows)}
${table(
  'Waiting requests',
  ['level', 'FlowSchema', 'flow', 'queue', 'position', 'waits for', 'seats', 'user', 'request'],
  waiting.slice(0, MOST_REQUESTS),
)}
${more > 0 ? `<p>and ${more} more</p>` : ''}
<p>Text: <a href="/debug/api_priority_and_fairness/dump_priority_levels">priority levels</a>,
<a href="/debug/api_priority_and_fairness/dump_queues">queues</a>,
<a href="/debug/api_priority_and_fairness/dump_requests?includeRequestDetails=1">requests</a></p>
</body>
</html>
`;
}
