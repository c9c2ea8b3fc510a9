import { formatFieldPath } from '@kubesem/core';
import type {
  ContainerEnvironmentReport,
  ObjectReport,
  ReportedOrigin,
  ReportedVariable,
} from '@kubesem/inspect';
import { type Column, column, tableOf } from '../../frame/columns.js';
import type { Colors } from '../../output/colors.js';
import { renderTable } from '../../output/table/render.js';
import type { Layout } from '../../output/table/table.js';
import { NONE, objectTitle, visible } from '../../output/text.js';
import { containerTitle } from '../../shared/target-objects.js';

/** A table for each container; with `explain`, the reasons of each variable. */
export function renderEnv(
  object: ObjectReport,
  containers: readonly ContainerEnvironmentReport[],
  explain: boolean,
  layout: Layout,
): string {
  const { colors } = layout;
  return containers
    .map((container) => {
      const title = `${objectTitle(object)}, ${containerTitle(container)}`;
      return `${colors.bold(title)}${verdictOn(container, colors)}\n${bodyOf(container, explain, layout)}`;
    })
    .join('\n');
}

/** Why a container cannot be created, in the words of the kubelet. */
export function failureText({
  reason,
  message,
  segments,
}: NonNullable<ContainerEnvironmentReport['failure']>): string {
  return visible(`${reason}: ${message} (${formatFieldPath(segments)})`);
}

function verdictOn({ failure, variables }: ContainerEnvironmentReport, colors: Colors): string {
  if (failure !== undefined) {
    return `: ${colors.red('cannot be created')}`;
  }
  return variables.length === 0 ? ': no variables' : '';
}

function bodyOf(container: ContainerEnvironmentReport, explain: boolean, layout: Layout): string {
  if (explain && layout.sortBy === undefined) {
    const forgiven = container.forgiven.map(
      ({ segments, message }) =>
        `${formatFieldPath(segments)} is optional and finds nothing: ${message}`,
    );
    const lines = [
      ...container.variables.flatMap((variable) => explained(variable, layout.colors)),
      ...forgiven.map((line) => `  ${visible(line)}`),
    ];
    return lines.map((line) => `${line}\n`).join('');
  }
  const [, ...columns] = envColumns(explain);
  const table = tableOf(columns, variableLines([container]))(layout);
  return table.rows.length === 0 ? '' : renderTable(table, layout);
}

/** A variable, and the name of its container. */
interface VariableLine extends ReportedVariable {
  readonly container: string;
}

/** The columns of the variables; `explain` adds those of the reasons. */
export function envColumns(explain: boolean): readonly Column<VariableLine>[] {
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

/** The lines of these columns. */
export function variableLines(
  containers: readonly ContainerEnvironmentReport[],
): readonly VariableLine[] {
  return containers.flatMap(({ name, variables }) =>
    variables.map((variable) => ({ ...variable, container: name })),
  );
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

function explained(variable: ReportedVariable, colors: Colors): string[] {
  const { name, value, origin, hides, references, candidates } = variable;
  const lines = [
    ['from', placedText(origin)],
    ...hides.map((hidden) => ['hides', placedText(hidden)]),
    ...references.map((reference) => ['uses', referenceText(reference)]),
    ...(candidates.length === 0
      ? []
      : [['random', `several Services define it: ${candidatesText(variable)}`]]),
  ];
  return [
    `  ${colors.bold(visible(name))}=${valueText(value)}`,
    ...lines.map(
      ([about = '', text = '']) => `    ${colors.dim(about.padEnd(6))} ${visible(text)}`,
    ),
  ];
}
