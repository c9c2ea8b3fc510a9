import { appendFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ReadingCost, runCommand } from './command.js';
import { writeDump } from './dumps.js';
import { installText, podListText } from './manifests.js';

/** Cost of `kubesem inspect` on one file. */
export interface FileCost extends ReadingCost {
  /** Name of the input. */
  readonly name: FileName;
  /** Size of the file. */
  readonly fileBytes: number;
}

/** Names of the inputs. */
export type FileName = keyof typeof FILES;

const DUMP_BYTES = 100e6;
const LIST_BYTES = 12e6;
/** Close to the longest document that is read, 32 Mi characters. */
const DOCUMENT_BYTES = 32e6;
const STREAM_DOCUMENTS = 8;

const FILES = {
  install: {
    file: 'install.yaml',
    flags: [],
    isLong: false,
    write: (path: string) => writeFileSync(path, installText()),
  },
  list: {
    file: 'list.yaml',
    flags: [],
    isLong: false,
    write: (path: string) => writeFileSync(path, podListText(LIST_BYTES, '')),
  },
  dump: {
    file: 'pods.json',
    flags: ['--summary'],
    isLong: false,
    write: (_: string, folder: string) => writeDump(folder, 'pods.json', DUMP_BYTES),
  },
  stream: {
    file: 'stream.yaml',
    flags: ['--summary'],
    isLong: true,
    write: (path: string) => {
      for (let index = 0; index < STREAM_DOCUMENTS; index++) {
        appendFileSync(path, `---\n${podListText(DOCUMENT_BYTES, `part${index}-`)}`);
      }
    },
  },
} as const;

/**
 * Writes the files and runs `kubesem inspect` on each.
 *
 * @param folder - folder of the Pods and of the files
 * @param rounds - number of runs; long files are read once, and not at all in a single round
 * @param median - of the times of the runs
 * @returns the median of the times and the highest memory
 */
export async function measureFiles(
  folder: string,
  rounds: number,
  median: (times: readonly number[]) => number,
): Promise<FileCost[]> {
  const costs: FileCost[] = [];
  for (const name of Object.keys(FILES) as FileName[]) {
    const { file, flags, isLong, write } = FILES[name];
    if (isLong && rounds === 1) {
      continue;
    }
    const path = join(folder, file);
    await write(path, folder);
    const runs = Array.from({ length: isLong ? 1 : rounds }, () =>
      runCommand(folder, ['inspect', ...flags, file]),
    );
    costs.push({
      name,
      fileBytes: statSync(path).size,
      milliseconds: median(runs.map((run) => run.milliseconds)),
      peakBytes: Math.max(...runs.map((run) => run.peakBytes)),
    });
  }
  return costs;
}
