// Asks the oracle of internal/conformance anew for every case in yaml.documents.ndjson. To add a case, append a line
// {"in":"…"} and run this.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('yaml.documents.ndjson', import.meta.url);
const oracle = fileURLToPath(new URL('../../../conformance/oracle/bin/oracle-staging', import.meta.url));
const operation = 'yaml.documents';

const [header, ...cases] = readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
const input = cases.map((one) => `${JSON.stringify({ op: operation, in: one.in })}\n`).join('');
const answers = execFileSync(oracle, { input, encoding: 'utf8', maxBuffer: 2 ** 28 }).trim().split('\n');
const lines = cases.map((one, index) => JSON.stringify({ in: one.in, ...JSON.parse(answers[index] ?? '') }));
writeFileSync(file, `${[JSON.stringify({ ...header, operation }), ...lines].join('\n')}\n`);
