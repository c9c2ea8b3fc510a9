import { expect, it } from 'vitest';
import { describeSite } from './site.js';

describeSite('search', (site) => {
  it.each([
    ['describe node', /node/i],
    ['cpu.weight', /cgroup|cpu/i],
    ['CrashLoopBackOff', /Pod|ready|restart/i],
    ['FRACTIONAL_BYTES', /Error codes|podResourceWarnings/],
    ['podRequests', /^# podRequests/],
  ])('finds %s', async (words, title) => {
    const page = await site.open('/');
    await page.keyboard.press('Control+k');
    await page.locator('.VPLocalSearchBox input').fill(words);
    const results = page.locator('.VPLocalSearchBox .result');
    await results.first().waitFor();
    const titles = (await results.allInnerTexts()).map((text) =>
      text.replaceAll(/\s+/g, ' ').trim(),
    );
    expect(titles.slice(0, 8).join('\n')).toMatch(title);
  });

  it('opens a result by keyboard', async () => {
    const page = await site.open('/');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('podRequests');
    await page.locator('.VPLocalSearchBox .result').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/reference|guides/);
  });
});
