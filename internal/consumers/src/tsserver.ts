import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

/**
 * Asks the TypeScript server, as an editor does, where a name is defined.
 *
 * @param file - a TypeScript file
 * @param line - line of the name, counted from 1
 * @param offset - column of the name, counted from 1
 * @returns the file with the definition; undefined if there is none
 */
export async function definitionOf(
  file: string,
  line: number,
  offset: number,
): Promise<string | undefined> {
  const server = createRequire(import.meta.url).resolve('typescript/lib/tsserver.js');
  const { stdin, stdout, kill } = startServer(server);
  const send = (seq: number, command: string, args: object) =>
    stdin.write(`${JSON.stringify({ seq, type: 'request', command, arguments: args })}\n`);
  send(1, 'open', { file });
  send(2, 'definition', { file, line, offset });
  try {
    for await (const text of createInterface({ input: stdout })) {
      const message = text.startsWith('{') ? JSON.parse(text) : {};
      if (message.request_seq === 2) {
        return message.body?.[0]?.file;
      }
    }
    return undefined;
  } finally {
    kill();
  }
}

function startServer(script: string) {
  const options = ['--disableAutomaticTypingAcquisition'];
  const server = spawn(process.execPath, [script, ...options], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return { stdin: server.stdin, stdout: server.stdout, kill: () => server.kill() };
}
