// `npm start`: from a fresh clone to the main job, the report on the manifests in `examples/`.
import { checkNode, install, node, step, tool } from './tools.mjs';

checkNode();
step('Installing the dependencies', install);
step('Building the packages', () =>
  tool('turbo/bin/turbo', 'run', 'build', '--filter=kubesem', '--output-logs=errors-only'),
);
process.stderr.write('kubesem inspect examples\n\n');
node(['packages/cli/dist/cli.js', 'inspect', 'examples']);
