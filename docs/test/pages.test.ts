import { expect, it } from 'vitest';
import { describeSite } from './site.js';

describeSite('every area', (site) => {
  it.each(['/', '/guides/', '/playground/', '/trust/'])('%s opens', async (path) => {
    const page = await site.open(path);
    expect(await page.title()).toContain('kubesem');
  });
});
