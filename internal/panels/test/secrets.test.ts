import { expect, test } from 'vitest';
import { MODELS } from '../src/areas/models.js';
import { answerTo } from './show.js';

const CANARY = 'hunter2';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const config = {
  auths: { 'r.example': { username: CANARY, auth: base64(`${CANARY}:${CANARY}`) } },
};
const secret = (name: string, more: object) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, annotations: { note: JSON.stringify({ stringData: { token: CANARY } }) } },
  ...more,
});
const container = {
  name: 'app',
  image: 'r.example/app:1',
  env: [
    { name: 'A', valueFrom: { secretKeyRef: { name: 'api', key: 'token' } } },
    { name: 'URL', value: 'u:$(A)@db' },
  ],
  args: ['$(A)'],
  volumeMounts: [{ name: 'v', mountPath: '/v', subPathExpr: '/$(A)' }],
};
const OBJECTS = [
  secret('api', { stringData: { token: CANARY, bad: [CANARY] } }),
  secret('wrong', { data: CANARY }),
  secret('pull', {
    type: 'kubernetes.io/dockerconfigjson',
    data: { '.dockerconfigjson': base64(JSON.stringify(config)) },
  }),
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web' },
    spec: {
      containers: [container],
      imagePullSecrets: [{ name: 'pull' }],
      volumes: [{ name: 'v', secret: { secretName: 'api' } }],
    },
  },
];

test.each([...MODELS.keys()])('the area %s shows no data of Secrets', async (area) => {
  const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: OBJECTS });
  const shown = JSON.stringify(await answerTo(text, area));
  expect(shown).toContain('web');
  expect(shown).not.toMatch(/hunter2|aHVudGVyMg|h1bnRlcjI|odW50ZXIy/);
});
