import { type ObjectMeta } from '@kubesem/core';
import { appendAll, objectOf } from '@kubesem/core/internal';
import { RUNTIME_CLASS } from '@kubesem/core/kinds';
import { createImageCredentials, createInspection, type InspectReport } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import * as flags from '../../frame/flags.js';
import { ExistingReader } from '../../io/cluster/existing.js';
import { unlistedErrors } from '../../io/no-answer.js';
import { collect, type Input, inputSources, readInputCluster } from '../../io/objects.js';
import { readSources } from '../../io/read.js';
import { isUnknown, type Terminal } from '../../io/terminal.js';
import { nonEmpty } from '../../options.js';
import { readCredentials } from '../../shared/images.js';
import { GATE_FLAGS } from './gate.js';

/** The flags of `kubesem inspect`. */
export const INSPECT_FLAGS = {
  ...flags.input(),
  ...GATE_FLAGS,
  ...flags.table('name', 'sarif', 'github'),
  explain: flags.boolean('--explain', 'Explain where each number comes from', {
    lostIn: ['name', 'sarif', 'github', 'csv'],
  }),
  summary: flags.boolean('--summary', 'Add up all objects, each multiplied by its number of Pods', {
    lostIn: ['name', 'sarif', 'github'],
  }),
  images: flags.boolean('--images', 'List images and pull policies instead of amounts', {
    conflicts: ['summary'],
  }),
  dns: flags.boolean('--dns', 'List DNS names of Services and Pods instead of amounts', {
    conflicts: ['summary', 'images'],
  }),
  credentials: flags.CREDENTIALS,
  pullSecrets: flags.boolean(
    '--pull-secrets',
    'Also match the pull Secrets of the cluster (with --context)',
  ),
  onlyNamespace: flags.value(
    '--only-namespace <NS>',
    'Only objects in this namespace (objects without one count as default)',
    nonEmpty,
  ),
  verbose: flags.boolean('--verbose', 'List the objects of other kinds', {
    lostIn: ['name', 'sarif', 'github', 'csv'],
  }),
};

/** What they ask for. */
export type InspectFlags = flags.ValuesOf<typeof INSPECT_FLAGS>;

/**
 * Reads manifests and files with credentials, each file once.
 *
 * @param input - the manifests, and maybe a cluster
 * @param asked - which files have credentials, and what is wanted
 * @param terminal - standard input, and standard error for the progress
 * @returns the report
 */
export async function readReport(input: Input, asked: InspectFlags, terminal: Terminal) {
  const { explain, dns, images, pullSecrets, summary, output } = asked;
  const { sources, errors } = inputSources(input);
  const read = await readCredentials(asked.credentials, terminal, input.namespace);
  let hasClass = false;
  const inspection = createInspection({
    explain,
    namespace: asked.onlyNamespace,
    // Nothing else is shown.
    amountsOnly: summary && !explain && output !== 'json' && output !== 'yaml',
    missingResources: !images && !dns,
    credentials: read.credentials ?? (pullSecrets ? createImageCredentials() : undefined),
    dnsNames: dns ? {} : undefined,
    // Stored Pods, which have no line, have the overhead of their class.
    ...(input.cluster !== undefined &&
      sources.length > 0 && {
        onPod: ({ spec }, { line }) => {
          hasClass ||= line > 0 && Boolean(objectOf(spec).runtimeClassName);
        },
      }),
  });
  // The manifests of files update what the cluster holds.
  const isManifest = ({ line, object }: ManifestObject) =>
    line > 0 && !objectOf<ObjectMeta>(object.metadata as ObjectMeta).uid;
  const collector = new ExistingReader(inspection, isManifest, input);
  const unreadable = await readSources(sources, terminal, async (source) => {
    const known = read.files.get(source.file);
    if (known === undefined) {
      await collect(source, collector, input.namespace);
    } else {
      known.problems.forEach(collector.addProblem);
      known.objects.forEach(collector.add);
    }
  });
  appendAll(unreadable, await readInputCluster(input, terminal, collector));
  if (unreadable.length === 0) {
    // A kind is asked for several times.
    appendAll(unreadable, [...new Set(await collector.read(terminal))]);
  }
  const report = withoutUnknown(inspection.report(), terminal);
  if (hasClass) {
    appendAll(unreadable, unlistedErrors(terminal, RUNTIME_CLASS.kind));
  }
  // A file with credentials may also be a manifest; its problems are reported once.
  const problems = [...new Set([...read.problems, ...report.problems])].filter(
    // What a budget matches may be what could not be listed.
    ({ code }) => code !== 'BUDGET_MATCHES_NOTHING' || !isUnknown(terminal),
  );
  return {
    report: { ...report, problems },
    errors: [...errors, ...read.errors, ...unreadable],
  };
}

/** Without what quotas say about objects that may exist already: whoever updates an object does not create it. */
function withoutUnknown(report: InspectReport, terminal: Terminal): InspectReport {
  const isKnown = ({ kind }: { readonly kind: string }) => !isUnknown(terminal, kind);
  const { quotaVerdicts } = report;
  const dropped = new Set(
    quotaVerdicts
      ?.filter((each) => !isKnown(each))
      .map(({ file, message }) => JSON.stringify([file, message])),
  );
  return {
    ...report,
    ...(quotaVerdicts && { quotaVerdicts: quotaVerdicts.filter(isKnown) }),
    problems: report.problems.filter(({ file, message }) => {
      const verdict = message.slice(0, message.lastIndexOf('; the API server'));
      return !dropped.has(JSON.stringify([file, verdict]));
    }),
  };
}
