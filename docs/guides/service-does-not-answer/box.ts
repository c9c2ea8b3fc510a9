import type { Node, Pod, Service } from '@kubesem/core';
import { endpointReason, serviceReports } from '@kubesem/inspect';
import { Case, chainOf } from '@kubesem/panels/models';
import { endpointSelection } from '@kubesem/service';
import { validateService } from '@kubesem/validation/service';
import { type Box, type Part, sentence, table } from '../../live-box/box.js';
import { firstOf, objectsOf } from '../../live-box/objects.js';

const pod = (name: string, app: string, ip: string, ready: string): string => `---
apiVersion: v1
kind: Pod
metadata: { name: ${name}, labels: { app: ${app} } }
spec:
  nodeName: node-1
  containers: [{ name: web, ports: [{ name: http, containerPort: 9376 }] }]
status:
  podIPs: [{ ip: ${ip} }]
  conditions: [{ type: Ready, status: "${ready}" }]
`;

export const box: Box = {
  input: {
    label: 'Service and Pods in YAML or JSON',
    text: `apiVersion: v1
kind: Service
metadata: { name: hostnames }
spec:
  clusterIP: 10.0.1.175
  selector: { app: hostnames }
  ports: [{ port: 80, targetPort: http }]
${pod('web-1', 'hostnames', '10.244.0.5', 'False')}${pod('web-2', 'hostname', '10.244.0.6', 'True')}`,
  },
  answer: (text) => {
    const { ofKind, placed, problems } = objectsOf(text);
    const service = firstOf('Service', ofKind<Service>('Service'));
    const pods = ofKind<Pod>('Pod');
    const named = pods.map(({ spec }) => ({ metadata: { name: spec?.nodeName ?? '' } }));
    const explained = endpointSelection(service, {
      pods,
      nodes: [...ofKind<Node>('Node'), ...named],
    });
    const answering = explained.pods.filter(
      ({ endpoints }) => endpoints[0]?.conditions.ready === true,
    );
    const input = new Case(placed);
    const drawn = serviceReports(input.network)
      .services.slice(0, 1)
      .map((report): Part => ({ kind: 'chain', chain: chainOf(input, report) }));
    return [
      ...problems,
      ...validateService(service).map(({ path, message }) =>
        sentence(`${path}: ${message}`, 'bad'),
      ),
      answering.length > 0
        ? sentence(`${answering.length} of ${pods.length} Pods answer.`, 'good')
        : sentence('No Pod answers.', 'bad'),
      ...drawn,
      table(
        ['Pod', 'Answers', 'Why'],
        explained.pods.map((pod) => [
          pod.name,
          answering.includes(pod) ? 'yes' : 'no',
          endpointReason(pod, service, pods[pod.index] as Pod).reason,
        ]),
      ),
    ];
  },
};
