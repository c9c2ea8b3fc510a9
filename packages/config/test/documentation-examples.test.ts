// The examples of the pages "ConfigMaps" and "Configure a Pod to Use a ConfigMap" of the Kubernetes documentation.
import {
  containerCommand,
  containerEnvironment,
  containerFiles,
  createConfigMap,
} from '@kubesem/config';
import type { ConfigMap, Container, Volume } from '@kubesem/core';
import { describe, expect, test } from 'vitest';

const GAME = 'enemies=aliens\nlives=3\n';
const UI = 'color.good=purple\ncolor.bad=yellow\n';

describe('kubectl create configmap', () => {
  const dataOf = (options: Omit<Parameters<typeof createConfigMap>[0], 'name'>) =>
    createConfigMap({ name: 'game-config', ...options }).data;

  test('--from-file of a folder has a key for each file', () => {
    const entries = { 'game.properties': GAME, 'ui.properties': UI };
    const files = [{ source: 'configure-pod-container/configmap/', entries }];
    expect(dataOf({ files })).toEqual({ 'game.properties': GAME, 'ui.properties': UI });
  });

  test('--from-file can be repeated', () => {
    const files = [
      { source: 'configmap/game.properties', content: GAME },
      { source: 'configmap/ui.properties', content: UI },
    ];
    expect(dataOf({ files })).toEqual({ 'game.properties': GAME, 'ui.properties': UI });
  });

  test('--from-file can name the key', () => {
    const files = [{ source: 'game-special-key=configmap/game.properties', content: GAME }];
    expect(dataOf({ files })).toEqual({ 'game-special-key': GAME });
  });

  test('--from-env-file keeps quotes, and can be repeated', () => {
    const game =
      'enemies=aliens\nlives=3\nallowed="true"\n\n# This comment and the empty line are ignored\n';
    const ui = 'color=purple\ntextmode=true\nhow=fairlyNice\n';
    const expected = { allowed: '"true"', enemies: 'aliens', lives: '3' };
    expect(dataOf({ envFiles: [game] })).toEqual(expected);
    expect(dataOf({ envFiles: [game, ui] })).toEqual({
      ...expected,
      color: 'purple',
      how: 'fairlyNice',
      textmode: 'true',
    });
  });

  test('--from-literal', () => {
    const literals = ['special.how=very', 'special.type=charm'];
    expect(dataOf({ literals })).toEqual({ 'special.how': 'very', 'special.type': 'charm' });
  });
});

const configMap = (name: string, data: ConfigMap['data']): ConfigMap => ({
  metadata: { name },
  data,
});
const keyRef = (name: string, key: string) => ({ configMapKeyRef: { name, key } });

describe('variables', () => {
  const valuesOf = (container: Container, ...configMaps: readonly ConfigMap[]) => {
    const { variables } = containerEnvironment({ containers: [container] }, container, {
      configMaps,
    });
    return Object.fromEntries(variables.map(({ name, value }) => [name, value]));
  };

  test('from several ConfigMaps', () => {
    const env = [
      { name: 'SPECIAL_LEVEL_KEY', valueFrom: keyRef('special-config', 'special.how') },
      { name: 'LOG_LEVEL', valueFrom: keyRef('env-config', 'log_level') },
    ];
    const special = configMap('special-config', { 'special.how': 'very' });
    expect(valuesOf({ env }, special, configMap('env-config', { log_level: 'INFO' }))).toEqual({
      SPECIAL_LEVEL_KEY: 'very',
      LOG_LEVEL: 'INFO',
    });
  });

  const keys = configMap('special-config', { SPECIAL_LEVEL: 'very', SPECIAL_TYPE: 'charm' });

  test('envFrom has all keys', () => {
    const envFrom = [{ configMapRef: { name: 'special-config' } }];
    expect(valuesOf({ envFrom }, keys)).toEqual(keys.data);
  });

  test('in a command', () => {
    const container = {
      command: ['/bin/echo', '$(SPECIAL_LEVEL_KEY) $(SPECIAL_TYPE_KEY)'],
      env: [
        { name: 'SPECIAL_LEVEL_KEY', valueFrom: keyRef('special-config', 'SPECIAL_LEVEL') },
        { name: 'SPECIAL_TYPE_KEY', valueFrom: keyRef('special-config', 'SPECIAL_TYPE') },
      ],
    };
    const sources = { configMaps: [keys] };
    const { variables } = containerEnvironment({ containers: [container] }, container, sources);
    expect(containerCommand(container, variables).command).toEqual(['/bin/echo', 'very charm']);
  });
});

describe('files', () => {
  const demo = configMap('game-demo', {
    player_initial_lives: '3',
    ui_properties_file_name: 'user-interface.properties',
    'game.properties': 'enemy.types=aliens,monsters\n',
    'user-interface.properties': 'color.good=purple\n',
  });
  const pathsOf = (source: NonNullable<Volume['configMap']>, ...configMaps: ConfigMap[]) => {
    const container = {
      volumeMounts: [{ name: 'config', mountPath: '/config', readOnly: true }],
    };
    const pod = { containers: [container], volumes: [{ name: 'config', configMap: source }] };
    const { files, failure } = containerFiles(pod, container, { configMaps });
    return failure?.message ?? files.map(({ path }) => path);
  };

  test('are those of the items, or of all keys', () => {
    const items = ['game.properties', 'user-interface.properties'].map((key) => ({
      key,
      path: key,
    }));
    expect(pathsOf({ name: 'game-demo', items }, demo)).toEqual([
      '/config/game.properties',
      '/config/user-interface.properties',
    ]);
    expect(pathsOf({ name: 'game-demo' }, demo)).toHaveLength(4);
  });

  test('have the path of their item', () => {
    const items = [{ key: 'game.properties', path: 'keys' }];
    expect(pathsOf({ name: 'game-demo', items }, demo)).toEqual(['/config/keys']);
  });

  test('of an optional ConfigMap can be missing', () => {
    const items = [{ key: 'gone', path: 'gone' }];
    expect(pathsOf({ name: 'gone', optional: true })).toEqual([]);
    expect(pathsOf({ name: 'game-demo', items, optional: true }, demo)).toEqual([]);
    expect(pathsOf({ name: 'gone' })).toContain('configmap "gone" not found');
  });
});
