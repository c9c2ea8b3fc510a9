import type { Pod } from '@kubesem/core';
import { validatePod as problemsOfPod } from '@kubesem/validation/pod';
import { FIELD_PATHS } from '../../config/field.js';
import type { JsonObject } from '../../harness/json.js';
import type { FieldError, Operation } from '../../harness/operation.js';
import { checkedRefusals, compareRefusals, trimRefusals } from '../refusals.js';
import { BUNDLE_NAMES, podCase, SIGNER_NAMES } from './config-generator.js';

/** What kubesem does not check, and what depends on the server or on the request. */
const NOT_CHECKED: readonly RegExp[] = [
  // The server gives the Pod the namespace of the request.
  /^metadata\.namespace$/,
  /\.projected\.sources\[\d+\]\.podCertificate\.userAnnotations/,
  // The server drops users, unless a volume or source has more than one kind of files.
  /\.(user|defaultUser)$/,
  // The oracle's server forbids privileged containers.
  /\.securityContext\.privileged$/,
];

function isOurs({ field, detail }: FieldError): boolean {
  // The admission of the server sets a ServiceAccount before.
  const isAdmitted = detail === 'must not be specified when serviceAccountName is not set';
  return !isAdmitted && !NOT_CHECKED.some((fields) => fields.test(field));
}

/** Of a Pod that the API server accepts. */
const NONE: FieldError = { type: '', field: '', detail: '' };

function volumes(...list: readonly JsonObject[]): JsonObject {
  return { pod: { spec: { containers: [{ name: 'app', image: 'a' }], volumes: list } } };
}

const validatePod: Operation = {
  name: 'config.validatePod',
  program: 'kubernetes',
  *examples() {
    const named = { name: 'app', image: 'a' };
    const env = (variable: JsonObject): JsonObject => ({
      pod: { spec: { containers: [{ ...named, env: [{ name: 'A', ...variable }] }] } },
    });
    yield env({ valueFrom: {} });
    yield env({ value: 'x', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } });
    for (const fieldPath of FIELD_PATHS) {
      yield env({ valueFrom: { fieldRef: { fieldPath } } });
      const items = [{ path: 'a', fieldRef: { fieldPath } }];
      yield volumes({ name: 'a', downwardAPI: { items } });
    }
    for (const divisor of ['1m', '1', '0.001', '1Ki', '1024', '1k', '3', 0]) {
      for (const resource of ['limits.cpu', 'requests.memory', 'limits.hugepages-2Mi', 'cpu']) {
        yield env({ valueFrom: { resourceFieldRef: { resource, divisor } } });
      }
    }
    for (const path of ['a', '/a', '..', '../a', '..a', 'a/..', '']) {
      const items = [{ key: 'a', path }];
      yield volumes({ name: 'a', configMap: { name: 'one', items } });
      yield volumes({ name: 'a', projected: { sources: [{ secret: { name: 'one', items } }] } });
      const mount = { name: 'a', mountPath: '/a', subPath: path };
      yield {
        pod: {
          spec: { containers: [{ ...named, volumeMounts: [mount] }], volumes: [{ name: 'a' }] },
        },
      };
    }
    const projected = (source: JsonObject): JsonObject =>
      volumes({ name: 'a', projected: { sources: [source] } });
    for (const name of BUNDLE_NAMES) {
      yield projected({ clusterTrustBundle: { name, path: 'a' } });
    }
    for (const signerName of SIGNER_NAMES) {
      yield projected({ clusterTrustBundle: { signerName, path: 'a' } });
      yield projected({ podCertificate: { signerName, keyType: 'ED25519', keyPath: 'a' } });
    }
    for (const mode of [-1, 0, 0o777, 0o1000]) {
      yield volumes({ name: 'a', secret: { secretName: 'one', defaultMode: mode } });
    }
  },
  generate: podCase,
  compare(input, theirs, comparison) {
    const problems = problemsOfPod((input as JsonObject).pod as Pod);
    compareRefusals(checkedRefusals(theirs, isOurs), problems, comparison);
  },
  trim: (out) => trimRefusals(out, isOurs),
  kind(_, theirs) {
    const [{ type, field, detail } = NONE] = checkedRefusals(theirs, isOurs);
    return `${type} ${field} ${detail}`.replace(/\d+/g, '').slice(0, 110);
  },
};

/** Pods whose variables, volumes and mounts the API server rejects. */
export const podConfigOperations: readonly Operation[] = [validatePod];
