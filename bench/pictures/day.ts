import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { pageClockScripts } from '../../prove/unattended/page-clock.ts';
import { startBenchChromium } from '../chromium.ts';
import { serveSite } from '../first-page/site.ts';
import type { BenchRow } from '../row.ts';
import { buildPicturesPage } from './build.ts';

const settings = {
  hours: 8,
  pictures: 4,
  framesPerHour: 90_000,
  mostBytes: 10_000_000,
  stepMs: 1_000,
} as const;
/** How long the page may take to load and to encode its picture, ms. */
const readyWithin = 60_000;
/** A browser that keeps more seconds of a picture than this forgets nothing. */
const keptMost = 40;

interface Held {
  bytes: number;
  listeners: number;
  nodes: number;
}
interface Standing {
  hours: number;
  pictures: {
    frames: number;
    opened: number;
    shown: number;
    figures: number;
    kept: number;
    phases: Record<string, number>;
  }[];
}

/** What the page holds once everything that nobody needs was collected. */
const heldBy = async (session: CDPSession): Promise<Held> => {
  for (let times = 0; times < 3; times += 1) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  return { bytes: of('JSHeapUsedSize'), listeners: of('JSEventListeners'), nodes: of('Nodes') };
};

const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

const rowOf = (each: readonly Held[], { pictures }: Standing): BenchRow => {
  const [first] = each;
  const bytes = spread(each.map((one) => one.bytes));
  const listeners = (each.at(-1)?.listeners ?? Number.NaN) - (first?.listeners ?? Number.NaN);
  const kept = Math.max(...pictures.map((one) => one.kept));
  const frames = pictures.reduce((sum, one) => sum + one.frames, 0);
  const opened = pictures.reduce((sum, one) => sum + one.opened, 0);
  const expected = settings.hours * settings.pictures * settings.framesPerHour;
  const lost = pictures.some(({ phases }) => phases['waiting'] !== undefined);
  return {
    row:
      `page with ${settings.pictures} live pictures for ${settings.hours} h, by the players of FLV of the product; ` +
      'its clock is moved by hand and its frames come from within it, browser and decoder are real',
    ours:
      `heap ${((first?.bytes ?? 0) / 1e6).toFixed(1)} MB after 1 h, within ${(bytes / 1e6).toFixed(1)} MB until the end, ` +
      `${listeners >= 0 ? '+' : ''}${listeners} listeners, ${kept.toFixed(0)} s of picture kept, ${frames} frames by ${opened} connections`,
    peer: '–',
    ratio: null,
    reach: `± ${settings.mostBytes / 1e6} MB, no more listeners, ≤ ${keptMost} s kept`,
    pass:
      bytes <= settings.mostBytes &&
      listeners <= 0 &&
      kept <= keptMost &&
      frames >= expected &&
      opened === settings.pictures &&
      !lost,
  };
};

const measureOn = async (page: Page, url: string): Promise<BenchRow> => {
  // The first of them stands the clocks; the others are of a page with a server.
  const [standClocks] = pageClockScripts;
  if (standClocks) await page.addInitScript(standClocks);
  await page.goto(url);
  // Its own clock stands, and what waits within it would wait for ever.
  for (const end = performance.now() + readyWithin; (await page.title()) !== 'ready'; await delay(100))
    if (performance.now() > end) throw new Error('the page of a day does not begin');
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const each: Held[] = [];
  for (let hour = 0; hour < settings.hours; hour += 1) {
    await page.evaluate(`globalThis.pass(1, ${settings.stepMs})`);
    each.push(await heldBy(session));
  }
  const standing = (await page.evaluate('globalThis.standing()')) as Standing;
  return rowOf(each, standing);
};

/** What a page holds that shows four live pictures for a day of work. */
export async function measureDay(root: string): Promise<BenchRow> {
  const built = await buildPicturesPage(root, 'day-page');
  const site = await serveSite(built.folder);
  const browser = await startBenchChromium(['--disable-gpu', '--autoplay-policy=no-user-gesture-required']);
  try {
    return await measureOn(await browser.newPage({ viewport: { width: 800, height: 400 } }), site.url);
  } finally {
    await browser.close();
    site.stop();
    built.remove();
  }
}
