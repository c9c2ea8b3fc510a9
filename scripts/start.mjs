// `npm start`: installs and builds everything, and shows the report for the manifests in `examples/`.
import { checkNode, install, run, steps, tool } from './tools.mjs';

checkNode();
await steps({ 'Installing the dependencies': install });
await steps({
  'Building the packages': () =>
    tool('turbo/bin/turbo', 'run', 'build', '--output-logs=errors-only', '--filter=kubesem'),
});
process.stderr.write('kubesem inspect examples\n\n');
process.exitCode = await run(process.execPath, 'packages/cli/dist/main.js', 'inspect', 'examples');
process.stderr.write(
  '\nThe site with guides, reference and playground: npm run docs:dev, then open http://localhost:5173\n',
);
