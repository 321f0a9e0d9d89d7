/** How a person in the field works off the order of a fair, and what changes there. */
import type { Browser } from '@playwright/test';
import sharp from 'sharp';
import { workOrderCalls } from '../../packages/domain/src/index.ts';
import { withoutGraphics } from '../support/no-graphics.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect } from '../support/story.ts';
import { faultsOf, shoot, type Fair } from './fair.ts';

/** On the phone of the person in the field: claimed, photographed before and after, completed. */
export async function workInField(fair: Fair, browser: Browser, oid: string, repair: () => Promise<void>) {
  const { reader, product, caller, worker, word } = fair;
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  try {
    await context.addInitScript(withoutGraphics);
    const phone = readerOf(await context.newPage(), reader.language);
    const { page, t } = phone;
    await signInAs(phone, '/WorkOrderField', worker);
    const { name } = await caller.call(workOrderCalls.get, { oid });
    // Popups may lead to the same order.
    await page.locator('.field-orders').getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
    await page.getByRole('button', { name: t('workOrder.move.claim'), exact: true }).tap();
    await expect.poll(async () => (await caller.call(workOrderCalls.get, { oid })).state).toBe('inProcess');
    const add = async (stage: 'before' | 'after', colour: string) => {
      const choosing = page.waitForEvent('filechooser');
      const label = stage === 'before' ? 'workOrder.field.photoBefore' : 'workOrder.field.photoAfter';
      await page.getByRole('button', { name: t(label) }).tap();
      const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background: colour } })
        .jpeg()
        .toBuffer();
      await (await choosing).setFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer });
      const taken = page.getByRole('list', { name: t(`workOrder.${stage}`), exact: true });
      await expect(taken.getByRole('img')).toHaveCount(1);
    };
    await add('before', '#d8261c');
    await repair();
    await add('after', '#8d959b');
    await page.getByLabel(t('workOrder.field.note')).fill('new joint');
    await shoot(page, `phone-${word}`, true);
    await page.getByRole('button', { name: t('workOrder.move.complete'), exact: true }).tap();
    await expect.poll(async () => (await caller.call(workOrderCalls.get, { oid })).state).toBe('done');
  } finally {
    await context.close();
  }
}

/** Somebody repairs the joint where it is: in the land of the simulator, on its own page. */
export async function repairInLand({ reader, dock, sn, fault, word }: Fair, browser: Browser): Promise<void> {
  const context = await browser.newContext({ locale: reader.language });
  try {
    const page = await context.newPage();
    await page.goto(dock.control);
    const item = page.locator(`#${fault.id}`);
    const button = item.getByRole('button');
    const before = await button.textContent();
    await shoot(page, `land-${word}`, true);
    await button.click();
    await expect(button).not.toHaveText(before ?? '');
    const now = (await faultsOf(dock.control, sn)).find(({ id }) => id === fault.id);
    expect(now?.repairedAt).toBeGreaterThan(0);
  } finally {
    await context.close();
  }
}
