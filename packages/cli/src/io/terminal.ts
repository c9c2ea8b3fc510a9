import pc from 'picocolors';
import { type Colors, wantsColors } from '../output/colors.js';

/** An output for people. */
export interface Output {
  readonly write: (data: string | Uint8Array) => void;
  readonly colors: Colors;
  /** Whether it is a terminal, and not a file or a pipe. */
  readonly isTerminal: boolean;
  /** Width of the terminal, if it is one. */
  readonly columns?: number | undefined;
}

/** Where a command reads from and writes to. */
export interface Terminal {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean | undefined };
  /** Collects the kinds that a cluster did not let this run list. */
  readonly unlisted?: UnlistedKind[] | undefined;
}

/** A kind whose objects are unknown, or that the server does not have. */
export interface UnlistedKind {
  readonly apiVersion: string;
  readonly kind: string;
  /** Status of the answer; absent if the cluster could not be read further. */
  readonly status?: number | undefined;
  /** Why it is not listed. */
  readonly message: string;
}

/** Whether the objects of a kind are unknown. A cluster without an API of this kind has no such objects. */
export function isUnknown({ unlisted = [] }: Terminal, kind?: string): boolean {
  return unlisted.some((each) => each.status !== 404 && (kind ?? each.kind) === each.kind);
}

/** The terminal that the process was started in. */
export function nodeTerminal({ stdin, stdout, stderr, env }: NodeJS.Process): Terminal {
  return { stdin, stdout: output(stdout, env), stderr: output(stderr, env) };
}

function output(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Output {
  const isTerminal = stream.isTTY === true;
  return {
    write: (data) => void stream.write(data),
    colors: pc.createColors(wantsColors(isTerminal, env)),
    isTerminal,
    columns: stream.columns,
  };
}
