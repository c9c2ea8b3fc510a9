import { matchesLabelSelector, matchesServiceSelector } from '@kubesem/selectors';
import { describe, expect, it } from 'vitest';
import { answerTo } from '../../test/answer.js';
import { box } from './box.js';

it('the box answers its example', () => {
  expect(answerTo(box)).toContain('label app is "hostname", not "hostnames"');
});

describe('what goes wrong otherwise', () => {
  it('an empty Service selector selects nothing, an empty label selector everything', () => {
    expect(matchesServiceSelector({}, { app: 'web' })).toBe(false);
    expect(matchesLabelSelector({}, { app: 'web' })).toBe(true);
  });

  it('a selector needs all its labels, and constructor is an ordinary key', () => {
    expect(matchesServiceSelector({ app: 'web', tier: 'front' }, { app: 'web' })).toBe(false);
    expect(matchesServiceSelector({ constructor: 'x' }, { app: 'web' })).toBe(false);
  });
});
