import { cleanPath, foldersOf } from '../paths.js';
import type { ContainerMount } from './container-explanation.js';
import type { VolumeFile, VolumeFiles, VolumeFolder } from './explanation.js';

/** What a mount shows of a volume; its paths start at the mount. */
export interface VolumePart {
  readonly content: ContainerMount['content'];
  readonly files: readonly VolumeFile[];
  readonly folders: readonly VolumeFolder[];
}

/** A path that is the volume itself. */
const WHOLE = /^\.$/;
/** The start of a path in the folder with all files: the volume itself, or a link that the kubelet makes in it. */
const ALL_FILES = /^(\.|\.\.data)(\/|$)/;
/** Content that is not known, or not shown. */
export const UNKNOWN_PART: VolumePart = { content: 'UNKNOWN', files: [], folders: [] };

/** Finds what a volume has at a path. */
export class VolumeParts {
  readonly isReadOnly: boolean;
  private readonly own: FolderTree;
  private linked: FolderTree | undefined;

  constructor(private readonly volume: VolumeFiles) {
    this.isReadOnly = volume.isReadOnly;
    this.own = new FolderTree(volume.files, volume.folders);
  }

  /**
   * The part at a path; undefined if a file is in the way.
   *
   * Source: `k8s.io/kubernetes/pkg/volume/util/subpath` v1.37.1, `SafeMakeDir`.
   */
  at(subPath: string | undefined): VolumePart | undefined {
    if (!this.volume.isKnown || subPath === undefined) {
      return UNKNOWN_PART;
    }
    const written = cleanPath(subPath);
    const path = written.replace(this.isReadOnly ? ALL_FILES : WHOLE, '');
    const isLinked = written.startsWith('..data') && path !== written;
    const newFolder = this.volume.folders.slice(0, 1);
    if (!isLinked) {
      return this.own.at(path, newFolder);
    }
    this.linked ??= linkedTree(this.volume);
    return this.linked.at(path, newFolder);
  }
}

/**
 * What the link in a volume leads to: all files, since the kubelet creates mount points in the volume itself. It makes only
 * the volume itself writable.
 */
function linkedTree({ files, hidden, folders: [root] }: VolumeFiles): FolderTree {
  const all = [...files, ...hidden.map(({ folder, ...file }) => file)];
  const paths = new Set(['', ...all.flatMap(({ path }) => foldersOf(path))]);
  const folders = [...paths]
    .sort()
    .flatMap((path) => (root === undefined ? [] : [{ ...root, path, mode: root.mode & ~0o022 }]));
  return new FolderTree(all, folders);
}

/** Files and folders by their paths. */
class FolderTree {
  private readonly byPath = new Map<string, VolumeFile>();
  private readonly filesIn = new Map<string, VolumeFile[]>();
  private readonly foldersIn = new Map<string, VolumeFolder[]>();

  constructor(
    private readonly files: readonly VolumeFile[],
    private readonly folders: readonly VolumeFolder[],
  ) {
    for (const file of files) {
      this.byPath.set(file.path, file);
      for (const folder of foldersOf(file.path)) {
        addTo(this.filesIn, folder, file);
      }
    }
    for (const folder of folders) {
      for (const above of [...foldersOf(folder.path), folder.path]) {
        addTo(this.foldersIn, above, folder);
      }
    }
  }

  /** The part at a path; undefined if a file is in the way. */
  at(path: string, newFolder: readonly VolumeFolder[]): VolumePart | undefined {
    if (path === '') {
      return { content: 'FOLDER', files: this.files, folders: this.folders };
    }
    const file = this.byPath.get(path);
    if (file !== undefined) {
      return { content: 'FILE', files: [{ ...file, path: '' }], folders: [] };
    }
    if (foldersOf(path).some((folder) => this.byPath.has(folder))) {
      return undefined;
    }
    const start = path.length + 1;
    const folders = this.foldersIn.get(path) ?? [];
    return folders.length > 0
      ? {
          content: 'FOLDER',
          files: startingAt(start, this.filesIn.get(path) ?? []),
          folders: startingAt(start, folders),
        }
      : { content: 'NEW_FOLDER', files: [], folders: newFolder };
  }
}

function addTo<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key) ?? [];
  list.push(item);
  lists.set(key, list);
}

function startingAt<T extends { readonly path: string }>(
  start: number,
  all: readonly T[],
): readonly T[] {
  return all.map((each) => ({ ...each, path: each.path.slice(start) }));
}
