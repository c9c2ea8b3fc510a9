import { explainLabelMatch, matchesLabelSelector, parseLabelSelector } from '@kubesem/selectors';
import { expect, test } from 'vitest';

const LABELS = { app: 'web', tier: 'cache', version: '2' };

test.each([
  ['app', true, 'label app is "web"'],
  ['x', false, 'label x is missing'],
  ['!x', true, 'label x is missing'],
  ['!app', false, 'label app is "web"; it must be missing'],
  ['app=web', true, 'label app is "web"'],
  ['app==api', false, 'label app is "web", not "api"'],
  ['x=api', false, 'label x is missing; it must be "api"'],
  ['app in (api,web)', true, 'label app is "web", one of "api", "web"'],
  ['app in (api,ui)', false, 'label app is "web", not one of "api", "ui"'],
  ['x in (api,ui)', false, 'label x is missing; it must be one of "api", "ui"'],
  ['app!=api', true, 'label app is "web", not "api"'],
  ['app!=web', false, 'label app is "web"; it must not be "web"'],
  ['x!=web', true, 'label x is missing, not "web"'],
  ['app notin (api,ui)', true, 'label app is "web", not one of "api", "ui"'],
  ['app notin (api,web)', false, 'label app is "web"; it must not be one of "api", "web"'],
  ['version>1', true, 'label version is "2", greater than 1'],
  ['version<2', false, 'label version is "2"; it must be an integer less than 2'],
  ['app>1', false, 'label app is "web"; it must be an integer greater than 1'],
  ['x<1', false, 'label x is missing; it must be an integer less than 1'],
])('%s: %j', (selector, matches, text) => {
  const requirements = parseLabelSelector(selector);
  const explanation = explainLabelMatch(requirements, LABELS);
  expect(explanation).toMatchObject({ matches, rule: 'REQUIREMENTS', text });
  expect(explanation.requirements[0]).toMatchObject({ matches, text, selector });
  expect(matchesLabelSelector(requirements, LABELS)).toBe(matches);
});

test('the first requirement that is not met is the reason', () => {
  const { requirements, text } = explainLabelMatch(
    { matchLabels: { app: 'web', tier: 'front', version: '1' } },
    LABELS,
  );
  expect(requirements.map(({ matches }) => matches)).toEqual([true, false, false]);
  expect(text).toBe('label tier is "cache", not "front"');
  expect(requirements.map(({ value }) => value)).toEqual(['web', 'cache', '2']);
  expect('value' in (explainLabelMatch({ matchLabels: { x: '' } }, {}).requirements[0] ?? {})).toBe(
    false,
  );
});

test('all requirements that are met are the reason', () => {
  const { text } = explainLabelMatch(parseLabelSelector('app,!x'), LABELS);
  expect(text).toBe('label app is "web"; label x is missing');
});

test('an absent selector selects nothing, and an empty one everything', () => {
  expect(explainLabelMatch(undefined, LABELS)).toMatchObject({
    matches: false,
    rule: 'NO_SELECTOR',
  });
  expect(explainLabelMatch({}, LABELS)).toMatchObject({ matches: true, rule: 'EMPTY_SELECTOR' });
  expect(explainLabelMatch([], null)).toMatchObject({ matches: true, rule: 'EMPTY_SELECTOR' });
});
