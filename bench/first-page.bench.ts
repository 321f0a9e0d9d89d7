import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { startBenchChromium } from './chromium.ts';
import { buildEmptyPage } from './first-page/empty-page.ts';
import { serveSite } from './first-page/site.ts';
import type { Site } from './first-page/site.ts';
import { median } from './row.ts';
import type { Measure } from './row.ts';

const root = join(import.meta.dirname, '..');
const settings = { runs: 7, bytesPerSecond: 1_600_000 / 8, latency: 150, slowdown: 4, quiet: 1_500 } as const;
const maxBytes = 110_000;

/** Notes when a field for the password stands on the page and takes input; React has its listeners by then. */
const watchForField = `
  const look = () => {
    const field = document.querySelector('input[type=password]');
    if (!field || field.disabled || globalThis.fieldAt !== undefined) return;
    requestAnimationFrame(() => setTimeout(() => { globalThis.fieldAt ??= performance.now(); }));
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
`;

interface Opened {
  ms: number;
  /** Compressed, without headers and fonts. */
  bytes: number;
}

const weightOf = (site: Site): number =>
  [...site.sent].reduce((sum, [path, bytes]) => sum + (path.endsWith('.woff2') ? 0 : bytes), 0);

/** Opens a page on a slow line and a slow machine, with an empty cache: time until its form works, and its weight. */
async function open(browser: Browser, site: Site): Promise<Opened> {
  const context = await browser.newContext({ locale: 'zh-CN' });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: settings.latency,
      downloadThroughput: settings.bytesPerSecond,
      uploadThroughput: settings.bytesPerSecond,
    });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: settings.slowdown });
    await page.addInitScript(watchForField);
    site.sent.clear();
    await page.goto(`${site.url}#/Login`, { waitUntil: 'commit' });
    const found = await page.waitForFunction('globalThis.fieldAt', undefined, { timeout: 60_000 });
    const field = page.locator('input[type=password]').first();
    await page.waitForLoadState('networkidle');
    // Parts that a page fetches when it has nothing else to do belong to its weight.
    await page.waitForTimeout(settings.quiet);
    // Typing may fetch what comes after the sign-in; that is not the first page any more.
    const bytes = weightOf(site);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await field.fill('Secret_1');
    if ((await field.inputValue()) !== 'Secret_1') throw new Error('the form did not take what was typed');
    return { ms: Number(await found.jsonValue()), bytes };
  } finally {
    await context.close();
  }
}

/** The sign-in page: its weight against the limit, its time until it works against an empty React page. */
export const measure: Measure = async () => {
  const built = join(root, 'apps/console/dist');
  if (!existsSync(join(built, 'index.html'))) throw new Error('the console is not built');
  const empty = await buildEmptyPage(root);
  const [ours, peer, browser] = [
    await serveSite(built),
    await serveSite(empty.folder),
    await startBenchChromium(),
  ];
  try {
    const opened: { ours: Opened[]; peer: Opened[] } = { ours: [], peer: [] };
    for (let turn = 0; turn < settings.runs; turn += 1) {
      opened.ours.push(await open(browser, ours));
      opened.peer.push(await open(browser, peer));
    }
    const [own, other] = [median(opened.ours.map(({ ms }) => ms)), median(opened.peer.map(({ ms }) => ms))];
    const weight = Math.max(...opened.ours.map(({ bytes }) => bytes));
    const peerWeight = Math.max(...opened.peer.map(({ bytes }) => bytes));
    return [
      {
        row: 'first page: gzip bytes of all that /Login loads, without fonts',
        ours: `${(weight / 1000).toFixed(1)} kB`,
        peer: `${(peerWeight / 1000).toFixed(1)} kB`,
        ratio: weight / peerWeight,
        reach: '≤ 110 kB',
        pass: weight <= maxBytes,
      },
      {
        row: 'first page: until the sign-in form works, 1.6 Mbit/s, 150 ms, CPU ÷ 4, against an empty React page',
        ours: `${Math.round(own)} ms`,
        peer: `${Math.round(other)} ms`,
        ratio: own / other,
        reach: '≤ 1.6×',
        pass: own / other <= 1.6,
      },
    ];
  } finally {
    await browser.close();
    ours.stop();
    peer.stop();
    empty.remove();
  }
};
