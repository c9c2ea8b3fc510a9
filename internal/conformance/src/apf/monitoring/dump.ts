import type { ApfDump, RequestInfo } from '@kubesem/apf';

/** The rows of the debugging endpoints, with their header. */
export interface DumpRows {
  readonly priority_levels: readonly string[];
  readonly queues: readonly string[];
  readonly requests: readonly string[];
}

/** When the clock of the oracle starts, in seconds of Unix time. */
const START_SECONDS = 1_000_000_000;
const UNITS_PER_SECOND = 1e8;
const NANOSECONDS: { readonly [unit: string]: number } = {
  h: 3600e9,
  m: 60e9,
  s: 1e9,
  ms: 1e6,
  µs: 1e3,
  ns: 1,
};

/** Nanoseconds of the clock; -1 for the time of something that has not happened. */
function readTime(text: string): number {
  const [, seconds = '', fraction = ''] = /^(.*:\d\d)(?:\.(\d+))?Z$/.exec(text) ?? [];
  const since = Date.parse(`${seconds}Z`) / 1000 - START_SECONDS;
  return since < 0 ? -1 : since * 1e9 + Number(fraction.padEnd(9, '0'));
}

function readDuration(text: string): number {
  const parts = text.matchAll(/([\d.]{1,20})(h|ms|m|s|µs|ns)/g);
  const amounts = [...parts].map(
    ([, amount, unit]) => Number(amount) * (NANOSECONDS[unit as string] as number),
  );
  return Math.round(amounts.reduce((sum, each) => sum + each, 0));
}

/** Units of work. */
function readWork(text: string): number {
  return Math.round(Number(text.slice(0, -'ss'.length)) * UNITS_PER_SECOND);
}

const work = (seatSeconds: number): number => Math.round(seatSeconds * UNITS_PER_SECOND);

/** The rows without their header, with all amounts as numbers of our units. */
export function readDump({ priority_levels, queues, requests }: DumpRows): string[] {
  const read = (rows: readonly string[], readers: { readonly [column: string]: Reader }) =>
    rows.slice(1).map((row) => {
      const columns = row.split(',');
      return columns.map((cell, column) => readers[column]?.(cell) ?? cell).join();
    });
  return [
    ...read(priority_levels, {}),
    ...read(queues, { 5: readWork, 8: readWork }),
    ...read(requests, { 5: readTime, 8: readDuration, 9: readTime }),
  ].sort();
}

type Reader = (text: string) => number;

/** Our dump as the same rows. */
export function dumpRows({ priorityLevels }: ApfDump): string[] {
  return Object.entries(priorityLevels)
    .flatMap(([name, level]) => [
      [
        ...[name, level?.activeQueues, level?.isIdle, level?.isQuiescing],
        ...[level?.waitingRequests, level?.executingRequests, level?.dispatchedRequests],
        // Timed-out requests count as cancelled.
        ...[level?.rejectedRequests, 0, level?.cancelledRequests],
      ],
      ...(level?.queues ?? []).map((queue, index) => [
        ...[name, index, queue.pendingRequests, queue.executingRequests, queue.seatsInUse],
        ...[work(queue.nextDispatchR), queue.initialSeatsSum, queue.maxSeatsSum],
        work(queue.totalWorkSum),
      ]),
      ...(level?.requests ?? []).map((request) => {
        const {
          verb,
          path,
          namespace,
          name: object,
          ...info
        }: Partial<RequestInfo> = request.requestInfo ?? {};
        const { apiGroup, apiVersion, resource, subresource } = info;
        return [
          ...[name, request.flowSchema, request.queueIndex, request.requestIndexInQueue],
          ...[request.flowDistinguisher, request.arrivalNs, request.initialSeats],
          ...[request.finalSeats, request.additionalLatencyNs, request.startNs],
          ...[request.userName, verb, path, namespace, object],
          apiGroup ? `${apiGroup}/${apiVersion ?? ''}` : apiVersion,
          ...[resource, subresource],
        ];
      }),
    ])
    .map((row) => row.join())
    .sort();
}
