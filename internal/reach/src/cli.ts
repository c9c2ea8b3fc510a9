// `npm run reach` writes docs/migrate.md and docs/migrate/; `npm run reach -- --check` asks the published packages of the tools again.
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkPublished } from './check.js';
import { DOCS, pages } from './guide.js';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
if (values.check) {
  process.exitCode = (await checkPublished()) ? 0 : 1;
} else {
  mkdirSync(`${DOCS}migrate`, { recursive: true });
  for (const [file, text] of pages()) {
    writeFileSync(DOCS + file, text);
  }
}
