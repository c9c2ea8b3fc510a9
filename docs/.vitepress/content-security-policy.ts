import { createHash } from 'node:crypto';

/** What pages may load: only what the site itself serves. Nothing that a reader enters can leave the browser. */
const POLICY = {
  'default-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'worker-src': ["'self'", 'blob:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
};

/**
 * Adds the content security policy to a page. Its inline scripts, such as the one that sets the color scheme before the
 * first paint, are allowed by their hashes.
 *
 * @param html - the page
 * @returns the page with the policy
 */
export function contentSecurityPolicy(html: string): string {
  const hashes = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g)]
    .map(([, script = '']) => createHash('sha256').update(script).digest('base64'))
    .map((hash) => `'sha256-${hash}'`);
  const policy = Object.entries({ ...POLICY, 'script-src': ["'self'", ...hashes] })
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
  return html.replace(
    '<head>',
    `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}
