import { appendAll, objectOf } from '@kubesem/core/internal';
import { LIMIT_RANGE, POD, RESOURCE_QUOTA, RUNTIME_CLASS } from '@kubesem/core/kinds';
import { createInspection, type LimitRangeReport, type QuotaVerdict } from '@kubesem/inspect';
import {
  type Column,
  column,
  location,
  numbers,
  renderRows,
  tableOf,
} from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { ExistingReader } from '../../io/cluster/existing.js';
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
import type { Colors } from '../../output/colors.js';
import { notFound } from '../../output/not-found.js';
import { count, grouped, objectTitle, resourceName, shorten, visible } from '../../output/text.js';
import { errorsIn } from '../../shared/candidates.js';
import { QUOTA_COLUMNS, quotaLines, quotaNotes } from '../../shared/quotas.js';

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
defaults of the API server and of the LimitRanges. An object that validation or
a LimitRange rejects uses no quota. For an object that PATH or the cluster
already has, only the change is counted: a new Pod template replaces the Pods
step by step, as the update strategy allows. "room for" is the number of such
objects or Pods that the quotas still admit.

Exit status: 0 if the quotas admit everything, 1 if Kubernetes rejects an object
or Pod, a file cannot be read or there are neither quotas nor LimitRanges, 2 if
the command line is wrong.`;

/** What a LimitRange says about a type and a resource, as `kubectl describe limits` prints it. */
type LimitLine = LimitRangeReport['rows'][number] & Omit<LimitRangeReport, 'rows'>;

const LIMIT_COLUMNS: readonly Column<LimitLine>[] = [
  column('NAMESPACE', ({ namespace }) => namespace),
  column('LIMITRANGE', ({ name }) => name),
  column('TYPE', ({ type }) => type),
  column('RESOURCE', ({ resource }) => resource),
  numbers('MIN', ({ min }) => amountText(min)),
  numbers('MAX', ({ max }) => amountText(max)),
  numbers('DEFAULT REQUEST', ({ defaultRequest }) => amountText(defaultRequest)),
  numbers('DEFAULT LIMIT', ({ default: limit }) => amountText(limit)),
  numbers('MAX RATIO', ({ maxLimitRequestRatio: ratio }) => amountText(ratio)),
  location(),
];

function amountText(amount: LimitLine['min']): string | undefined {
  return amount && shorten(`${amount}`);
}

/** `kubesem quota`. */
export const quota: AddCommand = command({
  name: 'quota',
  summary: 'Show how full quotas are, and what they do with new objects',
  help: EXAMPLES,
  arguments: { paths: flags.paths() },
  flags: {
    ...flags.input(),
    ...flags.table('name'),
    admit: flags.repeatable('--admit <PATH>', 'Objects to create: file, folder, or -'),
    tightest: flags.boolean(
      '--tightest',
      'Of quotas for the same objects, show the one with the least left',
    ),
    now: flags.now('Time at which Pods that are being deleted are counted'),
  },
  columns: [...QUOTA_COLUMNS, ...LIMIT_COLUMNS],
  reads: ({ paths, filename, admit, namespace }) => {
    const decisive = admit.length === 0 ? [RESOURCE_QUOTA.kind, POD.kind] : undefined;
    const resources = ifUnlisted(WORKLOAD_RESOURCES, 'NO_ANSWER', decisive).map((resource) =>
      resource.kind === LIMIT_RANGE.kind ? resource : { unlisted: 'WARNING' as const, ...resource },
    );
    const hasFiles = paths.length + filename.length + admit.length > 0;
    return {
      resources: [...(hasFiles ? RUNTIME_CLASS_RESOURCES : []), ...resources],
      only: namespace,
      namespace,
      files: admit,
    };
  },
  answer: async ({ input, admit, now, tightest, output }, terminal) => {
    const { model, errors } = await readQuotas(input, admit, now, terminal);
    const { quotas, limitRanges = [], quotaVerdicts, problems } = model;
    if (quotas.length + limitRanges.length + errors.length === 0) {
      errors.push(notFound(input, 'ResourceQuotas or LimitRanges'));
    }
    const lines = limitRanges.flatMap(({ rows, ...range }) =>
      rows.map((row): LimitLine => ({ ...range, ...row })),
    );
    const isOnlyRanges = quotas.length === 0 && limitRanges.length > 0;
    const uses = quotaLines(quotas, tightest);
    // The verdicts have the messages of the quotas.
    const known = new Set(quotaVerdicts.map(({ message }) => message));
    const shown = problems.filter(
      ({ message }) => !known.has(message.slice(0, message.lastIndexOf('; the API server'))),
    );
    return {
      table: isOnlyRanges ? tableOf(LIMIT_COLUMNS, lines) : tableOf(QUOTA_COLUMNS, uses),
      text: (layout) => {
        const verdicts = renderVerdicts(quotaVerdicts, layout.colors);
        const table = isOnlyRanges
          ? renderRows(LIMIT_COLUMNS, lines, layout)
          : renderRows(QUOTA_COLUMNS, uses, layout);
        return [table, verdicts].filter((part) => part !== '').join('\n');
      },
      names: () => (quotas.length > 0 ? quotas : limitRanges).map(resourceName),
      model: () => model,
      notes: notesOn(model, admit.length > 0),
      problems: output === 'json' || output === 'yaml' ? problems : shown,
      errors,
      isFine: problems.length === 0,
    };
  },
});

async function readQuotas(input: Input, admit: readonly string[], now: string, terminal: Terminal) {
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
  const collector = new ExistingReader(inspection, ({ file }) => isCreated.has(file), input);
  const unreadable = await readSources([...sources.values()], terminal, (source) =>
    collect(source, collector, input.namespace),
  );
  appendAll(unreadable, await readInputCluster(input, terminal, collector));
  if (unreadable.length === 0) {
    appendAll(unreadable, await collector.read(terminal, 'NO_ANSWER'));
  }
  const report = inspection.report();
  const { limitRanges, quotas = [], quotaVerdicts = [] } = report;
  if (hasClass) {
    requireListed(terminal, RUNTIME_CLASS.kind);
  }
  const model = { limitRanges, quotas, quotaVerdicts, problems: errorsIn(report) };
  return { model, errors: [...state.errors, ...created.errors, ...unreadable] };
}

function* notesOn(
  model: Awaited<ReturnType<typeof readQuotas>>['model'],
  admits: boolean,
): Generator<string, void> {
  const { quotas, limitRanges = [], quotaVerdicts } = model;
  yield* quotaNotes(model);
  if (admits && quotas.length + limitRanges.length > 0 && quotaVerdicts.length === 0) {
    yield 'No quota limits the new objects.';
  }
}

/** What quotas do with each new object that they limit, with the message of the API server. */
export function renderVerdicts(verdicts: readonly QuotaVerdict[], colors: Colors): string {
  return verdicts.map((verdict) => `${verdictLine(verdict, colors)}\n`).join('');
}

function verdictLine(verdict: QuotaVerdict, colors: Colors): string {
  const { creates, admitted, fitting, message, replaces } = verdict;
  const title = `${objectTitle(verdict)}:`;
  const room = `room for ${grouped(fitting)}`;
  const things = creates === 'pods' ? 'Pod' : 'ephemeral claim';
  const done = replaces === undefined ? 'admitted' : 'replaced';
  if (message !== undefined) {
    const what =
      creates === 'object' ? 'rejected' : `${admitted} of ${count(verdict.count, things)} ${done}`;
    return `${title} ${colors.red(what)}\n  ${visible(message)}`;
  }
  const what = creates === 'object' ? 'admitted' : `${count(admitted, things)} ${done}`;
  return `${title} ${colors.green(what)} (${room})`;
}
