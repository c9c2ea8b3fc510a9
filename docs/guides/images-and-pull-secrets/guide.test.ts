import { containerPullPolicy, parseImage } from '@kubesem/image';
import { describe, expect, it } from 'vitest';
import { answerTo } from '../../test/answer.js';
import { box } from './box.js';

it('the box answers its example', () => {
  expect(answerTo(box)).toContain('registry:5000/app | registry:5000/app:latest | Always');
});

describe('what goes wrong otherwise', () => {
  it.each([
    ['registry:5000/app', 'registry:5000', 'app', 'latest'],
    ['registry.k8s.io/pause:3.9', 'registry.k8s.io', 'pause', '3.9'],
    ['ghcr.io/org/team/app:1', 'ghcr.io', 'org/team/app', '1'],
    ['[::1]:5000/app', '[::1]:5000', 'app', 'latest'],
  ])('%s', (name, domain, path, tag) => {
    expect(parseImage(name)).toMatchObject({ domain, path, tag });
  });

  it('the default policy is Always only for latest or no tag', () => {
    expect(
      ['app', 'app:latest', 'app:1'].map((name) => containerPullPolicy({ image: name }).pullPolicy),
    ).toEqual(['Always', 'Always', 'IfNotPresent']);
  });
});
