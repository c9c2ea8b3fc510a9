import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import pc from 'picocolors';
import { onTestFinished } from 'vitest';
import type { Output, Terminal } from '../../src/io/terminal.js';
import { run } from '../../src/program.js';

/** What a run of the command left behind; each byte that is no text is one character. */
export interface Finished {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How the command is started. */
export interface Setting {
  /** Standard input, maybe in chunks. */
  readonly stdin?: string | Uint8Array | readonly Uint8Array[];
  /** Whether standard input is a terminal instead. */
  readonly isTTY?: boolean;
  readonly colors?: boolean;
  /** Whether standard output is a terminal. */
  readonly isTerminal?: boolean;
  /** Its width. */
  readonly columns?: number;
  /** What the user calls the program. */
  readonly name?: string;
  /** Whether standard error is one. */
  readonly isWatched?: boolean;
}

/** Runs the command in this process. */
export async function kubesem(args: readonly string[], setting: Setting = {}): Promise<Finished> {
  const written = { stdout: '', stderr: '' };
  const output = (name: keyof typeof written): Output => ({
    write: (data) => {
      written[name] += typeof data === 'string' ? data : Buffer.from(data).toString('latin1');
    },
    colors: pc.createColors(setting.colors === true),
    isTerminal: (name === 'stdout' ? setting.isTerminal : setting.isWatched) === true,
    columns: setting.columns,
  });
  const { stdin: input = '', isTTY } = setting;
  const chunks = isList(input) ? input : [Buffer.from(input)];
  const stdin: Terminal['stdin'] = Object.assign(stream(chunks), { isTTY });
  const status = await run(
    args,
    { stdin, stdout: output('stdout'), stderr: output('stderr') },
    setting.name,
  );
  return { status, ...written };
}

/** Runs the command, and parses what it prints for programs. */
export async function json(args: readonly string[], setting: Setting = {}) {
  const { stdout, ...rest } = await kubesem([...args, '-o', 'json'], setting);
  return { ...rest, output: JSON.parse(stdout) };
}

/** A stream of chunks, which can be read once. */
export async function* stream(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  yield* chunks;
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

/** Makes files, and returns the path of each by its name. */
export function filesOf(
  files: Readonly<Record<string, string | Uint8Array>>,
): (name: string) => string {
  const folder = folderOf(files);
  return (name) => join(folder, name);
}

/** Makes a file with these documents. */
export function fileOf(...documents: string[]): string {
  return join(folderOf({ 'a.yaml': documents.join('---\n') }), 'a.yaml');
}

/** The cells of a table's lines. */
export function cells(table: string): string[][] {
  return table
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/));
}

/** The problems on standard error without their wording: `a.yaml:3:19 error`, or `error` if they have no place. */
export function problemsIn(stderr: string): string[] {
  return stderr.split('\n').flatMap((line) => {
    const match = /^(?:(?<file>.*?):(?<place>\d+:\d+): )?(?<severity>error|warning): /.exec(line);
    const { file, place, severity = '' } = match?.groups ?? {};
    return match === null
      ? []
      : [file === undefined ? severity : `${basename(file)}:${place} ${severity}`];
  });
}

/** The codes of problems. */
export function codesOf(problems: readonly { readonly code: string }[]): string[] {
  return problems.map(({ code }) => code);
}

/** A manifest of a Pod with one container. */
export function podManifest(
  name: string,
  resources = '{ limits: { cpu: 1, memory: 1Gi } }',
  namespace = 'default',
): string {
  return `apiVersion: v1
kind: Pod
metadata: { name: ${name}, namespace: ${namespace} }
spec:
  containers:
    - { name: app, image: app:1,
      resources: ${resources} }
`;
}
