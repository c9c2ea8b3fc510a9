import { expect, it } from 'vitest';
import { describeSite } from './site.js';

describeSite('what pages load', (site) => {
  /** Compressed bytes of the files that were sent since the last call. */
  const bytesSent = (files: RegExp): number => {
    const sent = [...site.sent()].filter(([path]) => files.test(path));
    site.sent().clear();
    return sent.reduce((sum, [, bytes]) => sum + bytes, 0);
  };

  it('the playground answers with less than 430 kB of script, its worker included', async () => {
    // The worker validates Services, EndpointSlices and more in the words of the API server.
    const page = await site.open('/playground/');
    await page.locator('.pg[data-state=ready] .cm-content').waitFor();
    const bytes = bytesSent(/\.js$/);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(430_000);
  });

  it('pages have no fonts to load', async () => {
    for (const path of ['/', '/guides/pod-table', '/playground/']) {
      await site.open(path);
    }
    expect(bytesSent(/woff2?$|ttf$/)).toBe(0);
  });

  it('the search index is loaded when someone searches', async () => {
    const page = await site.open('/guides/pod-table');
    await page.waitForLoadState('networkidle');
    expect(bytesSent(/localSearch/)).toBe(0);
    await page.keyboard.press('Control+k');
    await page.locator('.VPLocalSearchBox input').fill('quota');
    await page.locator('.VPLocalSearchBox .result').first().waitFor();
    expect(bytesSent(/localSearch/)).toBeGreaterThan(100_000);
  });

  it('the playground comes with an example and its answer, before any script', async () => {
    const html = await (await fetch(`${site.url()}/playground/`)).text();
    expect(html).toContain('The sidecar &quot;mesh&quot; already runs');
    expect(html).toMatch(/id="pg-panel"[^]*800m/);
  });
});
