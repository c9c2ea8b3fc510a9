import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Ajv from 'ajv';
import { describe, expect, test } from 'vitest';
import { renderAnnotations, renderSarif } from '../../../src/output/findings.js';
import { folderOf, kubesem, podManifest } from '../../support/run.js';

const require = createRequire(import.meta.url);

/** Checks a log with the official schema, which Microsoft publishes. */
function schemaErrors(log: unknown): unknown {
  const path = require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
  const ajv = new Ajv({ schemaId: 'id', meta: false, unknownFormats: 'ignore', logger: false });
  ajv.addMetaSchema(require('ajv/lib/refs/json-schema-draft-04.json'));
  const validate = ajv.compile(JSON.parse(readFileSync(path, 'utf8')));
  return validate(log) ? [] : validate.errors;
}

/** As much of a result as the tests read. */
interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly locations: readonly [
    {
      readonly physicalLocation: {
        readonly artifactLocation: { readonly uri: string };
        readonly region: { readonly startLine: number; readonly startColumn: number };
      };
    },
  ];
}

const FILES = {
  'a b.yaml': podManifest('web', '{ requests: { cpu: 2 }, limits: { cpu: 1 } }'),
  'c.yaml': `${podManifest('one', '{}')}---\n${podManifest('two', '{}')}`,
  'd.yaml': 'a: [',
};
const problem = {
  severity: 'warning',
  code: 'IMAGE_TAG_MISSING',
  path: 'a',
  message: 'b',
  file: 'f.yaml',
  line: 3,
  column: 5,
} as const;
const HOSTILE = {
  ...problem,
  path: '=cmd|\u001b[2J\u202e',
  message: '[click](https://evil.example)\n::error::x%0A',
  file: '=a,b:c\u001b\ud800.yaml',
};

describe('-o sarif', () => {
  test('is a log that the official schema accepts', async () => {
    const folder = folderOf(FILES);
    const { status, stdout, stderr } = await kubesem([
      'inspect',
      folder,
      '/no/such',
      '-o',
      'sarif',
    ]);
    expect(status).toBe(1);
    const log = JSON.parse(stdout);
    expect(schemaErrors(log)).toEqual([]);
    const [{ tool, results, invocations }] = log.runs;
    const found = results.map(({ ruleId, ruleIndex, level, locations }: Result) => {
      expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
      const { artifactLocation, region } = locations[0].physicalLocation;
      const file = fileURLToPath(artifactLocation.uri).slice(folder.length + 1);
      return `${file}:${region.startLine}:${region.startColumn} ${level} ${ruleId}`;
    });
    expect(found.sort()).toEqual([
      'a b.yaml:7:18 warning RESOURCES_MISSING',
      'a b.yaml:7:37 error INVALID',
      'c.yaml:15:18 warning RESOURCES_MISSING',
      'c.yaml:7:18 warning RESOURCES_MISSING',
      'd.yaml:1:6 error SYNTAX',
    ]);
    expect(invocations).toMatchObject([
      { executionSuccessful: false, toolExecutionNotifications: [{ level: 'error' }] },
    ]);
    expect(stderr).toContain('[INVALID]');
  });

  test('of standard input and of input without findings', async () => {
    for (const resources of [undefined, '{}']) {
      const stdin = podManifest('web', resources);
      const { status, stdout } = await kubesem(['inspect', '-o', 'sarif'], { stdin });
      expect(status).toBe(0);
      expect(schemaErrors(JSON.parse(stdout))).toEqual([]);
      expect(JSON.parse(stdout).runs[0].results).toHaveLength(resources === undefined ? 0 : 1);
    }
  });

  test('the schema would find a mistake', () => {
    const log = JSON.parse(renderSarif([problem], [], new Map()));
    log.runs[0].results[0].level = 'fatal';
    expect(schemaErrors(log)).not.toEqual([]);
  });

  test('counts equal findings at the same place', () => {
    const [{ results }] = JSON.parse(renderSarif([problem, problem], [], new Map())).runs;
    expect(results).toMatchObject([{ ruleId: 'IMAGE_TAG_MISSING', occurrenceCount: 2 }]);
  });

  test('contains no formula, link or control character of a manifest', () => {
    const text = renderSarif([HOSTILE], ['=x'], new Map());
    expect(text).not.toMatch(/[\p{Cf}\p{Cs}]|(?!\n)\p{Cc}/u);
    expect(schemaErrors(JSON.parse(text))).toEqual([]);
    const [{ results, invocations }] = JSON.parse(text).runs;
    expect(results[0].message.text).toMatch(/^'=cmd/);
    expect(results[0].message.text).toContain('[click\\](');
    expect(invocations[0].toolExecutionNotifications[0].message.text).toBe("'=x");
  });
});

describe('-o github', () => {
  test('writes an annotation for each finding, once for each file', async () => {
    const folder = folderOf(FILES);
    const { status, stdout, stderr } = await kubesem([
      'inspect',
      folder,
      '/no/such',
      '-o',
      'github',
    ]);
    expect(status).toBe(1);
    expect(stderr).toBe('');
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.replace(/::[^:]*$/, '').replace(folder, ''))).toEqual(
      [
        '::error file=/d.yaml,line=1,col=6,title=SYNTAX',
        '::warning file=/a b.yaml,line=7,col=18,title=RESOURCES_MISSING',
        '::error file=/a b.yaml,line=7,col=37,title=INVALID',
        '::warning file=/c.yaml,line=7,col=18,title=RESOURCES_MISSING',
        '::error::/no/such',
      ].map((line) => expect.stringContaining(line)),
    );
    expect(lines[3]).toContain('(2 times, lines 7, 15)');
  });

  test('is empty without findings', async () => {
    const { status, stdout } = await kubesem(['inspect', '-o', 'github'], {
      stdin: podManifest('web'),
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });

  test('escapes what could end an annotation or start another one', () => {
    const text = renderAnnotations([HOSTILE], ['a\n::warning::b\r']);
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('file==a%2Cb%3Ac\\u001b\\ud800.yaml,line=3,');
    expect(lines[0]).toContain('x%250A');
    expect(text).not.toMatch(/[\p{Cf}\p{Cs}]|(?!\n)\p{Cc}/u);
  });
});

test('findings of files that are named with a relative path have that path', () => {
  const file = join('deploy', 'a b#.yaml');
  const [{ results }] = JSON.parse(renderSarif([{ ...problem, file }], [], new Map())).runs;
  expect(results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(
    'deploy/a%20b%23.yaml',
  );
});
