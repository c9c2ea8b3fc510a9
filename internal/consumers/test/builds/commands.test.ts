import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { documentedCode } from '../../src/code-blocks.js';
import { manifestOf, root } from '../../src/workspace.js';

/** A command in a shell block, with the output below it. */
interface Command {
  readonly place: string;
  readonly command: string;
  readonly output: string;
}

const commandFile = `${root}packages/cli/${manifestOf('cli').bin?.kubesem}`;

function documentedCommands(): Command[] {
  return documentedCode('sh').flatMap(({ file, line, code }) => {
    const commands: { place: string; command: string; output: string }[] = [];
    for (const [index, text] of code.split('\n').entries()) {
      const last = commands.at(-1);
      if (text.startsWith('$ ')) {
        commands.push({ place: `${file}:${line + index}`, command: text.slice(2), output: '' });
      } else if (last) {
        last.output += `${text.trimEnd()}\n`;
      }
    }
    return commands;
  });
}

/** Runs a command in the root of the workspace, and returns standard output and standard error together. */
function outputOf(command: string): string {
  const script = `
    kubesem() { "$NODE" "$KUBESEM" "$@"; }
    npx() { "$@"; }
    { ${command}
    } 2>&1`;
  const env = { ...process.env, NODE: process.execPath, KUBESEM: commandFile, NO_COLOR: '1' };
  // The status is not checked: it is 1 if a command reports a problem.
  const { stdout, error } = spawnSync('sh', ['-c', script], { cwd: root, env, encoding: 'utf8' });
  if (error) {
    throw error;
  }
  return stdout.replaceAll(/[ \t]+$/gm, '').trim();
}

/** Returns a pattern for the shown output. A line `…` matches any lines. */
function pattern(output: string): RegExp {
  const parts = output
    .split(/^…$/m)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('[^]*')}$`);
}

describe('the commands in Markdown files', () => {
  const commands = documentedCommands().filter(
    ({ command, output }) => command.includes('kubesem ') && output !== '',
  );

  test.each(commands)('$place: $command', ({ command, output }) => {
    const found = outputOf(command);
    if (/^…$/m.test(output)) {
      expect(found).toMatch(pattern(output.trim()));
    } else {
      expect(found).toBe(output.trim());
    }
  });
});
