import type { Locator, Page } from '@playwright/test';
import { dockCalls } from '../../packages/domain/src/index.ts';
import { connectDock, type DockClient } from '../../packages/testing/src/index.ts';
import type { Caller } from '../support/calls.ts';
import type { Product } from '../support/product.ts';
import { expect, signIn, test } from '../support/story.ts';

const sn = 'DHEALTH0001';
const alarm = (code: string, part: Record<string, unknown> = {}) => ({
  code,
  level: 2,
  module: 1,
  in_the_sky: 0,
  imminent: 0,
  device_type: '3-2-0',
  args: { component_index: 0, sensor_index: 1 },
  ...part,
});

const openDock = async (product: Product, caller: Caller): Promise<DockClient> => {
  const { groupOID } = caller.session;
  const added = await caller.call(dockCalls.add, {
    name: '北站机场',
    sn,
    model: '3-2-0',
    vendor: 'DJI',
    groupOID,
  });
  const dock = await connectDock({ url: product.mqtt, sn, secret: added.secret, droneSn: 'AHEALTH0001' });
  await dock.start();
  await dock.topology(true);
  return dock;
};

const openTab = async (page: Page, tab: string): Promise<void> => {
  await page.goto(`/#/personalInfo?tab=${tab}`);
  await expect(page.locator('.ant-table-row, .ey-empty').first()).toBeVisible();
};
const row = (page: Page, text: string) => page.locator('.ant-table-row').filter({ hasText: text });

const spoken = {
  'zh-CN': { step: /用机场相机查看并清理舱盖/, unknown: '未收录的代码 0xFFAA0001（媒体）', button: '中文' },
  ar: { step: /انظر عبر كاميرا المحطة/, unknown: 'رمز غير مدرج 0xFFAA0001 (الوسائط)', button: 'العربية' },
} as const;

test('alarms, exceptions and messages of a dock are explained, handled, hidden and exported', async ({
  page,
  product,
  caller,
}) => {
  const dock = await openDock(product, caller);
  await dock.event('hms', { list: [alarm('0x19110014'), alarm('0xFFAA0001', { module: 2, level: 1 })] });
  await dock.event(
    'hms',
    { list: [alarm('0x1610000D', { in_the_sky: 1, device_type: '0-91-1' })] },
    { of: 'drone' },
  );
  await dock.event('cover_open', { result: 514_107, output: { status: 'failed' } });
  await signIn(page);

  await test.step('an alarm says what it means and what to do', async () => {
    await openTab(page, 'hms');
    await expect(row(page, 'Critical voltage, land now')).toContainText('In the air');
    await expect(row(page, 'Unlisted code 0xFFAA0001 (media)')).toContainText('Caution');
    await row(page, '0x19110014').click();
    const record = page.getByRole('dialog');
    await expect(record).toContainText('Opening the cover timed out');
    await expect(record).toContainText(/clear the cover/);
    await expect(record).toContainText('Sensor: 1');
  });

  await test.step('what was done is written down, and by whom', async () => {
    const record = page.getByRole('dialog');
    await record.getByLabel('Handling note').fill('Snow cleared <b>by hand</b>');
    // Another tab would take the note along: it is asked about.
    await page.getByRole('tab', { name: 'Messages' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(record.getByLabel('Handling note')).toHaveValue('Snow cleared <b>by hand</b>');
    await record.getByRole('button', { name: 'Save' }).click();
    await expect(record.locator('.handling-by')).not.toBeEmpty();
    await page.keyboard.press('Escape');
    await expect(row(page, '0x19110014')).toContainText('Handled');
  });

  await test.step('filters stand in the address', async () => {
    await page.getByLabel('Code, meaning, note or dock').fill('snow');
    await expect(page).toHaveURL(/keyword=snow/);
    await expect(page.locator('.ant-table-row')).toHaveCount(1);
    await page.reload();
    await expect(page.locator('.ant-table-row')).toHaveCount(1);
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(page.locator('.ant-table-row')).toHaveCount(3);
  });

  await test.step('a new alarm waits behind a badge', async () => {
    await dock.event('hms', { list: [alarm('0x19110014'), alarm('0x19111800')] });
    await page.getByRole('button', { name: '1 new' }).click();
    await expect(row(page, 'The emergency stop is pressed')).toBeVisible();
    await expect(row(page, '0xFFAA0001')).toContainText('Cleared');
  });

  await test.step('an alarm is hidden', async () => {
    await row(page, '0x19111800').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Hide' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Hide' }).click();
    await expect(row(page, '0x19111800')).toHaveCount(0);
  });

  await test.step('each heading stands over its column', async () => {
    const starts = (cells: Locator) =>
      cells.evaluateAll((all) => all.map((cell) => Math.round(cell.getBoundingClientRect().left)));
    const heads = await starts(page.locator('.ant-table-thead th:not(.ant-table-cell-scrollbar)'));
    expect(heads).toEqual(await starts(page.locator('.ant-table-row').first().locator('td')));
  });

  await test.step('exceptions leave as a table', async () => {
    await openTab(page, 'exceptions');
    await expect(row(page, '514107')).toContainText('The cover did not open');
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const stream = await (await saved).createReadStream();
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    expect(text).toContain('514107');
    expect(text).toContain('Next step');
  });

  await test.step('messages show what went both ways', async () => {
    await openTab(page, 'messages');
    await row(page, 'cover_open').click();
    await expect(page.getByRole('dialog').locator('pre')).toContainText('514107');
    await page.keyboard.press('Escape');
  });

  for (const [language, { step, unknown, button }] of Object.entries(spoken))
    await test.step(`in ${language}`, async () => {
      await page.getByRole('button', { name: /^(Language|语言|اللغة)/ }).click();
      await page.getByRole('menuitem', { name: button }).click();
      await openTab(page, 'hms');
      await expect(row(page, '0xFFAA0001')).toContainText(unknown);
      await row(page, '0x19110014').click();
      await expect(page.getByRole('dialog')).toContainText(step);
      await page.keyboard.press('Escape');
    });
  await dock.close();
});
