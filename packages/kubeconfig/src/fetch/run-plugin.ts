import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, normalize } from 'node:path';
import type { Readable } from 'node:stream';
import { SYSTEM_REASONS } from '../config/file-system.js';
import { type Environment, isPath } from '../config/paths.js';
import { KubeconfigError } from '../error.js';

/** A command to run. */
export interface PluginCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Environment of the command. */
  readonly env: Environment;
  /** Folders in which it is looked up, as in `PATH`. */
  readonly searchPath: string;
  /** Whether it reads from the terminal. */
  readonly isInteractive: boolean;
  readonly installHint: string;
  /** How long it may run. */
  readonly timeoutMs: number;
}

const MOST_BYTES = 1 << 20;

const HELP = `

It looks like you are trying to use a client-go credential plugin that is not installed.

To learn more about this feature, consult the documentation available at:
      https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins`;

/**
 * Runs a credential plugin. Its standard error is that of the process, as in kubectl.
 *
 * @param plugin - the command
 * @returns its standard output
 * @throws KubeconfigError if it cannot be started, fails, prints too much, or does not end in time
 *
 * Source: `k8s.io/client-go/plugin/pkg/client/auth/exec` v0.37.1, `Authenticator.refreshCredsLocked`. client-go waits forever.
 */
export async function runPlugin(plugin: PluginCommand): Promise<string> {
  const name = normalize(plugin.command);
  const file = findExecutable(name, plugin.searchPath);
  if (file === undefined) {
    const hint = plugin.installHint === '' ? '' : `\n\n${plugin.installHint}`;
    throw failed(`exec: executable ${name} not found${HELP}${hint}`);
  }
  const { isInteractive, timeoutMs, args, env } = plugin;
  try {
    const child = spawn(file, [...args], {
      env: { ...env },
      stdio: [isInteractive ? 'inherit' : 'ignore', 'pipe', 'inherit'],
      windowsHide: true,
    });
    return await outputOf(child, name, timeoutMs);
  } catch (error) {
    // Errors of Node quote the argument that they do not accept.
    throw error instanceof KubeconfigError ? error : failed(`exec: ${startProblem(name, error)}`);
  }
}

async function outputOf(
  child: ChildProcessByStdio<null, Readable, null>,
  name: string,
  timeoutMs: number,
): Promise<string> {
  let problem: string | undefined;
  const stop = (reason: string) => {
    problem ??= reason;
    child.kill('SIGKILL');
    child.stdout.destroy();
  };
  const seconds = timeoutMs / 1000;
  const timer = setTimeout(
    () => stop(`did not finish within ${seconds} seconds; run it to see what it waits for`),
    timeoutMs,
  );
  try {
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    const [output, status] = await Promise.all([
      collect(child.stdout, () => stop(`printed more than ${MOST_BYTES} bytes`)),
      ended,
    ]);
    if (problem === undefined && status !== 0) {
      problem = `failed with exit code ${status ?? -1}`;
    }
    if (problem !== undefined) {
      throw failed(`exec: executable ${name} ${problem}`);
    }
    return output;
  } finally {
    clearTimeout(timer);
  }
}

const failed = (message: string) => new KubeconfigError('CREDENTIALS_UNAVAILABLE', message);

function startProblem(name: string, error: unknown): string {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  return `fork/exec ${name}: ${SYSTEM_REASONS[code] ?? code}`;
}

async function collect(stream: Readable, tooMuch: () => void): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) {
      tooMuch();
    } else {
      chunks.push(chunk);
    }
  });
  await new Promise((resolve) => stream.on('close', resolve));
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Finds a command in `PATH`. Like Go, it takes none from the current folder, which can be anybody's.
 *
 * Source: Go 1.26 `os/exec`, `LookPath`.
 */
function findExecutable(command: string, searchPath: string): string | undefined {
  if (isPath(command) || process.platform === 'win32') {
    return command;
  }
  const folders = searchPath.split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, command)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
