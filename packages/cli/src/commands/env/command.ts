import { objectOf } from '@kubesem/core';
import { type ContainerEnvironmentReport, podEnvironment } from '@kubesem/inspect';
import { tableOf } from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { ENV_RESOURCES } from '../../io/cluster/resources.js';
import { objectTitle } from '../../output/text.js';
import { TARGET_ARGUMENTS, TARGET_FLAGS } from '../../shared/target.js';
import {
  containerTitle,
  missingContainer,
  ownerOptions,
  type ReadSources,
  readTarget,
  targetIdentity,
  unknownFindings,
} from '../../shared/target-objects.js';
import { envColumns, failureText, renderEnv, variableLines } from './render.js';

const EXAMPLES = `
Examples:
  kubectl get all,cm,secrets,services -n shop -o json > dump.json
  kubesem env web-0 -f dump.json       The variables of each container
  kubesem env deploy/web -c app -f dump.json
                                       Those of one container of a workload
  kubesem env web-0 -f dump.json --explain
                                       Which definition counts, and why
  kubesem env web-0 --context prod -n shop -o json
                                       The same for programs, from a cluster

In every format, data of Secrets is shown as a marker, such as
<Secret db key password>, unless you pass --show-secrets. Values that the Pod
itself contains are always shown.

With --context, all Secrets of the cluster are read; -n limits this to one
namespace.

Fields that have no value before the Pod runs are shown by their name, such as
<status.podIP>. Variables of the image are not known, and not shown.

Exit status: 0 if all containers can be created, 1 if not, or if a file cannot
be read or lacks the object, 2 if the command line is wrong.`;

/** `kubesem env`. */
export const env: AddCommand = command({
  name: 'env',
  summary: 'Show the environment variables of containers, and where they come from',
  help: EXAMPLES,
  arguments: TARGET_ARGUMENTS,
  flags: {
    ...TARGET_FLAGS,
    ...flags.table('name'),
    explain: flags.boolean(
      '--explain',
      'Show what each variable hides, and each reference in its value',
      { lostIn: ['name'] },
    ),
    showSecrets: flags.boolean('--show-secrets', 'Show data of Secrets', { lostIn: ['name'] }),
  },
  columns: envColumns(true),
  reads: ({ namespace }) => ({ resources: ENV_RESOURCES, only: namespace }),
  answer: async ({ input, target, namespace, container, explain, showSecrets }, terminal) => {
    const { found, sources, problems, errors } = await readTarget(
      input,
      target,
      namespace,
      terminal,
    );
    if (found === undefined) {
      return { problems, errors };
    }
    const { pod, object } = found;
    const options = { ...ownerOptions(object), container, showSecrets };
    const { containers, errors: unread } = podEnvironment(pod, sources, options);
    const codes = containers.flatMap(({ failure }) => failure?.code ?? []);
    const unknown = unknownFindings(codes, terminal);
    if (unknown.length > 0) {
      return { problems, errors: [...errors, ...unknown] };
    }
    const failures = containers.flatMap(({ failure, ...one }) =>
      failure === undefined ? [] : [`${containerTitle(one)}: ${failureText(failure)}`],
    );
    const broken = [...failures, ...unread, ...missingContainer(pod, container)];
    return {
      table: tableOf(envColumns(explain), variableLines(containers)),
      text: (layout) => renderEnv(object, containers, explain, layout),
      names: () => containers.flatMap(({ variables }) => variables.map(({ name }) => name)),
      model: () => ({ object: targetIdentity(object), containers }),
      notes: notesOn(containers, sources),
      problems,
      errors: [...errors, ...broken.map((message) => `${objectTitle(object)}: ${message}`)],
    };
  },
});

function* notesOn(
  containers: readonly ContainerEnvironmentReport[],
  { configMaps, secrets, services }: ReadSources,
): Generator<string, void> {
  for (const container of containers) {
    if (container.unknown.length > 0) {
      const names = container.unknown.join(', ');
      yield `${containerTitle(container)}: not known without its env files or its node: ${names}`;
    }
  }
  const isKubernetes = ({ metadata }: ReadSources['services'][number]) => {
    const { namespace, name } = objectOf(metadata);
    return namespace === 'default' && name === 'kubernetes';
  };
  if (!services.some(isKubernetes)) {
    yield 'Variables such as KUBERNETES_SERVICE_HOST are missing: the input lacks Service default/kubernetes.';
  }
  const codes = new Set(containers.map(({ failure }) => failure?.code));
  if (codes.has('CONFIG_MAP_NOT_FOUND') && configMaps.length === 0) {
    yield 'The input has no ConfigMaps; pass those of the namespace with -f.';
  }
  if (codes.has('SECRET_NOT_FOUND') && secrets.length === 0) {
    yield 'The input has no Secrets; pass those of the namespace with -f.';
  }
}
