/** A browser that is killed while a member sends a file by its page. */
import type { Browser, Page } from '@playwright/test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumArgs, startChromium } from '../../e2e/support/browser.ts';
import { readerOf, signInAs } from '../../e2e/support/reader.ts';
import { limits } from '../../packages/domain/src/index.ts';
import { until } from '../../apps/server/src/testing/caller.ts';
import type { Proof } from '../proof.ts';
import { listed, sumOf, video } from './files.ts';
import { sha256, type Place } from './place.ts';

const MB = 1_048_576;
const kills = 3;

/** What its pages ask for beside the parts: the console itself, and lists. */
const pageBytes = 300_000;

const openPage = async ({ url }: Place): Promise<{ browser: Browser; page: Page }> => {
  const browser = await startChromium({ args: chromiumArgs });
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  await signInAs(readerOf(page, 'en'), '/AchievementDisplay');
  return { browser, page };
};

/** Ends a browser with all its processes as a crash does. */
const killBrowser = async (browser: Browser): Promise<void> => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as {
    processInfo: { type: string; id: number }[];
  };
  const gone = new Promise((resolve) => browser.once('disconnected', resolve));
  for (const { id } of processInfo.filter(({ type }) => type === 'browser')) process.kill(id, 'SIGKILL');
  await gone;
};

/** The same file is chosen again in each new browser and goes on where it was. */
export async function browserDies({ promise, onEnd }: Proof, place: Place): Promise<void> {
  const bytes = video(90 * MB);
  const folder = mkdtempSync(join(tmpdir(), 'eyrie-results-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'BROWSER.MP4');
  writeFileSync(path, bytes);
  const { t } = readerOf(null as never, 'en');
  const received = async (): Promise<number> =>
    Number(
      (
        await place.db.query<{ sum: string }>(
          'select coalesce(sum(length), 0) as sum from upload_part where received',
        )
      ).rows[0]?.sum,
    );
  const from = place.network.sent();
  for (let turn = 0; turn <= kills; turn += 1) {
    const { browser, page } = await openPage(place);
    await page.getByLabel(t('upload.files'), { exact: true }).last().setInputFiles(path);
    if (turn < kills) {
      const before = await received();
      await until('more has arrived', received, (now) => now > before, 60_000, 10);
      await killBrowser(browser);
      continue;
    }
    await until(
      'it is listed',
      () => listed(place),
      (all) => all.some(({ name }) => name === 'BROWSER.MP4'),
      90_000,
      200,
    );
    await browser.close();
  }
  const more = place.network.sent() - from - bytes.length;
  const one = (await listed(place)).find(({ name }) => name === 'BROWSER.MP4');
  promise(
    one !== undefined && (await sumOf(place, one.oid)) === sha256(bytes),
    `browser: a file of 90 MiB arrives as it left over ${kills} kills of the browser`,
    one ? 'equal' : 'not listed',
  );
  promise(
    more <= kills * limits.upload.chunk + pageBytes * (kills + 1),
    'browser: at most one chunk is sent again for each kill',
    `${(more / MB / kills).toFixed(2)} MiB a kill`,
  );
}
