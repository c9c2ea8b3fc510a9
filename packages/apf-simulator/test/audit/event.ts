export const event = {
  kind: 'Event',
  apiVersion: 'audit.k8s.io/v1',
  level: 'Metadata',
  stage: 'ResponseComplete',
  requestURI: '/api/v1/namespaces/prod/configmaps?limit=500',
  verb: 'list',
  user: { username: 'jane', groups: ['devs', 'system:authenticated'] },
  objectRef: { resource: 'configmaps', namespace: 'prod', apiVersion: 'v1' },
  responseStatus: { metadata: {}, code: 200 },
  requestReceivedTimestamp: '2026-03-04T05:06:07.000100Z',
  stageTimestamp: '2026-03-04T05:06:07.040350Z',
};
