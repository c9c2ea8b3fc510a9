// Serves the built site as a static host does: clean URLs, compressed, under the base path it was built for.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** Folder of the built site. */
export const DIST = fileURLToPath(new URL('../.vitepress/dist/', import.meta.url));

/** @type {Record<string, string>} */
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};
const COMPRESSED = /^(?:text|application\/json|image\/svg)/;

/** @returns {string} the base path that the site was built for */
export function builtBase() {
  const html = readFileSync(join(DIST, 'index.html'), 'utf8');
  return /<script type="module" src="([^"]*?)assets\//.exec(html)?.[1] ?? '/';
}

/**
 * Serves the built site on a free port of the loopback interface.
 *
 * @returns {Promise<{ url: string, sent: Map<string, number>, close(): void }>} address without a slash at the end, the
 * compressed bytes that were sent of each file below the base, and how to stop
 */
export async function serve() {
  const base = builtBase();
  /** @type {Map<string, Buffer>} */
  const compressed = new Map();
  /** @type {Map<string, number>} */
  const sent = new Map();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = pathname.startsWith(base) ? find(decodeURI(pathname.slice(base.length))) : '';
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    /** @type {Buffer} */
    let body = readFileSync(file || join(DIST, '404.html'));
    /** @type {Record<string, string>} */
    const headers = { 'content-type': file ? type : 'text/html; charset=utf-8' };
    if (file.includes('/assets/')) {
      headers['cache-control'] = 'max-age=31536000, immutable';
    }
    if (COMPRESSED.test(type) && /gzip/.test(String(request.headers['accept-encoding']))) {
      body = compressed.get(file) ?? gzipSync(body);
      compressed.set(file, body);
      headers['content-encoding'] = 'gzip';
    }
    sent.set(pathname.slice(base.length), body.length);
    response.writeHead(file ? 200 : 404, headers).end(body);
  });
  await new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done(undefined));
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}${base.slice(0, -1)}`,
    sent,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Finds the file of an address.
 *
 * @param {string} path - path below the base
 */
function find(path) {
  const name = normalize(`/${path}`).slice(1);
  const candidates = [name, `${name}.html`, join(name, 'index.html')].map((file) =>
    join(DIST, file),
  );
  return candidates.find((file) => existsSync(file) && statSync(file).isFile()) ?? '';
}
