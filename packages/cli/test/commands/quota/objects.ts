// Objects of the tests of quotas.

export const QUOTA: string = `apiVersion: v1
kind: ResourceQuota
metadata: { name: team, namespace: shop }
spec: { hard: { requests.cpu: "4", pods: "10" } }
`;
export const STATUS: string = `status:
  hard: { requests.cpu: "4", pods: "10" }
  used: { requests.cpu: 2500m, pods: "5" }
`;
export const RANGE: string = `---
apiVersion: v1
kind: LimitRange
metadata: { name: small, namespace: shop }
spec: { limits: [{ type: Container, defaultRequest: { cpu: 400m }, max: { memory: 1Gi }, default: { memory: 1Gi } }] }
`;
export const deployment = (replicas: number, resources = '{}'): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  replicas: ${replicas}
  template:
    spec:
      containers: [{ name: app, image: 'a:1', resources: ${resources} }]
`;
