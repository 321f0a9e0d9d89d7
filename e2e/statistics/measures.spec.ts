import { dockCalls, statisticsCalls, workOrderCalls } from '../../packages/domain/src/index.ts';
import { uploadRouteTo } from '../../apps/server/src/testing/caller.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { addFlown } from '../support/database.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

test.use({ sharing: 'results' });

const dayMs = 86_400_000;

/** Figures that stand beyond the padding of their cards. */
const spilling = (cards: Element[]): string[] =>
  cards.flatMap((card) => {
    const value = card.querySelector('.overview-value bdi')?.getBoundingClientRect();
    const { left, right } = card.getBoundingClientRect();
    const padding = 15;
    return value && (value.left < left + padding || value.right > right - padding)
      ? [card.textContent ?? '']
      : [];
  });

for (const language of storyLanguages<Language>(languages))
  test(`what was flown stands in charts, tables and files, in ${language}`, async ({
    page,
    product,
    caller,
  }) => {
    const at = languages.indexOf(language);
    const { groupOID, authToken } = caller.session;
    const routeOID = await uploadRouteTo(product.url, authToken);
    const { oid: dockOID } = await caller.call(dockCalls.add, {
      name: `统计机场${'甲乙丙'[at]}`,
      sn: `MEASURE${at}`,
      droneSn: `AIRMEASURE${at}`,
      model: '3-2-0',
      vendor: 'DJI',
      groupOID,
    });
    await addFlown(product, dockOID, routeOID, 10);
    const period = { from: new Date(Date.now() - 20 * dayMs).toISOString().slice(0, 10), days: 30 };
    // Closed flights are counted into their days within seconds.
    await expect
      .poll(async () => (await caller.call(statisticsCalls.flight, period)).total)
      .toBe(20 * (storyLanguages<Language>(languages).indexOf(language) + 1));

    // Whole numbers of other runs stay out of it: only that one more is counted.
    const orders = { from: new Date(Date.now() - 2 * dayMs).toISOString().slice(0, 10), days: 5 };
    const before = (await caller.call(statisticsCalls.order, orders)).total ?? 0;
    await caller.call(workOrderCalls.add, { name: 'crack', class: 'crack' });
    await expect
      .poll(async () => (await caller.call(statisticsCalls.order, orders)).total)
      .toBeGreaterThan(before);

    const reader = readerOf(page, language);
    const { t } = reader;
    await signInAs(reader, '/DataStatistics');
    const chart = page.getByRole('region', { name: t('statistics.measure.flights'), exact: true });
    await expect(chart.getByRole('img')).toBeVisible();
    await expect(chart.locator('.measure-bars svg')).toBeVisible();
    await expect(chart.getByRole('row').filter({ hasText: t('statistics.part.failed') })).toContainText(/\d/);
    await chart.locator('summary').click();
    await page.screenshot({ path: test.info().outputPath(`measures-${language}.png`), fullPage: true });
    // A distinct count and two shares: what one sees of departments does not add up to them.
    await expect(page.locator('.overview-card', { hasText: t('statistics.noSum') })).toHaveCount(3);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(() => page.locator('.overview-card').evaluateAll(spilling)).toEqual([]);
    for (const [item, ending] of [
      ['statistics.exportSvg', /\.svg$/],
      ['statistics.exportPng', /\.png$/],
      ['list.exportXlsx', /\.xlsx$/],
    ] as const) {
      await chart.getByRole('button', { name: t('list.export') }).click();
      const file = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: t(item), exact: true }).click();
      expect((await file).suggestedFilename()).toMatch(ending);
    }
    const ordersChart = page.getByRole('region', { name: t('statistics.measure.workOrders'), exact: true });
    await expect(
      ordersChart.getByRole('row').filter({ hasText: t('statistics.part.unassigned') }),
    ).toContainText(/[1-9]/);
    const classes = page.getByRole('region', { name: t('statistics.classes'), exact: true });
    await expect(classes.getByRole('img')).toBeVisible();
    await classes.getByRole('button', { name: t('list.export') }).click();
    const table = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: t('list.exportXlsx'), exact: true }).click();
    expect((await table).suggestedFilename()).toMatch(/\.xlsx$/);
    // Another period is asked for at once, and says so.
    await page.getByRole('combobox', { name: t('statistics.period') }).click();
    await page.getByTitle(t('statistics.days.365'), { exact: true }).click();
    await chart.locator('summary').click();
    await expect(chart.getByRole('columnheader', { name: t('statistics.month') })).toHaveCount(1);

    // The longest period begins before there could be a task.
    await page.getByRole('combobox', { name: t('statistics.period') }).click();
    await page.getByTitle(t('statistics.days.3650'), { exact: true }).click();
    // A hundred and twenty months, and one more where the days begin and end within one.
    const months = chart.locator('details table').last().locator('tbody tr');
    await expect.poll(() => months.count()).toBeGreaterThanOrEqual(120);

    // Flights are broken down by kind too, which has a word and no name.
    await page.getByLabel(t('statistics.by')).click();
    await page.getByTitle(t('statistics.of.kind'), { exact: true }).click();
    await expect(chart.locator('th', { hasText: t('statistics.kind.arranged') })).toHaveCount(1);
    const ages = page.getByRole('region', { name: t('statistics.orderAge') });
    await expect(ages.getByRole('row').filter({ hasText: t('workOrder.state.unassigned') })).toContainText(
      /[1-9]/,
    );
    const levels = page.getByRole('region', { name: t('statistics.levels') });
    await expect(levels.getByRole('row').filter({ hasText: t('statistics.level.available') })).toBeVisible();
    await levels.scrollIntoViewIfNeeded();
    await page.screenshot({ path: test.info().outputPath(`levels-${language}.png`) });
  });
