// `npm run docs`: builds the site into docs/.vitepress/dist. `npm run docs:dev` serves it and reloads changed pages.
// `npm run docs:lighthouse` measures the built site: with Lighthouse, and how fast its pages answer.
import { checkNode, install, run, steps, tool } from './tools.mjs';

const [task = 'build', ...options] = process.argv.slice(2);
const vitepress = 'docs/node_modules/vitepress/bin/vitepress.js';

checkNode();
if (task === 'lighthouse') {
  const failed = await run(process.execPath, 'docs/measure/lighthouse.mjs', ...options);
  process.exit(failed || (await run(process.execPath, 'docs/measure/speed.mjs')));
}
await steps({ 'Installing the dependencies': install });
await steps({
  'Building the command': () =>
    tool('turbo/bin/turbo', 'run', 'build', '--output-logs=errors-only', '--filter=kubesem'),
});
await steps({
  'Writing the pages of the command and of the API': () => tool('../docs/generate/main.mjs'),
});
process.exitCode = await run(process.execPath, vitepress, task, 'docs', ...options);
