import { effectiveClassifier, isSubjectToApf, type RequestDigest } from '@kubesem/apf';
import { type AuditedRequest, auditRequestReader } from '@kubesem/apf-simulator';
import { type Column, column, numbers, tableOf } from '../../frame/columns.js';
import { type AddCommand, type Answer, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { UsageError } from '../../frame/input.js';
import { jsonIn, type LinesRead, readLines } from '../../io/lines.js';
import type { Input } from '../../io/objects.js';
import type { Terminal } from '../../io/terminal.js';
import type { Colors } from '../../output/colors.js';
import { visible } from '../../output/text.js';
import {
  APF_FLAGS,
  apfReads,
  type ReadApfConfiguration,
  readApfConfiguration,
  schemaName,
} from './configuration.js';
import {
  readRequestLine,
  renderNotSubject,
  requestHeading,
  requestOf,
  requireUser,
  USER_FLAGS,
  type WrittenRequest,
} from './requests.js';

const EXAMPLES = `
Examples:
  kubesem apf classify --user jane --group devs GET /api/v1/pods
  kubesem apf classify --user jane --objects 5000 --object-bytes 4000 \\
    GET /api/v1/pods
  kubesem apf classify -f apf.yaml --requests requests.txt
  kubesem apf classify -f apf.yaml --audit-log audit.log -o json

A file with requests has one request per line. A line can name its own user and
groups; other lines use the user and groups of the command line:
  GET /api/v1/namespaces/prod/pods?limit=500
  POST /api/v1/namespaces system:serviceaccount:ci:runner
  DELETE /apis/apps/v1/deployments jane devs,ops

Without --objects, a list occupies one seat.`;

const COLUMNS: readonly Column<ClassifiedLine>[] = [
  column('FLOW SCHEMA', (one) => (one.isSubject ? one.flowSchema : 'not subject')),
  column('LEVEL', (one) => (one.isSubject ? one.priorityLevel : undefined), { drop: 2 }),
  column('FLOW', (one) => (one.isSubject ? one.flowDistinguisher : undefined), { drop: 1 }),
  numbers('SEATS', (one) => (one.isSubject ? seatsOf(one) : undefined)),
  column('REQUEST', ({ method, url }) => `${method} ${url}`),
];

function seatsOf({ workEstimate: { initialSeats, finalSeats } }: ClassifiedLine): string {
  return finalSeats === 0 ? `${initialSeats}` : `${initialSeats} + ${finalSeats}`;
}

/** How many requests match each flow schema. */
function countColumns(total: number): readonly Column<SchemaCount>[] {
  return [
    numbers('REQUESTS', ({ requests }) => requests),
    numbers('%', ({ requests }) => ((100 * requests) / total).toFixed(1)),
    numbers('SEATS', ({ seats }) => seats, { drop: 2 }),
    numbers('FLOWS', ({ flows }) => flows, { drop: 1 }),
    column(
      'FLOW SCHEMA',
      ({ flowSchema }) => flowSchema ?? 'not subject (long-running or unauthenticated)',
    ),
    column('LEVEL', ({ priorityLevel }) => priorityLevel, { drop: 3 }),
  ];
}

const ARGUMENTS = {
  method: flags.argument('[METHOD]', 'HTTP method, such as GET'),
  url: flags.argument(
    '[URL]',
    'Path and query (if omitted, requests are read from standard input)',
  ),
};
const FLAGS = {
  ...APF_FLAGS,
  ...USER_FLAGS,
  ...flags.table('name'),
  requests: flags.value('--requests <FILE>', 'File with requests, or - for standard input'),
  auditLog: flags.value(
    '--audit-log <FILE>',
    'Count the requests of an audit log (- for standard input)',
    undefined,
    { conflicts: ['requests'] },
  ),
  objects: flags.positive('--objects <N>', 'Number of objects of the resource'),
  objectBytes: flags.positive('--object-bytes <N>', 'Average size of an object, in bytes'),
  watches: flags.positive('--watches <N>', 'Number of watches that a write notifies'),
};

type Asked = flags.ValuesOf<typeof ARGUMENTS> & flags.ValuesOf<typeof FLAGS>;
type AskedInput = Asked & { readonly input: Input };

/** `kubesem apf classify`. */
export const classify: AddCommand = command({
  name: 'classify',
  summary: 'Show the flow schema, priority level and seats of requests',
  help: EXAMPLES,
  arguments: ARGUMENTS,
  flags: FLAGS,
  columns: [...COLUMNS, ...countColumns(0)],
  reads: (asked) => {
    requireRequests(asked);
    return { ...apfReads(asked), files: [linesOf(asked)] };
  },
  answer: async (asked, terminal) => {
    const { auditLog } = asked;
    const path = linesOf(asked);
    if (path === undefined) {
      return classifyOne(asked, terminal);
    }
    if (auditLog === undefined && asked.requests === undefined && terminal.stdin.isTTY) {
      throw new UsageError('no requests; pass METHOD and URL, or pipe requests to standard input');
    }
    return auditLog === undefined
      ? classifyLines(path, asked, terminal)
      : countEvents(path, asked, terminal);
  },
});

/** The file with requests or events; undefined if the command line has the request. */
function linesOf({ method, auditLog, requests }: Asked): string | undefined {
  return method === undefined ? (auditLog ?? requests ?? '-') : undefined;
}

function requireRequests(asked: Asked): void {
  const { method, url, requests, auditLog, user, group } = asked;
  if (method === undefined) {
    if (auditLog !== undefined && (user !== undefined || group.length > 0)) {
      throw new UsageError('--audit-log has the user of each request; omit --user and --group');
    }
    return;
  }
  if (url === undefined) {
    throw new UsageError('missing URL; pass METHOD and URL, such as GET /api/v1/pods');
  }
  if ((auditLog ?? requests) !== undefined) {
    throw new UsageError('pass either a request or a file with requests, not both');
  }
  requireUser(asked);
}

/** A request, and how a server treats it. */
type ClassifiedLine = WrittenRequest & Classified;
type Classified = ReturnType<ReturnType<typeof classifier>>;

/**
 * Prepares the classification of requests, with what is known about their work. It assumes a current etcd, so that the watch
 * cache answers consistent lists.
 */
function classifier(configuration: ReadApfConfiguration, asked: Asked) {
  const { objects: objectCount, objectBytes: averageObjectBytes, watches } = asked;
  const objects = objectCount === undefined ? undefined : { objectCount, averageObjectBytes };
  const classify = effectiveClassifier(configuration, { objects, watches });
  return <R extends { readonly request: RequestDigest; readonly url: string }>(written: R) => ({
    ...written,
    /** Whether API Priority and Fairness handles it. */
    isSubject: isSubjectToApf(written.request.requestInfo),
    ...classify(written.request, written.url),
  });
}

/** A request for programs. */
function plainLine({ line, method, url, request, ...found }: ClassifiedLine): object {
  return { line, method, url, ...request, ...found };
}

/** The requests that match a flow schema. */
interface SchemaCount {
  /** Absent for requests that API Priority and Fairness does not handle. */
  flowSchema?: string;
  priorityLevel?: string;
  requests: number;
  /** The number of flows among them. */
  flows?: number;
  /** The seats of all of them together, without those of the end of a write. */
  seats?: number;
}

/** Counts requests by flow schema: the most frequent first, those that no flow schema handles last. */
function countBySchema(
  requests: readonly AuditedRequest[],
  classify: (written: AuditedRequest) => Classified,
): readonly SchemaCount[] {
  const bySchema = new Map<
    string,
    { readonly count: Required<SchemaCount>; readonly flows: Set<string> }
  >();
  let others = 0;
  for (const each of requests) {
    const { isSubject, flowSchema, priorityLevel, flowDistinguisher, workEstimate } =
      classify(each);
    // The server rejects unauthenticated requests before it classifies them.
    if (!isSubject || each.request.user.name === '') {
      others += 1;
      continue;
    }
    const { count, flows } = bySchema.get(flowSchema) ?? {
      count: { flowSchema, priorityLevel, requests: 0, flows: 0, seats: 0 },
      flows: new Set(),
    };
    bySchema.set(flowSchema, { count, flows: flows.add(flowDistinguisher) });
    count.requests += 1;
    count.flows = flows.size;
    count.seats += workEstimate.initialSeats;
  }
  const counts: SchemaCount[] = [...bySchema.values()].map(({ count }) => count);
  counts.sort((a, b) => b.requests - a.requests);
  return others === 0 ? counts : [...counts, { requests: others }];
}

async function classifyOne(asked: AskedInput, terminal: Terminal): Promise<Answer> {
  const { method = '', url = '' } = asked;
  const written = requestOf(method, url, asked);
  const read = await readApfConfiguration(asked, terminal);
  const { problems, errors, remarks } = read;
  const result = classifier(read, asked)(written);
  return {
    table: tableOf(COLUMNS, [result]),
    text: ({ colors }) => renderClassified(result, colors),
    names: () => namesOf([result]),
    model: () => ({ ...plainLine(result), problems }),
    ...{ problems, errors, remarks },
  };
}

async function classifyLines(path: string, asked: AskedInput, terminal: Terminal): Promise<Answer> {
  const requests: WrittenRequest[] = [];
  const lines = await readLines(path, terminal, (text, line) => {
    const found = readRequestLine(text, line, asked);
    if (typeof found === 'object') {
      requests.push(found);
    }
    return typeof found === 'string' ? { code: 'INVALID_REQUEST', message: found } : undefined;
  });
  if (!lines.isComplete) {
    return { errors: lines.errors };
  }
  const read = await readApfConfiguration(asked, terminal);
  const results = requests.map(classifier(read, asked));
  const found = foundIn(lines, results.length, read);
  return {
    table: tableOf(COLUMNS, results),
    names: () => namesOf(results),
    model: () => ({ requests: results.map(plainLine), problems: found.problems }),
    ...found,
  };
}

async function countEvents(path: string, asked: AskedInput, terminal: Terminal): Promise<Answer> {
  const reader = auditRequestReader();
  const lines = await readLines(path, terminal, (line) => reader.add(jsonIn(line)));
  if (!lines.isComplete) {
    return { errors: lines.errors };
  }
  const requests = reader.finish();
  const read = await readApfConfiguration(asked, terminal);
  const counts = countBySchema(requests, classifier(read, asked));
  const found = foundIn(lines, requests.length, read);
  return {
    table: tableOf(countColumns(requests.length), counts),
    names: () => counts.flatMap(({ flowSchema }) => flowSchema ?? []).map(schemaName),
    model: () => ({ requests: requests.length, counts, problems: found.problems }),
    ...found,
  };
}

/** The flow schemas of requests, each once. */
function namesOf(requests: readonly ClassifiedLine[]): string[] {
  const subject = requests.flatMap((one) => (one.isSubject ? [one.flowSchema] : []));
  return [...new Set(subject)].map(schemaName);
}

/** What is wrong with the configuration and the lines. */
function foundIn(
  { file, invalid, problems, errors }: LinesRead,
  requests: number,
  read: ReadApfConfiguration,
): Required<Pick<Answer, 'problems' | 'errors' | 'remarks'>> {
  const isEmpty = requests + invalid === 0;
  return {
    problems: [...read.problems, ...problems],
    errors: [...read.errors, ...errors, ...(isEmpty ? [`${file}: no requests found`] : [])],
    remarks: read.remarks,
  };
}

/** Shows how a server treats one request. */
function renderClassified(request: ClassifiedLine, colors: Colors): string {
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
