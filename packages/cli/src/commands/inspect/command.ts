import { KUBERNETES_VERSION } from '@kubesem/core';
import { type Command, Option } from 'commander';
import { type CommandContext, FAILED, OK, requireInput, requireOneStdin } from '../../context.js';
import type { Terminal } from '../../io/terminal.js';
import { credentialsOption, nonEmpty, outputOption, pathsArgument } from '../../options.js';
import { hasErrors, writeErrors, writeNotes, writeProblems } from '../../output/problems.js';
import { renderModel } from '../../output/structured.js';
import type { InspectFlags } from './flags.js';
import { notesOn } from './notes.js';
import { readReport } from './read.js';
import { renderInspect } from './render.js';

const EXAMPLES = `
Examples:
  kubesem inspect deploy/                        Every manifest below a folder
  kubectl get pods -A -o json | kubesem inspect  The Pods of a cluster
  helm template . | kubesem inspect --summary    The totals of a chart
  kubesem inspect --explain pod.yaml             Where each number comes from
  kubesem inspect --images deploy/               Images and pull policies
  kubesem inspect --dns deploy/                  DNS names of Services and Pods
  kubesem inspect -o json pod.yaml               The report for programs

Folders are searched for *.yaml, *.yml and *.json files; node_modules and names
that start with a dot are skipped. Manifests are parsed as kubectl parses them
and get the defaults of the API server of Kubernetes ${KUBERNETES_VERSION}. Stored objects,
which have a metadata.uid, are used as they are.

Exit status: 0 if there are no errors, 1 if Kubernetes rejects an object or a
file cannot be read, 2 if the command line is wrong. Warnings do not change it.`;

/** Adds `kubesem inspect`. */
export function addInspect(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('inspect')
    .description('Show effective requests, limits and QoS of Pods and workloads')
    .addArgument(pathsArgument())
    .addOption(outputOption('table', 'wide', 'json', 'yaml'))
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
    .addOption(
      new Option(
        '-n, --namespace <NS>',
        'Only objects in this namespace (objects without one count as default)',
      ).argParser(nonEmpty),
    )
    .option('--verbose', 'List the objects of other kinds')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], flags: InspectFlags, command: Command) => {
      requireInput(paths, command, terminal);
      requireOneStdin(
        [...(paths.length === 0 ? ['-'] : paths), ...(flags.credentials ?? [])],
        command,
      );
      finish(await inspect(paths, flags, terminal));
    });
}

async function inspect(
  paths: readonly string[],
  flags: InspectFlags,
  terminal: Terminal,
): Promise<number> {
  const { report, errors: unreadable } = await readReport(paths, flags, terminal);
  const { stdout } = terminal;
  if (flags.output === 'json' || flags.output === 'yaml') {
    stdout.write(renderModel(report, flags.output));
  } else {
    stdout.write(renderInspect(report, flags, stdout.colors));
    writeNotes(notesOn(report, flags), terminal);
  }
  const { objects, others } = report;
  const problems = [...report.problems, ...objects.flatMap((object) => object.problems)];
  const errors = [...unreadable];
  if (objects.length + others.length + errors.length === 0 && !hasErrors(problems)) {
    const where =
      flags.namespace === undefined ? '' : ` in namespace ${JSON.stringify(flags.namespace)}`;
    errors.push(`no Kubernetes objects found${where}`);
  }
  writeProblems(problems, terminal);
  writeErrors(errors, terminal);
  return hasErrors(problems) || errors.length > 0 ? FAILED : OK;
}
