import { inspectObjects } from '@kubesem/inspect';
import { parseObjects } from '@kubesem/manifests';
import { type Box, sentence, table } from '../../live-box/box.js';

export const box: Box = {
  input: {
    label: 'Manifests in YAML or JSON',
    // Invalid on purpose: the request is above the limit, which is 0.4 bytes.
    text: `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 3
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: app
          image: example.com/web
          resources:
            requests: { cpu: 0.0005, memory: 1Gi }
            limits: { memory: 400m }
`,
  },
  fields: [
    { name: 'missing', label: 'Report missing requests', value: 'yes', choices: ['yes', 'no'] },
  ],
  answer: (text, { missing }) => {
    const files = [parseObjects({ name: 'input', text })];
    const report = inspectObjects(files, { missingResources: missing === 'yes' });
    const problems = [
      ...report.problems,
      ...report.objects.flatMap((object) => object.problems),
    ].sort((a, b) => a.line - b.line || a.column - b.column);
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    return [
      errors > 0
        ? sentence(`The build fails: ${errors} ${errors === 1 ? 'error' : 'errors'}.`, 'bad')
        : sentence('The build passes.', 'good'),
      table(
        ['Place', 'Severity', 'Code', 'Message'],
        problems.map(({ line, column, severity, code, message }) => [
          `${line}:${column}`,
          severity,
          code,
          message,
        ]),
      ),
    ];
  },
};
