import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

const places = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Starts a Chromium without a window: the named one, one of the system, else the one that npm carries. `graphics` says how
 * it draws; without it there is no WebGL.
 */
export async function startChromium(graphics: readonly string[] = ['--disable-gpu']): Promise<Browser> {
  let path = places.find((place) => place !== undefined && existsSync(place));
  if (!path) {
    const { default: packaged } = await import('@sparticuz/chromium');
    path = await packaged.executablePath();
  }
  return chromium.launch({
    executablePath: path,
    args: ['--no-sandbox', '--disable-background-networking', ...graphics],
  });
}
