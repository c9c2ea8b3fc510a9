import { clusterLists, objectOf } from '@kubesem/core/internal';
import { NODE, POD, RUNTIME_CLASS } from '@kubesem/core/kinds';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { inputOf, UsageError } from '../../frame/input.js';
import { NODE_RESOURCES, RUNTIME_CLASS_RESOURCES } from '../../io/cluster/resources.js';
import { readClusterObjects } from '../../io/cluster-objects.js';
import { requireListed } from '../../io/no-answer.js';
import { inputTitle } from '../../io/objects.js';
import { readCandidates } from '../../shared/candidates.js';
import { DUMP_HINT, nodeProblems } from '../../shared/node-objects.js';
import { FitList, type FitModel, fittingNodes, ObjectFitter } from './model.js';
import { columnsFor, fitTable, renderFit } from './render.js';

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

/** `kubesem fit`. */
export const fit: AddCommand = command({
  name: 'fit',
  summary: 'Show which nodes can run a Pod, and what is missing on the others',
  help: EXAMPLES,
  arguments: { paths: flags.paths('Pods and workloads: files, folders, or -') },
  flags: {
    ...flags.CONTEXT,
    ...flags.table('name'),
    filename: flags.filename('Pods and workloads'),
    namespace: flags.NAMESPACE,
    dumps: flags.repeatable('--cluster <DUMP>', 'Nodes and Pods of the cluster: file or folder'),
    explain: flags.boolean('--explain', 'Show everything that is compared', { lostIn: ['name'] }),
  },
  columns: ['OBJECT', 'CODE', ...columnsFor(false), 'COMPARED'],
  reads: ({ namespace, dumps, context, kubeconfig }) => {
    if (dumps.length === 0 && context === undefined && kubeconfig === undefined) {
      throw new UsageError('no cluster; pass a dump with --cluster, or --context');
    }
    return { namespace, files: dumps };
  },
  answer: async ({ input, dumps, explain, ...asked }, terminal) => {
    const resources = [...RUNTIME_CLASS_RESOURCES, ...NODE_RESOURCES];
    const cluster = inputOf({ ...asked, paths: dumps, filename: [] }, { resources });
    const kinds = [NODE, POD, RUNTIME_CLASS];
    const read = await readClusterObjects(cluster, terminal, { kinds, types: {} });
    const lists = clusterLists(read.cluster, 'nodes', 'pods', 'runtimeClasses');
    const runtimeClasses = lists.runtimeClasses.flatMap((each) => read.placeOf(each) ?? []);
    const found = await readCandidates(input, terminal, runtimeClasses);
    const { candidates } = found;
    if (candidates.some(({ pod }) => objectOf(pod.spec).runtimeClassName)) {
      requireListed(terminal, RUNTIME_CLASS.kind);
    }
    const objectFitter = new ObjectFitter(lists);
    const objects = new FitList(objectFitter, candidates);
    candidates.slice(0, 1).forEach((first) => void objectFitter.fit(first));
    const ofNodes = nodeProblems(objectFitter.problems, read);
    const problems = [...found.problems, ...read.problems, ...ofNodes];
    const errors = [...found.errors, ...read.errors];
    if (lists.nodes.length === 0) {
      // Without nodes there is no verdict: it would say that nothing fits.
      const missing = read.errors.length === 0 ? [`no nodes in the cluster; ${DUMP_HINT}`] : [];
      return { problems, errors: [...errors, ...missing] };
    }
    const model: FitModel = {
      cluster: cluster.cluster === undefined ? inputTitle(cluster) : 'the cluster',
      objects,
      notes: [...notesOn(candidates.length)],
      problems,
    };
    return {
      table: (layout) => fitTable(model, explain, layout),
      text: (layout) => renderFit(model, explain, layout),
      names: () => fittingNodes(model).map((node) => `node/${node}`),
      model: () => model,
      notes: model.notes,
      problems,
      errors,
      // The objects are computed while they are printed.
      get isFine() {
        return !objects.isUncertain && objects.fits;
      },
    };
  },
});

function* notesOn(objects: number): Generator<string, void> {
  if (objects > 0) {
    yield 'Only resources are checked: volumes, host ports and the affinity of other Pods can still exclude a node.';
  }
  if (objects > 1) {
    yield 'Each workload is checked individually; they may not all fit together.';
  }
}
