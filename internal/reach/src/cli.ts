// `npm run reach` writes docs/migrate.md; `npm run reach -- --check` asks the published packages of the tools again.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkPublished } from './check.js';
import { GUIDE_FILE, guide } from './guide.js';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
if (values.check) {
  process.exitCode = (await checkPublished()) ? 0 : 1;
} else {
  writeFileSync(GUIDE_FILE, guide());
}
