#!/usr/bin/env node
import { BROKEN, run } from './program.js';
import { nodeTerminal } from './terminal.js';

// A closed pipe, as in `kubesem inspect | head`, is no error: nobody is left to tell. A full disk is one.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') {
      process.exitCode = BROKEN;
      if (stream === process.stdout) {
        process.stderr.write(`error: cannot write the output: ${error.message}\n`);
      }
    }
    process.exit();
  });
}

process.exitCode = await run(process.argv.slice(2), nodeTerminal(process));
