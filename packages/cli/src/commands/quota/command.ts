import {
  createInspection,
  type Problem,
  type QuotaReport,
  type QuotaVerdict,
} from '@kubesem/inspect';
import type { Command } from 'commander';
import {
  type CommandContext,
  FAILED,
  type InputFlags,
  inputOf,
  isStdin,
  OK,
  requireInput,
  requireOneStdin,
} from '../../context.js';
import { RUNTIME_CLASS_RESOURCES, WORKLOAD_RESOURCES } from '../../io/cluster/resources.js';
import { collect, type Input, inputSources, readInputCluster } from '../../io/objects.js';
import { readSources } from '../../io/read.js';
import { findSources, type Source } from '../../io/sources.js';
import type { Terminal } from '../../io/terminal.js';
import { pathsArgument, repeatable, withColumns, withInput, withTable } from '../../options.js';
import { notFound } from '../../output/not-found.js';
import { writeErrors, writeNotes, writeProblems } from '../../output/problems.js';
import { renderTable } from '../../output/table/render.js';
import { count, resourceName } from '../../output/text.js';
import { isText, type OutputFlags, writeResult } from '../../output/write.js';
import { quotaTable, renderVerdicts } from './render.js';

/** The flags of `kubesem quota`. */
interface QuotaFlags extends OutputFlags, InputFlags {
  /** Files with the objects to create. */
  readonly admit?: readonly string[] | undefined;
  /** Whether to show only the tightest quota of each resource. */
  readonly tightest?: boolean | undefined;
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
  kubesem quota --context prod --tightest
                                        What is left for new objects

PATH is the state of the namespaces: quotas, LimitRanges and objects. A quota
with a status is compared with its status, as the API server does. The usage of
a quota without one is counted from the objects of PATH.

Every quota of a namespace must admit an object, so the one with the least left
decides. --tightest shows only this one for each resource and set of scopes.

With --admit, the objects are created in the order of the files, with the
defaults of the API server and of the LimitRanges. "room for" is how many such
objects or Pods the quotas still admit.

Exit status: 0 if the quotas admit everything, 1 if Kubernetes rejects an object
or Pod, a file cannot be read or there are no quotas, 2 if the command line is
wrong.`;

/** Adds `kubesem quota`. */
export function addQuota(program: Command, { terminal, finish }: CommandContext): void {
  withColumns(
    withTable(withInput(program.command('quota')), 'name'),
    'namespace',
    'quota',
    'resource',
    'used',
    'new',
    'hard',
    'left',
    'use',
    'usage-from',
    'location',
  )
    .description('Show how full quotas are, and what they do with new objects')
    .addArgument(pathsArgument())
    .addOption(repeatable('--admit <PATH>', 'Objects to create: file, folder, or -'))
    .option('--tightest', 'Of quotas for the same objects, show the one with the least left')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], flags: QuotaFlags, command: Command) => {
      const files = [...paths, ...(flags.filename ?? []), ...(flags.admit ?? [])];
      const resources = [
        ...(files.length > 0 ? RUNTIME_CLASS_RESOURCES : []),
        ...WORKLOAD_RESOURCES,
      ];
      const input = inputOf(paths, flags, resources, flags.namespace);
      requireInput(input, command, terminal);
      const state = isStdin(input) ? ['-'] : input.paths;
      requireOneStdin([...state, ...(flags.admit ?? [])], command);
      finish(await quota(input, flags, terminal));
    });
}

async function quota(input: Input, flags: QuotaFlags, terminal: Terminal): Promise<number> {
  const { output, admit, tightest = false } = flags;
  const { model, errors } = await readQuotas(input, flags, terminal);
  const { quotas, quotaVerdicts, problems } = model;
  if (quotas.length === 0 && errors.length === 0) {
    errors.push(notFound(input, 'ResourceQuotas'));
  }
  writeResult(flags, terminal, {
    text: (layout) => {
      const verdicts = renderVerdicts(quotaVerdicts, layout.colors);
      const table = quotaTable(quotas, { wide: output === 'wide', tightest }, layout);
      const text = table.rows.length === 0 ? '' : renderTable(table, layout);
      return [text, verdicts].filter((part) => part !== '').join('\n');
    },
    table: (layout) => quotaTable(quotas, { wide: true, tightest }, layout),
    names: () =>
      quotas.map(({ name }) => resourceName({ apiVersion: 'v1', kind: 'ResourceQuota', name })),
    model: () => model,
  });
  writeNotes(isText(flags) ? notesOn(model, admit !== undefined) : [], terminal);
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
  input: Input,
  { admit = [] }: QuotaFlags,
  terminal: Terminal,
): Promise<{ readonly model: QuotaModel; readonly errors: string[] }> {
  const state = inputSources(input);
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
    collect(source, inspection, input.namespace),
  );
  unreadable.push(...(await readInputCluster(input, terminal, inspection)));
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
