import {
  type ContainerFilesFailure,
  configUpdateDelay,
  containerFiles,
  type EnvironmentCluster,
  type EnvironmentOptions,
  type VolumeFile,
  type VolumeFolder,
  volumeFiles,
} from '@kubesem/config';
import type { Container, Pod, Volume } from '@kubesem/core';
import { applyResourceDefaults } from '@kubesem/resources';
import type { Comparison } from '../../harness/comparison.js';
import type { Json } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import { withoutReasons } from '../field.js';
import { base64Of, textOf } from '../text.js';
import { VOLUME_EXAMPLES } from './examples.js';
import { mountsCase, volumeCase } from './generator.js';

interface VolumeCase extends EnvironmentCluster, EnvironmentOptions {
  readonly pod: Pod;
  readonly volume: string;
  readonly container: string;
}

interface FileAnswer {
  readonly path: Json;
  readonly mode: number;
  readonly user?: number;
  readonly group?: number;
  readonly content?: Json;
}

interface FilesAnswer {
  readonly error?: Json;
  readonly files: readonly FileAnswer[];
  readonly folders: readonly FileAnswer[];
}

/** Content of files that only the node knows. */
const GENERATED = /^(GENERATED)+$/;

/** The case as the oracle asks about it: it defaults the Pod. */
function defaulted(input: Json): VolumeCase {
  const args = input as unknown as VolumeCase;
  return { ...args, pod: applyResourceDefaults(args.pod) };
}

function volumeOf({ pod, volume }: VolumeCase): Volume {
  return pod.spec?.volumes?.find(({ name }) => name === volume) as Volume;
}

/** A message of the kubelet for the reasons of which we have words of our own. */
function shownMessage(message: string): string {
  return withoutReasons(message.replace(/^MountVolume\.SetUp failed for volume "\w*" : /, ''));
}

function compareFailure(
  error: Json | undefined,
  failure: Pick<ContainerFilesFailure, 'message' | 'causes'> | undefined,
  comparison: Comparison,
): boolean {
  const theirs = error === undefined ? undefined : withoutReasons(textOf(error));
  const conflict = failure?.causes.some(({ code }) => code === 'PATH_CONFLICT');
  if (conflict) {
    const isConflict =
      /^(mkdir|open) (VOLUME|ROOT).*: (not a directory|is a directory|file exists)$/s.test(
        theirs ?? '',
      );
    comparison.field('conflict', true, isConflict || theirs);
    return true;
  }
  const ours = failure && [failure.message, ...failure.causes.map(({ message }) => message)];
  // Which one of several paths is reported is random.
  const same = ours?.map(shownMessage).find((message) => message === theirs);
  comparison.field('failure', theirs, same ?? ours?.[0]);
  return error !== undefined || failure !== undefined;
}

type ComparedFile = Omit<VolumeFile, 'origin' | 'hides'>;

function compareFiles(
  theirs: readonly FileAnswer[],
  files: readonly ComparedFile[],
  comparison: Comparison,
): void {
  const byPath = new Map(theirs.map((file) => [textOf(file.path), file]));
  comparison.field(
    'paths',
    [...byPath.keys()].sort().join('|'),
    files
      .map(({ path }) => path)
      .sort()
      .join('|'),
  );
  for (const file of files) {
    const expected = byPath.get(file.path);
    // Of two spellings of one path, either wins.
    if (expected === undefined || file.candidates.length > 0) {
      continue;
    }
    const { content = '', mode, user = 0, group } = expected;
    const text = textOf(content);
    if (file.content === undefined) {
      comparison.field(`content of ${file.path}`, true, GENERATED.test(text) || text);
    } else {
      comparison.field(`content of ${file.path}`, text, file.content);
      comparison.field(`bytes of ${file.path}`, base64Of(content), file.base64);
      comparison.field(`size of ${file.path}`, sizeOf(content), file.sizeBytes);
    }
    comparison.field(`user of ${file.path}`, user, file.user);
    comparison.field(`mode of ${file.path}`, mode.toString(8), file.mode.toString(8));
    if (group !== undefined) {
      comparison.field(`group of ${file.path}`, group, file.group);
    }
  }
}

function sizeOf(content: Json): number {
  const base64 = base64Of(content);
  return base64 === undefined
    ? Buffer.byteLength(textOf(content))
    : Buffer.from(base64, 'base64').length;
}

function compareFolders(
  theirs: readonly FileAnswer[],
  folders: readonly Pick<VolumeFolder, 'path' | 'mode' | 'group'>[],
  comparison: Comparison,
): void {
  const show = (path: string, mode: number, group: number | undefined): string =>
    `${path} ${mode.toString(8)} ${group}`;
  comparison.field(
    'folders',
    theirs
      .map(({ path, mode, group }) => show(textOf(path), mode, group))
      .sort()
      .join('|'),
    folders
      .map(({ path, mode, group }) => show(path, mode, group))
      .sort()
      .join('|'),
  );
}

function kindOf(_: Json, { out }: { readonly out?: Json }): string {
  const { error, files, folders } = out as unknown as FilesAnswer;
  return error === undefined
    ? `${files.length} ${folders?.length} ${files[0]?.mode}`
    : textOf(error).slice(0, 50);
}

const payload: Operation = {
  name: 'volume.payload',
  program: 'kubernetes',
  examples: () => VOLUME_EXAMPLES,
  generate: volumeCase,
  compare(input, { out }, comparison) {
    const args = defaulted(input);
    const { error, files } = out as unknown as FilesAnswer;
    // Mounts and conflicts of paths show only on disk.
    const { spec, ...pod } = args.pod;
    const containers = spec?.containers?.map(({ volumeMounts, ...container }) => container);
    const initContainers = spec?.initContainers?.map(({ volumeMounts, ...container }) => container);
    const alone = { ...pod, spec: { ...spec, containers, initContainers } };
    const explained = volumeFiles(alone, volumeOf(args), args, args);
    const { failure } = explained;
    if (error === undefined && failure?.causes.some(({ code }) => code === 'PATH_CONFLICT')) {
      return;
    }
    if (!compareFailure(error, failure, comparison)) {
      const hasGroup = spec?.securityContext?.fsGroup !== undefined;
      const written = files.map((file) => ({
        ...file,
        mode: (file.mode & 0o777) | (hasGroup ? 0o440 : 0),
      }));
      compareFiles(written, explained.files, comparison);
    }
  },
  kind: kindOf,
};

const files: Operation = {
  name: 'volume.files',
  program: 'kubernetes',
  candidates: 300,
  examples: () => VOLUME_EXAMPLES,
  generate: volumeCase,
  compare(input, { out }, comparison) {
    const args = defaulted(input);
    const answer = out as unknown as FilesAnswer;
    const explained = volumeFiles(args.pod, volumeOf(args), args, args);
    if (!compareFailure(answer.error, explained.failure, comparison)) {
      compareFiles(answer.files, explained.files, comparison);
      compareFolders(answer.folders, explained.folders, comparison);
    }
  },
  kind: kindOf,
};

interface MountsAnswer {
  readonly error?: Json;
  readonly volume?: string;
  readonly mounts: readonly (FilesAnswer & {
    readonly mountPath: string;
    readonly volume: string;
    readonly readOnly: boolean;
  })[];
}

const mounts: Operation = {
  name: 'volume.mounts',
  program: 'kubernetes',
  candidates: 300,
  *examples() {
    for (const example of VOLUME_EXAMPLES) {
      yield { ...example, volume: '', container: 'app', services: [] };
    }
  },
  generate: mountsCase,
  compare(input, { out }, comparison) {
    const args = defaulted(input);
    const theirs = out as unknown as MountsAnswer;
    const own = args.pod.spec?.containers?.find(({ name }) => name === args.container) as Container;
    const ours = containerFiles(args.pod, own, args, args);
    comparison.field('volume', theirs.volume, ours.failure?.volume);
    if (compareFailure(theirs.error, ours.failure, comparison)) {
      return;
    }
    for (const [index, mount] of ours.mounts.entries()) {
      const expected = theirs.mounts[index];
      if (expected === undefined) {
        comparison.field('mount', undefined, mount.volume);
        continue;
      }
      // The runtime writes the path in another way, and covers what mounts have in common.
      comparison.field('volume of mount', expected.volume, mount.volume);
      comparison.field('read-only', expected.readOnly, mount.isReadOnly);
      comparison.field('is file', expected.folders.length === 0, mount.content === 'FILE');
      const inMount = <T extends { readonly path: string }>(path: T): T => ({
        ...path,
        path: path.path.slice(mount.mountPath.length).replace(/^\//, ''),
      });
      const all = [...ours.files, ...ours.covered].filter((file) => file.mount === index);
      compareFiles(expected.files, all.map(inMount), comparison);
      for (const folder of ours.folders.filter((each) => each.mount === index).map(inMount)) {
        const found = expected.folders.find(({ path }) => textOf(path) === folder.path);
        comparison.field('mode of folder', found?.mode.toString(8), folder.mode.toString(8));
        comparison.field('group of folder', found?.group, folder.group);
      }
    }
    comparison.field('mounts', theirs.mounts.length, ours.mounts.length);
  },
  kind(_, { out }) {
    const answer = out as unknown as MountsAnswer;
    return answer.error === undefined
      ? answer.mounts
          .map(({ files: own, folders }) => `${own.length} ${folders.length}`)
          .slice(0, 3)
          .join()
      : textOf(answer.error).slice(0, 50);
  },
};

const delay: Operation = {
  name: 'volume.updateDelay',
  program: 'kubernetes',
  *examples() {
    for (const added of [0, 89, 90, 100, 101, 449, 500, 501, 1000, 1001, 2000, 2001, 5000]) {
      for (const deleted of [0, 1, Math.floor(added / 20), Math.floor(added / 8), added]) {
        if (deleted <= added) {
          yield { added, deleted };
        }
      }
    }
  },
  generate(random) {
    const added = random.below(2500);
    return { added, deleted: random.percent(30) ? 0 : random.below(added + 1) };
  },
  compare(input, { out }, comparison) {
    const { added, deleted } = input as { added: number; deleted: number };
    const { seconds } = out as { seconds: number };
    const kubelet = { configMapAndSecretChangeDetectionStrategy: 'Cache' } as const;
    const { min, max } = configUpdateDelay(kubelet, added - deleted).cacheSeconds;
    comparison.field('seconds', seconds, deleted > 0 && seconds === max ? max : min);
  },
  kind(input, { out }) {
    const { added, deleted } = input as { added: number; deleted: number };
    return `${(out as { seconds: number }).seconds} ${added - deleted < 90} ${deleted > 0}`;
  },
};

/** Files of volumes and of containers, and when they change. */
export const volumeOperations: readonly Operation[] = [payload, files, mounts, delay];
