import type { Pod } from '@kubesem/core';
import { resourceDetail } from '@kubesem/panels/models';
import { podQosClass } from '@kubesem/qos';
import { applyResourceDefaults, explainPodRequests, podLimits } from '@kubesem/resources';
import { type Box, type Part, sentence, table } from '../../live-box/box.js';
import { firstOf, objectsOf } from '../../live-box/objects.js';

export const box: Box = {
  input: {
    label: 'Pod in YAML or JSON',
    text: `apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  initContainers:
    - name: mesh
      image: images.example/mesh:1
      restartPolicy: Always
      resources: { requests: { cpu: 100m } }
    - name: migrate
      image: images.example/migrate:1
      resources: { requests: { cpu: 700m } }
  containers:
    - name: app
      image: images.example/app:1
      resources: { requests: { cpu: 500m, memory: 1.5Gi } }
`,
  },
  answer: (text) => {
    const { ofKind, problems } = objectsOf(text);
    const pod = applyResourceDefaults(firstOf('Pod', ofKind<Pod>('Pod')));
    const limits = podLimits(pod);
    const requests = Object.entries(explainPodRequests(pod));
    const rows = requests.map(([name, explanation]) => {
      const phases = explanation?.sources[0]?.phases ?? [];
      const deciding = phases.find(({ decides }) => decides);
      const amounts = [
        ...(deciding?.amounts ?? []).map(({ container, amount }) => `${container} ${amount}`),
        ...(deciding?.sidecars ? [`sidecars ${deciding.sidecars}`] : []),
      ];
      const when = deciding?.phase === 'init' ? 'while it starts' : 'while it runs';
      return [
        name,
        String(explanation?.value ?? ''),
        String(limits[name] ?? '-'),
        `${when}: ${amounts.join(' + ')}`,
      ];
    });
    return [
      ...problems,
      table(['Resource', 'Request', 'Limit', 'Why'], rows),
      sentence(`QoS class: ${podQosClass(pod)}`),
      ...requests
        .flatMap(([name, explanation]) => resourceDetail(name, 'request', explanation))
        .filter(({ phases }) => phases.length > 1)
        .map((detail): Part => ({ kind: 'phases', detail })),
    ];
  },
};
