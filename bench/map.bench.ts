import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { startBenchChromium } from './chromium.ts';
import { serveSite } from './first-page/site.ts';
import { buildMapPage } from './map/build.ts';
import { median, type BenchRow, type Measure } from './row.ts';

const root = join(import.meta.dirname, '..');
const settings = { runs: 3, warmUp: 3_000, seconds: 6 } as const;
const mostMs = 50;

/** How a map draws on a machine without a graphics card. */
export const withoutGraphics = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

export interface Cost {
  /** Frames that were drawn in a second, where the page counts them. */
  frames: number;
  /** Milliseconds of the page's own thread in a second. */
  ms: number;
  /** Longest task in ms. */
  longest: number;
}

/** Opens a page with ten thousand things that move once a second, and counts what its thread works. */
export async function run(browser: Browser, url: string): Promise<Cost> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    await page.addInitScript(`
      globalThis.longest = 0;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
      }).observe({ type: 'longtask' });
    `);
    await page.goto(url);
    await page.waitForFunction("document.title === 'ready'");
    await page.waitForTimeout(settings.warmUp);
    const devtools = await page.context().newCDPSession(page);
    // Time of the thread itself: what others on the machine do does not count.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const worked = async (): Promise<number> => {
      const { metrics } = await devtools.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    };
    await page.evaluate('globalThis.longest = 0; globalThis.drawn = 0');
    const before = await worked();
    await page.waitForTimeout(settings.seconds * 1000);
    const ms = ((await worked()) - before) * (1000 / settings.seconds);
    const counted = async (name: string): Promise<number> =>
      Number(await page.evaluate(`globalThis.${name}`));
    return { ms, longest: await counted('longest'), frames: (await counted('drawn')) / settings.seconds };
  } finally {
    await page.close();
  }
}

interface Fleet {
  engine: 'flat' | 'globe';
  count: number;
  zoom: number;
  how: string;
}

/** Both ways in turns at a zoom, by the middle of their runs. */
async function compare(
  browser: Browser,
  url: string,
  { engine, count, zoom, how }: Fleet,
): Promise<BenchRow> {
  const cost: { ours: Cost[]; plain: Cost[] } = { ours: [], plain: [] };
  const asked = `${url}?count=${count}&zoom=${zoom}${engine === 'globe' ? '&globe' : ''}`;
  for (let turn = 0; turn < settings.runs; turn += 1) {
    cost.ours.push(await run(browser, asked));
    cost.plain.push(await run(browser, `${asked}&plain`));
  }
  const middle = (all: Cost[], of: 'ms' | 'longest'): number => median(all.map((one) => one[of]));
  const words = (all: Cost[]) =>
    `${middle(all, 'ms').toFixed(0)} ms/s, longest task ${middle(all, 'longest').toFixed(0)} ms`;
  return {
    row: `map: ${count.toLocaleString('en')} things that move once a second, ${engine}, ${how}, main thread`,
    ours: words(cost.ours),
    peer: words(cost.plain),
    ratio: middle(cost.ours, 'ms') / middle(cost.plain, 'ms'),
    reach: `≤ ${mostMs} ms/s and no task over 50 ms`,
    pass: middle(cost.ours, 'ms') <= mostMs && middle(cost.ours, 'longest') <= 50,
  };
}

/** Moving things on the flat map against MapLibre's own `setData`, on the globe against its engine alone, in the same run. */
export const measure: Measure = async () => {
  const built = await buildMapPage(root);
  const [site, browser] = [await serveSite(built.folder), await startBenchChromium(withoutGraphics)];
  try {
    const [flat, globe] = [
      { engine: 'flat', count: 10_000 },
      { engine: 'globe', count: 5_000 },
    ] as const;
    return [
      await compare(browser, site.url, {
        ...flat,
        zoom: 9,
        how: 'bundled where they would lie on each other',
      }),
      await compare(browser, site.url, { ...flat, zoom: 15, how: 'each for itself' }),
      await compare(browser, site.url, {
        ...globe,
        zoom: 9,
        how: 'bundled where they would lie on each other',
      }),
      await compare(browser, site.url, { ...globe, zoom: 12, how: 'each for itself' }),
    ];
  } finally {
    await browser.close();
    site.stop();
    built.remove();
  }
};
