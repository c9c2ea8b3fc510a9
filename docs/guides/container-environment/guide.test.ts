import { containerEnvironment } from '@kubesem/config';
import { describe, expect, it } from 'vitest';
import { answerTo } from '../../test/answer.js';
import { box } from './box.js';

it('the box answers its example', () => {
  expect(answerTo(box)).toContain('PASSWORD | <Secret');
});

it('the box never shows data of a Secret', () => {
  expect(answerTo(box)).not.toContain('tiger');
});

describe('what goes wrong otherwise', () => {
  it('envFrom skips no keys', () => {
    const container = { envFrom: [{ configMapRef: { name: 'web' } }] };
    const web = { metadata: { name: 'web' }, data: { 'a.b': '1', '1bad-name': '2' } };
    const { variables } = containerEnvironment({ containers: [container] }, container, {
      configMaps: [web],
    });
    expect(variables.map(({ name }) => name)).toEqual(['1bad-name', 'a.b']);
  });

  it('a reference uses what is defined before it, and a missing optional key keeps an earlier value', () => {
    const optional = { configMapKeyRef: { name: 'web', key: 'gone', optional: true } };
    const container = {
      env: [
        { name: 'A', value: '$(B)' },
        { name: 'B', value: 'b' },
        { name: 'B', valueFrom: optional },
      ],
    };
    const { variables } = containerEnvironment({ containers: [container] }, container, {});
    expect(variables.map(({ name, value }) => `${name}=${value}`)).toEqual(['A=$(B)', 'B=b']);
  });

  it('enableServiceLinks: false keeps the variables of Service kubernetes', () => {
    const service = (namespace: string, name: string) => ({
      metadata: { namespace, name },
      spec: { clusterIP: '10.0.0.7', ports: [{ port: 80 }] },
    });
    const container = {};
    const pod = {
      metadata: { namespace: 'shop' },
      spec: { enableServiceLinks: false, containers: [container] },
    };
    const services = [service('shop', 'web'), service('default', 'kubernetes')];
    const { variables } = containerEnvironment(pod, container, { services });
    const names = variables.map(({ name }) => name);
    expect(names).toContain('KUBERNETES_SERVICE_HOST');
    expect(names).not.toContain('WEB_SERVICE_HOST');
  });
});
