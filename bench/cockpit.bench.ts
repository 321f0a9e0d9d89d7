import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { departmentCalls } from '@eyrie/domain';
import { phrases } from '@eyrie/phrases';
import { signInCaller } from '../e2e/support/calls.ts';
import { until } from '../apps/server/src/testing/caller.ts';
import { withoutGraphics } from '../e2e/support/no-graphics.ts';
import { startProduct, type Product } from '../e2e/support/product.ts';
import { readerOf, signInAs } from '../e2e/support/reader.ts';
import { processTree } from '../prove/processes.ts';
import type { ToLoad } from '../prove/storm/worker.ts';
import { startBenchChromium } from './chromium.ts';
import { addDocks } from './growth/installation.ts';
import { median, type BenchRow, type Measure } from './row.ts';

const docks = 100;
const reportEvery = 1_000;
const settle = 15_000;
const measured = 20_000;
const opened = 5;
const reach = { firstPicture: 3_000, processor: 30 } as const;
const cockpit = '/screen/#/Cockpit/TotalPerception';
const { 'cockpit.docks': docksTitle } = phrases('en');

/** A tile of each dock, with what it reported. */
const tilesOf = (page: Page) => page.getByRole('region', { name: docksTitle, exact: true }).getByRole('link');

/** From the address to the first tile of a dock, ms: its program is in the browser's store from the first time on. */
const openCockpit = async (page: Page, { url }: Product): Promise<number> => {
  await page.goto('about:blank');
  const from = performance.now();
  await page.goto(`${url}${cockpit}`);
  await tilesOf(page).first().waitFor();
  return performance.now() - from;
};

/** Processor time of the browser with all its processes, ms. */
const browserTime = async (): Promise<number> => {
  let sum = 0;
  for (const { name, cpu } of await processTree(process.pid)) if (/chrom/i.test(name)) sum += cpu;
  return sum;
};

const measureCockpit = async (product: Product): Promise<BenchRow[]> => {
  const browser = await startBenchChromium();
  try {
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: { width: 1920, height: 1080 },
      locale: 'en',
    });
    await context.addInitScript(withoutGraphics);
    const page = await context.newPage();
    await signInAs(readerOf(page, 'en'), '/DeviceAll');
    const times: number[] = [];
    for (let turn = 0; turn < opened; turn += 1) times.push(await openCockpit(page, product));
    const tiles = await tilesOf(page).count();
    await delay(settle);
    const [before, from] = [await browserTime(), performance.now()];
    await delay(measured);
    const share = (((await browserTime()) - before) / (performance.now() - from)) * 100;
    const first = median(times);
    return [
      {
        row: `cockpit: from its address to the first of ${docks} docks`,
        ours: `${Math.round(first)} ms`,
        peer: '–',
        ratio: null,
        reach: `≤ ${reach.firstPicture / 1_000} s`,
        pass: first <= reach.firstPicture,
      },
      {
        row: `cockpit: the browser with ${docks} docks that report every second, no graphics card, ${tiles} tiles`,
        ours: `${share.toFixed(1)} % of a core`,
        peer: '–',
        ratio: null,
        reach: `≤ ${reach.processor} %`,
        pass: share <= reach.processor && tiles > 0,
      },
    ];
  } finally {
    await browser.close();
  }
};

/** What a cockpit costs its browser while everything moves, with the maps that a machine without graphics shows. */
export const measure: Measure = async () => {
  const product = await startProduct();
  const sql = new pg.Client({ connectionString: product.databaseUrl ?? '' });
  const load = new Worker(new URL('../prove/storm/worker.ts', import.meta.url));
  try {
    await sql.connect();
    await addDocks(sql, docks);
    const caller = await signInCaller(product.url);
    await caller.call(departmentCalls.save, { oid: caller.session.groupOID, type: 'leaderCockpit' });
    const port = Number(new URL(product.mqtt).port);
    load.postMessage({ kind: 'dial', port, from: 0, to: docks, sayEvery: reportEvery } satisfies ToLoad);
    await until(
      'docks online',
      async () => (await sql.query('select from dock_snapshot where online')).rowCount,
      (online) => online === docks,
      60_000,
      500,
    );
    return await measureCockpit(product);
  } finally {
    await load.terminate();
    await sql.end();
    await product.stop();
  }
};
