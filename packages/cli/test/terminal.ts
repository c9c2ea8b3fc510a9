import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pc from 'picocolors';
import { onTestFinished } from 'vitest';
import { run } from '../src/program.js';
import type { Output, Terminal } from '../src/terminal.js';

/** What a run of the command left behind. */
export interface Finished {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How the command is started. */
export interface Setting {
  /** What comes in on standard input, maybe in chunks. */
  readonly stdin?: string | Uint8Array | readonly Uint8Array[];
  /** Whether standard input is a terminal instead. */
  readonly isTTY?: boolean;
  readonly colors?: boolean;
  /** Whether standard output is a terminal. */
  readonly isTerminal?: boolean;
  /** Whether standard error is one. */
  readonly isWatched?: boolean;
}

/** Runs the command in this process. */
export async function kubesem(args: readonly string[], setting: Setting = {}): Promise<Finished> {
  const written = { stdout: '', stderr: '' };
  const output = (name: keyof typeof written): Output => ({
    write: (text) => {
      written[name] += text;
    },
    colors: pc.createColors(setting.colors === true),
    isTerminal: (name === 'stdout' ? setting.isTerminal : setting.isWatched) === true,
  });
  const stdin: Terminal['stdin'] = {
    isTTY: setting.isTTY,
    async *[Symbol.asyncIterator]() {
      const { stdin: input = '' } = setting;
      for (const chunk of isList(input) ? input : [Buffer.from(input)]) {
        yield chunk;
      }
    },
  };
  const status = await run(args, { stdin, stdout: output('stdout'), stderr: output('stderr') });
  return { status, ...written };
}

function isList<T>(value: string | Uint8Array | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}

/** Makes a folder with files, which is gone after the test. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'kubesem-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** A manifest of a Pod with one container. */
export function podManifest(name: string, resources = '{}', namespace = 'default'): string {
  return `apiVersion: v1
kind: Pod
metadata: { name: ${name}, namespace: ${namespace} }
spec:
  containers:
    - name: app
      resources: ${resources}
`;
}
