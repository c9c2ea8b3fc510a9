// `npm start`: installs and builds everything, and shows the report for the manifests in `examples/`.
import { checkNode, install, run, steps, tool } from './tools.mjs';

checkNode();
await steps({ 'Installing the dependencies': install });
await steps({
  'Building the packages': () =>
    tool('turbo/bin/turbo', 'run', 'build', '--output-logs=errors-only', '--filter=kubesem'),
});
process.stderr.write('kubesem inspect examples\n\n');
const status = await run(process.execPath, 'packages/cli/dist/main.js', 'inspect', 'examples');
// Status 1 reports the mistakes that the examples contain on purpose.
process.exitCode = status === 1 ? 0 : status;
process.stderr.write(
  '\nThe site with guides, reference and playground: npm run docs:dev, then open http://localhost:5173\n',
);
