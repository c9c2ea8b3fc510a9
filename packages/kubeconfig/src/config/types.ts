import type { StructType, ValueType } from '@kubesem/core';

// The types of the fields that client-go decodes.
// Source: `k8s.io/client-go/tools/clientcmd/api/v1` v0.37.1, `Config` and what it holds.

const TEXTS: ValueType = { list: 'string' };

const EXTENSIONS: ValueType = {
  list: { name: 'NamedExtension', fields: { name: 'string', extension: 'any' } },
};

const CLUSTER: StructType = {
  name: 'Cluster',
  fields: {
    server: 'string',
    'tls-server-name': 'string',
    'insecure-skip-tls-verify': 'boolean',
    'certificate-authority': 'string',
    'certificate-authority-data': 'bytes',
    'proxy-url': 'string',
    'disable-compression': 'boolean',
    extensions: EXTENSIONS,
  },
};

/** The type of a command that prints credentials. */
export const EXEC: StructType = {
  name: 'ExecConfig',
  fields: {
    command: 'string',
    args: TEXTS,
    env: { list: { name: 'ExecEnvVar', fields: { name: 'string', value: 'string' } } },
    apiVersion: 'string',
    installHint: 'string',
    provideClusterInfo: 'boolean',
    interactiveMode: 'string',
  },
};

const USER: StructType = {
  name: 'AuthInfo',
  fields: {
    'client-certificate': 'string',
    'client-certificate-data': 'bytes',
    'client-key': 'string',
    'client-key-data': 'bytes',
    token: 'string',
    tokenFile: 'string',
    as: 'string',
    'as-uid': 'string',
    'as-groups': TEXTS,
    'as-user-extra': { map: TEXTS },
    username: 'string',
    password: 'string',
    'auth-provider': {
      name: 'AuthProviderConfig',
      fields: { name: 'string', config: { map: 'string' } },
    },
    exec: EXEC,
    extensions: EXTENSIONS,
  },
};

const CONTEXT: StructType = {
  name: 'Context',
  fields: { cluster: 'string', user: 'string', namespace: 'string', extensions: EXTENSIONS },
};

/** A list of entries, each with its name. */
const named = (field: string, type: StructType): ValueType => ({
  list: { name: `Named${type.name}`, fields: { name: 'string', [field]: type } },
});

/** The type of a kubeconfig. */
export const CONFIG: StructType = {
  name: 'Config',
  fields: {
    kind: 'string',
    apiVersion: 'string',
    preferences: { name: 'Preferences', fields: { colors: 'boolean', extensions: EXTENSIONS } },
    clusters: /* @__PURE__ */ named('cluster', CLUSTER),
    users: /* @__PURE__ */ named('user', USER),
    contexts: /* @__PURE__ */ named('context', CONTEXT),
    'current-context': 'string',
    extensions: EXTENSIONS,
  },
};
