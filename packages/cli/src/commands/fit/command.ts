import { clusterFitter } from '@kubesem/nodes';
import type { Command } from 'commander';
import { type CommandContext, FAILED, OK, requireOneStdin } from '../../context.js';
import type { Terminal } from '../../io/terminal.js';
import { namespaceOption, outputOption, repeatable } from '../../options.js';
import { hasErrors, writeErrors, writeNotes, writeProblems } from '../../output/problems.js';
import { renderModel } from '../../output/structured.js';
import { DUMP_HINT, readNodeObjects } from '../nodes/read.js';
import { type FitModel, objectFit } from './model.js';
import { readCandidates } from './read.js';
import { renderFit } from './render.js';

/** The flags of `kubesem fit`. */
interface FitFlags {
  readonly output: 'table' | 'json' | 'yaml';
  /** Files. */
  readonly cluster: readonly string[];
  readonly explain?: boolean | undefined;
  readonly namespace?: string | undefined;
}

const EXAMPLES = `
Examples:
  kubectl get nodes,pods -A -o json > dump.json
  kubesem fit pod.yaml --cluster dump.json    Which nodes can run the Pod
  kubesem fit deploy/ --cluster dump.json     The same for each workload
  kubesem fit pod.yaml --cluster dump.json --explain
                                              Everything that is compared

The answer is that of the scheduler plugin NodeResourcesFit. Only resources are
checked: taints, affinity, volumes and host ports can still exclude a node.

Each workload is checked individually, next to all Pods of the cluster, its own
included. Several workloads that fit may not fit together: that depends on where
the scheduler places the first one. Workloads with 0 replicas are checked as
1 Pod. PODS is the number of such Pods that fit on a node.

Exit status: 0 if all Pods of each workload fit, 1 if not, if Kubernetes rejects
an object or if a file cannot be read, 2 if the command line is wrong.`;

/** Adds `kubesem fit`. */
export function addFit(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('fit')
    .description('Show which nodes can run a Pod, and what is missing on the others')
    .argument('<PATH...>', 'Pods and workloads: files, folders, or - for standard input')
    .addOption(
      repeatable('--cluster <DUMP>', 'Nodes and Pods of the cluster').makeOptionMandatory(),
    )
    .addOption(outputOption('table', 'json', 'yaml'))
    .addOption(namespaceOption())
    .option('--explain', 'Show everything that is compared')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], flags: FitFlags, command: Command) => {
      requireOneStdin([...paths, ...flags.cluster], command);
      finish(await fit(paths, flags, terminal));
    });
}

async function fit(
  paths: readonly string[],
  { output, cluster, namespace, explain = false }: FitFlags,
  terminal: Terminal,
): Promise<number> {
  const { candidates, problems: ofPods, errors } = await readCandidates(paths, terminal, namespace);
  const fitter = clusterFitter();
  const read = await readNodeObjects(cluster, terminal, fitter);
  const found = candidates.map(({ object, pod }) => ({ object, fit: fitter.fit(pod) }));
  // The problems of the cluster are the same for each Pod.
  const ofCluster = read.locate(found[0]?.fit.problems ?? []);
  const model: FitModel = {
    objects: found.map((one) => objectFit(one.object, one.fit)),
    problems: [...ofPods, ...read.problems, ...ofCluster],
  };
  const allErrors = [...errors, ...read.errors];
  if (read.nodes === 0 && read.errors.length === 0) {
    allErrors.push(`no nodes in the cluster; ${DUMP_HINT}`);
  }
  // Without nodes there is no verdict: it would say that nothing fits.
  if (read.nodes > 0) {
    const { stdout } = terminal;
    stdout.write(
      output === 'table' ? renderFit(model, explain, stdout.colors) : renderModel(model, output),
    );
    writeNotes(output === 'table' ? notesOn(model) : [], terminal);
  }
  writeProblems(model.problems, terminal);
  writeErrors(allErrors, terminal);
  const isBroken = allErrors.length > 0 || hasErrors(model.problems);
  return !isBroken && model.objects.every((object) => object.fits) ? OK : FAILED;
}

function* notesOn({ objects }: FitModel): Generator<string, void> {
  if (objects.length > 0) {
    yield 'Only resources are checked: taints, affinity, volumes and host ports can still exclude a node.';
  }
  if (objects.length > 1) {
    yield 'Each workload is checked individually; they may not all fit together.';
  }
}
