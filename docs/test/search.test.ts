import { expect, it } from 'vitest';
import { describeSite } from './site.js';

describeSite('search', (site) => {
  it.each([
    ['describe node', ['Build a node page', 'nodeAllocation']],
    ['cpu.weight', ['@kubesem/qos Compute cgroup values', 'runtimeCpuWeight']],
    ['CrashLoopBackOff', ['CrashLoopBackOff']],
    ['podRequests', ['podRequests']],
    ['pull secret', ['Check images and pull secrets Warn about probable mistakes']],
    ['BYTES_FRACTIONAL', ['Error codes BYTES_FRACTIONAL']],
    ['INVALID_QUANTITY', ['Error codes INVALID_QUANTITY']],
    ['IMAGE_TAG_MISSING', ['Error codes IMAGE_TAG_MISSING']],
    ['SYNTAX', ['Error codes SYNTAX']],
  ])('finds %s among the first three', async (words, expected) => {
    const page = await site.open('/');
    await page.keyboard.press('Control+k');
    await page.locator('.VPLocalSearchBox input').fill(words);
    const results = page.locator('.VPLocalSearchBox .result');
    await results.first().waitFor();
    const titles = (await results.allInnerTexts()).map((text) =>
      text.replaceAll(/[\s#]+/g, ' ').trim(),
    );
    expect(titles.slice(0, 3)).toEqual(expect.arrayContaining(expected));
  });

  it('opens a result by keyboard', async () => {
    const page = await site.open('/');
    await page.keyboard.press('Control+k');
    // The dialog opens a moment later; keys pressed before that go to the page.
    await page.locator('.VPLocalSearchBox input:focus').waitFor();
    await page.keyboard.type('podRequests');
    await page.locator('.VPLocalSearchBox .result').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/reference|guides/);
  });
});
