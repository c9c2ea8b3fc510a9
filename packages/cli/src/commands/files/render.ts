import type { ContainerFile, ContainerMount, FileUpdates } from '@kubesem/config';
import { formatFieldPath } from '@kubesem/core';
import { type Column, column, numbers, tableOf } from '../../frame/columns.js';
import { renderTable } from '../../output/table/render.js';
import type { Layout } from '../../output/table/table.js';
import { grouped, objectTitle, visible } from '../../output/text.js';
import { containerTitle } from '../../shared/target-objects.js';
import { type ContainerFilesModel, type FilesModel, originText } from './model.js';

/** A table for each container; with `explain`, the reasons of each file. */
export function renderFiles(model: FilesModel, explain: boolean, layout: Layout): string {
  const { object, containers } = model;
  const { colors } = layout;
  return containers
    .map((container) => {
      const title = colors.bold(`${objectTitle(object)}, ${containerTitle(container)}`);
      const verdict =
        container.failure === undefined
          ? container.mounts.length === 0
            ? ': no volumes'
            : ''
          : `: ${colors.red('cannot be created')}${container.mounts.length === 0 ? '' : '; other mounts:'}`;
      return `${title}${verdict}\n${bodyOf(container, model, explain, layout)}`;
    })
    .join('\n');
}

/** Why a container cannot be created, in the words of the kubelet. */
export function failureText({
  reason,
  message,
  causes,
}: NonNullable<ContainerFilesModel['failure']>): string {
  const paths = [...new Set(causes.map(({ segments }) => formatFieldPath(segments)))];
  return visible(`${reason}: ${message} (${paths.join(', ')})`);
}

function bodyOf(
  container: ContainerFilesModel,
  model: FilesModel,
  explain: boolean,
  layout: Layout,
): string {
  if (explain && layout.sortBy === undefined) {
    return explained(container, model, layout)
      .map((line) => `${line}\n`)
      .join('');
  }
  const [, ...columns] = COLUMNS;
  const table = tableOf(columns, fileLines({ ...model, containers: [container] }))(layout);
  return table.rows.length === 0 ? '' : renderTable(table, layout);
}

/** A file, or a mount without files. */
interface FileLine {
  readonly container: string;
  readonly path: string;
  readonly from: string;
  readonly mode?: string;
  readonly bytes?: string | undefined;
  readonly updates?: string;
}

/** The columns of the files. */
export const COLUMNS: readonly Column<FileLine>[] = [
  column('CONTAINER', ({ container }) => container),
  column('PATH', ({ path }) => path),
  column('MODE', ({ mode }) => mode, { drop: 2 }),
  numbers('BYTES', ({ bytes }) => bytes, { drop: 1 }),
  column('FROM', ({ from }) => from),
  column('UPDATES', ({ updates }) => updates),
];

/** The files of all containers, and the mounts without files. */
export function fileLines(model: FilesModel): readonly FileLine[] {
  return model.containers.flatMap((container) => linesOf(container, model));
}

function linesOf({ name, files, mounts }: ContainerFilesModel, model: FilesModel): FileLine[] {
  const used = new Set(files.map(({ mount }) => mount));
  const others = mounts.filter((_, index) => !used.has(index));
  return [
    ...files.map((file) => ({
      container: name,
      path: file.path,
      mode: modeText(file.mode),
      bytes: file.sizeBytes === undefined ? undefined : grouped(file.sizeBytes),
      from: originText(file.origin),
      updates: updatesText(file, model),
    })),
    ...others.map((mount) => ({
      container: name,
      path: folderPath(mount),
      from: mountText(mount),
    })),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
}

const folderPath = ({ mountPath }: ContainerMount): string =>
  mountPath.endsWith('/') ? mountPath : `${mountPath}/`;

function mountText({ volume, content }: ContainerMount): string {
  return content === 'UNKNOWN' ? `volume ${volume}` : `volume ${volume}, empty`;
}

/** Permissions as `chmod` takes them. */
function modeText(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}

const NEVER: { readonly [reason in FileUpdates['followsReason']]: string } = {
  SYNCED: '',
  RENEWED: '',
  IMMUTABLE: 'immutable',
  FIXED_FIELD: 'cannot change',
  SUB_PATH: 'subPath',
};

function updatesText(
  { follows, followsReason }: FileUpdates,
  { updateSeconds }: FilesModel,
): string {
  if (follows === 'NEVER') {
    return `never (${NEVER[followsReason]})`;
  }
  return followsReason === 'RENEWED' ? 'renewed' : `within ${updateSeconds}s`;
}

const REASONS: { readonly [reason in FileUpdates['followsReason']]: string } = {
  SYNCED: 'the kubelet writes new content when it syncs the Pod',
  RENEWED: 'the kubelet renews it before it expires',
  IMMUTABLE: 'its source is immutable',
  FIXED_FIELD: 'the field cannot change while the Pod runs',
  SUB_PATH: 'a subPath mount keeps the file with which the container started',
};

function explained(container: ContainerFilesModel, model: FilesModel, layout: Layout): string[] {
  const { files, covered, blocked, mounts } = container;
  const { colors } = layout;
  const mountPathOf = (index: number) => mounts[index]?.mountPath ?? '';
  const rest = linesOf({ ...container, files: [] }, model).filter(
    ({ path }) => !files.some((file) => folderPath(mounts[file.mount] as ContainerMount) === path),
  );
  return [
    ...files.flatMap((file) => explainedFile(file, model, layout)),
    ...rest.flatMap(({ path, from }) => [
      `  ${colors.bold(visible(path))}`,
      `    ${colors.dim('from'.padEnd(7))} ${visible(from)}`,
    ]),
    ...covered.map(
      ({ path, origin, coveredBy }) =>
        `  ${visible(`${path} from ${originText(origin)} is covered by the mount ${mountPathOf(coveredBy)}`)}`,
    ),
    ...blocked.map(
      ({ mount, blockedBy }) =>
        `  ${visible(`${mountPathOf(mount)} cannot be mounted: the volume of ${mountPathOf(blockedBy)} has a folder there`)}`,
    ),
  ];
}

function explainedFile(file: ContainerFile, model: FilesModel, { colors }: Layout): string[] {
  const { path, mode, user, group, sizeBytes, origin, hides, candidates } = file;
  const placed = (from: typeof origin) => `${originText(from)} (${formatFieldPath(from.segments)})`;
  const size = sizeBytes === undefined ? '' : `, ${grouped(sizeBytes)} bytes`;
  const lines = [
    ['from', placed(origin)],
    ['mode', `${modeText(mode)}, user ${user}, group ${group}${size}`],
    ['updates', `${updatesText(file, model)}: ${REASONS[file.followsReason]}`],
    ...hides.map((hidden) => ['hides', placed(hidden)]),
    ...(candidates.length === 0
      ? []
      : [['random', `several items have this path: ${candidates.map(placed).join('; ')}`]]),
  ];
  return [
    `  ${colors.bold(visible(path))}`,
    ...lines.map(
      ([about = '', text = '']) => `    ${colors.dim(about.padEnd(7))} ${visible(text)}`,
    ),
  ];
}
