import type { ContainerMount } from './container-explanation.js';
import type { ExplainedVolumeFile, VolumeFilesExplanation, VolumeFolder } from './explanation.js';
import { cleanPath, foldersOf } from './paths.js';

/** What a mount shows of a volume; its paths start at the mount. */
export interface VolumePart {
  readonly content: ContainerMount['content'];
  readonly files: readonly ExplainedVolumeFile[];
  readonly folders: readonly VolumeFolder[];
}

/** A path that is the volume itself. */
const WHOLE = /^\.$/;
/** The start of a path in the folder with all files: the volume itself, or a link that the kubelet makes in it. */
const ALL_FILES = /^(\.|\.\.data)(\/|$)/;
const UNKNOWN: VolumePart = { content: 'UNKNOWN', files: [], folders: [] };

/** Finds what a volume has at a path. */
export class VolumeParts {
  readonly isReadOnly: boolean;
  private readonly files = new Map<string, ExplainedVolumeFile>();
  private readonly inFolder = new Map<string, ExplainedVolumeFile[]>();
  private readonly foldersIn = new Map<string, VolumeFolder[]>();

  constructor(private readonly volume: VolumeFilesExplanation) {
    this.isReadOnly = volume.isReadOnly;
    for (const file of volume.files) {
      this.files.set(file.path, file);
      for (const folder of foldersOf(file.path)) {
        addTo(this.inFolder, folder, file);
      }
    }
    for (const folder of volume.folders) {
      for (const above of [...foldersOf(folder.path), folder.path]) {
        addTo(this.foldersIn, above, folder);
      }
    }
  }

  /**
   * The part at a path; undefined if a file is in the way.
   *
   * Source: `k8s.io/kubernetes/pkg/volume/util/subpath` v1.37.1, `SafeMakeDir`.
   */
  at(subPath: string | undefined): VolumePart | undefined {
    if (!this.volume.isKnown || subPath === undefined) {
      return UNKNOWN;
    }
    const written = cleanPath(subPath);
    const path = written.replace(this.isReadOnly ? ALL_FILES : WHOLE, '');
    const isLinked = written.startsWith('..data') && path !== written;
    if (path === '') {
      const { files, folders } = this.volume;
      return {
        content: 'FOLDER',
        files,
        folders: isLinked ? this.withFiles(folders).map(unwritable) : folders,
      };
    }
    const file = this.files.get(path);
    if (file !== undefined) {
      return { content: 'FILE', files: [{ ...file, path: '' }], folders: [] };
    }
    if (foldersOf(path).some((folder) => this.files.has(folder))) {
      return undefined;
    }
    const start = path.length + 1;
    const inPath = this.foldersIn.get(path) ?? [];
    const folders = isLinked ? this.withFiles(inPath) : inPath;
    if (folders.length > 0) {
      return {
        content: 'FOLDER',
        files: startingAt(start, this.inFolder.get(path) ?? []),
        folders: startingAt(start, folders),
      };
    }
    return {
      content: 'NEW_FOLDER',
      files: [],
      folders: this.volume.folders.slice(0, 1),
    };
  }

  /** The folders that the link leads to: the kubelet creates those for other mounts in the volume itself. */
  private withFiles(folders: readonly VolumeFolder[]): readonly VolumeFolder[] {
    return folders.filter(({ path }) => path === '' || this.inFolder.has(path));
  }
}

/** The folder that the link in a volume leads to: the kubelet makes the volume itself writable, but not this one. */
function unwritable(folder: VolumeFolder): VolumeFolder {
  return { ...folder, mode: folder.mode & ~0o022 };
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
