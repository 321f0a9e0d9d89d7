import sharp from 'sharp';
import { sessionCalls, workOrderCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

const colours = ['#aa3333', '#33aa33'] as const;
const photoOf = (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

test.describe('orders on a phone', () => {
  // What is asked for without a connection fails, and the page goes on.
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    expectedFaults: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/],
  });

  for (const language of storyLanguages<Language>(languages))
    test(`are claimed, photographed and completed while the network is cut, in ${language}`, async ({
      page,
      context,
      caller,
    }) => {
      const { oid: assigneeOID } = await caller.call(sessionCalls.userInfo, {});
      const given = async (name: string): Promise<string> => {
        const { oid } = await caller.call(workOrderCalls.add, { name, class: 'crack' });
        await caller.call(workOrderCalls.assign, { oid, assigneeOID });
        return oid;
      };
      const name = `bolt-${language}`;
      const oid = await given(name);
      const other = await given(`nest-${language}`);

      const reader = readerOf(page, language);
      const { t, shown } = reader;
      await signInAs(reader, '/AlarmWorksheet');
      const main = page.getByRole('main');
      await main.getByRole('link', { name: t('workOrder.fieldTitle') }).click();
      await expect(page.getByRole('heading', { level: 1, name: t('workOrder.fieldTitle') })).toBeVisible();
      await page.getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
      const fits = (): Promise<boolean> =>
        page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
      expect(await fits()).toBe(true);

      const add = async (
        label: 'workOrder.field.photoBefore' | 'workOrder.field.photoAfter',
        colour: string,
      ) => {
        const choosing = page.waitForEvent('filechooser');
        await page.getByRole('button', { name: t(label) }).click();
        const file = { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await photoOf(colour) };
        await (await choosing).setFiles(file);
      };
      await add('workOrder.field.photoBefore', colours[0]);
      await expect(page.getByRole('list', { name: t('workOrder.before') }).getByRole('img')).toHaveCount(1);

      // In the middle of the work there is no connection.
      await context.setOffline(true);
      await expect(page.getByText(t('workOrder.field.offline'))).toBeVisible();
      await page.getByRole('button', { name: t('workOrder.move.claim'), exact: true }).click();
      await expect(page.getByText(shown('workOrder.field.claimWaits'))).toBeVisible();
      await add('workOrder.field.photoAfter', colours[1]);
      await page.getByLabel(t('workOrder.field.note')).fill('tightened');
      await page.screenshot({ path: test.info().outputPath(`field-${language}.png`), fullPage: true });
      await page.getByRole('button', { name: t('workOrder.move.complete'), exact: true }).click();
      await expect(page.getByText(shown('workOrder.field.completeWaits'))).toBeVisible();
      // Nothing of it reads in the storage of the phone.
      const kept = await page.evaluate(
        () =>
          new Promise<string>((resolve, reject) => {
            const asked = indexedDB.open('eyrie-route-drafts');
            asked.addEventListener('error', () => reject(new Error('no database')));
            asked.addEventListener('success', () => {
              const all = asked.result.transaction('drafts').objectStore('drafts').getAll();
              all.addEventListener('success', () => resolve(JSON.stringify(all.result)));
            });
          }),
      );
      expect(kept.length).toBeGreaterThan(1_000);
      expect(kept).not.toMatch(/tightened|data:image/);
      expect((await caller.call(workOrderCalls.get, { oid })).state).toBe('toBeClaimed');

      await context.setOffline(false);
      await expect(page.getByText(shown('workOrder.field.completeWaits'))).toHaveCount(0, {
        timeout: 20_000,
      });
      const { order, log, field } = await caller.call(workOrderCalls.findByOID, { oid });
      expect([order.state, order.result]).toEqual(['done', 'tightened']);
      expect(log.map(({ move }) => move)).toEqual(['add', 'assign', 'claim', 'complete']);
      expect([field.length, field[0]?.before.length, field[0]?.after.length]).toEqual([1, 1, 1]);
      // The pictures that were sent stand with the order.
      await expect(page.getByRole('heading', { name: t('workOrder.field.work') })).toBeVisible();
      await expect(page.locator('.field-pictures img')).toHaveCount(2);

      // Another order is given to a department meanwhile and closed: that is said, and the note is kept with it.
      await page.goto(`/#/WorkOrderField?oid=${other}`);
      await expect(page.getByLabel(t('workOrder.field.note'))).toBeVisible();
      await context.setOffline(true);
      await page.getByLabel(t('workOrder.field.note')).fill('nest is empty');
      await page.getByRole('button', { name: t('workOrder.move.complete'), exact: true }).click();
      await expect(page.getByText(shown('workOrder.field.completeWaits'))).toBeVisible();
      await caller.call(workOrderCalls.reject, { oid: other, reason: 'not now' });
      await context.setOffline(false);
      await expect(page.getByText(t('workOrder.field.workKept'))).toBeVisible({ timeout: 20_000 });
      await page.screenshot({ path: test.info().outputPath(`kept-${language}.png`) });
      await page.getByRole('button', { name: t('workOrder.field.seen') }).click();
      await expect(page.getByText(t('workOrder.field.workKept'))).toHaveCount(0);
      expect((await caller.call(workOrderCalls.findByOID, { oid: other })).field[0]?.note).toBe(
        'nest is empty',
      );
    });
});
