import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from './paths.js';

/** The programs of the oracle. */
export type Program = 'staging' | 'kubernetes' | 'apf' | 'coredns';

/** The binary of a program. */
function binaryOf(program: Program): string {
  return join(packageFolder, 'oracle', 'bin', `oracle-${program}`);
}

/** The Kubernetes release that the oracle is pinned to. */
export function oracleRelease(): string {
  const source = readFileSync(join(packageFolder, 'oracle', 'wire', 'release.go'), 'utf8');
  return /Release = "(v[0-9.]+)"/.exec(source)?.[1] as string;
}

interface Waiting {
  readonly count: number;
  readonly answers: string[];
  readonly resolve: (answers: string[]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * One running oracle program. It answers batches of lines in order.
 *
 * The caller limits the batches in flight: two keep both sides busy without filling a pipe.
 */
export class Oracle {
  readonly #child: ChildProcess;
  readonly #waiting: Waiting[] = [];
  #rest = '';
  #ended: Error | undefined;

  /** Starts the program. */
  constructor(program: Program) {
    const binary = binaryOf(program);
    if (!existsSync(binary)) {
      throw new Error(
        `${binary} does not exist; run node internal/conformance/oracle/build.mjs ${program}`,
      );
    }
    this.#child = spawn(binary, [], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child.stdout?.setEncoding('utf8');
    this.#child.stdout?.on('data', (text: string) => this.#read(text));
    this.#child.on('error', (error) => this.#end(error));
    this.#child.on('exit', (status) => this.#end(new Error(`the oracle ended with ${status}`)));
    this.#child.stdin?.on('error', () => {}); // reported by its exit
  }

  /** Returns the answers to request lines, which have no line ends. */
  ask(lines: readonly string[]): Promise<string[]> {
    if (lines.length === 0) {
      return Promise.resolve([]);
    }
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) {
        reject(this.#ended);
        return;
      }
      this.#waiting.push({ count: lines.length, answers: [], resolve, reject });
      this.#child.stdin?.write(`${lines.join('\n')}\n`);
    });
  }

  /** Ends the program; no batch may be in flight. */
  close(): void {
    this.#child.stdin?.end();
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const batch = this.#waiting[0];
      if (batch === undefined) {
        throw new Error('the oracle answered what nobody asked');
      }
      batch.answers.push(line);
      if (batch.answers.length === batch.count) {
        this.#waiting.shift();
        batch.resolve(batch.answers);
      }
    }
  }

  #end(error: Error): void {
    this.#ended = error;
    for (const batch of this.#waiting.splice(0)) {
      batch.reject(error);
    }
  }
}
