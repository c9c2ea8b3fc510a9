// `npm run conformance:mutate -- --package quantity` runs this with the package in KUBESEM_PACKAGE.
import { fileURLToPath } from 'node:url';

const name = process.env.KUBESEM_PACKAGE;

export default {
  plugins: ['runner.mjs', 'messages.mjs'].map((file) => {
    return fileURLToPath(new URL(file, import.meta.url));
  }),
  ignorers: ['messages'],
  testRunner: 'bundled',
  mutate: [`packages/${name}/src/**/*.ts`],
  ignorePatterns: [
    '**/dist',
    'docs',
    'examples',
    'internal/conformance/oracle/bin',
    '.turbo',
    '.git',
  ],
  coverageAnalysis: 'perTest',
  // A mutant that never ends counts as detected, but one that is only slow on a busy machine must not.
  timeoutMS: 5_000,
  dryRunTimeoutMinutes: 20,
  // Modules that are loaded again for a constant are never freed.
  maxTestRunnerReuse: 200,
  reporters: ['clear-text', 'json', 'progress-append-only'],
  jsonReporter: { fileName: `internal/conformance/reports/${name}.json` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 90, break: 90 },
};
