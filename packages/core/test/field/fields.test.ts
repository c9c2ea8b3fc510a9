import { FieldError, formatFieldPath, pathSegments } from '@kubesem/core';
import {
  ABSENT,
  COUNT_RANGE,
  type FieldPolicy,
  FieldProblems,
  fields,
  fieldTimeMs,
  THROW,
} from '@kubesem/core/internal';
import { describe, expect, it } from 'vitest';

interface Port {
  readonly name?: string;
  readonly port?: number;
}
interface Thing {
  readonly name?: string | null;
  readonly count?: number;
  readonly codes?: readonly (number | null)[];
  readonly on?: boolean;
  readonly at?: string | Date;
  readonly ports?: readonly (Port | null)[];
  readonly tags?: readonly string[];
  readonly labels?: { readonly [key: string]: string };
  readonly limits?: { readonly [key: string]: Port };
  readonly inner?: Thing;
}

/** Every reader, with the path of its field and a value of the wrong type. */
const READERS = [
  ['name', 5, (thing) => thing.text('name'), ''],
  ['name', 5, (thing) => thing.optionalText('name'), undefined],
  ['name', 5, (thing) => thing.secretText('name'), ''],
  ['count', '5', (thing) => thing.integer('count'), undefined],
  ['count', -1, (thing) => thing.integer('count', COUNT_RANGE), undefined],
  ['count', 1.5, (thing) => thing.integer('count'), undefined],
  ['codes[1]', [null, '7'], (thing) => thing.integers('codes'), [0, 0]],
  ['codes[0]', [256], (thing) => thing.integers('codes', { min: 0, max: 255 }), [0]],
  ['on', 'true', (thing) => thing.flag('on'), undefined],
  ['at', 'yesterday', (thing) => fieldTimeMs(thing, 'at'), undefined],
  ['at', {}, (thing) => fieldTimeMs(thing, 'at'), undefined],
  ['ports', {}, (thing) => thing.list('ports'), []],
  ['ports', {}, (thing) => thing.each('ports', (port) => port.text('name')), []],
  [
    'ports[1]',
    [null, 'web'],
    (thing) => thing.each('ports', (port) => port.text('name')),
    ['', ''],
  ],
  [
    'ports[0].port',
    [{ port: 'x' }],
    (thing) => thing.each('ports', (port) => port.integer('port')),
    [undefined],
  ],
  ['tags[1]', ['a', 1], (thing) => thing.texts('tags'), ['a', '']],
  ['tags[1]', ['a', 1], (thing) => thing.secretTexts('tags'), ['a', '']],
  ['tags', 'a', (thing) => thing.secretTexts('tags'), []],
  ['labels', [], (thing) => [...thing.map('labels')], []],
  [
    'labels[app]',
    { app: 1, ok: 'x' },
    (thing) => [...thing.map('labels')],
    [
      ['app', ''],
      ['ok', 'x'],
    ],
  ],
  [
    'limits[__proto__]',
    JSON.parse('{"__proto__": 1}'),
    (thing) => thing.eachOf('limits', (port, key) => [key, port.text('name')]),
    [['__proto__', '']],
  ],
  ['inner', [], (thing) => thing.at('inner').isPresent, false],
  ['inner', true, (thing) => thing.at('inner').at('inner').text('name'), ''],
] as const satisfies readonly (readonly [string, unknown, (thing: Cursor) => unknown, unknown])[];

type Cursor = ReturnType<typeof cursorOn>;
const cursorOn = (object: object, policy: FieldPolicy) => fields<Thing>(object as Thing, policy);

/** An object with the value in the first field of the path. */
const objectWith = (path: string, value: unknown) => ({ [/^\w+/.exec(path)?.[0] ?? '']: value });

describe('fields', () => {
  it.each(READERS)(
    '%s of the wrong type throws, is absent or is collected',
    (path, value, read, absent) => {
      const object = objectWith(path, value);
      expect(() => read(cursorOn(object, THROW))).toThrow(FieldError);
      expect(read(cursorOn(object, ABSENT))).toEqual(absent);
      const problems = new FieldProblems();
      expect(read(cursorOn(object, problems))).toEqual(absent);
      expect(problems.list().map((problem) => [problem.code, problem.path])).toEqual([
        ['INVALID_TYPE', path],
      ]);
    },
  );

  it.each(READERS)('%s that is absent or null is no problem', (path, _, read) => {
    for (const object of [{}, objectWith(path, null), objectWith(path, undefined)]) {
      expect(() => read(cursorOn(object, THROW))).not.toThrow();
    }
  });

  it('reads what is there', () => {
    const thing = cursorOn(
      {
        ...{ name: 'web', count: 2n, on: false, at: '1970-01-01T00:00:05Z', tags: ['a'] },
        ...{ ports: [{ port: 80 }], labels: { app: 'web' }, inner: { count: 7 } },
      },
      THROW,
    );
    expect([thing.text('name'), thing.integer('count'), thing.flag('on')]).toEqual([
      'web',
      2,
      false,
    ]);
    expect([fieldTimeMs(thing, 'at'), thing.texts('tags')]).toEqual([5000, ['a']]);
    expect(thing.each('ports', (port, index) => [index, port.integer('port')])).toEqual([[0, 80]]);
    expect(thing.map('labels').get('app')).toBe('web');
    expect([thing.at('inner').integer('count'), thing.has('inner')]).toEqual([7, true]);
  });

  it('reads a hole in a list as null', () => {
    const ports = [null, { name: 'web' }];
    delete ports[0];
    const thing = cursorOn({ ports, tags: new Array(1) }, THROW);
    expect(thing.each('ports', (port) => port.text('name'))).toEqual(['', 'web']);
    expect(thing.texts('tags')).toEqual(['']);
  });

  it('takes the zero time of Go as no time', () => {
    expect(fieldTimeMs(cursorOn({ at: '0001-01-01T00:00:00Z' }, THROW), 'at')).toBeUndefined();
  });

  it('starts at the path that it is given', () => {
    const path = fields<Thing>({}, THROW).pathOf('inner', 'ports', 0);
    const problems = new FieldProblems();
    fields<Thing>(JSON.parse('{"inner": {"name": 1}}'), problems, path).at('inner').text('name');
    expect(problems.list()[0]?.segments).toEqual(['inner', 'ports', 0, 'inner', 'name']);
  });

  it('reports a broken rule as often as the API server, and a wrong type once', () => {
    const problems = new FieldProblems<'A'>();
    const thing = fields<Thing, 'A'>(JSON.parse('{"name": "a", "count": "x"}'), problems);
    for (const _ of [1, 2]) {
      thing.integer('count');
      thing.invalid('name', 'no', 'a', 'A');
    }
    expect(problems.list().map(({ code }) => code)).toEqual(['INVALID_TYPE', 'A', 'A']);
  });

  it('reads a map of secrets, and reports what cannot be decoded without its value', () => {
    const problems = new FieldProblems();
    const labels = JSON.parse('{"a": "x", "b": 4711, "c": "4712", "__proto__": null}');
    const thing = cursorOn({ labels, inner: 4713 }, problems);
    const decode = (text: string) => (text === '4712' ? undefined : text);
    expect([...thing.secretMap('labels', decode, 'base64')]).toEqual([
      ['a', 'x'],
      ['b', ''],
      ['c', ''],
      ['__proto__', ''],
    ]);
    expect(thing.secretMap('inner').size).toBe(0);
    expect(problems.list().map(({ segments }) => segments)).toEqual([
      ['labels', 'b'],
      ['labels', 'c'],
      ['inner'],
    ]);
    expect(JSON.stringify(problems.list())).not.toMatch(/471/);
  });

  it('shows no value of a secret', () => {
    const problems = new FieldProblems();
    const thing = cursorOn({ name: 4711, tags: [4712] }, problems);
    thing.secretText('name');
    thing.secretTexts('tags');
    expect(JSON.stringify(problems.list())).not.toMatch(/471/);
  });

  it('builds no path while nothing is wrong', () => {
    let built = 0;
    const holder = {
      parent: undefined,
      get segment() {
        built += 1;
        return 'spec';
      },
    };
    const thing = fields<Thing>({ ports: [{ name: 'a' }], inner: { name: 'b' } }, THROW, holder);
    thing.each('ports', (port) => port.text('name'));
    thing.at('inner').text('name');
    expect(built).toBe(0);
    expect(pathSegments(thing.at('inner').path)).toEqual(['spec', 'inner']);
  });

  it('reports what breaks a rule in the words of the server', () => {
    const problems = new FieldProblems<'A'>();
    const thing = fields<Thing, 'A'>({ ports: [null] }, problems);
    thing.required('name', 'needed', 'A');
    thing.invalid('count', 'must be positive', -1, 'A');
    thing.duplicate(thing.pathOf('tags', 1), 'a', 'twice', 'A');
    thing.forbidden('inner', 'may not be set', 'A');
    thing.notSupported('name', 'x', ['y', 'z'], 'A');
    thing.supported('name', 'y', ['y', 'z'], 'A');
    thing.supported('name', 'v', ['y', 'z'], 'A');
    thing.required(thing.path, 'set something', 'A');
    expect(
      problems.list().map(({ type, segments, value }) => [type, formatFieldPath(segments), value]),
    ).toEqual([
      ['REQUIRED', 'name', undefined],
      ['INVALID', 'count', '-1'],
      ['DUPLICATE', 'tags[1]', 'a'],
      ['FORBIDDEN', 'inner', undefined],
      ['NOT_SUPPORTED', 'name', 'x'],
      ['NOT_SUPPORTED', 'name', 'v'],
      ['REQUIRED', '', undefined],
    ]);
  });

  it('names a problem by its type, and says what the server says without a detail', () => {
    const problems = new FieldProblems();
    const thing = fields<Thing>({ ports: [null] }, problems);
    thing.required('name');
    thing.forbidden('inner');
    thing.duplicate('name', 'a"');
    thing.notFound('count', 5);
    thing.invalid('count', 'must be positive', -1);
    thing.problem('tags', 'TOO_MANY', 'must have at most 1 items', 2);
    expect(problems.list()).toMatchObject([
      { type: 'REQUIRED', code: 'REQUIRED', message: 'Required value' },
      { type: 'FORBIDDEN', code: 'FORBIDDEN', message: 'Forbidden' },
      { type: 'DUPLICATE', code: 'DUPLICATE', message: 'Duplicate value: "a\\""' },
      { type: 'NOT_FOUND', code: 'NOT_FOUND', message: 'Not found: 5' },
      { type: 'INVALID', code: 'INVALID', message: 'must be positive' },
      { type: 'TOO_MANY', code: 'TOO_MANY', message: 'must have at most 1 items' },
    ]);
  });

  it('keeps other problems from a field that could not be read, and from what holds it', () => {
    const problems = new FieldProblems<'A'>();
    const thing = fields<Thing, 'A'>(JSON.parse('{"inner": {"name": 1}}'), problems);
    thing.at('inner').text('name');
    thing.at('inner').required('name', 'needed', 'A');
    thing.required('inner', 'needed', 'A');
    thing.required('name', 'needed', 'A');
    expect(problems.list().map(({ code, path }) => [code, path])).toEqual([
      ['INVALID_TYPE', 'inner.name'],
      ['A', 'name'],
    ]);
    expect(problems.count).toBe(4);
  });
});
