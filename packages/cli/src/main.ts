#!/usr/bin/env node
import { basename } from 'node:path';
import { FAILED } from './context.js';
import { createObjectsInNewSpace } from './heap.js';
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

createObjectsInNewSpace();

// kubectl runs `kubectl-kubesem` as `kubectl kubesem`.
const [, file = '', ...args] = process.argv;
const isPlugin = basename(file, '.js') === 'kubectl-kubesem';
process.exitCode = await run(args, nodeTerminal(process), isPlugin ? 'kubectl kubesem' : 'kubesem');
