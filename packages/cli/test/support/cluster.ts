/** What a container requests. */
interface Resources {
  readonly requests?: Record<string, string>;
  readonly limits?: Record<string, string>;
}

/** A node with its allocatable resources. */
export const node = (name: string, allocatable: Record<string, string>) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name },
  status: { allocatable },
});

/** A stored Pod with one container; without a node if the name is empty. */
export const pod = (name: string, nodeName: string, resources: Resources, phase = 'Running') => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'shop', uid: name },
  spec: { nodeName, containers: [{ name: 'app', resources }] },
  status: { phase },
});

/** What `kubectl get -o json` writes. */
export const dump = (...items: unknown[]) =>
  JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, undefined, 4);

export const alpha = node('alpha', { cpu: '4', memory: '7Gi', pods: '1k', 'example.com/gpu': '3' });
export const beta = node('beta', { cpu: '1930m', memory: '3Gi', pods: '29', 'hugepages-2Mi': '0' });
export const web = pod('web', 'alpha', {
  requests: { cpu: '750m', memory: '1Gi' },
  limits: { cpu: '5', 'example.com/gpu': '2' },
});
export const job = pod('job', 'alpha', { requests: { cpu: '2' } }, 'Succeeded');
export const pending = pod('pending', '', { requests: { cpu: '3' } }, 'Pending');
