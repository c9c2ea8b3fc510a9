import { type ManifestObject, type ManifestProblem, readObjects } from '@kubesem/manifests';
import type { ReadText } from './documents.js';

/** A file of any length, such as a `File` of a browser. */
export interface DumpFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  stream(): ReadableStream<Uint8Array>;
}

/** How far the files are read. */
export interface DumpProgress {
  readonly bytes: number;
  readonly totalBytes: number;
  readonly objects: number;
}

const PROGRESS_BYTES = 1 << 20;
const MAX_PROBLEMS = 10_000;

/** Reads dumps of clusters object by object, without what no answer depends on. */
export async function readDumps(
  files: readonly DumpFile[],
  onProgress: (progress: DumpProgress) => void,
): Promise<ReadText> {
  const objects: ManifestObject[] = [];
  const problems: ManifestProblem[] = [];
  const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
  let bytes = 0;
  let reported = 0;
  const onBytes = (count: number) => {
    bytes += count;
    if (bytes - reported >= PROGRESS_BYTES) {
      reported = bytes;
      onProgress({ bytes, totalBytes, objects: objects.length });
    }
  };
  const onProblem = (problem: ManifestProblem) => {
    if (problems.length < MAX_PROBLEMS) {
      problems.push(problem);
    }
  };
  for (const file of files) {
    const chunks = textOf(file, onBytes);
    for await (const object of readObjects({ name: file.name, chunks }, { onProblem })) {
      objects.push(kept(object));
    }
  }
  onProgress({ bytes, totalBytes, objects: objects.length });
  return { objects, problems };
}

async function* textOf(file: DumpFile, onBytes: (count: number) => void): AsyncGenerator<string> {
  const reader = file.stream().getReader();
  const decoder = new TextDecoder();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      onBytes(next.value.length);
      yield decoder.decode(next.value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    await reader.cancel();
  }
}

/** An object without its history, which is the largest part of most objects, and without its text. */
function kept({
  file,
  line,
  column,
  apiVersion,
  kind,
  object,
  segments,
  item,
}: ManifestObject): ManifestObject {
  const place = { line, column };
  return {
    ...{ file, line, column, apiVersion, kind, segments, item },
    object: withoutHistory(object),
    positionOf: () => place,
  };
}

function withoutHistory(object: ManifestObject['object']): ManifestObject['object'] {
  const { metadata } = object;
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) {
    return object;
  }
  const { managedFields: _, ...rest } = metadata as { readonly [name: string]: never };
  return { ...object, metadata: rest };
}
