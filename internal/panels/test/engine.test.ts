import { parseObjects } from '@kubesem/manifests';
import { describe, expect, test } from 'vitest';
import type { PodsModel } from '../src/areas/pods/model.js';
import type { ProblemsModel } from '../src/areas/problems/model.js';
import { DocumentReader, splitDocuments } from '../src/case/documents.js';
import { pageOf } from '../src/case/page.js';
import { Engine } from '../src/engine/engine.js';
import { example } from './examples.js';
import { answerTo, show } from './show.js';

const pod = (name: string, cpu = '100m') => `apiVersion: v1
kind: Pod
metadata: { name: ${name} }
spec: { containers: [{ name: app, image: "app:1", resources: { requests: { cpu: ${cpu} } } }] }
`;

describe('documents', () => {
  test('are split at separators, with the lines before them', () => {
    expect(splitDocuments('a: 1\n---\nb: 2\n--- # c\nc: 3\n')).toEqual([
      { text: 'a: 1\n', linesBefore: 0 },
      { text: '---\nb: 2\n', linesBefore: 1 },
      { text: '--- # c\nc: 3\n', linesBefore: 3 },
    ]);
    expect(splitDocuments('{"a": "\\n---\\n"}')).toHaveLength(1);
    expect(splitDocuments(' \n---\n')).toEqual([]);
  });

  test('are read again only if they change, and keep their places', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `web-${index}`);
    const engine = new Engine();
    await engine.setText('manifest', names.map((name) => pod(name)).join('---\n'));
    expect(engine.reader.documentsRead).toBe(200);
    const changed = names.map((name) => pod(name, name === 'web-7' ? 'many' : '100m'));
    await engine.setText('manifest', `# a comment\n${changed.join('---\n')}`);
    expect(engine.reader.documentsRead).toBe(2);
    const { markers } = await engine.answer({ areas: ['pods'], options: {} });
    expect(markers.map(({ line, code }) => [line, code])).toEqual([
      [7 * 5 + 5, 'INVALID_QUANTITY'],
    ]);
  });
});

test.each([
  `${pod('web')}---\nkind: "Pod\n---\n${pod('db')}`,
  `# first\n\n--- # a\n${pod('web')}\n--- text\na: 1\n---\n- 5\n`,
  '{"apiVersion": "v1", "kind": "Pod"}\n{"apiVersion": "v1", "kind": "Node"}\n',
])('documents have the same places as in the whole text: %j', async (text) => {
  const place = ({ line, column }: { line: number; column: number }) => `${line}:${column}`;
  const whole = parseObjects({ name: 'manifest', text });
  const read = await new DocumentReader().read('manifest', text);
  expect(read.objects.map(place)).toEqual(whole.objects.map(place));
  expect(read.problems.map(place)).toEqual(whole.problems.map(place));
});

describe('tabs', () => {
  test('appear when the input has what they need', async () => {
    const { tabs, area } = await answerTo(pod('web'), 'priority');
    expect(tabs.map((tab) => tab.area).sort()).toEqual(['images', 'pods']);
    expect(area).toBe('');
  });

  test('fall back to the next area that is wanted', async () => {
    const engine = new Engine();
    await engine.setText('manifest', pod('web'));
    const { area } = await engine.answer({ areas: ['priority', 'pods'], options: { start: 5 } });
    expect(area).toBe('pods');
  });
});

describe('bad input', () => {
  test.each([
    ['nothing', ''],
    ['garbage', '\u0000\u0001 }{ ]['],
    ['prose', 'Dear all,\nplease: find: attached'],
    ['a broken manifest', 'apiVersion: v1\nkind: "Pod\n'],
    ['broken JSON', '{"apiVersion": "v1", "kind": '],
    ['a scalar', '42'],
    ['wrong types', 'apiVersion: v1\nkind: Pod\nmetadata: 5\nspec: [1]\nstatus: x\n'],
    [
      'prototypes',
      '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"__proto__"},"__proto__":{"a":1},"spec":{"containers":[{"name":"__proto__"}]}}',
    ],
    ['a Service without a spec', 'apiVersion: v1\nkind: Service\nmetadata: { name: a }\n'],
    [
      'a budget without a spec',
      'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: { name: a }\n',
    ],
    ['a scenario without flows', 'apiVersion: kubesem/v1\nkind: ApfScenario\n'],
    [
      'a level without a spec',
      'apiVersion: flowcontrol.apiserver.k8s.io/v1\nkind: PriorityLevelConfiguration\nmetadata: { name: a }\n',
    ],
    ['a node without a name', 'apiVersion: v1\nkind: Node\n'],
  ])('%s: every tab answers', async (_, text) => {
    const engine = new Engine();
    await engine.setText('manifest', text);
    const { tabs } = await engine.answer({ areas: [], options: {} });
    for (const { area } of tabs) {
      expect(await engine.answer({ areas: [area], options: {} })).toMatchObject({ area });
    }
  });

  test('a broken document is a problem, and the others are shown', async () => {
    const text = `${pod('web')}---\nkind: "Pod\n---\n${pod('db')}`;
    const { page } = await show<PodsModel>(text, 'pods');
    expect(page.rows.map(({ name }) => name)).toEqual(['web', 'db']);
    const { page: problems } = await show<ProblemsModel>(text, 'problems');
    expect(problems.rows.map(({ code }) => code)).toEqual(['SYNTAX']);
  });

  test.each([
    ['pods', { start: -5, filter: '(', selected: '__proto__', seconds: 1e12 }],
    ['disruption', { nodes: ['nowhere'], readyAfterSeconds: -1 }],
    ['priority', { rates: { batch: -1 }, shares: { operators: Number.NaN } }],
  ])('options of a link that make no sense do not stop %s', async (area, options) => {
    const text = [example('drain.yaml'), example('priority.yaml')].join('---\n');
    const answer = await answerTo(text, area, options);
    expect(answer.area).toBe(area);
  });
});

describe('pages', () => {
  test('have the rows that match a filter', () => {
    const items = Array.from({ length: 250 }, (_, index) => `web-${index}`);
    const page = pageOf(
      items,
      { start: 200 },
      (item) => item,
      (item) => item,
    );
    expect([page.rows.length, page.rows[0], page.matches]).toEqual([50, 'web-200', 250]);
    const found = pageOf(
      items,
      { filter: 'WEB-24', start: 200 },
      (item) => item,
      (item) => item,
    );
    expect([found.rows.length, found.start, found.total]).toEqual([11, 0, 250]);
  });
});

describe('dumps', () => {
  const fileOf = (text: string) => new File([text], 'dump.json');

  test('are read object by object, with progress', async () => {
    const items = Array.from({ length: 3000 }, (_, index) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: `web-${index}`,
        uid: `u${index}`,
        managedFields: [{ manager: 'x'.repeat(500) }],
      },
      spec: {
        nodeName: 'n1',
        containers: [{ name: 'app', resources: { requests: { cpu: '10m' } } }],
      },
      status: { phase: 'Running' },
    }));
    const engine = new Engine();
    const parts: number[] = [];
    const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    await engine.setDump([fileOf(text)], ({ objects }) => void parts.push(objects));
    expect(parts.at(-1)).toBe(3000);
    const { tabs, model, shareable, objects } = await engine.answer({
      areas: ['pods'],
      options: {},
    });
    expect(objects).toBe(3000);
    expect(tabs.find(({ area }) => area === 'pods')?.count).toBe(3000);
    expect((model as PodsModel).page.rows).toHaveLength(100);
    expect((model as PodsModel).detail?.resources[0]?.value).toBe('10m');
    expect(shareable).toBeUndefined();
  });

  test('that are cut off are read up to their end', async () => {
    const engine = new Engine();
    await engine.setDump(
      [
        fileOf(
          '{"kind":"List","apiVersion":"v1","items":[{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}},{"ki',
        ),
      ],
      () => {},
    );
    const { objects, markers } = await engine.answer({ areas: [], options: {} });
    expect(objects).toBe(1);
    expect(markers.map(({ code }) => code)).toContain('SYNTAX');
  });
});

describe('what a link contains', () => {
  const shareable = async (text: string) => (await answerTo(text, '')).shareable;

  test('is the text itself without Secrets', async () => {
    const text = `# a comment\n---\n${pod('web')}`;
    expect(await shareable(text)).toEqual({ text, secrets: 0, omitted: 0 });
  });

  test('has no values of Secrets, but their keys', async () => {
    const text = `${pod('web')}---
# hunter2
apiVersion: v1
kind: Secret
metadata: { name: db, namespace: shop, annotations: { note: hunter2 } }
data: { a: aHVudGVyMg== }
stringData: { password: hunter2 }
---
apiVersion: v1
kind: List
items:
- { apiVersion: v1, kind: Secret, metadata: { name: b }, stringData: { x: hunter2 } }
- { apiVersion: v1, kind: ConfigMap, metadata: { name: c }, data: { x: visible } }
`;
    const found = await shareable(text);
    expect(found?.secrets).toBe(2);
    expect(found?.text).not.toMatch(/hunter2|aHVudGVyMg/);
    expect(found?.text).toContain('visible');
    const engine = new Engine();
    await engine.setText('manifest', found?.text ?? '');
    expect((await engine.answer({ areas: [], options: {} })).objects).toBe(4);
  });

  test('has all digits of long numbers beside a Secret', async () => {
    const found = await shareable(`apiVersion: v1
kind: List
items:
- { apiVersion: v1, kind: Secret, metadata: { name: b }, stringData: { x: hunter2 } }
- { apiVersion: v1, kind: X, metadata: { name: "#9007199254740993" }, n: [9007199254740993] }
`);
    const object = JSON.parse(found?.text.split('---\n')[2] ?? '') as object;
    expect(object).toMatchObject({ metadata: { name: '#9007199254740993' } });
    expect(found?.text).toMatch(/[^"#\d]9007199254740993\n/);
  });

  test.each([
    ['a broken Secret', 'apiVersion: v1\nkind: Secret\nstringData: { a: "hunter2 }\n'],
    ['a Secret without a version', 'kind: Secret\nstringData: { a: hunter2 }\n'],
    [
      'a Secret with two kinds',
      'apiVersion: v1\nkind: Secret\nkind: Pod\nstringData: { a: hunter2 }\n',
    ],
    ['broken JSON', '{"apiVersion": "v1", "kind": "Secret", "stringData": {"a": "hunter2"'],
  ])('leaves out %s', async (_, text) => {
    const found = await shareable(text);
    expect(found?.omitted).toBe(1);
    expect(found?.text).not.toContain('hunter2');
  });
});
