import { formatFieldPath } from '@kubesem/core';
import type {
  ContainerEnvironmentReport,
  ReportedOrigin,
  ReportedVariable,
} from '@kubesem/inspect';
import type { Colors } from '../../output/colors.js';
import { renderTable } from '../../output/table/render.js';
import type { Column, Layout, Table } from '../../output/table/table.js';
import { NONE, objectTitle, visible } from '../../output/text.js';
import type { EnvModel } from './model.js';

/** A table for each container; with `explain`, the reasons of each variable. */
export function renderEnv(
  { object, containers }: EnvModel,
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

/** A container as a sentence names it. */
export function containerTitle({
  name,
  kind,
}: Pick<ContainerEnvironmentReport, 'name' | 'kind'>): string {
  const role = { app: 'container', sidecar: 'sidecar' }[kind as string] ?? `${kind} container`;
  return `${role} ${visible(name)}`;
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
  const { columns, rows } = envTable([container], explain);
  return rows.length === 0
    ? ''
    : renderTable(
        { columns: columns.slice(1), rows: rows.map((cells) => cells.slice(1) as string[]) },
        layout,
      );
}

/** One table for all containers. */
export function envTable(
  containers: readonly ContainerEnvironmentReport[],
  explain: boolean,
): Table {
  const columns: (string | Column)[] = ['CONTAINER', 'NAME', 'VALUE', 'FROM'];
  return {
    columns: explain ? [...columns, 'HIDES', 'REFERENCES', 'CANDIDATES'] : columns,
    rows: containers.flatMap(({ name, variables }) =>
      variables.map((variable) => [
        visible(name) || NONE,
        visible(variable.name),
        valueText(variable.value),
        visible(variable.origin.text),
        ...(explain ? reasonsOf(variable).map((text) => visible(text) || NONE) : []),
      ]),
    ),
  };
}

/** A value. In quotes if it has lines or tabs, or if a cell would not show it as it is. */
function valueText(value: string): string {
  const isChanged = value === NONE || value.trim() !== value || /[\n\r\t]/.test(value);
  return visible(isChanged ? JSON.stringify(value) : value);
}

function reasonsOf(
  variable: ReportedVariable,
): [hides: string, references: string, claims: string] {
  return [
    variable.hides.map(({ text }) => text).join('; '),
    variable.references.map(referenceText).join('; '),
    candidatesText(variable),
  ];
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
