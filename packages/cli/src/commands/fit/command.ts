import { objectOf } from '@kubesem/core';
import { RUNTIME_CLASS } from '@kubesem/core/kinds';
import type { ManifestObject } from '@kubesem/manifests';
import { clusterFitter } from '@kubesem/nodes';
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
  usageError,
} from '../../context.js';
import { NODE_RESOURCES, RUNTIME_CLASS_RESOURCES } from '../../io/cluster/resources.js';
import { requireListed } from '../../io/no-answer.js';
import { type Input, inputTitle } from '../../io/objects.js';
import type { Terminal } from '../../io/terminal.js';
import {
  filenameOption,
  namespaceOption,
  pathsArgument,
  repeatable,
  withColumns,
  withContext,
  withTable,
} from '../../options.js';
import { hasErrors, writeErrors, writeNotes, writeProblems } from '../../output/problems.js';
import { isText, type OutputFlags, writeResult } from '../../output/write.js';
import { DUMP_HINT, type NodeObjectTaker, readNodeObjects } from '../nodes/read.js';
import { FitList, type FitModel, fittingNodes, ObjectFitter } from './model.js';
import { readCandidates } from './read.js';
import { fitTable, renderFit } from './render.js';
import { NodeLimits } from './unchecked.js';

/** The flags of `kubesem fit`. */
interface FitFlags extends OutputFlags, InputFlags {
  /** Files. */
  readonly cluster?: readonly string[] | undefined;
  readonly explain?: boolean | undefined;
}

const EXAMPLES = `
Examples:
  kubectl get nodes,pods -A -o json > dump.json
  kubesem fit pod.yaml --cluster dump.json    Which nodes can run the Pod
  kubesem fit deploy/ --cluster dump.json     The same for each workload
  kubesem fit pod.yaml --cluster dump.json --explain
                                              Everything that is compared

The answer is that of the scheduler plugin NodeResourcesFit. Only resources are
checked. A node that has enough is "not checked" if it is cordoned or has a
taint that the Pod does not tolerate, or if the Pod has a node selector, a
required affinity or a spread constraint. Volumes, host ports and the affinity
of other Pods can still exclude a node. A Pod with scheduling gates is not
scheduled until they are removed. A Pod with a node name skips the scheduler:
the kubelet of this node compares its resources.

Each workload is checked individually, next to all Pods of the cluster, its own
included. Several workloads that fit may not fit together: that depends on where
the scheduler places the first one. Workloads with 0 replicas are checked as
1 Pod. PODS is the number of such Pods that fit on a node.

Exit status: 0 if all Pods of each workload fit, 1 if not, if a node is not
checked, if Kubernetes rejects an object or if a file cannot be read, 2 if the
command line is wrong.`;

/** Adds `kubesem fit`. */
export function addFit(program: Command, { terminal, finish }: CommandContext): void {
  withColumns(
    withTable(withContext(program.command('fit')), 'name'),
    'object',
    'code',
    'node',
    'fits',
    'pods',
    'missing',
    'compared',
  )
    .description('Show which nodes can run a Pod, and what is missing on the others')
    .addArgument(pathsArgument('Pods and workloads: files, folders, or -'))
    .addOption(filenameOption('Pods and workloads'))
    .addOption(namespaceOption())
    .addOption(repeatable('--cluster <DUMP>', 'Nodes and Pods of the cluster: file or folder'))
    .option('--explain', 'Show everything that is compared')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], flags: FitFlags, command: Command) => {
      const { cluster: dumps = [], filename = [] } = flags;
      const { namespace, context, kubeconfig } = flags;
      const cluster = inputOf(dumps, { context, kubeconfig }, [
        ...RUNTIME_CLASS_RESOURCES,
        ...NODE_RESOURCES,
      ]);
      const candidates: Input = { paths: [...paths, ...filename], namespace };
      if (isStdin(cluster)) {
        usageError(command, 'no cluster; pass a dump with --cluster, or --context');
      }
      requireInput(candidates, command, terminal);
      requireOneStdin([...(isStdin(candidates) ? ['-'] : candidates.paths), ...dumps], command);
      finish(await fit(candidates, cluster, flags, terminal));
    });
}

async function fit(
  input: Input,
  cluster: Input,
  flags: FitFlags,
  terminal: Terminal,
): Promise<number> {
  const { explain = false } = flags;
  const fitter = clusterFitter();
  const runtimeClasses: ManifestObject[] = [];
  const limits = new NodeLimits();
  const taker: NodeObjectTaker = {
    addPod: fitter.addPod,
    addNode: (node, place) => {
      limits.add(node);
      fitter.addNode(node, place);
    },
  };
  const read = await readNodeObjects(cluster, terminal, taker, (placed) => {
    if (placed.kind === RUNTIME_CLASS.kind) {
      runtimeClasses.push(placed);
    }
  });
  const {
    candidates,
    problems: ofPods,
    errors,
  } = await readCandidates(input, terminal, runtimeClasses);
  if (candidates.some(({ pod }) => objectOf(pod.spec).runtimeClassName)) {
    requireListed(terminal, RUNTIME_CLASS.kind);
  }
  const objectFitter = new ObjectFitter(fitter, limits);
  const objects = new FitList(objectFitter, candidates);
  candidates.slice(0, 1).forEach((first) => void objectFitter.fit(first));
  const ofCluster = read.locate(objectFitter.problems);
  const model: FitModel = {
    cluster: cluster.cluster === undefined ? inputTitle(cluster) : 'the cluster',
    objects,
    notes: [...notesOn(candidates.length)],
    problems: [...ofPods, ...read.problems, ...ofCluster],
  };
  const allErrors = [...errors, ...read.errors];
  if (read.nodes === 0 && read.errors.length === 0) {
    allErrors.push(`no nodes in the cluster; ${DUMP_HINT}`);
  }
  // Without nodes there is no verdict: it would say that nothing fits.
  if (read.nodes > 0) {
    writeResult(flags, terminal, {
      text: (layout) => renderFit(model, explain, layout),
      table: (layout) => fitTable(model, explain, layout),
      names: () => fittingNodes(model).map((node) => `node/${node}`),
      model: () => model,
    });
    writeNotes(isText(flags) ? model.notes : [], terminal);
  }
  writeProblems(model.problems, terminal);
  writeErrors(allErrors, terminal);
  const isBroken = allErrors.length > 0 || hasErrors(model.problems);
  return !isBroken && !objects.isUncertain && objects.fits ? OK : FAILED;
}

function* notesOn(objects: number): Generator<string, void> {
  if (objects > 0) {
    yield 'Only resources are checked: volumes, host ports and the affinity of other Pods can still exclude a node.';
  }
  if (objects > 1) {
    yield 'Each workload is checked individually; they may not all fit together.';
  }
}
