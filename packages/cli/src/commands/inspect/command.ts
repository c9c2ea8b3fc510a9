import { KUBERNETES_VERSION } from '@kubesem/core';
import { type AddCommand, type Answer, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { UsageError } from '../../frame/input.js';
import {
  DNS_RESOURCES,
  INSPECT_RESOURCES,
  PULL_SECRET_RESOURCES,
  RUNTIME_CLASS_RESOURCES,
} from '../../io/cluster/resources.js';
import { renderAnnotations, renderSarif } from '../../output/findings.js';
import { notFound } from '../../output/not-found.js';
import { hasErrors } from '../../output/problems.js';
import { DNS_NAME_COLUMNS } from '../../shared/network.js';
import { CODE_ROWS } from './codes.js';
import { CONFIG_FILE, failureOf, readGate, withoutIgnored } from './gate.js';
import { notesOn } from './notes.js';
import { INSPECT_FLAGS, readReport } from './read.js';
import { imageColumns, inspectTable, namesIn, OBJECT_COLUMNS, renderInspect } from './render.js';

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
  kubesem inspect --fail-on IMAGE_TAG_MISSING,RESOURCES_MISSING deploy/
                                                 Fail it on some of them only
  kubesem inspect --ignore IMAGE_TAG_LATEST deploy/
                                                 Ignore a finding
  kubesem inspect -o sarif deploy/ > kubesem.sarif
                                                 Findings for code scanning
  kubesem inspect -o github deploy/              Annotations for GitHub Actions

Folders are searched for *.yaml, *.yml and *.json files; node_modules and names
that start with a dot are skipped. So are charts, kustomizations and templates:
render them first. Manifests are parsed as kubectl parses them
and get the defaults of the API server of Kubernetes ${KUBERNETES_VERSION}. Stored objects,
which have a metadata.uid, are used as they are.

Each finding ends with its code, such as [IMAGE_TAG_MISSING]; kubesem explain
IMAGE_TAG_MISSING says what it means. INVALID:spec.ports[].nodePort is what the
API server rejects in this field. ${CONFIG_FILE} in the working directory can set
the lists failOn and ignore; --fail-on and --ignore replace these lists.

Exit status: 0 if there are no errors, 1 if Kubernetes rejects an object, a file
cannot be read or --fail-on names a finding, 2 if the command line or the
configuration is wrong. Other warnings do not change it.`;

/** `kubesem inspect`. */
export const inspect: AddCommand = command({
  name: 'inspect',
  summary: 'Show effective requests, limits and QoS of Pods and workloads',
  help: EXAMPLES,
  arguments: { paths: flags.paths() },
  flags: INSPECT_FLAGS,
  columns: [...OBJECT_COLUMNS, ...imageColumns(true), ...DNS_NAME_COLUMNS],
  reads: (asked) => {
    const { paths, filename, namespace, dns, pullSecrets, onlyNamespace, credentials } = asked;
    if (pullSecrets && asked.context === undefined && asked.kubeconfig === undefined) {
      throw new UsageError('--pull-secrets reads a cluster; also pass --context');
    }
    // RuntimeClasses are only for manifests.
    const hasFiles = paths.length + filename.length > 0;
    const ofPods = [...(hasFiles ? RUNTIME_CLASS_RESOURCES : []), ...INSPECT_RESOURCES];
    return {
      resources: [...(pullSecrets ? PULL_SECRET_RESOURCES : []), ...(dns ? DNS_RESOURCES : ofPods)],
      only: onlyNamespace ?? namespace,
      namespace,
      files: credentials,
    };
  },
  answer: async ({ input, ...asked }, terminal): Promise<Answer> => {
    const gate = await readGate(asked, terminal);
    const read = await readReport(input, asked, terminal);
    const report = withoutIgnored(read.report, gate);
    const { objects, others } = report;
    const problems = [...report.problems, ...objects.flatMap((object) => object.problems)];
    const isMissing =
      objects.length + others.length + read.errors.length === 0 && !hasErrors(problems);
    const errors = isMissing
      ? [notFound(input, 'Kubernetes objects', { namespace: asked.onlyNamespace })]
      : read.errors;
    const failure = failureOf(problems, gate);
    const failures = failure === undefined ? [] : [failure];
    if (asked.output === 'github') {
      return {
        // GitHub shows annotations in its log.
        text: () => renderAnnotations(problems, errors),
        errors: failures,
        isFine: errors.length === 0 && !hasErrors(problems),
      };
    }
    return {
      table: (layout) => inspectTable(report, asked, layout),
      text: (layout) =>
        asked.output === 'sarif'
          ? renderSarif(problems, errors, CODE_ROWS)
          : renderInspect(report, asked, layout),
      names: () => namesIn(report, asked),
      model: () => report,
      notes: notesOn(report, asked),
      problems,
      errors: [...errors, ...failures],
    };
  },
});
