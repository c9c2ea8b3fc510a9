import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { root } from '../../src/workspace.js';

/** The checked parts of a workflow. */
interface Workflow {
  readonly permissions?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
}

/** The checked parts of an issue form. */
interface IssueForm {
  readonly name?: string;
  readonly description?: string;
  readonly body: readonly { readonly type: string; readonly id?: string }[];
}

/** Reads a YAML file. Fails if it is not well-formed or has duplicate keys. */
function yamlFile(file: string): unknown {
  const document = parseDocument(readFileSync(`${root}.github/${file}`, 'utf8'));
  expect([...document.errors, ...document.warnings]).toEqual([]);
  return document.toJS();
}

const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const workflows = readdirSync(`${root}.github/workflows`);
const forms = readdirSync(`${root}.github/ISSUE_TEMPLATE`).filter((file) => file !== 'config.yml');

describe.each(workflows)('.github/workflows/%s', (file) => {
  const { permissions, jobs } = yamlFile(`workflows/${file}`) as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test('has only read permissions, and a time limit', () => {
    expect(permissions).toEqual({ contents: 'read' });
    for (const [name, job] of Object.entries(jobs)) {
      expect(job['timeout-minutes'], name).toBeGreaterThan(0);
    }
  });

  test('pins actions to a major version', () => {
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@v\d+$/.test(action))).toEqual([]);
  });

  test('runs scripts that exist', () => {
    const named = steps.flatMap(({ run = '' }) => /^npm run ([\w:-]+)/.exec(run)?.[1] ?? []);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
  });
});

test.each(forms)('the issue form %s has a name, a description and distinct fields', (file) => {
  const form = yamlFile(`ISSUE_TEMPLATE/${file}`) as IssueForm;
  expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
  const ids = form.body.flatMap(({ type, id }) => (type === 'markdown' ? [] : [id]));
  expect(ids).not.toContain(undefined);
  expect(new Set(ids).size).toBe(ids.length);
});

test('there are forms for questions, features and wrong answers, and no blank issues', () => {
  expect(forms.sort()).toEqual(['feature.yml', 'question.yml', 'wrong-answer.yml']);
  expect(yamlFile('ISSUE_TEMPLATE/config.yml')).toMatchObject({ blank_issues_enabled: false });
});
