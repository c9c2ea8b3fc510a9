import type { ManifestObject, RereadMemory } from '@kubesem/manifests';

/** Reads objects again when they are needed, so they need not be kept. */
export class Rereader {
  private readonly memory: RereadMemory = {};

  /** Returns a function that returns the object, read again. An object without a text is kept. */
  later(placed: ManifestObject): () => ManifestObject {
    return placed.reread === undefined ? () => placed : reread(placed.reread, this.memory);
  }

  /** Frees what was read again last. */
  forget(): void {
    this.memory.latest = undefined;
  }
}

/** A function of its own, because one that is made next to another keeps all that the other uses: the object. */
function reread(
  read: NonNullable<ManifestObject['reread']>,
  memory: RereadMemory,
): () => ManifestObject {
  return () => read(memory);
}
