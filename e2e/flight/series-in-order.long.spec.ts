import { uploadRouteTo } from '../../apps/server/src/testing/caller.ts';
import { flightCalls, seriesCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { withSlowPictures } from '../support/slow-pictures.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

const serials: Readonly<Record<Language, string>> = {
  'zh-CN': 'TURNDOCK1',
  en: 'TURNDOCK2',
  ar: 'TURNDOCK3',
};

test.use({ expectedFaults: withSlowPictures(/\b503\b.*startJob\.rest/) });

for (const language of storyLanguages<Language>(languages))
  test(`the second flight of an arrangement begins by itself after the first has landed, in ${language}`, async ({
    page,
    product,
    caller,
  }) => {
    const routeOID = await uploadRouteTo(product.url, caller.session.authToken);
    const sn = serials[language];
    const place = {
      name: `接续机场${'甲乙丙'[languages.indexOf(language)]}`,
      sn,
      droneSn: `AIR${sn}`,
      lng: 113.95,
      lat: 22.54,
    };
    const dock = await startDock(product, caller, place, 20);
    try {
      const flown = { routeOID, dockOID: dock.oid, returnAltitude: 100 };
      const { list } = await caller.call(seriesCalls.add, {
        flown: 'inOrder',
        gapSeconds: 2,
        startsItself: true,
        lostAction: 'return',
        clarity: 'sd',
        taskName: place.name,
        flights: [flown, flown],
      });
      const [first = '', second = ''] = list.map(({ oid }) => oid);
      const at = async (oid: string) => caller.call(flightCalls.get, { oid });
      const reader = readerOf(page, language);
      const { t } = reader;
      await signInAs(reader, `/PortMonitorSee?oid=${dock.oid}&taskOID=${list[0]?.taskOID ?? ''}`);
      await expect(page.locator('[data-gate="ready"]')).toBeVisible();
      await page.getByRole('button', { name: t('lease.take'), exact: true }).click();
      const order = page.locator('.command-startJob');
      await expect(order).toHaveAttribute('aria-disabled', 'false');
      await order.click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('command.startJob'), exact: true })
        .click();
      await expect.poll(async () => (await at(first)).state).not.toBe('created');
      // Who started the first one goes: nobody holds the dock when the turn of the second one comes.
      await page.getByRole('button', { name: t('lease.release'), exact: true }).click();
      await expect(page.getByText(t('lease.free'))).toBeVisible();
      await page.goto(`/#/TaskManagerNew?tab=flights&open=${second}`);
      await expect(page.getByText(t('series.goesOn'))).toBeVisible();
      await expect.poll(async () => (await at(first)).outcome, { timeout: 120_000 }).toBe('done');
      await expect.poll(async () => (await at(second)).outcome, { timeout: 180_000 }).toBe('done');
      const [landed, begun] = [(await at(first)).endTime ?? 0, (await at(second)).startTime ?? 0];
      expect(begun - landed).toBeGreaterThanOrEqual(2_000);
      await expect(page.getByText(t('flight.outcome.done')).first()).toBeVisible();
      await page.screenshot({ path: test.info().outputPath(`series-${language}.png`) });
    } finally {
      await dock.stop();
    }
  });
