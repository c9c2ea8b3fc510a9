import type { ConfigMap, Pod, Secret, Service } from '@kubesem/core';
import { podEnvironment } from '@kubesem/inspect';
import { type Box, sentence, table } from '../../live-box/box.js';
import { firstOf, objectsOf } from '../../live-box/objects.js';

export const box: Box = {
  input: {
    label: 'Pod, ConfigMaps, Secrets and Services in YAML or JSON',
    text: `apiVersion: v1
kind: Pod
metadata: { namespace: orders, name: shop }
spec:
  containers:
    - name: app
      envFrom: [{ configMapRef: { name: shop } }]
      env:
        - name: PASSWORD
          valueFrom: { secretKeyRef: { name: database, key: password } }
        - { name: PORT, value: "8443" }
        - { name: URL, value: "postgres://shop:$(PASSWORD)@$(HOST):$(PORT)" }
---
apiVersion: v1
kind: ConfigMap
metadata: { namespace: orders, name: shop }
data: { PORT: "80", HOST: postgres }
---
apiVersion: v1
kind: Secret
metadata: { namespace: orders, name: database }
stringData: { password: tiger }
`,
  },
  answer: (text) => {
    const { ofKind, problems } = objectsOf(text);
    const pod = firstOf('Pod', ofKind<Pod>('Pod'));
    const { containers, errors } = podEnvironment(pod, {
      configMaps: ofKind<ConfigMap>('ConfigMap'),
      secrets: ofKind<Secret>('Secret'),
      services: ofKind<Service>('Service'),
    });
    const { variables = [], failure } = containers[0] ?? {};
    return [
      ...problems,
      ...errors.map((error) => sentence(error, 'bad')),
      ...(failure ? [sentence(`${failure.reason}: ${failure.message}`, 'bad')] : []),
      table(
        ['Name', 'Value', 'From', 'Hides'],
        variables.map(({ name, value, origin, hides }) => [
          name,
          value,
          origin.text,
          hides.map(({ text }) => text).join('; '),
        ]),
      ),
    ];
  },
};
