import { auditLogReader, auditRequestReader } from '@kubesem/apf-simulator';
import { describe, expect, test } from 'vitest';

const event = (changed: object = {}) => ({
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Event',
  auditID: '3f1c',
  stage: 'RequestReceived',
  requestURI: '/api/v1/pods',
  verb: 'list',
  user: { username: 'admin', groups: ['system:masters'] },
  ...changed,
});

/** The users and URLs of the requests of a log. */
function read(...events: readonly unknown[]): string[] {
  const reader = auditRequestReader();
  for (const each of events) {
    expect(reader.add(each)).toBeUndefined();
  }
  return reader.finish().map(({ url, request }) => `${request.user.name} ${url}`);
}

describe('the requests of an audit log', () => {
  test('are what their events say together; the last one knows who is impersonated', () => {
    const other = event({ auditID: '7a20', requestURI: '/api/v1/nodes' });
    const last = event({ stage: 'ResponseComplete', impersonatedUser: { username: 'jane' } });
    expect(read(event(), other, last)).toEqual(['jane /api/v1/pods', 'admin /api/v1/nodes']);
  });

  test('without an auditID are one for each event', () => {
    const bare = event({ auditID: undefined });
    expect(read(bare, bare, event({ auditID: '' }))).toHaveLength(3);
  });

  test.each([{}, null, undefined])('may have no user name and no groups: %j', (user) => {
    expect(read(event({ user, impersonatedUser: null }))).toEqual([' /api/v1/pods']);
  });

  test('may be items of an EventList, without kind and version', () => {
    expect(read(event({ kind: undefined, apiVersion: undefined }))).toHaveLength(1);
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['text', 'text'],
    ['another version', event({ apiVersion: 'audit.k8s.io/v1beta1' })],
    ['another kind', event({ kind: 'EventList' })],
    ['a number as auditID', event({ auditID: 7 })],
    ['no URL', event({ requestURI: undefined })],
    ['no verb', event({ verb: null })],
    ['no stage', event({ stage: undefined })],
    ['a user that is a text', event({ user: 'jane' })],
    ['a number as user name', event({ user: { username: 7 } })],
    ['a number as group', event({ user: { username: 'a', groups: [7] } })],
    ['an impersonated user that is a text', event({ impersonatedUser: 'jane' })],
  ])('do not include %s', (_, value) => {
    const reader = auditRequestReader();
    expect(reader.add(value)).toMatchObject({ code: 'NOT_AN_EVENT', segments: [] });
    expect(auditLogReader().add(value)).toBe('NOT_AN_EVENT');
    expect(reader.finish()).toEqual([]);
  });

  test('do not include URLs that the API server cannot read', () => {
    const problem = { code: 'INVALID_REQUEST', segments: ['requestURI'] };
    expect(auditRequestReader().add(event({ requestURI: 'pods' }))).toMatchObject(problem);
  });
});
