import type { Figures } from '../figures.js';
import { type HttpPair, MOUSE_CALLS, overheadPercent } from '../http/http.js';
import { table, whole } from './tables.js';

/**
 * Describes the cost and the effect of API Priority and Fairness in front of a server.
 *
 * @param figures - the figures of one run
 * @returns a section of the document
 */
export function serversText({ http }: Pick<Figures, 'http'>): string {
  const { node, express, startMs, load, quickBackend } = http;
  return `## Servers

Requests per second to an empty handler with 50 connections, without and with \`@kubesem/apf-http\`: one level, a user for
each request, no metrics. Server and load have one processor each and take turns, ${node.length} pairs of them; the overhead is the
median of the pairs. A protected server of \`node:http\` answers its first request ${startMs.toFixed(0)} ms after Node has started.

${table(['handler', 'plain', 'protected', 'overhead'], [pairRow('`node:http`', node), pairRow('express 5', express)])}

Below is what 2 mice see among 200 elephants: clients of one user who send the next request as soon as they have an answer. The
backend serves 20 requests at a time and takes 25 ms for each. \`express-rate-limit\` allows each user half of that.
\`npm start\` in [examples/apf-load](../examples/apf-load) repeats it on your machine.

${table(
  ['protection', 'mice p50 ms', 'mice p99 ms', 'mice per s', 'mice rejected', 'elephants per s'],
  load.map((row) => [
    row.protection,
    row['mice p50 ms'] ?? '',
    row['mice p99 ms'] ?? '',
    row['mice per s'],
    row['mice rejected'],
    row['elephants per s'],
  ]),
)}

If each request of a mouse calls the backend ${MOUSE_CALLS} times, the service time of the backend is less than a tenth of its p99:
${quickBackend.map((row) => `${row['mice p99 ms'] ?? '-'} ms ${row.protection === 'apf-http' ? 'with elephants and `apf-http`' : 'alone'}`).join(', ')}.
`;
}

function pairRow(name: string, pairs: readonly HttpPair[]): readonly string[] {
  const best = (field: keyof HttpPair) => whole(Math.max(...pairs.map((pair) => pair[field])));
  return [name, best('plain'), best('protected'), `${overheadPercent(pairs).toFixed(1)} %`];
}
