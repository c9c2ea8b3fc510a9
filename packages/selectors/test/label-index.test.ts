import { labelSelectorRequirements } from '@kubesem/selectors';
import { LabelIndex } from '@kubesem/selectors/internal';
import { describe, expect, it } from 'vitest';

const search = (selector: object, namespace = 'shop') => ({
  namespace,
  requirements: labelSelectorRequirements(selector) ?? [],
});

describe('a label index', () => {
  const rare = search({ matchLabels: { app: 'web', tier: 'front' } });
  const everything = search({});
  const other = search({ matchLabels: { app: 'web' } }, 'other');
  const absent = search({ matchExpressions: [{ key: 'app', operator: 'DoesNotExist' }] });
  const index = new LabelIndex<string>([rare, everything, other, absent]);
  index.add('shop', { app: 'web' }, 'a');
  index.add('shop', { app: 'web', tier: 'front' }, 'b');
  index.add('shop', JSON.parse('{"__proto__":"x","tier":null}'), 'c');
  index.add('other', { app: 'web' }, 'd');

  it('returns the objects with the rarest required label', () => {
    expect(index.candidates(rare)).toEqual(['b']);
  });

  it('returns the objects of the namespace if no label is required', () => {
    expect(index.candidates(everything)).toEqual(['a', 'b', 'c']);
    expect(index.candidates(absent)).toEqual(['a', 'b', 'c']);
  });

  it('keeps namespaces apart', () => {
    expect(index.candidates(other)).toEqual(['d']);
  });
});

it('an object as the value of a label is in no list, whatever its text', () => {
  const index = new LabelIndex<string>([search({ matchLabels: { app: 'web' } })]);
  const values: unknown[] = [{ toString: null }, Object.create(null), { toString: () => 'web' }];
  for (const value of values) {
    index.add('shop', { app: value }, 'wrong');
  }
  index.add('shop', { app: 'web' }, 'right');
  expect(index.candidates(search({ matchLabels: { app: 'web' } }))).toEqual(['right']);
});
