import { appendAll, objectOf } from '@kubesem/core';
import { LIMIT_RANGE, POD, RESOURCE_QUOTA, RUNTIME_CLASS } from '@kubesem/core/kinds';
import {
  createInspection,
  type LimitRangeReport,
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
import { ExistingObjects } from '../../io/cluster/existing.js';
import {
  ifUnlisted,
  RUNTIME_CLASS_RESOURCES,
  WORKLOAD_RESOURCES,
} from '../../io/cluster/resources.js';
import { requireListed } from '../../io/no-answer.js';
import { collect, type Input, inputSources, readInputCluster } from '../../io/objects.js';
import { readSources } from '../../io/read.js';
import { findSources, type Source } from '../../io/sources.js';
import type { Terminal } from '../../io/terminal.js';
import {
  currentTime,
  nowOption,
  pathsArgument,
  repeatable,
  withColumns,
  withInput,
  withTable,
} from '../../options.js';
import { notFound } from '../../output/not-found.js';
import { writeErrors, writeNotes, writeProblems } from '../../output/problems.js';
import { renderTable } from '../../output/table/render.js';
import type { Layout } from '../../output/table/table.js';
import { resourceName } from '../../output/text.js';
import { isText, type OutputFlags, writeResult } from '../../output/write.js';
import { quotaNotes } from './notes.js';
import { limitRangeTable, quotaTable, renderVerdicts } from './render.js';

/** The flags of `kubesem quota`. */
interface QuotaFlags extends OutputFlags, InputFlags {
  /** Files with the objects to create. */
  readonly admit?: readonly string[] | undefined;
  /** Whether to show only the tightest quota of each resource. */
  readonly tightest?: boolean | undefined;
  /** A time. */
  readonly now?: string | undefined;
}

/** What `kubesem quota` reports. */
interface QuotaModel {
  /** Absent if there are none. */
  readonly limitRanges?: readonly LimitRangeReport[] | undefined;
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
a quota without one is counted from the objects of PATH. A namespace that has
only LimitRanges is shown with these.

Every quota of a namespace must admit an object, so the one with the least left
decides. --tightest shows only this one for each resource and set of scopes.

With --admit, the objects are created in the order of the files, with the
defaults of the API server and of the LimitRanges. What validation or a
LimitRange rejects uses no quota. Of an object that PATH or the cluster holds
already, only what the update changes is counted: a new Pod template replaces
the Pods step by step, as the update strategy allows. "room for" is how many
such objects or Pods the quotas still admit.

Exit status: 0 if the quotas admit everything, 1 if Kubernetes rejects an object
or Pod, a file cannot be read or there are neither quotas nor LimitRanges, 2 if
the command line is wrong.`;

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
    ...['limitrange', 'type', 'min', 'max', 'default-request', 'default-limit', 'max-ratio'],
  )
    .description('Show how full quotas are, and what they do with new objects')
    .addArgument(pathsArgument())
    .addOption(repeatable('--admit <PATH>', 'Objects to create: file, folder, or -'))
    .option('--tightest', 'Of quotas for the same objects, show the one with the least left')
    .addOption(nowOption('Time at which Pods that are being deleted are counted'))
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], flags: QuotaFlags, command: Command) => {
      const files = [...paths, ...(flags.filename ?? []), ...(flags.admit ?? [])];
      const decisive = flags.admit === undefined ? [RESOURCE_QUOTA.kind, POD.kind] : undefined;
      const resources = [
        ...(files.length > 0 ? RUNTIME_CLASS_RESOURCES : []),
        ...ifUnlisted(WORKLOAD_RESOURCES, 'NO_ANSWER', decisive).map((resource) =>
          resource.kind === LIMIT_RANGE.kind
            ? resource
            : { unlisted: 'WARNING' as const, ...resource },
        ),
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
  const { quotas, limitRanges = [], quotaVerdicts, problems } = model;
  if (quotas.length + limitRanges.length + errors.length === 0) {
    errors.push(notFound(input, 'ResourceQuotas or LimitRanges'));
  }
  const tableOf = (wide: boolean, layout: Layout) =>
    quotas.length === 0 && limitRanges.length > 0
      ? limitRangeTable(limitRanges, wide)
      : quotaTable(quotas, { wide, tightest }, layout);
  writeResult(flags, terminal, {
    text: (layout) => {
      const verdicts = renderVerdicts(quotaVerdicts, layout.colors);
      const table = tableOf(output === 'wide', layout);
      const text = table.rows.length === 0 ? '' : renderTable(table, layout);
      return [text, verdicts].filter((part) => part !== '').join('\n');
    },
    table: (layout) => tableOf(true, layout),
    names: () =>
      (quotas.length > 0 ? quotas : limitRanges).map(({ apiVersion, kind, name }) =>
        resourceName({ apiVersion, kind, name }),
      ),
    model: () => model,
  });
  writeNotes(isText(flags) ? notesOn(model, admit !== undefined) : [], terminal);
  // The verdicts have the messages of the quotas.
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
  { admit = [], now = currentTime() }: QuotaFlags,
  terminal: Terminal,
): Promise<{ readonly model: QuotaModel; readonly errors: string[] }> {
  const state = inputSources(input);
  const created = admit.length === 0 ? { sources: [], errors: [] } : findSources(admit);
  const isCreated = new Set(created.sources.map(({ name }) => name));
  const sources = new Map<string, Source>(
    [...state.sources, ...created.sources].map((source) => [source.file, source]),
  );
  let hasClass = false;
  const inspection = createInspection({
    amountsOnly: true,
    now,
    exists: ({ file }) => !isCreated.has(file),
    ...(admit.length > 0 && {
      onPod: ({ spec }, { file }) => {
        hasClass ||= isCreated.has(file) && Boolean(objectOf(spec).runtimeClassName);
      },
    }),
  });
  const collector = new ExistingObjects(inspection, ({ file }) => isCreated.has(file), input);
  const unreadable = await readSources([...sources.values()], terminal, (source) =>
    collect(source, collector, input.namespace),
  );
  appendAll(unreadable, await readInputCluster(input, terminal, collector));
  if (unreadable.length === 0) {
    appendAll(unreadable, await collector.read(terminal, 'NO_ANSWER'));
  }
  const { objects, problems, limitRanges, quotas = [], quotaVerdicts = [] } = inspection.report();
  if (hasClass) {
    requireListed(terminal, RUNTIME_CLASS.kind);
  }
  const all = [...problems, ...objects.flatMap((object) => object.problems)];
  const model = {
    limitRanges,
    quotas,
    quotaVerdicts,
    problems: all.filter(({ severity }) => severity === 'error'),
  };
  return { model, errors: [...state.errors, ...created.errors, ...unreadable] };
}

function* notesOn(model: QuotaModel, admits: boolean): Generator<string, void> {
  const { quotas, limitRanges = [], quotaVerdicts } = model;
  yield* quotaNotes(model);
  if (admits && quotas.length + limitRanges.length > 0 && quotaVerdicts.length === 0) {
    yield 'No quota limits the new objects.';
  }
}
