import {
  type ContainerFile,
  type ContainerMount,
  configUpdateDelay,
  type FileOrigin,
  type FileUpdates,
} from '@kubesem/config';
import { formatFieldPath } from '@kubesem/core';
import { CLUSTER_TRUST_BUNDLE } from '@kubesem/core/kinds';
import type { ContainerFilesReport } from '@kubesem/inspect/internal';
import { type Column, column, numbers } from '../../frame/columns.js';
import type { Colors } from '../../output/colors.js';
import { grouped, visible } from '../../output/text.js';
import { explainedLines } from '../../shared/target.js';

/** The longest time in seconds until a file has new content, with the settings of a kubelet by default. */
export const UPDATE_SECONDS = configUpdateDelay({}, 0).maxSeconds;

/** Where a file comes from, for people. */
function originText({ source, object, key, field }: FileOrigin): string {
  switch (source) {
    case 'CONFIG_MAP':
      return `ConfigMap ${object?.name} key ${key}`;
    case 'SECRET':
      return `Secret ${object?.name} key ${key}`;
    case 'DOWNWARD_API':
      return `${field?.includes('.') && !/^(?:limits|requests)\./.test(field) ? 'field' : 'resource'} ${field}`;
    case 'SERVICE_ACCOUNT_TOKEN':
      return 'token of the ServiceAccount';
    case 'CLUSTER_TRUST_BUNDLE':
      return CLUSTER_TRUST_BUNDLE.kind;
    case 'POD_CERTIFICATE':
      return 'certificate of the Pod';
  }
}

/** Whether a container can be created, if it has files. */
export function verdictOn({ failure, mounts }: ContainerFilesReport, colors: Colors): string {
  const isEmpty = mounts.length === 0;
  if (failure === undefined) {
    return isEmpty ? ': no volumes' : '';
  }
  return `: ${colors.red('cannot be created')}${isEmpty ? '' : '; other mounts:'}`;
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

/** The files of a container, and the mounts without files. */
export function fileLines({ name, files, mounts }: ContainerFilesReport): readonly FileLine[] {
  const used = new Set(files.map(({ mount }) => mount));
  const others = mounts.filter((_, index) => !used.has(index));
  return [
    ...files.map((file) => ({
      container: name,
      path: file.path,
      mode: modeText(file.mode),
      bytes: file.sizeBytes === undefined ? undefined : grouped(file.sizeBytes),
      from: originText(file.origin),
      updates: updatesText(file),
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

function updatesText({ follows, followsReason }: FileUpdates): string {
  if (follows === 'NEVER') {
    return `never (${NEVER[followsReason]})`;
  }
  return followsReason === 'RENEWED' ? 'renewed' : `within ${UPDATE_SECONDS}s`;
}

const REASONS: { readonly [reason in FileUpdates['followsReason']]: string } = {
  SYNCED: 'the kubelet writes new content when it syncs the Pod',
  RENEWED: 'the kubelet renews it before it expires',
  IMMUTABLE: 'its source is immutable',
  FIXED_FIELD: 'the field cannot change while the Pod runs',
  SUB_PATH: 'a subPath mount keeps the file with which the container started',
};

/** The reasons of each file. */
export function explained(container: ContainerFilesReport, colors: Colors): readonly string[] {
  const { files, covered, blocked, mounts } = container;
  const mountPathOf = (index: number) => mounts[index]?.mountPath ?? '';
  const rest = fileLines({ ...container, files: [] }).filter(
    ({ path }) => !files.some((file) => folderPath(mounts[file.mount] as ContainerMount) === path),
  );
  const remarks = [
    ...covered.map(
      ({ path, origin, coveredBy }) =>
        `${path} from ${originText(origin)} is covered by the mount ${mountPathOf(coveredBy)}`,
    ),
    ...blocked.map(
      ({ mount, blockedBy }) =>
        `${mountPathOf(mount)} cannot be mounted: the volume of ${mountPathOf(blockedBy)} has a folder there`,
    ),
  ];
  const lines = (path: string, texts: Parameters<typeof explainedLines>[1]) =>
    explainedLines(colors.bold(visible(path)), texts, 7, colors);
  return [
    ...files.flatMap((file) => lines(file.path, reasonsOf(file))),
    ...rest.flatMap(({ path, from }) => lines(path, [['from', from]])),
    ...remarks.map((text) => `  ${visible(text)}`),
  ];
}

function reasonsOf(file: ContainerFile): readonly (readonly [about: string, text: string])[] {
  const { mode, user, group, sizeBytes, origin, hides, candidates } = file;
  const placed = (from: typeof origin) => `${originText(from)} (${formatFieldPath(from.segments)})`;
  const size = sizeBytes === undefined ? '' : `, ${grouped(sizeBytes)} bytes`;
  return [
    ['from', placed(origin)],
    ['mode', `${modeText(mode)}, user ${user}, group ${group}${size}`],
    ['updates', `${updatesText(file)}: ${REASONS[file.followsReason]}`],
    ...hides.map((hidden) => ['hides', placed(hidden)] as const),
    ...(candidates.length === 0
      ? []
      : [
          ['random', `several items have this path: ${candidates.map(placed).join('; ')}`] as const,
        ]),
  ];
}
