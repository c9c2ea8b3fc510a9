// Reads the discovery and OpenAPI documents that the released module `k8s.io/kubernetes` contains in `api/`, and writes
// generated sources.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oracleRelease } from '../harness/oracle.js';

/** Folder of the repository. The bundle is in `internal/conformance/dist`. */
export const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** Release of the modules that `k8s.io/kubernetes` publishes, such as `k8s.io/api`. */
export const moduleRelease: string = oracleRelease().replace('v1.', 'v0.');

/** A schema of the OpenAPI documents. */
export interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-group-version-kind'?: readonly {
    readonly group: string;
    readonly version: string;
    readonly kind: string;
  }[];
}

/** Schemas by name. */
export type Schemas = ReadonlyMap<string, Schema>;

/** Folder of the documents in the module cache of Go. */
export function apiFolder(): string {
  const cwd = `${repository}internal/conformance/oracle/kubernetes`;
  const args = ['list', '-m', '-f', '{{.Dir}}', 'k8s.io/kubernetes'];
  const env = { ...process.env, GOWORK: 'off', GOFLAGS: '-mod=mod' };
  return `${execFileSync('go', args, { cwd, encoding: 'utf8', env }).trim()}/api`;
}

/** The schemas of all kinds by name. */
export function readSchemas(api: string): Schemas {
  const folder = `${api}/openapi-spec/v3`;
  const files = readdirSync(folder).filter((name) => name.includes('__v'));
  return new Map(
    files.flatMap((name) =>
      Object.entries<Schema>(
        JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')).components?.schemas ?? {},
      ),
    ),
  );
}

/** `HORIZONTAL_POD_AUTOSCALER` of `HorizontalPodAutoscaler`. */
export function constantName(words: string): string {
  return words
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .replace(/[^A-Za-z]+/g, '_')
    .toUpperCase();
}

/**
 * Writes sources, and formats them.
 *
 * @param header - their first line
 * @param texts - the sources by path in the repository
 */
export function writeSources(header: string, texts: ReadonlyMap<string, string>): void {
  for (const [file, text] of texts) {
    mkdirSync(dirname(`${repository}${file}`), { recursive: true });
    writeFileSync(`${repository}${file}`, header + text);
  }
  const biome = `${repository}node_modules/@biomejs/biome/bin/biome`;
  const args = [biome, 'check', '--write', ...texts.keys()];
  execFileSync(process.execPath, args, { cwd: repository });
}
