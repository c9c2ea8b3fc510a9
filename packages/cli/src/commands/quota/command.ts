import {
  createInspection,
  type Problem,
  type QuotaReport,
  type QuotaVerdict,
} from '@kubesem/inspect';
import type { Command } from 'commander';
import { type CommandContext, FAILED, OK, requireInput, requireOneStdin } from '../../context.js';
import { collect } from '../../io/objects.js';
import { readSources } from '../../io/read.js';
import { findSources, type Source } from '../../io/sources.js';
import type { Terminal } from '../../io/terminal.js';
import { namespaceOption, outputOption, pathsArgument, repeatable } from '../../options.js';
import { writeErrors, writeNotes, writeProblems } from '../../output/problems.js';
import { renderModel } from '../../output/structured.js';
import { count } from '../../output/text.js';
import { renderQuotas, renderVerdicts } from './render.js';

/** The flags of `kubesem quota`. */
interface QuotaFlags {
  readonly output: 'table' | 'wide' | 'json' | 'yaml';
  /** Files with the objects to create. */
  readonly admit?: readonly string[] | undefined;
  readonly namespace?: string | undefined;
}

/** What `kubesem quota` reports. */
interface QuotaModel {
  readonly quotas: readonly QuotaReport[];
  readonly quotaVerdicts: readonly QuotaVerdict[];
  /** Errors only: warnings about images and limits do not concern quotas. */
  readonly problems: readonly Problem[];
}

const EXAMPLES = `
Examples:
  kubectl get resourcequotas -A -o json | kubesem quota
                                        How full each quota is
  kubectl get quota,limits -o yaml | kubesem quota --admit deploy.yaml
                                        What the quotas do with new objects
  kubesem quota namespace/ -o wide      Where the usage is from

PATH is the state of the namespaces: quotas, LimitRanges and objects. A quota
with a status is compared with its status, as the API server does. The usage of
a quota without one is counted from the objects of PATH.

With --admit, the objects are created in the order of the files, with the
defaults of the API server and of the LimitRanges. "room for" is how many such
objects or Pods the quotas still admit.

Exit status: 0 if the quotas admit everything, 1 if Kubernetes rejects an object
or Pod, a file cannot be read or there are no quotas, 2 if the command line is
wrong.`;

/** Adds `kubesem quota`. */
export function addQuota(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('quota')
    .description('Show how full quotas are, and what they do with new objects')
    .addArgument(pathsArgument())
    .addOption(repeatable('--admit <PATH>', 'Objects to create: file, folder, or -'))
    .addOption(namespaceOption())
    .addOption(outputOption('table', 'wide', 'json', 'yaml'))
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], flags: QuotaFlags, command: Command) => {
      requireInput(paths, command, terminal);
      requireOneStdin([...(paths.length === 0 ? ['-'] : paths), ...(flags.admit ?? [])], command);
      finish(await quota(paths, flags, terminal));
    });
}

async function quota(
  paths: readonly string[],
  flags: QuotaFlags,
  terminal: Terminal,
): Promise<number> {
  const { output, admit } = flags;
  const { model, errors } = await readQuotas(paths, flags, terminal);
  const { quotas, quotaVerdicts, problems } = model;
  if (quotas.length === 0 && errors.length === 0) {
    errors.push('no ResourceQuotas found');
  }
  const { stdout } = terminal;
  if (output === 'json' || output === 'yaml') {
    stdout.write(renderModel(model, output));
  } else {
    const options = { wide: output === 'wide', bars: stdout.isTerminal };
    const verdicts = renderVerdicts(quotaVerdicts, stdout.colors);
    const table = renderQuotas(quotas, options, stdout.colors);
    stdout.write([table, verdicts].filter((text) => text !== '').join('\n'));
    writeNotes(notesOn(model, admit !== undefined), terminal);
  }
  // The verdicts have the other messages of the API server.
  const known = new Set(quotaVerdicts.map(({ message }) => message));
  const shown = problems.filter(
    ({ message }) => !known.has(message.slice(0, message.lastIndexOf('; the API server'))),
  );
  writeProblems(output === 'json' || output === 'yaml' ? problems : shown, terminal);
  writeErrors(errors, terminal);
  return problems.length > 0 || errors.length > 0 ? FAILED : OK;
}

async function readQuotas(
  paths: readonly string[],
  { admit = [], namespace }: QuotaFlags,
  terminal: Terminal,
): Promise<{ readonly model: QuotaModel; readonly errors: string[] }> {
  const state = findSources(paths);
  const created = admit.length === 0 ? { sources: [], errors: [] } : findSources(admit);
  const isCreated = new Set(created.sources.map(({ name }) => name));
  const sources = new Map<string, Source>(
    [...state.sources, ...created.sources].map((source) => [source.file, source]),
  );
  const inspection = createInspection({
    amountsOnly: true,
    exists: ({ file }) => !isCreated.has(file),
  });
  const unreadable = await readSources([...sources.values()], terminal, (source) =>
    collect(source, inspection, namespace),
  );
  const { objects, problems, quotas = [], quotaVerdicts = [] } = inspection.report();
  const all = [...problems, ...objects.flatMap((object) => object.problems)];
  const model = {
    quotas,
    quotaVerdicts,
    problems: all.filter(({ severity }) => severity === 'error'),
  };
  return { model, errors: [...state.errors, ...created.errors, ...unreadable] };
}

function* notesOn({ quotas, quotaVerdicts }: QuotaModel, admits: boolean): Generator<string, void> {
  const counted = quotas.filter(({ usageFrom }) => usageFrom === 'objects').length;
  if (counted > 0) {
    yield `${count(counted, 'quota')} without a status: usage counted from the objects of the input`;
  }
  if (admits && quotas.length > 0 && quotaVerdicts.length === 0) {
    yield 'No quota limits the new objects.';
  }
}
