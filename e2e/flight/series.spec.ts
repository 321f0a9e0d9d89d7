import { uploadRouteTo } from '../../apps/server/src/testing/caller.ts';
import { flightCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language, type PhraseId } from '../../packages/phrases/src/index.ts';
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
    const routeOID = await uploadRouteTo(product.url, caller.session.authToken);
    const sn = serials[language];
    const place = { name: '编组机场', sn, droneSn: `AIR${sn}`, lng: 113.95, lat: 22.54 };
    const dock = await startDock(product, caller, place, 20);
    try {
      const reader = readerOf(page, language);
      const { t } = reader;
      /** A phrase with its values, whatever marks of direction stand around them. */
      const said = (id: PhraseId, values: Record<string, number | string>): RegExp =>
        new RegExp(t(id).replaceAll(/\{(\w+)\}/g, (_, name: string) => `.?${String(values[name])}.?`));
      await signInAs(reader, `/FlyArrange?route=${routeOID}&dock=${dock.oid}`);
      await page.getByLabel(t('flight.taskName')).fill('编组');
      await page.getByRole('button', { name: t('series.more') }).click();
      const second = page.getByRole('group', { name: said('series.number', { number: 2 }) });
      // Nothing is sent before each flight has its route; the dock is that of the one before.
      const submit = page.getByRole('button', { name: said('series.submit', { count: 2 }) });
      await submit.click();
      await expect(second.getByRole('alert')).toHaveText([t('flight.chooseRoute')]);
      await second.getByRole('combobox').first().click();
      await page.locator('.ant-select-item-option').first().click();
      await submit.click();
      await expect(page.getByText(said('series.arranged', { count: 2 }))).toBeVisible();
      const parts = page.getByRole('listitem').filter({ hasText: place.name });
      await expect(parts).toHaveCount(2);
      await expect(parts.first()).toContainText(said('series.part', { place: 1, size: 2 }));
      // The second one waits for the first: its verdict says so, on the page and by its rule.
      await expect(parts.last().locator('.ey-shape-alarm')).toBeVisible();
      const { list } = await caller.call(flightCalls.query, { keyword: '编组', pageNum: 1, pageSize: 50 });
      const waits = list.find(({ series, dockOID }) => series?.place === 2 && dockOID === dock.oid);
      const { items } = await caller.call(flightCalls.gate, { oid: waits?.oid ?? '' });
      expect(items.find(({ item }) => item === 'series')).toMatchObject({
        reason: 'partWaits',
        blocks: true,
      });
      await page.getByRole('button', { name: t('flight.toList') }).click();
      const row = page.getByRole('row').filter({ hasText: said('series.part', { place: 2, size: 2 }) });
      await expect(row).toBeVisible();
      await row.getByRole('cell').nth(2).click();
      await expect(page.getByRole('heading', { name: t('series.title') })).toBeVisible();
    } finally {
      await dock.stop();
    }
  });
