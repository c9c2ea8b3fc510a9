#!/usr/bin/env node
import { run } from './program.js';
import { nodeTerminal } from './terminal.js';

// A closed pipe, as in `kubesem inspect | head`, is no error: nobody is left to tell.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') {
      process.exit(0);
    }
    throw error;
  });
}

process.exitCode = await run(process.argv.slice(2), nodeTerminal(process));
