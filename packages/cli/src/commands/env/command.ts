import { formatFieldPath } from '@kubesem/core';
import { objectOf } from '@kubesem/core/internal';
import {
  type ContainerEnvironmentReport,
  podEnvironment,
  type ReportedOrigin,
  type ReportedVariable,
} from '@kubesem/inspect';
import { type Column, column, tableOf } from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { ENV_RESOURCES } from '../../io/cluster/resources.js';
import type { Colors } from '../../output/colors.js';
import { NONE, visible } from '../../output/text.js';
import {
  answerOnTarget,
  containerTitle,
  explainedLines,
  ownerOptions,
  type ReadSources,
  renderContainers,
  TARGET_ARGUMENTS,
  TARGET_FLAGS,
  targetIdentity,
} from '../../shared/target.js';

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

/** A variable, and the name of its container. */
interface VariableLine extends ReportedVariable {
  readonly container: string;
}

/** The columns of the variables; `explain` adds those of the reasons. */
function columnsOf(explain: boolean): readonly Column<VariableLine>[] {
  const isShown = () => explain;
  return [
    column('CONTAINER', ({ container }) => container),
    column('NAME', ({ name }) => name),
    column('VALUE', ({ value }) => valueText(value), {
      // An empty value is not a missing one.
      paint: (text) => (text === NONE ? '' : text),
    }),
    column('FROM', ({ origin }) => origin.text),
    column('HIDES', ({ hides }) => hides.map(({ text }) => text).join('; '), { isShown }),
    column('REFERENCES', ({ references }) => references.map(referenceText).join('; '), {
      isShown,
    }),
    column('CANDIDATES', candidatesText, { isShown }),
  ];
}

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
  columns: columnsOf(true),
  reads: ({ namespace }) => ({ resources: ENV_RESOURCES, only: namespace }),
  answer: ({ explain, showSecrets, ...asked }, terminal) =>
    answerOnTarget(
      asked,
      terminal,
      ({ pod, object }, sources) => {
        const options = { ...ownerOptions(object), container: asked.container, showSecrets };
        return podEnvironment(pod, sources, options);
      },
      (containers, object, sources) => ({
        table: tableOf(columnsOf(explain), containers.flatMap(linesOf)),
        text: (layout) =>
          renderContainers(
            object,
            containers,
            {
              ...{ verdictOn, columns: columnsOf(explain), rowsOf: linesOf },
              explain: explain ? explained : undefined,
            },
            layout,
          ),
        names: () => containers.flatMap(({ variables }) => variables.map(({ name }) => name)),
        model: () => ({ object: targetIdentity(object), containers }),
        notes: notesOn(containers, sources),
      }),
    ),
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
    yield 'The input has no ConfigMaps; pass the ConfigMaps of the namespace with -f.';
  }
  if (codes.has('SECRET_NOT_FOUND') && secrets.length === 0) {
    yield 'The input has no Secrets; pass the Secrets of the namespace with -f.';
  }
}

function linesOf({ name, variables }: ContainerEnvironmentReport): readonly VariableLine[] {
  return variables.map((variable) => ({ ...variable, container: name }));
}

function verdictOn({ failure, variables }: ContainerEnvironmentReport, colors: Colors): string {
  if (failure !== undefined) {
    return `: ${colors.red('cannot be created')}`;
  }
  return variables.length === 0 ? ': no variables' : '';
}

/** A value. In quotes if it has lines or tabs, or if a cell would not show it as it is. */
function valueText(value: string): string {
  const isChanged = value === NONE || value.trim() !== value || /[\n\r\t]/.test(value);
  return visible(isChanged ? JSON.stringify(value) : value);
}

function placedText({ text, segments }: ReportedOrigin): string {
  return segments === undefined ? text : `${text} (${formatFieldPath(segments)})`;
}

function referenceText({ name, value }: ReportedVariable['references'][number]): string {
  return value === undefined ? `$(${name}) is not defined here` : `$(${name}) is ${value}`;
}

function candidatesText({ candidates }: ReportedVariable): string {
  return candidates
    .map(({ service, value }) => `Service ${service.namespace}/${service.name}: ${value}`)
    .join('; ');
}

/** The reasons of each variable. */
function explained(
  { variables, forgiven }: ContainerEnvironmentReport,
  colors: Colors,
): readonly string[] {
  return [
    ...variables.flatMap((variable) => explainedVariable(variable, colors)),
    ...forgiven.map(({ segments, message }) => {
      const text = `${formatFieldPath(segments)} is optional and finds nothing: ${message}`;
      return `  ${visible(text)}`;
    }),
  ];
}

function explainedVariable(variable: ReportedVariable, colors: Colors): readonly string[] {
  const { name, value, origin, hides, references, candidates } = variable;
  const texts = [
    ['from', placedText(origin)] as const,
    ...hides.map((hidden) => ['hides', placedText(hidden)] as const),
    ...references.map((reference) => ['uses', referenceText(reference)] as const),
    ...(candidates.length === 0
      ? []
      : [['random', `several Services define it: ${candidatesText(variable)}`] as const]),
  ];
  return explainedLines(`${colors.bold(visible(name))}=${valueText(value)}`, texts, 6, colors);
}
