// Writes the generated areas of the site: docs/reference from the doc comments, docs/command from the command itself.
// The slow part, TypeDoc, runs only if a source is newer than its result.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeCommandPages } from './command/main.mjs';
import { writeReference } from './reference/main.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const api = `${root}docs/.vitepress/cache/api.json`;

/** Reports whether the JSON of TypeDoc describes the sources as they are. */
function isCurrent() {
  const time = existsSync(api) ? statSync(api).mtimeMs : 0;
  return readdirSync(`${root}packages`)
    .flatMap((name) =>
      readdirSync(`${root}packages/${name}/src`, { recursive: true, encoding: 'utf8' }).map(
        (file) => `packages/${name}/src/${file}`,
      ),
    )
    .concat(
      'typedoc.json',
      ...['apf-http', 'core', 'manifests'].map((name) => `packages/${name}/typedoc.json`),
    )
    .every((file) => file.endsWith('.md') || statSync(root + file).mtimeMs < time);
}

if (!isCurrent()) {
  const { status } = spawnSync(
    process.execPath,
    [`${root}node_modules/typedoc/bin/typedoc`, '--logLevel', 'Warn'],
    { cwd: root, stdio: 'inherit' },
  );
  if (status !== 0) {
    process.exit(1);
  }
}
await writeReference(api, root, `${root}docs/reference/`);
await writeCommandPages(root, `${root}docs/command/`);
