import type { Browser } from '@playwright/test';
import { batteryCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { refit, startDock } from '../support/simulator.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

test.use({ waits: true });

interface Swapped {
  sn: string;
  oid: string;
}

/** What the book says of the battery that came and of the one that left, to whoever reads it in a language. */
async function read(
  browser: Browser,
  url: string,
  language: Language,
  { before, after }: { before: Swapped; after: Swapped },
): Promise<void> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  const reader = readerOf(page, language);
  const { t, shown } = reader;
  await signInAs(reader, `/BatteryAdmin?open=${after.oid}`);
  const drawer = page.getByRole('dialog', { name: after.sn });
  const fact = (label: string) =>
    drawer.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
  // Nobody typed it: it stands there as found, with what it says of itself.
  await expect(fact(t('device.standing'))).toContainText(t('device.standing.found'));
  await expect(fact(t('field.cycles'))).toContainText('3');

  // The former one is no new row: it is out of its aircraft, and its events say so.
  await page.goto(`/#/BatteryAdmin?open=${before.oid}`);
  const former = page.getByRole('dialog', { name: before.sn });
  await former.getByText(t('device.events'), { exact: true }).click();
  await expect(former.getByRole('listitem').filter({ hasText: shown('device.event.removed') })).toBeVisible();
  await context.close();
}

test('a battery is swapped at the dock, and its story is told in words', async ({
  browser,
  product,
  caller,
}) => {
  const sn = 'SWAPDOCK1';
  const droneSn = `AIR${sn}`;
  const dock = await startDock(product, caller, { name: '东站机场', sn, droneSn, lng: 113.95, lat: 22.54 });
  const known = async (battery: string): Promise<Swapped | null> =>
    (await caller.call(batteryCalls.query, { keyword: battery })).list[0] ?? null;
  const seen = async (battery: string): Promise<Swapped> => {
    await expect.poll(async () => (await known(battery))?.sn ?? null, { timeout: 90_000 }).toBe(battery);
    return (await known(battery)) as Swapped;
  };
  try {
    const before = await seen(`${droneSn}B0`);
    await refit(dock, sn, { batteries: [`NEW${sn}`], cycles: 3 });
    const after = await seen(`NEW${sn}`);
    for (const language of storyLanguages<Language>(languages))
      await read(browser, product.url, language, { before, after });
    expect((await caller.call(batteryCalls.query, { keyword: sn })).list).toHaveLength(2);
  } finally {
    await dock.stop();
  }
});
