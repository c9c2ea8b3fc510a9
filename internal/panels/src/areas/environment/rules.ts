import type { VariableSource } from '@kubesem/config';
import type { Rule, Rules } from '../area.js';

const DOCS = 'https://kubernetes.io/docs';
const SOURCE = 'k8s.io/kubernetes/pkg/kubelet Kubelet.makeEnvironmentVariables';
const DEFINE = `${DOCS}/tasks/inject-data-application/define-environment-variable-container/`;
const rule = (text: string, docs: string): Rule => ({ text, source: SOURCE, docs });

/** Which definition counts: the last one of Services, envFrom and env. */
export const SOURCE_RULES: Rules<VariableSource> = {
  VALUE: rule(
    'env of the container sets it. env replaces variables of envFrom and of Services.',
    DEFINE,
  ),
  FIELD: rule(
    'A field of the Pod. A field that has no value yet is shown by its name.',
    `${DOCS}/concepts/workloads/pods/downward-api/`,
  ),
  RESOURCE: rule(
    'A request or limit of a container.',
    `${DOCS}/concepts/workloads/pods/downward-api/`,
  ),
  CONFIG_MAP: rule(
    'A ConfigMap. Of several sources in envFrom, the last one wins; env replaces them.',
    `${DOCS}/tasks/configure-pod-container/configure-pod-configmap/`,
  ),
  SECRET: rule('A Secret. Its value is masked here.', `${DOCS}/concepts/configuration/secret/`),
  FILE: rule(
    'A file that an init container writes.',
    `${DOCS}/tasks/inject-data-application/define-environment-variable-via-file/`,
  ),
  SERVICE: rule(
    'The kubelet adds variables for each Service of the namespace.',
    `${DOCS}/concepts/services-networking/service/#environment-variables`,
  ),
};
