import { combinedQuotaBars, quotaAdmission, quotaMessage } from '@kubesem/admission';
import type { ResourceQuota } from '@kubesem/core';
import { type Box, bars, sentence } from '../../live-box/box.js';
import { objectsOf } from '../../live-box/objects.js';

export const box: Box = {
  input: {
    label: 'Quotas in YAML or JSON',
    text: `apiVersion: v1
kind: ResourceQuota
metadata: { name: team }
status:
  hard: { pods: 1k, requests.cpu: "4", secrets: "0" }
  used: { pods: "500", requests.cpu: 2500m }
`,
  },
  fields: [
    { name: 'replicas', label: 'New Pods', value: '5' },
    { name: 'cpu', label: 'CPU request of each', value: '400m' },
  ],
  answer: (text, { replicas = '', cpu = '' }) => {
    const { ofKind, problems } = objectsOf(text);
    const quotas = ofKind<ResourceQuota>('ResourceQuota');
    const shown = combinedQuotaBars(quotas).flatMap((combined) =>
      Object.entries(combined.bars).flatMap(([name, bar]) =>
        bar === undefined
          ? []
          : [
              {
                label: name,
                ratio: bar.ratio,
                text:
                  bar.ratio === undefined
                    ? `${bar.usedText || 0} used, none allowed`
                    : `${bar.usedText} of ${bar.hard}, ${bar.remaining} left`,
              },
            ],
      ),
    );
    const pod = {
      kind: 'Pod',
      spec: { containers: [{ name: 'app', resources: { requests: { cpu } } }] },
    };
    const count = Math.min(Math.max(Math.trunc(Number(replicas)) || 0, 0), 1000);
    const { admitted, violations } = quotaAdmission(quotas, pod, { count });
    return [
      ...problems,
      bars(shown),
      sentence(
        `${admitted} of ${count} new Pods are admitted.`,
        admitted === count ? 'good' : 'bad',
      ),
      ...(violations.length > 0 ? [sentence(quotaMessage(violations) ?? '')] : []),
    ];
  },
};
