import { parseJSON, parseManifests, parseObjects } from '@kubesem/manifests';
import { describe, expect, test } from 'vitest';

const CANARY = 'hunter2';

function messagesOf(text: string): readonly string[] {
  const file = { name: 'a.yaml', text };
  return [parseManifests(file), parseJSON(file), parseObjects(file)].flatMap(({ problems }) =>
    problems.map(({ message, path, value }) => `${message} ${path} ${String(value)}`),
  );
}

const quoting = (text: string) => messagesOf(text).filter((message) => message.includes(CANARY));

/** A Secret whose password is written in some way. */
const secret = (password: string) =>
  `apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData:\n  password: ${password}\n`;

describe('a problem has a position, and never quotes the text', () => {
  test.each([
    ['an alias', '*hunter2'],
    ['an anchor that contains itself', '&hunter2 [*hunter2]'],
    ['an alias that is a key', '{*hunter2 : a}'],
    ['a merge key', '{<<: *hunter2}'],
    ['a tag', '!hunter2 [a]'],
    ['a tag of the core schema', '!!hunter2 a'],
    ['a tag of another value', '!!int hunter2'],
    ['a named tag', '!a!hunter2 a'],
    ['a verbatim tag', '!<hunter2 a'],
    ['a duplicate key', '{hunter2: 1, hunter2: 2}'],
    ['an escape sequence', '"\\hunter2"'],
    ['a block', '|hunter2\n    a'],
    ['a reserved character', '@hunter2'],
    ['text after quotes', '"a"hunter2'],
    ['a directive', 'a\n...\n%hunter2 b\n---\na: b'],
    ['a version', 'a\n...\n%YAML hunter2\n---\na: b'],
    ['a tag directive', 'a\n...\n%TAG hunter2\n---\na: b'],
    ['JSON', '\n{"a": hunter2}'],
  ])('%s', (_, password) => {
    expect(quoting(secret(password))).toEqual([]);
    expect(quoting(`{"kind": "Secret", "data": {"a": ${password}}}`)).toEqual([]);
  });

  test('an alias without an anchor has its position', () => {
    const { problems } = parseManifests({ name: 'a.yaml', text: secret('*hunter2') });
    expect(problems).toMatchObject([{ code: 'SYNTAX', line: 5, column: 13 }]);
  });

  test('any broken text', () => {
    const parts = ['*', '&', '!', '!!', '%', '@', '`', '"', "'", '|', '>', '[', ']', '{', '}', '?'];
    const more = ['- ', ': ', ':', ',', '#', ' ', '\n', '\n  ', '\t', '\\', '<<: ', '---', '...'];
    const marks = [...parts, ...more, '%YAML 1.1', 'TAG', '!<', 'a', '1', '\\x', '~'];
    let seed = 7;
    const random = (count: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((seed / 2 ** 32) * count);
    };
    const some = () =>
      Array.from({ length: random(4) }, () => marks[random(marks.length)]).join('');
    for (let run = 0; run < 1000; run += 1) {
      const value = `${some()}${CANARY}${some()}${random(2) ? CANARY : ''}${some()}`;
      const text = random(3)
        ? secret(value)
        : `${some()}{"kind": "Secret", "a": ${value}}${some()}`;
      expect(quoting(text), JSON.stringify(text)).toEqual([]);
    }
  });
});
