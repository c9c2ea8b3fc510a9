import type { RequestInfo } from '@kubesem/apf';
import type { ClassifiedLine, SchemaCount } from './apf-classify-command.js';
import type { ClassifiedRequest, WrittenRequest } from './apf-requests.js';
import { type Column, renderTable } from './table.js';
import { type Colors, visible } from './terminal.js';

const NONE = '-';

function heads(colors: Colors, names: readonly string[], numeric: readonly string[]): Column[] {
  return names.map((name) => ({
    head: colors.bold(name),
    ...(numeric.includes(name) ? { align: 'right' } : {}),
  }));
}

/** Puts those that the server does not use among those that it does, which are in order already. */
export function inOrder<T extends { readonly matchingPrecedence: number }>(
  schemas: readonly T[],
): readonly T[] {
  return [...schemas].sort((a, b) => a.matchingPrecedence - b.matchingPrecedence);
}

/**
 * Says what is asked, and by whom.
 *
 * @param request - the request
 * @param colors - for the terminal
 * @returns the lines
 */
export function requestHeading({ method, url, request }: WrittenRequest, colors: Colors): string {
  const { user, requestInfo } = request;
  return [
    colors.bold(visible(`${method} ${url}`)),
    `  asks to  ${visible(whatIsAsked(requestInfo))}`,
    `  as       ${visible(user.name)}`,
    `  in       ${user.groups?.map(visible).join(', ')}`,
    '',
  ].join('\n');
}

function whatIsAsked(info: RequestInfo): string {
  const { isResourceRequest, verb, path } = info;
  if (!isResourceRequest) {
    return `${verb} ${path}`;
  }
  const { apiGroup = '', resource = '', subresource = '', namespace = '', name = '' } = info;
  const group = apiGroup === '' ? '' : `.${apiGroup}`;
  const what = `${resource}${group}${subresource === '' ? '' : `/${subresource}`}`;
  const which = name === '' ? '' : ` ${name}`;
  return `${verb || 'do something unknown to'} ${what}${which}${namespace === '' ? '' : ` in ${namespace}`}`;
}

/**
 * Says that priority and fairness does not look at a request.
 *
 * @param request - the request
 * @param colors - for the terminal
 * @returns the lines
 */
export function renderNotSubject(request: WrittenRequest, colors: Colors): string {
  return `${requestHeading(request, colors)}  not subject to priority and fairness: it may run for long\n`;
}

/**
 * Tells what becomes of one request.
 *
 * @param request - the request
 * @param colors - for the terminal
 * @returns the lines
 */
export function renderClassifiedOne(request: ClassifiedLine, colors: Colors): string {
  if (!request.isSubject) {
    return renderNotSubject(request, colors);
  }
  const { flowSchema, priorityLevel, flowDistinguisher, workEstimate } = request;
  const { finalSeats, additionalLatencyNs } = workEstimate;
  const isWatch = request.request.requestInfo.verb === 'watch';
  const rows = [
    ['flow schema', flowSchema],
    ['level', priorityLevel],
    ['flow', flowDistinguisher === '' ? 'all requests of the schema are one' : flowDistinguisher],
    ['seats', `${workEstimate.initialSeats}${isWatch ? ' until the watch is initialised' : ''}`],
    ...(finalSeats === 0
      ? []
      : [['at the end', `${finalSeats} seats for ${additionalLatencyNs / 1e6} ms more`]]),
  ];
  const lines = rows.map(([name = '', value = '']) => `  ${name.padEnd(11)}  ${visible(value)}\n`);
  return `${requestHeading(request, colors)}\n${lines.join('')}`;
}

/**
 * Lays out one line for each request.
 *
 * @param requests - the requests
 * @param colors - for the terminal
 * @returns the table
 */
export function renderClassified(requests: readonly ClassifiedLine[], colors: Colors): string {
  return renderTable(
    heads(colors, ['FLOW SCHEMA', 'LEVEL', 'FLOW', 'SEATS', 'REQUEST'], ['SEATS']),
    requests.map((one) => {
      const { method, url, isSubject } = one;
      const { flowSchema, priorityLevel, flowDistinguisher } = one;
      return [
        ...(isSubject
          ? [flowSchema, priorityLevel, flowDistinguisher || NONE, seatsOf(one)]
          : ['not subject', NONE, NONE, NONE]),
        `${method} ${url}`,
      ].map(visible);
    }),
  );
}

function seatsOf({ workEstimate: { initialSeats, finalSeats } }: ClassifiedRequest): string {
  return finalSeats === 0 ? `${initialSeats}` : `${initialSeats} + ${finalSeats}`;
}

/**
 * Lays out how many requests hit each schema.
 *
 * @param counts - of each schema
 * @param total - of all requests
 * @param colors - for the terminal
 * @returns the table
 */
export function renderCounts(
  counts: readonly SchemaCount[],
  total: number,
  colors: Colors,
): string {
  const names = ['REQUESTS', '%', 'SEATS', 'FLOWS', 'FLOW SCHEMA', 'LEVEL'];
  return renderTable(
    heads(colors, names, ['REQUESTS', '%', 'SEATS', 'FLOWS']),
    counts.map(({ flowSchema, priorityLevel = NONE, requests, flows, seats }) => [
      `${requests}`,
      ((100 * requests) / total).toFixed(1),
      `${seats ?? NONE}`,
      `${flows ?? NONE}`,
      visible(flowSchema ?? 'not subject: may run for long, or of nobody'),
      visible(priorityLevel),
    ]),
  );
}
