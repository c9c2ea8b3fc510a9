import type { Namespace, Pod, Service } from '@kubesem/core';
import { dnsZone, explainLookup, type Libc } from '@kubesem/dns';
import { type Box, sentence, table } from '../../live-box/box.js';
import { firstOf, objectsOf } from '../../live-box/objects.js';

export const box: Box = {
  input: {
    label: 'Services and the Pod that asks, in YAML or JSON',
    text: `apiVersion: v1
kind: Service
metadata: { name: data, namespace: prod }
spec: { clusterIP: 10.96.14.7, ports: [{ port: 5432 }] }
---
apiVersion: v1
kind: Pod
metadata: { name: client, namespace: test }
spec: { dnsPolicy: ClusterFirst, containers: [{ name: client, image: images.example/client:1 }] }
`,
  },
  fields: [
    { name: 'name', label: 'Name to look up', value: 'data' },
    { name: 'libc', label: 'C library', value: 'glibc', choices: ['glibc', 'musl', 'windows'] },
  ],
  answer: (text, { name = '', libc = '' }) => {
    const { ofKind, problems } = objectsOf(text);
    const pod = firstOf('Pod', ofKind<Pod>('Pod'));
    const services = ofKind<Service>('Service');
    const used = [pod, ...services].map(({ metadata }) => metadata?.namespace ?? 'default');
    const namespaces = [...new Set(used)].map((each): Namespace => ({ metadata: { name: each } }));
    const zone = dnsZone({
      services,
      namespaces: [...ofKind<Namespace>('Namespace'), ...namespaces],
    });
    const { attempts, hit, reasons } = explainLookup(name, pod, {
      zone,
      node: { clusterDNS: ['10.96.0.10'] },
      libc: libc as Libc,
    });
    return [
      ...problems,
      table(
        ['Try', 'Name', 'Answer'],
        attempts.map((attempt, index) => [String(index + 1), attempt.name, attempt.code]),
      ),
      hit === undefined
        ? sentence('The name does not resolve.', 'bad')
        : sentence(`The name resolves at try ${hit + 1}.`, 'good'),
      ...reasons.map(({ message, suggestions }) =>
        sentence(`${message}.${suggestions.length > 0 ? ` Try ${suggestions.join(' or ')}.` : ''}`),
      ),
    ];
  },
};
