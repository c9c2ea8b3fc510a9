import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderOf, json, kubesem, podManifest, problemsIn } from '../support/run.js';

const TEMPLATE = `apiVersion: v1
kind: Pod
metadata:
  name: {{ .Release.Name }}
`;
const PATCH = 'apiVersion: v1\nkind: Pod\nmetadata: { name: base }\n';
const KUSTOMIZATION = `resources: [base.yaml]
patches:
  - path: patch.yaml
configMapGenerator:
  - name: settings
    files: [app.json, key=./other.json]
`;

/** A folder as people have it: sources for Helm and Kustomize, and what these render. */
const FILES = {
  'chart/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'chart/values.yaml': 'replicas: 3\n',
  'chart/values-prod.yaml': 'replicas: 5\n',
  'chart/requirements.yaml': 'dependencies: []\n',
  'chart/values.schema.json': '{}',
  'chart/templates/pod.yaml': TEMPLATE,
  'chart/templates/deep/quoted.yaml': podManifest('"{{ .Values.a }}"'),
  'chart/templates/static.yaml': podManifest('static'),
  'chart/charts/sub/Chart.yaml': 'apiVersion: v2\nname: sub\nversion: 1.0.0\n',
  'chart/charts/sub/values.yaml': 'a: 1\n',
  'chart/crds/crd.yaml': 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n',
  'kustomize/kustomization.yaml': KUSTOMIZATION,
  'kustomize/base.yaml': podManifest('base'),
  'kustomize/patch.yaml': PATCH,
  'kustomize/app.json': '{}',
  'kustomize/other.json': '[]',
  'rendered.yaml': podManifest('rendered'),
};

const names = (objects: readonly { readonly name: string }[]) => objects.map(({ name }) => name);

describe('a folder with a chart, a kustomization and their output', () => {
  test('is read without what only Helm and Kustomize understand, with a line for each', async () => {
    const folder = folderOf(FILES);
    const { status, output, stderr } = await json(['inspect', folder]);
    expect(status).toBe(0);
    expect(names(output.objects)).toEqual(['base', 'rendered']);
    expect(output.others).toMatchObject([{ kind: 'CustomResourceDefinition' }]);
    const lines = stderr.split('\n').filter((line) => line.includes('skipped'));
    expect(lines.map((line) => line.replaceAll(`${folder}/`, ''))).toEqual([
      'chart/Chart.yaml: skipped a Helm chart, not a manifest; run helm template chart',
      'chart/values-prod.yaml: skipped values for a Helm chart, not a manifest; run helm template CHART -f chart/values-prod.yaml',
      'kustomize/kustomization.yaml: skipped a kustomization, not a manifest; run kubectl kustomize kustomize',
    ]);
  });

  test('may also have all of it in one folder', async () => {
    const folder = folderOf({
      'Chart.yaml': FILES['chart/Chart.yaml'],
      Kustomization: 'namePrefix: a-\n',
      'templates/pod.yaml': TEMPLATE,
      'values.yaml': 'replicas: 3\n',
      'output.yaml': podManifest('rendered'),
    });
    const { status, output } = await json(['inspect', folder]);
    expect(status).toBe(0);
    expect(names(output.objects)).toEqual(['rendered']);
  });

  test('has nothing to report if nothing is rendered', async () => {
    const folder = folderOf({ 'Chart.yaml': 'name: x', 'templates/pod.yaml': TEMPLATE });
    const { status, stderr } = await kubesem(['inspect', folder]);
    expect(status).toBe(1);
    expect(stderr).toContain(`run helm template ${folder}`);
    expect(problemsIn(stderr)).toEqual(['error']);
  });
});

describe('a template outside of a chart', () => {
  test.each([
    ['a value', 'apiVersion: v1\nkind: Pod\nmetadata: { name: {{ name }} }\n'],
    ['an action', '{{- if .Values.enabled }}\napiVersion: v1\nkind: Pod\n{{- end }}\n'],
    ['a later document', `${podManifest('web')}---\n{{ include "common.pod" . }}\n`],
  ])('is skipped: %s', async (_, text) => {
    const folder = folderOf({ 'a.yaml': text, 'b.yaml': podManifest('b') });
    const { status, output, stderr } = await json(['inspect', folder]);
    expect(status).toBe(0);
    expect(names(output.objects)).toEqual(['b']);
    expect(stderr).toContain('a.yaml: skipped a template');
  });

  test('is no manifest with braces in quotes, and not broken YAML that contains some', async () => {
    const quoted = podManifest('web').replace(
      'metadata: {',
      'metadata: { annotations: { a: "{{b}}" },',
    );
    const folder = folderOf({
      'good.yaml': quoted,
      'broken.yaml': `${quoted}a: [\n`,
      'line.yaml': 'apiVersion: v1\nkind: Pod\na: "{{b}}": c\n',
    });
    const { status, output, stderr } = await json(['inspect', folder]);
    expect(status).toBe(1);
    expect(names(output.objects)).toContain('web');
    expect(problemsIn(stderr)).toEqual(['broken.yaml:9:1 error', 'line.yaml:3:4 error']);
  });
});

describe('named itself, it is an error that says what to run', () => {
  test.each([
    ['chart/Chart.yaml', 'helm template '],
    ['chart/values.yaml', 'helm template CHART -f '],
    ['chart/templates/pod.yaml', 'helm template CHART'],
    ['chart/templates/deep/quoted.yaml', 'helm template CHART'],
    ['kustomize/kustomization.yaml', 'kubectl kustomize '],
  ])('%s', async (name, command) => {
    const folder = folderOf(FILES);
    for (const paths of [[join(folder, name)], [folder, join(folder, name)]]) {
      const { status, stderr } = await kubesem(['inspect', ...paths]);
      expect(status).toBe(1);
      expect(problemsIn(stderr)).toContain('error');
      expect(stderr).toContain(`${name}: `);
      expect(stderr).toContain(command);
    }
  });
});

test('a patch that is named itself is read', async () => {
  const folder = folderOf(FILES);
  const { output } = await json(['inspect', join(folder, 'kustomize/patch.yaml')]);
  expect(names(output.objects)).toEqual(['base']);
});

test('objects of other APIs in files with these names are read', async () => {
  const folder = folderOf({
    'kustomization.yaml': 'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\n',
    'values.yaml': podManifest('values'),
  });
  const { status, output } = await json(['inspect', folder]);
  expect(status).toBe(0);
  expect(names(output.objects)).toEqual(['values']);
  expect(output.others).toMatchObject([{ kind: 'Kustomization' }]);
});

test('a folder of a hostile name is quoted in the command', async () => {
  const folder = folderOf({ 'a;b\u001b/Chart.yaml': 'name: x', 'web.yaml': podManifest('web') });
  mkdirSync(join(folder, 'empty'));
  const { status, stderr } = await kubesem(['inspect', folder]);
  expect(status).toBe(0);
  expect(stderr).toContain(`run helm template '${folder}/a;b\\u001b'`);
});
