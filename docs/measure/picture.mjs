// `node docs/measure/picture.mjs`: makes the picture of the playground in the README from the built site.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from '../test/serve.mjs';

const FILE = fileURLToPath(new URL('../public/playground.png', import.meta.url));

const server = await serve();
const browser = await chromium.launch({
  executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 860 },
    reducedMotion: 'reduce',
  });
  await page.goto(`${server.url}/playground/`);
  await page.locator('#pg-panel section svg').last().waitFor();
  // The diagrams are drawn as wide as there is room.
  await page.waitForTimeout(500);
  writeFileSync(FILE, await page.screenshot({ animations: 'disabled' }));
} finally {
  await browser.close();
  server.close();
}
