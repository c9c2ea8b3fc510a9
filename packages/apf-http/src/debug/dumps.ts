import type { ApfDump, PriorityLevelDump, RequestDump } from '@kubesem/apf';

const MIN_WIDTH = 8;
const NANOSECONDS_PER_MILLISECOND = 1e6;
const ZERO_TIME = '0001-01-01T00:00:00Z';

/** Name of a dump, as in the path of its endpoint. */
export type DumpName = 'dump_priority_levels' | 'dump_queues' | 'dump_requests';

const LEVEL_COLUMNS =
  'PriorityLevelName ActiveQueues IsIdle IsQuiescing WaitingRequests ExecutingRequests DispatchedRequests RejectedRequests TimedoutRequests CancelledRequests';
const QUEUE_COLUMNS =
  'PriorityLevelName Index PendingRequests ExecutingRequests SeatsInUse NextDispatchR InitialSeatsSum MaxSeatsSum TotalWorkSum';
// The API server also writes `FlowDistingsher`.
const REQUEST_COLUMNS =
  'PriorityLevelName FlowSchemaName QueueIndex RequestIndexInQueue FlowDistingsher ArriveTime InitialSeats FinalSeats AdditionalLatency StartTime';
const DETAIL_COLUMNS = 'UserName Verb APIPath Namespace Name APIVersion Resource SubResource';

/** Options of {@link dumpText}. */
export interface DumpTextOptions {
  /** Time of day when the clock of the gate was 0, in milliseconds since 1970; a whole number. */
  readonly startMs: number;
  /** Whether `dump_requests` has users, verbs and objects; no by default. The dump must include request details then. */
  readonly includeRequestDetails?: boolean | undefined;
}

/**
 * Writes a dump in the format of the API server, byte for byte, for servers that {@link debugEndpoints} does not fit.
 *
 * The API server lists the levels of queues and requests, and the requests that execute, in any order; this function sorts
 * the levels. In names, it replaces control characters by U+FFFD, so a name cannot add lines.
 *
 * @param name - which dump
 * @param dump - state of a gate
 * @param options - the time of day, and whether to write request details
 * @returns the text, one line for each level, queue or request after a header
 *
 * @example
 * ```ts
 * import { Gate } from '@kubesem/apf-http';
 * import { dumpText } from '@kubesem/apf-http/debug';
 *
 * const gate = new Gate({ serverConcurrencyLimit: 10, priorityLevels: [], flowSchemas: [] });
 * const startMs = Math.round(Date.now() - gate.nowNs() / 1e6);
 * dumpText('dump_queues', gate.dump(), { startMs }).slice(0, 24) // => 'PriorityLevelName, Index'
 * gate.close();
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `dumpPriorityLevels`, `dumpQueues` and `dumpRequests`.
 */
export function dumpText(
  name: DumpName,
  dump: ApfDump,
  { startMs, includeRequestDetails = false }: DumpTextOptions,
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
  const rows = levels.flatMap(([level, { requests }]) =>
    inOrder(requests).map((request) => [
      ...requestRow(level, request, startMs),
      ...(includeRequestDetails ? detailCells(request) : []),
    ]),
  );
  return table(
    includeRequestDetails ? `${REQUEST_COLUMNS} ${DETAIL_COLUMNS}` : REQUEST_COLUMNS,
    rows,
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

function requestRow(level: string, request: RequestDump, startMs: number): unknown[] {
  return [
    level,
    request.flowSchema,
    request.queueIndex,
    request.requestIndexInQueue,
    request.flowDistinguisher,
    time(request.arrivalNs, startMs),
    request.initialSeats,
    request.finalSeats,
    durationText(request.additionalLatencyNs),
    request.startNs < 0 ? ZERO_TIME : time(request.startNs, startMs),
  ];
}

function detailCells({ userName, requestInfo: info }: RequestDump): unknown[] {
  const { apiGroup = '', apiVersion = '' } = info ?? {};
  const groupVersion = apiGroup === '' ? apiVersion : `${apiGroup}/${apiVersion}`;
  const object = [info?.namespace, info?.name, groupVersion, info?.resource, info?.subresource];
  return [userName, info?.verb, info?.path, ...object];
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

/** Writes a time with nanoseconds, as Go does. */
function time(clockNs: number, startMs: number): string {
  const clockMs = Math.floor(clockNs / NANOSECONDS_PER_MILLISECOND);
  const nanoseconds = String(clockNs - clockMs * NANOSECONDS_PER_MILLISECOND).padStart(6, '0');
  const [seconds = '', milliseconds = ''] = new Date(startMs + clockMs)
    .toISOString()
    .slice(0, -1)
    .split('.');
  const fraction = `${milliseconds}${nanoseconds}`.replace(/0{1,9}$/, '');
  return fraction === '' ? `${seconds}Z` : `${seconds}.${fraction}Z`;
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
