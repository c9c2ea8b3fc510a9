// The recipes for CI and the guide about it: their YAML has the structure that each system expects, and their commands
// run with the packed command.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { bundle } from '../../src/bundle.mjs';
import { codeBlocks } from '../../src/code-blocks.js';
import { installPacked } from '../../src/install.js';
import { manifestOf, root } from '../../src/workspace.js';

const RECIPES = 'docs/command/ci.md';
const GUIDE = 'docs/guides/check-in-ci/index.md';
const GOOD = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: app
          image: images.example/web:1.2
          resources: { requests: { cpu: 100m, memory: 64Mi }, limits: { memory: 128Mi } }
`;
/** A warning that the configuration of the page ignores, one that it does not, and an error. */
const LATEST = GOOD.replace('web:1.2', 'web:latest');
const IMAGE_TAG_MISSING = GOOD.replace('web:1.2', 'web');
const BAD = GOOD.replace('memory: 64Mi', 'memory: 1Gi');

let folder: string;
beforeAll(async () => {
  ({ folder } = await installPacked());
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The repository of a user. npx finds the command in the folder above. */
const repository = (): string => join(folder, 'repository');
beforeEach(() => {
  rmSync(repository(), { recursive: true, force: true });
  mkdirSync(`${repository()}/deploy`, { recursive: true });
});

const yamlBlocks = (file: string): string[] =>
  codeBlocks(file)
    .filter(({ language }) => language === 'yaml')
    .map(({ code }) => code);

/** The block that starts with the name of its file. */
function recipe<T>(name: string): { text: string; value: T } {
  const text = yamlBlocks(RECIPES).find((code) => code.startsWith(`# ${name}\n`));
  if (text === undefined) {
    throw new Error(`${RECIPES} has no ${name}`);
  }
  return { text, value: parse(text) as T };
}

/** Runs the lines of a job in the repository, as a runner does. `helm` and `kubectl` print what a test gives them. */
function run(lines: string | readonly string[], printed = '') {
  const script = `helm() { cat "$PRINTED"; }; kubectl() { cat "$PRINTED"; }\n${[lines].flat().join('\n')}`;
  const file = join(folder, 'printed');
  writeFileSync(file, printed);
  const { stdout, stderr, status } = spawnSync('sh', ['-e', '-c', script], {
    cwd: repository(),
    encoding: 'utf8',
    env: { ...process.env, PRINTED: file, NO_COLOR: '1', npm_config_offline: 'true' },
  });
  return { stdout, stderr, status };
}

const deploy = (text: string): void => writeFileSync(`${repository()}/deploy/web.yaml`, text);

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}
type Gitlab = Readonly<Record<string, { readonly script: readonly string[] }>>;

const stepsOf = ({ jobs }: Workflow): string[] =>
  Object.values(jobs).flatMap(({ steps }) => steps.flatMap((step) => step.run ?? []));

describe('GitHub Actions', () => {
  const NAMES = ['.github/workflows/manifests.yml', '.github/workflows/code-scanning.yml'];

  test.each(NAMES)('%s has the structure of a workflow', async (name) => {
    // Bundled, because Node 20 cannot import the JSON of the package.
    const code = await bundle(
      `export { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';`,
      `${root}internal/consumers`,
    );
    const { NoOperationTraceWriter, parseWorkflow } = (await import(
      `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
    )) as typeof import('@actions/workflow-parser');
    const problems = (content: string): string[] => {
      const { context } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
      return context.errors.getErrors().map(({ message }) => message);
    };
    const { text } = recipe(name);
    expect(problems(text)).toEqual([]);
    expect(problems(text.replace('runs-on:', 'run-on:'))).not.toEqual([]);
  });

  test('a pull request is annotated, and an error fails it', () => {
    const steps = stepsOf(recipe<Workflow>(NAMES[0] ?? '').value);
    expect(steps).toHaveLength(1);
    deploy(GOOD);
    expect(run(steps)).toMatchObject({ stdout: '', status: 0 });
    deploy(BAD);
    const { stdout, status } = run(steps);
    expect(stdout).toMatch(/^::error file=deploy\/web\.yaml,line=12,/m);
    expect(status).toBe(1);
  });

  test('code scanning receives the findings, also if the check fails', () => {
    deploy(BAD);
    expect(run(stepsOf(recipe<Workflow>(NAMES[1] ?? '').value)).status).toBe(1);
    const sarif = JSON.parse(readFileSync(`${repository()}/kubesem.sarif`, 'utf8'));
    expect(sarif.version).toBe('2.1.0');
    expect(sarif.runs[0].results[0].ruleId).toBe('INVALID');
  });
});

describe('GitLab CI', () => {
  const jobs = (): Gitlab[] =>
    yamlBlocks(RECIPES)
      .filter((code) => code.includes('script:'))
      .map((code) => parse(code) as Gitlab);

  test('the jobs have the structure of GitLab CI', () => {
    const known = new Set(['stage', 'image', 'rules', 'script', 'artifacts']);
    for (const job of jobs().flatMap((file) => Object.values(file))) {
      expect(Object.keys(job).filter((key) => !known.has(key))).toEqual([]);
      expect(job.script.every((line) => typeof line === 'string')).toBe(true);
    }
  });

  test('a folder is checked', () => {
    const { manifests } = recipe<Gitlab>('.gitlab-ci.yml').value;
    deploy(GOOD);
    expect(run(manifests?.script ?? []).status).toBe(0);
    deploy(BAD);
    expect(run(manifests?.script ?? []).status).toBe(1);
  });

  test('a chart is rendered by one job and checked by the next', () => {
    const { render, manifests } = jobs().find((file) => 'render' in file) ?? {};
    const script = [...(render?.script ?? []), ...(manifests?.script ?? [])];
    expect(run(script, GOOD).status).toBe(0);
    expect(run(script, BAD).status).toBe(1);
  });
});

describe('pre-commit', () => {
  interface Hooks {
    readonly repos: readonly {
      readonly repo: string;
      readonly hooks: readonly Readonly<Record<string, string>>[];
    }[];
  }
  const hook = () => recipe<Hooks>('.pre-commit-config.yaml').value.repos[0]?.hooks[0] ?? {};

  test('the hook installs the command and has what a local hook needs', () => {
    expect(Object.keys(hook())).toEqual(
      expect.arrayContaining(['id', 'name', 'language', 'entry', 'additional_dependencies']),
    );
    const { name, bin } = manifestOf('cli');
    expect(hook()['additional_dependencies']).toEqual([name]);
    expect(Object.keys(bin ?? {})).toContain(hook()['entry']?.split(' ')[0]);
  });

  test('it passes the changed files to the command', () => {
    deploy(BAD);
    const changed = ['src/app.ts', 'deploy/web.yaml', 'values.yaml', 'deploy/web.yml.txt'];
    const files = changed.filter((file) => new RegExp(hook()['files'] ?? '').test(file));
    expect(files).toEqual(['deploy/web.yaml']);
    const script = `PATH="../node_modules/.bin:$PATH"; ${hook()['entry']} ${files.join(' ')}`;
    expect(run(script).status).toBe(1);
    deploy(GOOD);
    expect(run(script).status).toBe(0);
  });
});

test('the lists in .kubesem.yaml apply to every command', () => {
  writeFileSync(`${repository()}/.kubesem.yaml`, recipe('.kubesem.yaml').text);
  const command = 'npx --yes kubesem inspect deploy/';
  deploy(LATEST);
  expect(run(command).status).toBe(0);
  deploy(IMAGE_TAG_MISSING);
  const { stderr, status } = run(command);
  expect(stderr).toContain('[IMAGE_TAG_MISSING]');
  expect(status).toBe(1);
});

test('quotas are piped in from the cluster', () => {
  const [command = ''] = codeBlocks(RECIPES).flatMap(({ language, code }) =>
    language === 'sh' ? [code] : [],
  );
  writeFileSync(`${repository()}/rendered.yaml`, GOOD);
  const quota = (memory: string): string => `apiVersion: v1
kind: ResourceQuota
metadata: { name: team, namespace: default }
spec: { hard: { requests.memory: ${memory} } }
`;
  const script = `PATH="../node_modules/.bin:$PATH"; ${command}`;
  expect(run(script, quota('1Gi')).status).toBe(0);
  const rejected = run(script, quota('1Mi'));
  expect(rejected.stdout + rejected.stderr).toContain('exceeded quota: team');
  expect(rejected.status).toBe(1);
});

test('the steps of the guide fail on the warnings that they name', () => {
  const block = yamlBlocks(GUIDE).find((code) => code.includes('run:')) ?? '';
  const steps = (parse(block) as { run: string }[]).map((step) => step.run);
  expect(run(steps, GOOD).status).toBe(0);
  const { stdout, status } = run(steps, IMAGE_TAG_MISSING);
  expect(stdout).toMatch(/^::(?:error|warning) file=rendered\.yaml,.*IMAGE_TAG_MISSING/m);
  expect(status).toBe(1);
});
