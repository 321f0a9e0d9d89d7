import { uploadRouteTo } from '../../apps/server/src/testing/caller.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

const serials: Readonly<Record<Language, string>> = {
  'zh-CN': 'PARTDOCK1',
  en: 'PARTDOCK2',
  ar: 'PARTDOCK3',
};

for (const language of storyLanguages<Language>(languages))
  test(`two flights of one arrangement are judged and shown as one group, in ${language}`, async ({
    page,
    product,
    caller,
  }) => {
    test.setTimeout(120_000);
    const routeOID = await uploadRouteTo(product.url, caller.session.authToken);
    const sn = serials[language];
    const place = { name: '编组机场', sn, droneSn: `AIR${sn}`, lng: 113.95, lat: 22.54 };
    const dock = await startDock(product, caller, place, 20);
    try {
      const reader = readerOf(page, language);
      const { t, shown } = reader;
      await signInAs(reader, `/FlyArrange?route=${routeOID}&dock=${dock.oid}`);
      await page.getByLabel(t('flight.taskName')).fill('编组');
      await page.getByRole('button', { name: t('series.more') }).click();
      const second = page.getByRole('group', { name: shown('series.number', { number: 2 }), exact: true });
      // Nothing is sent before each flight has its route; the dock is that of the one before.
      const submit = page.getByRole('button', { name: shown('series.submit', { count: 2 }) });
      await submit.click();
      await expect(second.getByRole('alert')).toHaveText([t('flight.chooseRoute')]);
      await second.getByRole('combobox').first().click();
      await page.locator('.ant-select-item-option').first().click();
      await submit.click();
      await expect(page.getByText(shown('series.arranged', { count: 2 }))).toBeVisible();
      const parts = page.getByRole('listitem').filter({ hasText: place.name });
      await expect(parts).toHaveCount(2);
      await expect(parts.first()).toContainText(shown('series.part', { place: 1, size: 2 }));
      // The second one waits for the first, and says so by its verdict.
      await expect(parts.last()).toContainText(shown('monitor.gateBlocked', { count: 1 }));
      await page.getByRole('button', { name: t('flight.toList') }).click();
      const row = page.getByRole('row').filter({ hasText: shown('series.part', { place: 2, size: 2 }) });
      await expect(row).toBeVisible();
      await row.getByRole('button', { name: shown('flight.open', { name: '编组' }) }).click();
      await expect(page.getByRole('heading', { name: t('series.title') })).toBeVisible();
    } finally {
      await dock.stop();
    }
  });
