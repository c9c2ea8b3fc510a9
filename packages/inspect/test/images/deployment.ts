/** A Deployment that pulls images in every way: by pull Secrets, for init containers, and as a volume. */
export const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: { name: shop, namespace: prod }
spec:
  template:
    spec:
      imagePullSecrets: [{ name: regcred }, { name: gone }]
      initContainers:
        - { name: migrate, image: 'registry.example:5000/migrate', imagePullPolicy: Never }
      containers:
        - name: app
          image: example.com/images2/app:1.2
        - { name: log, image: 'Log:1' }
      volumes:
        - { name: model, image: { reference: 'model:7' } }
`;
