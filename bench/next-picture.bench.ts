import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import pg from 'pg';
import sharp from 'sharp';
import { detectionCalls } from '@eyrie/domain';
import { signInCaller, type Caller } from '../e2e/support/calls.ts';
import { addPhotographedFlight } from '../e2e/support/database.ts';
import { withoutGraphics } from '../e2e/support/no-graphics.ts';
import { startProduct, type Product } from '../e2e/support/product.ts';
import { readerOf, signInAs } from '../e2e/support/reader.ts';
import { startBenchChromium } from './chromium.ts';
import { addDocks } from './growth/installation.ts';
import { median, type BenchRow, type Measure } from './row.ts';

/** `EYRIE_BENCH_PICTURES` takes fewer, for a first look. */
const pictures = Number(process.env['EYRIE_BENCH_PICTURES'] ?? '40');
const size = { width: 4_000, height: 3_000 };
/** Who judges 30 pictures a minute looks at each for so long, ms; meanwhile the next one is fetched. */
const lookedAt = 2_000;
const most = 150;

/** Photos of twelve megapixels, each another one, as large as aircraft store them. */
const photos = async (): Promise<Buffer[]> => {
  const all: Buffer[] = [];
  for (let n = 0; n < pictures; n += 1) {
    const noise = { type: 'gaussian' as const, mean: 96 + (n % 64), sigma: 12 };
    const create = { ...size, channels: 3 as const, background: '#000000', noise };
    all.push(await sharp({ create }).jpeg({ quality: 85 }).toBuffer());
  }
  return all;
};

/** A run with one finding on each picture. */
async function addRun(caller: Caller, product: Product, sql: pg.Client): Promise<string> {
  await addDocks(sql, 1);
  const dock = await sql.query<{ oid: string }>('select oid from dock');
  await addPhotographedFlight(product, dock.rows[0]?.oid ?? '', await photos());
  const { rows } = await sql.query<{ oid: string; flight: string }>(
    'select oid, flight_oid as flight from media where flight_oid is not null',
  );
  const detector = { name: 'next picture', model: 'cracks', modelVersion: '1', sourceId: 'bench' };
  const { oid } = await caller.call(detectionCalls.add, { ...detector, flightOID: rows[0]?.flight ?? '' });
  const box = { x: 400, y: 300, width: 800, height: 600 };
  const outcomes = rows.map((row) => ({
    sourceId: row.oid,
    mediaOID: row.oid,
    box,
    picture: size,
    class: 'crack',
    confidence: 0.9,
  }));
  await caller.call(detectionCalls.submit, { oid, outcomes });
  return oid;
}

/**
 * In the page: `keyToPicture()` gives ms from the next key to the frame after which another picture is decoded and drawn with its box.
 */
const watchPicture = `
  const shown = () => document.querySelector('.review-picture .picture-canvas image');
  globalThis.keyToPicture = () => new Promise((resolve) => {
    const before = shown()?.getAttribute('href');
    addEventListener('keydown', ({ timeStamp: from }) => {
      const look = () => {
        const image = shown();
        const href = image?.getAttribute('href');
        if (!href || href === before || !document.querySelector('.picture-box')) return requestAnimationFrame(look);
        image.decode().then(() => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from))),
          () => requestAnimationFrame(look));
      };
      look();
    }, { capture: true, once: true });
    globalThis.isWatched = true;
  });
`;

async function timesOf(page: Page, oid: string): Promise<number[]> {
  await page.evaluate((address) => {
    location.hash = address;
  }, `/AITestingShowExamine?oid=${oid}`);
  await page.locator('.picture-box').waitFor();
  const times: number[] = [];
  for (let turn = 1; turn < pictures; turn += 1) {
    await delay(lookedAt);
    const measured = page.evaluate('globalThis.keyToPicture()');
    await page.waitForFunction('globalThis.isWatched');
    await page.keyboard.press('Enter');
    times.push(Number(await measured));
    await page.evaluate('globalThis.isWatched = false');
  }
  return times;
}

/** How long a reviewer waits for the next picture: from the key of the last verdict to the frame that shows it. */
export const measure: Measure = async (): Promise<BenchRow[]> => {
  const product = await startProduct();
  const sql = new pg.Client({ connectionString: product.databaseUrl ?? '' });
  const browser = await startBenchChromium();
  try {
    await sql.connect();
    const oid = await addRun(await signInCaller(product.url), product, sql);
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: { width: 1920, height: 1080 },
      locale: 'en',
    });
    await context.addInitScript(withoutGraphics);
    await context.addInitScript(watchPicture);
    const page = await context.newPage();
    await signInAs(readerOf(page, 'en'), '/AIReportShowCheck');
    const times = (await timesOf(page, oid)).toSorted((one, other) => one - other);
    const late = times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
    return [
      {
        row: `review: from the key of a verdict to the next of ${pictures} pictures of 12 megapixels, 95 of 100`,
        ours: `${Math.round(late)} ms, half of them ${Math.round(median(times))} ms`,
        peer: '–',
        ratio: null,
        reach: `≤ ${most} ms`,
        pass: late <= most,
      },
    ];
  } finally {
    await browser.close();
    await sql.end();
    await product.stop();
  }
};
