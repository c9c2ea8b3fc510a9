/** What a container asks for. */
interface Resources {
  readonly requests?: Record<string, string>;
  readonly limits?: Record<string, string>;
}

/** A node with what it has for Pods. */
export const node = (name: string, allocatable: Record<string, string>) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name },
  status: { allocatable },
});

/** A stored Pod with one container; an empty name of a node is none. */
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
