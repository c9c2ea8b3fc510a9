import { dockerKeyring, explainRegistryCredentials, registryCredentials } from '@kubesem/image';
import { describe, expect, test } from 'vitest';

/** What is said of one pattern of the node, in one line. */
function judgement(server: string, name: string): string {
  const keyring = dockerKeyring({ node: [{ server, username: 'u' }] });
  const [found] = explainRegistryCredentials({ name }, keyring).parts[1]?.patterns ?? [];
  return [found?.rule, found?.expected, found?.found, found?.endsWithinSegment].join(' ');
}

describe('explainRegistryCredentials', () => {
  test.each([
    ['quay.io', 'quay.io/app', 'MATCH   false'],
    ['quay.io:80', 'quay.io:443/app', 'PORT 80 443 false'],
    ['quay.io', 'quay.io:443/app', 'PORT  443 false'],
    ['*.quay.io', 'quay.io/app', 'LABEL_COUNT 3 2 false'],
    ['quay.io/team', 'quay.io/tea', 'PATH /team /tea false'],
    ['q*.io', 'ghcr.io/app', 'LABEL q* ghcr false'],
    ['ghcr.eu.*', 'ghcr.us.io/app', 'LABEL eu us false'],
    ['[::ffff:1.2.3.4]', '1.2.3.4/app', 'INVALID_GLOB [::ffff:1 1 false'],
    ['quay.io/%25', 'quay.io/app', 'INVALID_PATTERN   false'],
    ['quay.io', 'quay io/app', 'INVALID_IMAGE   false'],
    ['bücher.io/é', 'bücher.io/è', 'PATH /é /è false'],
  ])('%s, %s: %s', (server, name, expected) => {
    expect(judgement(server, name)).toBe(expected);
  });

  test.each([
    ['quay.io/images', 'quay.io/images2', true],
    ['quay.io/images', 'quay.io/images', false],
    ['quay.io/images', 'quay.io/images/app', false],
    ['quay.io/images/', 'quay.io/images/app', false],
    ['quay.io/', 'quay.io/images', false],
    ['quay.io', 'quay.io/images', false],
  ])('%s, %s: ends within a segment: %s', (server, name, expected) => {
    expect(judgement(server, name)).toBe(`MATCH   ${expected}`);
  });

  test.each([
    ['USED', 'index.docker.io', 'docker.io/library/a', 1],
    ['NO_ENTRY', 'quay.io', 'docker.io/library/a', 0],
    ['NO_ENTRY', 'quay.io', 'index.docker.io/a', 0],
    ['OTHER_REGISTRY', 'index.docker.io', 'quay.io/a', 0],
    ['MATCHED', 'docker.io', 'docker.io/library/a', 1],
  ])('Docker Hub: %s', (rule, server, name, count) => {
    const keyring = dockerKeyring({ node: [{ server, username: 'u' }] });
    const explained = explainRegistryCredentials({ name }, keyring);
    expect(explained.parts[1]?.dockerHub).toBe(rule);
    expect(explained.credentials).toHaveLength(count);
  });

  test('lists all parts, all patterns in order, and the ignored entries', () => {
    const keyring = dockerKeyring({
      node: [
        { server: 'quay.io', username: 'a' },
        { server: 'q r', username: 'b' },
        { server: 'quay.io/team', username: 'c' },
      ],
      providers: [{ entries: [{ server: '*.io', username: 'd' }] }],
    });
    const { name, parts, credentials } = explainRegistryCredentials(
      'quay.io/team/app:2.0',
      keyring,
    );
    expect(name).toBe('quay.io/team/app');
    expect(
      parts.map(({ origin, patterns, ignored }) => {
        const listed = patterns.map(({ pattern, rule }) => `${pattern} ${rule}`);
        return [origin, listed, ignored.map(({ problem }) => problem.path)];
      }),
    ).toEqual([
      ['Secrets', [], []],
      ['node', ['quay.io/team MATCH', 'quay.io MATCH'], ['node[1].server']],
      ['providers', ['*.io MATCH'], []],
    ]);
    expect(credentials).toEqual(registryCredentials('quay.io/team/app', keyring));
    expect(credentials.map(({ username }) => username)).toEqual(['c', 'a', 'd']);
  });
});
