import { KUBERNETES_VERSION } from '@kubesem/core';
import type { InspectReport, Problem } from '@kubesem/inspect';
import { type Command, Option } from 'commander';
import {
  type CommandContext,
  FAILED,
  inputOf,
  isStdin,
  OK,
  requireInput,
  requireOneStdin,
  USAGE,
  usageError,
} from '../../context.js';
import {
  DNS_RESOURCES,
  INSPECT_RESOURCES,
  PULL_SECRET_RESOURCES,
  type Resource,
  RUNTIME_CLASS_RESOURCES,
} from '../../io/cluster/resources.js';
import type { Input } from '../../io/objects.js';
import type { Terminal } from '../../io/terminal.js';
import {
  credentialsOption,
  nonEmpty,
  pathsArgument,
  withColumns,
  withInput,
  withTable,
} from '../../options.js';
import { renderAnnotations } from '../../output/annotations.js';
import { notFound } from '../../output/not-found.js';
import { hasErrors, writeErrors, writeNotes, writeProblems } from '../../output/problems.js';
import { renderSarif } from '../../output/sarif.js';
import { isText, writeResult } from '../../output/write.js';
import { CODE_DESCRIPTIONS } from './codes.js';
import type { InspectFlags } from './flags.js';
import { CONFIG_FILE, failureOf, readGate, withGate, withoutIgnored } from './gate.js';
import { notesOn } from './notes.js';
import { readReport } from './read.js';
import { inspectTable, namesIn, renderInspect } from './render.js';

const EXAMPLES = `
Examples:
  kubesem inspect deploy/                        Every manifest below a folder
  kubectl get pods -A -o json | kubesem inspect  The Pods of a cluster
  kubesem inspect --context prod -n shop         The same, read from the cluster
  kubesem inspect deploy/ --context prod         What the quotas do with changes
  helm template . | kubesem inspect --summary    The totals of a chart
  kubesem inspect --explain pod.yaml             Where each number comes from
  kubesem inspect --images deploy/               Images and pull policies
  kubesem inspect --dns deploy/                  DNS names of Services and Pods
  kubesem inspect -o json pod.yaml               The report for programs
  kubesem inspect --fail-on warning deploy/      Fail a build on any warning
  kubesem inspect --fail-on NO_TAG,RESOURCES_MISSING --ignore LATEST_TAG deploy/
                                                 Fail it on some of them only
  kubesem inspect -o sarif deploy/ > kubesem.sarif
                                                 Findings for code scanning
  kubesem inspect -o github deploy/              Annotations for GitHub Actions

Folders are searched for *.yaml, *.yml and *.json files; node_modules and names
that start with a dot are skipped. So are charts, kustomizations and templates:
render them first. Manifests are parsed as kubectl parses them
and get the defaults of the API server of Kubernetes ${KUBERNETES_VERSION}. Stored objects,
which have a metadata.uid, are used as they are.

Each finding ends with its code, such as [NO_TAG]. ${CONFIG_FILE} in the working
directory can set the lists failOn and ignore; --fail-on and --ignore replace
these lists.

Exit status: 0 if there are no errors, 1 if Kubernetes rejects an object, a file
cannot be read or --fail-on names a finding, 2 if the command line or the
configuration is wrong. Other warnings do not change it.`;

/** Adds `kubesem inspect`. */
export function addInspect(program: Command, { terminal, finish }: CommandContext): void {
  withColumns(
    withTable(withGate(withInput(program.command('inspect'))), 'name', 'sarif', 'github'),
    'namespace',
    'kind',
    'name',
    'pods',
    'qos',
    'cpu-req',
    'cpu-lim',
    'mem-req',
    'mem-lim',
    'other-req/lim',
    'origin',
    'location',
    ...['object', 'container', 'pulled-as', 'pull-policy', 'pulled-with'], // --images
    'type', // --dns
  )
    .description('Show effective requests, limits and QoS of Pods and workloads')
    .addArgument(pathsArgument())
    .option('--explain', 'Explain where each number comes from')
    .option('--summary', 'Add up all objects, each multiplied by its number of Pods')
    .addOption(
      new Option('--images', 'List images and pull policies instead of amounts').conflicts(
        'summary',
      ),
    )
    .addOption(
      new Option('--dns', 'List DNS names of Services and Pods instead of amounts').conflicts([
        'summary',
        'images',
      ]),
    )
    .addOption(credentialsOption('Registry credentials to match against the images'))
    .option('--pull-secrets', 'Also match the pull Secrets of the cluster (with --context)')
    .addOption(
      new Option(
        '--only-namespace <NS>',
        'Only objects in this namespace (objects without one count as default)',
      ).argParser(nonEmpty),
    )
    .option('--verbose', 'List the objects of other kinds')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], flags: InspectFlags, command: Command) => {
      const input = inputOf(
        paths,
        flags,
        resourcesFor(paths, flags),
        flags.onlyNamespace ?? flags.namespace,
      );
      if (flags.pullSecrets && input.cluster === undefined) {
        usageError(command, '--pull-secrets reads a cluster; also pass --context');
      }
      requireInput(input, command, terminal);
      const manifests = isStdin(input) ? ['-'] : input.paths;
      requireOneStdin([...manifests, ...(flags.credentials ?? [])], command);
      finish(await inspect(input, flags, terminal));
    });
}

/** What to read from a cluster: Secrets only if they are asked for, and RuntimeClasses only for manifests. */
function resourcesFor(
  paths: readonly string[],
  { dns, pullSecrets, filename = [] }: InspectFlags,
): readonly Resource[] {
  if (dns) {
    return pullSecrets ? [...PULL_SECRET_RESOURCES, ...DNS_RESOURCES] : DNS_RESOURCES;
  }
  return [
    ...(pullSecrets ? PULL_SECRET_RESOURCES : []),
    ...(paths.length + filename.length > 0 ? RUNTIME_CLASS_RESOURCES : []),
    ...INSPECT_RESOURCES,
  ];
}

async function inspect(input: Input, flags: InspectFlags, terminal: Terminal): Promise<number> {
  const gate = await readGate(flags, terminal);
  if (gate === undefined) {
    return USAGE;
  }
  const read = await readReport(input, flags, terminal);
  const report = withoutIgnored(read.report, gate);
  const { objects, others } = report;
  const problems = [...report.problems, ...objects.flatMap((object) => object.problems)];
  const errors = [...read.errors];
  if (objects.length + others.length + errors.length === 0 && !hasErrors(problems)) {
    errors.push(notFound(input, 'Kubernetes objects', { namespace: flags.onlyNamespace }));
  }
  writeReport(report, problems, errors, flags, terminal);
  const failure = failureOf(problems, gate);
  // GitHub shows annotations in its log.
  if (flags.output !== 'github') {
    writeProblems(problems, terminal);
    writeErrors(errors, terminal);
  }
  writeErrors(failure === undefined ? [] : [failure], terminal);
  return hasErrors(problems) || errors.length > 0 || failure !== undefined ? FAILED : OK;
}

function writeReport(
  report: InspectReport,
  problems: readonly Problem[],
  errors: readonly string[],
  flags: InspectFlags,
  terminal: Terminal,
): void {
  const { output, ...others } = flags;
  switch (output) {
    case 'sarif':
      terminal.stdout.write(renderSarif(problems, errors, CODE_DESCRIPTIONS));
      return;
    case 'github':
      terminal.stdout.write(renderAnnotations(problems, errors));
      return;
    default:
      writeResult({ ...others, output }, terminal, {
        text: (layout) => renderInspect(report, flags, layout),
        table: (layout) => inspectTable(report, flags, layout),
        names: () => namesIn(report, flags),
        model: () => report,
      });
      writeNotes(isText({ output }) ? notesOn(report, flags) : [], terminal);
  }
}
