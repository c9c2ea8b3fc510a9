import type { Colors } from '../../../output/colors.js';
import { right, type Table } from '../../../output/table/table.js';
import { NONE, visible } from '../../../output/text.js';
import { renderNotSubject, requestHeading } from '../request-heading.js';
import type { ClassifiedLine, ClassifiedRequest, SchemaCount } from './model.js';

/** Shows how a server treats one request. */
export function renderClassifiedOne(request: ClassifiedLine, colors: Colors): string {
  if (!request.isSubject) {
    return renderNotSubject(request, colors);
  }
  const { flowSchema, priorityLevel, flowDistinguisher, workEstimate } = request;
  const { initialSeats, finalSeats, additionalLatencyNs } = workEstimate;
  const isWatch = request.request.requestInfo.verb === 'watch';
  const rows = [
    ['flow schema', flowSchema],
    ['level', priorityLevel],
    ['flow', flowDistinguisher || 'all requests of the flow schema'],
    ['seats', `${initialSeats}${isWatch ? ' until the watch is initialized' : ''}`],
    ...(finalSeats === 0
      ? []
      : [['final seats', `${finalSeats} for another ${additionalLatencyNs / 1e6} ms`]]),
  ];
  const lines = rows.map(([name = '', value = '']) => `  ${name.padEnd(11)}  ${visible(value)}\n`);
  return `${requestHeading(request, colors)}\n${lines.join('')}`;
}

/** One line for each request. */
export function classifiedTable(requests: readonly ClassifiedLine[]): Table {
  const rows = requests.map((one) => {
    const { method, url, isSubject, flowSchema, priorityLevel, flowDistinguisher } = one;
    const cells = isSubject
      ? [flowSchema, priorityLevel, flowDistinguisher || NONE, seatsOf(one)]
      : ['not subject', NONE, NONE, NONE];
    return [...cells, `${method} ${url}`].map(visible);
  });
  const columns = [
    'FLOW SCHEMA',
    { head: 'LEVEL', drop: 2 },
    { head: 'FLOW', drop: 1 },
    right('SEATS'),
    'REQUEST',
  ];
  return { columns, rows };
}

function seatsOf({ workEstimate: { initialSeats, finalSeats } }: ClassifiedRequest): string {
  return finalSeats === 0 ? `${initialSeats}` : `${initialSeats} + ${finalSeats}`;
}

/** How many requests match each flow schema. */
export function countsTable(counts: readonly SchemaCount[], total: number): Table {
  const numbers = [right('REQUESTS'), right('%'), right('SEATS', 2), right('FLOWS', 1)];
  const rows = counts.map(({ flowSchema, priorityLevel = NONE, requests, flows, seats }) => [
    `${requests}`,
    ((100 * requests) / total).toFixed(1),
    `${seats ?? NONE}`,
    `${flows ?? NONE}`,
    visible(flowSchema ?? 'not subject (long-running or unauthenticated)'),
    visible(priorityLevel),
  ]);
  return { columns: [...numbers, 'FLOW SCHEMA', { head: 'LEVEL', drop: 3 }], rows };
}
