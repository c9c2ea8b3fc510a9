// What the tests of the playground load: many manifests, and the dump of a large cluster.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

/**
 * Makes manifests in YAML: Deployments, Services, Pods and ConfigMaps.
 *
 * @param {number} count - how many objects
 * @returns {string} documents of which the first is the Deployment `app-0`, which requests `cpu: 100m`
 */
export function manifests(count) {
  return Array.from({ length: count }, (_, index) => {
    const name = `app-${index}`;
    const app = `app-${index - (index % 5)}`;
    const metadata = `metadata:\n  name: ${name}\n  namespace: team-${index % 7}\n`;
    const container = `      containers:
        - name: app
          image: images.example/${app}:v9
          ports: [{ name: http, containerPort: 8080 }]
          env:
            - { name: MODE, value: production }
          resources:
            requests: { cpu: 100m, memory: 512Mi }
            limits: { memory: 1Gi }
          readinessProbe:
            httpGet: { path: /ready, port: http }
`;
    const template = `  template:\n    metadata:\n      labels: { app: ${app} }\n    spec:\n${container}`;
    return (
      [
        `apiVersion: apps/v1\nkind: Deployment\n${metadata}spec:\n  replicas: 3\n  selector:\n    matchLabels: { app: ${app} }\n${template}`,
        `apiVersion: v1\nkind: Service\n${metadata}spec:\n  clusterIP: 10.0.0.${index}\n  selector: { app: ${app} }\n  ports: [{ name: http, port: 80, targetPort: http }]\n`,
        `apiVersion: apps/v1\nkind: StatefulSet\n${metadata}spec:\n  serviceName: ${name}\n  selector:\n    matchLabels: { app: ${app} }\n${template}`,
        `apiVersion: v1\nkind: Pod\n${metadata}spec:\n${container.replace(/^ {4}/gm, '')}`,
        `apiVersion: v1\nkind: ConfigMap\n${metadata}data:\n  MODE: production\n`,
      ][index % 5] ?? ''
    );
  }).join('---\n');
}

/**
 * Writes a node and Pods on it as a list in JSON, each with some 670 bytes.
 *
 * @param {string} file - path of the file
 * @param {number} pods - how many Pods
 */
export async function writeDump(file, pods) {
  const stream = createWriteStream(file);
  const node = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'n1', uid: 'n1' },
    status: { allocatable: { cpu: '100000', memory: '100Ti', pods: '200000' } },
  };
  stream.write(`{"apiVersion":"v1","kind":"List","items":[${JSON.stringify(node)}`);
  for (let index = 0; index < pods; index += 1) {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: `web-${index}`,
        namespace: `team-${index % 100}`,
        uid: `uid-${index}`,
        labels: { app: 'web' },
        managedFields: [{ manager: 'kubelet', fieldsV1: { note: 'x'.repeat(230) } }],
      },
      spec: {
        nodeName: 'n1',
        containers: [
          {
            name: 'app',
            image: 'images.example/app:1',
            resources: { requests: { cpu: '100m', memory: '64Mi' } },
          },
        ],
      },
      status: {
        phase: 'Running',
        qosClass: 'Burstable',
        conditions: [{ type: 'Ready', status: 'True' }],
      },
    };
    if (!stream.write(`,\n${JSON.stringify(pod)}`)) {
      await once(stream, 'drain');
    }
  }
  stream.end(']}');
  await finished(stream);
}
