import {
  containerEnvironment,
  explainContainerEnvironment,
  type VariableOrigin,
} from '@kubesem/config';
import {
  type ConfigMap,
  formatFieldPath,
  type Pod,
  podContainers,
  type Secret,
  type Service,
} from '@kubesem/core';
import { type Box, sentence, table } from './box.js';
import { firstOf, objectsOf } from './objects.js';

const originText = ({ source, segments = [], object, key }: VariableOrigin): string =>
  [formatFieldPath(segments ?? []) || source, object?.name, key].filter(Boolean).join(', ');

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
stringData: { password: katze }
`,
  },
  answer: (text) => {
    const { ofKind, problems } = objectsOf(text);
    const pod = firstOf('Pod', ofKind<Pod>('Pod'));
    const [container = {}] = podContainers(pod).map((each) => each.container);
    const objects = {
      configMaps: ofKind<ConfigMap>('ConfigMap'),
      secrets: ofKind<Secret>('Secret'),
      services: ofKind<Service>('Service'),
    };
    const { variables } = explainContainerEnvironment(pod, container, objects);
    const { failure } = containerEnvironment(pod, container, objects);
    return [
      ...problems,
      ...(failure ? [sentence(`${failure.reason}: ${failure.message}`, 'bad')] : []),
      table(
        ['Name', 'Value', 'From', 'Hides'],
        variables.map(({ name, value, isSecret, origin, hides }) => [
          name,
          isSecret ? '***' : value,
          originText(origin),
          hides.map(originText).join('; '),
        ]),
      ),
    ];
  },
};
