import { auditRequestReader } from '@kubesem/apf-simulator';
import { type Command, Option } from 'commander';
import { type CommandContext, FAILED, OK, requireOneStdin, usageError } from '../../../context.js';
import { jsonIn, type LinesRead, readLines } from '../../../io/lines.js';
import type { Terminal } from '../../../io/terminal.js';
import {
  positiveOption,
  withApfConfiguration,
  withColumns,
  withTable,
  withUser,
} from '../../../options.js';
import { writeErrors, writeProblems } from '../../../output/problems.js';
import { renderTable } from '../../../output/table/render.js';
import { writeResult } from '../../../output/write.js';
import {
  type ApfFlags,
  type ReadApfConfiguration,
  readApfConfiguration,
  schemaName,
} from '../configuration.js';
import { readRequestOf, requireUser, type UserFlags, type WrittenRequest } from '../requests.js';
import {
  type ClassifiedLine,
  classifier,
  countBySchema,
  plainLine,
  type WorkFlags,
} from './model.js';
import { classifiedTable, countsTable, renderClassifiedOne } from './render.js';
import { readRequestLine } from './request-lines.js';

/** The flags of `kubesem apf classify`. */
interface ClassifyFlags extends ApfFlags, UserFlags, WorkFlags {
  /** A file with requests. */
  readonly requests?: string | undefined;
  /** A file with events. */
  readonly auditLog?: string | undefined;
}

const EXAMPLES = `
Examples:
  kubesem apf classify --user jane --group devs GET /api/v1/pods
  kubesem apf classify --user jane --objects 5000 --object-bytes 4000 \\
    GET /api/v1/pods
  kubesem apf classify -f apf.yaml --requests requests.txt
  kubesem apf classify -f apf.yaml --audit-log audit.log -o json

A file with requests has one request per line. A line can name its own user and
groups; other lines use those of the command line:
  GET /api/v1/namespaces/prod/pods?limit=500
  POST /api/v1/namespaces system:serviceaccount:ci:runner
  DELETE /apis/apps/v1/deployments jane devs,ops

Without --objects, a list counts as one seat.`;

/** Adds `kubesem apf classify`. */
export function addClassify(apf: Command, { terminal, finish }: CommandContext): void {
  withColumns(
    withTable(withUser(withApfConfiguration(apf.command('classify'))), 'name'),
    'flow-schema',
    'level',
    'flow',
    'seats',
    'request',
    'requests',
    '%',
    'flows',
  )
    .description('Show the flow schema, priority level and seats of requests')
    .argument('[METHOD]', 'HTTP method, such as GET')
    .argument('[URL]', 'Path and query (if omitted, requests are read from standard input)')
    .option('--requests <FILE>', 'File with requests, or - for standard input')
    .addOption(
      new Option(
        '--audit-log <FILE>',
        'Count the requests of an audit log (- for standard input)',
      ).conflicts('requests'),
    )
    .addOption(positiveOption('--objects <N>', 'Number of objects of the resource'))
    .addOption(positiveOption('--object-bytes <N>', 'Average size of an object, in bytes'))
    .addOption(positiveOption('--watches <N>', 'Number of watches that a write notifies'))
    .addHelpText('after', EXAMPLES)
    .action(
      async (
        method: string | undefined,
        url: string | undefined,
        flags: ClassifyFlags,
        command: Command,
      ) => {
        requireRequests(method, url, flags, command, terminal);
        finish(await classify(method, url, flags, terminal));
      },
    );
}

function requireRequests(
  method: string | undefined,
  url: string | undefined,
  flags: ClassifyFlags,
  command: Command,
  { stdin }: Terminal,
): void {
  const { requests, auditLog, user, group, filename = [] } = flags;
  const file = auditLog ?? requests;
  if (method === undefined) {
    if (file === undefined && stdin.isTTY) {
      usageError(command, 'no requests; pass METHOD and URL, or pipe requests to standard input');
    }
    if (auditLog !== undefined && (user !== undefined || group !== undefined)) {
      usageError(command, '--audit-log has the user of each request; omit --user and --group');
    }
    requireOneStdin([file ?? '-', ...filename], command);
    return;
  }
  if (url === undefined) {
    usageError(command, 'missing URL; pass METHOD and URL, such as GET /api/v1/pods');
  }
  if (file !== undefined) {
    usageError(command, 'pass either a request or a file with requests, not both');
  }
  requireOneStdin(filename, command);
  requireUser(flags, command);
}

async function classify(
  method: string | undefined,
  url: string | undefined,
  flags: ClassifyFlags,
  terminal: Terminal,
): Promise<number> {
  if (method !== undefined && url !== undefined) {
    return classifyOne(method, url, flags, terminal);
  }
  return flags.auditLog === undefined
    ? classifyLines(flags.requests ?? '-', flags, terminal)
    : countEvents(flags.auditLog, flags, terminal);
}

async function classifyOne(
  method: string,
  url: string,
  flags: ClassifyFlags,
  terminal: Terminal,
): Promise<number> {
  const read = await readRequestOf(method, url, flags, terminal);
  if (read === undefined) {
    return FAILED;
  }
  const { written, configuration } = read;
  const result = { ...written, ...classifier(configuration, flags)(written.request, url) };
  const { problems, isBroken } = configuration;
  writeResult(flags, terminal, {
    text: ({ colors }) => renderClassifiedOne(result, colors),
    table: () => classifiedTable([result]),
    names: () => namesOf([result]),
    model: () => ({ ...plainLine(result), problems }),
  });
  return isBroken ? FAILED : OK;
}

async function classifyLines(
  path: string,
  flags: ClassifyFlags,
  terminal: Terminal,
): Promise<number> {
  const requests: WrittenRequest[] = [];
  const read = await readLines(path, terminal, (text, line) => {
    const found = readRequestLine(text, line, flags);
    if (typeof found === 'object') {
      requests.push(found);
    }
    return typeof found === 'string' ? { code: 'INVALID_REQUEST', message: found } : undefined;
  });
  if (!read.isComplete) {
    writeErrors(read.errors, terminal);
    return FAILED;
  }
  const configuration = await readApfConfiguration(flags, terminal);
  const find = classifier(configuration, flags);
  const results = requests.map((one) => ({ ...one, ...find(one.request, one.url) }));
  const table = classifiedTable(results);
  writeResult(flags, terminal, {
    text: (layout) => (results.length > 0 ? renderTable(table, layout) : ''),
    table: () => table,
    names: () => namesOf(results),
    model: () => ({
      requests: results.map(plainLine),
      problems: [...configuration.problems, ...read.problems],
    }),
  });
  return statusOf(read, results.length, configuration, terminal);
}

async function countEvents(
  path: string,
  flags: ClassifyFlags,
  terminal: Terminal,
): Promise<number> {
  const reader = auditRequestReader();
  const read = await readLines(path, terminal, (line) => reader.add(jsonIn(line)));
  if (!read.isComplete) {
    writeErrors(read.errors, terminal);
    return FAILED;
  }
  const requests = reader.finish();
  const configuration = await readApfConfiguration(flags, terminal);
  const counts = countBySchema(requests, classifier(configuration, flags));
  const table = countsTable(counts, requests.length);
  writeResult(flags, terminal, {
    text: (layout) => (counts.length > 0 ? renderTable(table, layout) : ''),
    table: () => table,
    names: () => counts.flatMap(({ flowSchema }) => flowSchema ?? []).map(schemaName),
    model: () => ({
      requests: requests.length,
      counts,
      problems: [...configuration.problems, ...read.problems],
    }),
  });
  return statusOf(read, requests.length, configuration, terminal);
}

/** The flow schemas of requests, each once. */
function namesOf(requests: readonly ClassifiedLine[]): string[] {
  const subject = requests.flatMap((one) => (one.isSubject ? [one.flowSchema] : []));
  return [...new Set(subject)].map(schemaName);
}

function statusOf(
  { file, invalid, problems, errors }: LinesRead,
  found: number,
  { isBroken }: ReadApfConfiguration,
  terminal: Terminal,
): number {
  const isEmpty = found + invalid === 0;
  writeProblems(problems, terminal);
  writeErrors([...errors, ...(isEmpty ? [`${file}: no requests found`] : [])], terminal);
  return isBroken || isEmpty || invalid > 0 ? FAILED : OK;
}
