#!/usr/bin/env node
import { FAILED } from './context.js';
import { nodeTerminal } from './io/terminal.js';
import { run } from './program.js';

// A closed pipe, as in `kubesem inspect | head`, is not an error: nobody reads on. A full disk is one.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') {
      process.exitCode = FAILED;
      if (stream === process.stdout) {
        process.stderr.write(`error: cannot write the output: ${error.message}\n`);
      }
    }
    process.exit();
  });
}

process.exitCode = await run(process.argv.slice(2), nodeTerminal(process));
