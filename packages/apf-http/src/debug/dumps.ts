import type { ApfDump, PriorityLevelDump, RequestDump } from '@kubesem/apf';

const MIN_WIDTH = 8;
const NANOSECONDS_PER_MILLISECOND = 1e6;
const ZERO_TIME = '0001-01-01T00:00:00Z';

/** The names of the dumps, as in their paths. */
export type DumpName = 'dump_priority_levels' | 'dump_queues' | 'dump_requests';

const LEVEL_COLUMNS =
  'PriorityLevelName ActiveQueues IsIdle IsQuiescing WaitingRequests ExecutingRequests DispatchedRequests RejectedRequests TimedoutRequests CancelledRequests';
const QUEUE_COLUMNS =
  'PriorityLevelName Index PendingRequests ExecutingRequests SeatsInUse NextDispatchR InitialSeatsSum MaxSeatsSum TotalWorkSum';
// The API server also writes `FlowDistingsher`.
const REQUEST_COLUMNS =
  'PriorityLevelName FlowSchemaName QueueIndex RequestIndexInQueue FlowDistingsher ArriveTime InitialSeats FinalSeats AdditionalLatency StartTime';
const DETAIL_COLUMNS = 'UserName Verb APIPath Namespace Name APIVersion Resource SubResource';

/**
 * Writes a dump in the format of the API server.
 *
 * The API server lists the levels of queues and requests in any order, this one by name.
 *
 * @param name - which dump
 * @param dump - state of the gate, with request details if they are wanted
 * @param hasDetails - whether the dump has them
 * @param unixMs - converts nanoseconds of the clock of the gate to milliseconds since 1970
 * @returns the text
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `dumpPriorityLevels`, `dumpQueues` and `dumpRequests`.
 */
export function dumpText(
  name: DumpName,
  dump: ApfDump,
  hasDetails: boolean,
  unixMs: (clockNs: number) => number,
): string {
  const levels = Object.keys(dump.priorityLevels)
    .sort()
    .map((level) => [level, dump.priorityLevels[level] as PriorityLevelDump] as const);
  if (name === 'dump_priority_levels') {
    return table(
      LEVEL_COLUMNS,
      levels.map(([level, found]) => levelRow(level, found)),
    );
  }
  if (name === 'dump_queues') {
    return table(
      QUEUE_COLUMNS,
      levels.flatMap(([level, found]) => queueRows(level, found)),
    );
  }
  const requests = levels.flatMap(([level, found]) =>
    inOrder(found.requests).map((request) => [level, request] as const),
  );
  const columns = hasDetails ? `${REQUEST_COLUMNS} ${DETAIL_COLUMNS}` : REQUEST_COLUMNS;
  return table(
    columns,
    requests.map(([level, request]) => requestRow(level, request, unixMs)),
  );
}

function levelRow(level: string, found: PriorityLevelDump): unknown[] {
  return [
    level,
    found.activeQueues,
    found.isIdle,
    found.isQuiescing,
    found.waitingRequests,
    found.executingRequests,
    found.dispatchedRequests,
    found.rejectedRequests,
    // The API server never counts these.
    0,
    found.cancelledRequests,
  ];
}

function queueRows(level: string, { queues }: PriorityLevelDump): unknown[][] {
  return queues.map((queue, index) => [
    level,
    index,
    queue.pendingRequests,
    queue.executingRequests,
    queue.seatsInUse,
    seatSeconds(queue.nextDispatchR),
    queue.initialSeatsSum,
    queue.maxSeatsSum,
    seatSeconds(queue.totalWorkSum),
  ]);
}

/** The requests by queue, first those that wait; requests without a queue come last. */
function inOrder(requests: readonly RequestDump[]): RequestDump[] {
  const place = ({ queueIndex }: RequestDump): number => (queueIndex < 0 ? Infinity : queueIndex);
  // Sorting is stable, and the waiting requests come first.
  return [...requests].sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
}

function requestRow(
  level: string,
  request: RequestDump,
  unixMs: (clockNs: number) => number,
): unknown[] {
  const row = [
    level,
    request.flowSchema,
    request.queueIndex,
    request.requestIndexInQueue,
    request.flowDistinguisher,
    time(unixMs(request.arrivalNs)),
    request.initialSeats,
    request.finalSeats,
    durationText(request.additionalLatencyNs),
    request.startNs < 0 ? ZERO_TIME : time(unixMs(request.startNs)),
  ];
  const { userName, requestInfo: info } = request;
  if (userName === undefined || info === undefined) {
    return row;
  }
  const { apiGroup = '', apiVersion = '' } = info;
  const groupVersion = apiGroup === '' ? apiVersion : `${apiGroup}/${apiVersion}`;
  const { verb, path, namespace, name, resource, subresource } = info;
  return [...row, userName, verb, path, namespace, name, groupVersion, resource, subresource];
}

/** Separates cells by a comma and blanks up to the next column, as Go's `text/tabwriter` does. */
function table(columns: string, rows: readonly (readonly unknown[])[]): string {
  const lines = [columns.split(' '), ...rows].map((row) => row.map(cell));
  const widths: number[] = [];
  for (const line of lines) {
    line.forEach((text, column) => {
      widths[column] = Math.max(widths[column] ?? MIN_WIDTH, [...text].length + 2);
    });
  }
  const padded = (text: string, width: number): string =>
    `${text},${' '.repeat(width - 1 - [...text].length)}`;
  return lines
    .map((line) => {
      const last = line.length - 1;
      const cells = line
        .slice(0, last)
        .map((text, column) => padded(text, widths[column] as number));
      return `${cells.join('')}${line[last]}\n`;
    })
    .join('');
}

/** A name must not add lines or cells. */
function cell(value: unknown): string {
  return String(value ?? '').replace(/[\0-\x1F\x7F]/g, '\uFFFD');
}

function seatSeconds(value: number): string {
  return `${value.toFixed(8)}ss`;
}

function time(unixMs: number): string {
  const [seconds = '', fraction = ''] = new Date(unixMs).toISOString().slice(0, -1).split('.');
  const digits = fraction.replace(/0{1,3}$/, '');
  return digits === '' ? `${seconds}Z` : `${seconds}.${digits}Z`;
}

/**
 * Writes a duration as Go does.
 *
 * @param durationNs - nanoseconds, not negative
 * @returns such as `1m0.5s`, `5ms` or `0s`
 */
export function durationText(durationNs: number): string {
  if (durationNs === 0) {
    return '0s';
  }
  if (durationNs < 1e9) {
    const [unit, size] =
      durationNs < 1e3 ? ['ns', 1] : durationNs < 1e6 ? ['\u00b5s', 1e3] : ['ms', 1e6];
    return `${durationNs / (size as number)}${unit}`;
  }
  const hours = Math.trunc(durationNs / 3600e9);
  const minutes = Math.trunc(durationNs / 60e9) % 60;
  const seconds = (durationNs % 60e9) / 1e9;
  const larger = hours > 0 ? `${hours}h${minutes}m` : minutes > 0 ? `${minutes}m` : '';
  return `${larger}${seconds}s`;
}

/**
 * Returns how the clock of a gate converts to the time of day.
 *
 * @param nowNs - the time of the gate, in nanoseconds
 * @returns converts nanoseconds of that clock to milliseconds since 1970
 */
export function timeOfDay(nowNs: number): (clockNs: number) => number {
  const startMs = Date.now() - nowNs / NANOSECONDS_PER_MILLISECOND;
  return (clockNs) => startMs + clockNs / NANOSECONDS_PER_MILLISECOND;
}
