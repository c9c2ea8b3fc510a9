export const SERVICE = `apiVersion: v1
kind: Service
metadata: { name: data, namespace: prod }
spec:
  clusterIP: 10.96.14.7
  ports: [{ name: sql, port: 5432 }]
`;
export const HEADLESS = `apiVersion: v1
kind: Service
metadata: { name: members, namespace: prod }
spec: { clusterIP: None }
`;
export const SLICE = `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: { name: members-x, namespace: prod, labels: { kubernetes.io/service-name: members } }
endpoints:
  - { addresses: [10.1.0.4], hostname: m-0 }
  - { addresses: [10.1.0.5] }
  - { addresses: [10.1.0.6], conditions: { ready: false } }
`;
export const POD = `apiVersion: v1
kind: Pod
metadata: { name: client, namespace: test }
spec: { hostname: reader, subdomain: readers, containers: [] }
status: { podIP: 10.1.0.9 }
`;
/** The Service of the cluster's DNS server. */
export const KUBE_DNS = SERVICE.replace(
  'name: data, namespace: prod',
  'name: kube-dns, namespace: kube-system',
);
