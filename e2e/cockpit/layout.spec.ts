import { appearanceCalls, screenLayoutCalls, displayCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

test.use({ drawnMaps: true });

const page = '/CockpitLarge' as const;
const sizes = [
  { width: 1920, height: 1080 },
  { width: 3840, height: 1080 },
  { width: 3840, height: 2160 },
];

for (const language of storyLanguages<Language>(languages))
  test(`panels of a display are arranged by keyboard and pointer, and it follows at once, in ${language}`, async ({
    page: wall,
    browser,
    caller,
  }) => {
    await wall.setViewportSize({ width: 1920, height: 1080 });
    await wall.goto('/screen/#/Display');
    const code = wall.locator('.entrance-code');
    await expect(code).toHaveText(/\d{4} \d{4}/);
    const name = `墙 ${language}`;
    const { oid } = await caller.call(displayCalls.pair, { code: await code.innerText(), name, page });
    await expect(wall.locator('.cockpit')).toBeVisible();
    await expect(wall.locator('.panel')).toHaveCount(8);

    await test.step('its head has the name that the screens were given, and follows it', async () => {
      for (const pcName of [`巡检中心 ${language}`, `指挥中心 ${language}`]) {
        await caller.call(appearanceCalls.saveScreen, { pcName });
        await expect(wall.locator('.head-name')).toContainText(pcName);
      }
    });

    const desk = await browser.newContext();
    const reader = readerOf(await desk.newPage(), language);
    const { t, shown } = reader;
    await signInAs(reader, '/operation?tab=displays');
    const row = reader.page.getByRole('row').filter({ hasText: name });
    await row.getByRole('button', { name: shown('cockpit.arrangeNamed') }).click();
    const dialog = reader.page.getByRole('dialog');
    const panel = (word: 'weather' | 'orders' | 'docks') =>
      dialog.getByRole('button', { name: new RegExp(`^\\u2068?${t(`cockpit.panel.${word}`)}\\u2069?[:：]`) });

    await test.step('a panel over another one cannot be saved', async () => {
      await panel('weather').focus();
      await reader.page.keyboard.press(language === 'ar' ? 'ArrowRight' : 'ArrowLeft');
      await expect(dialog.locator('.arrange-said')).toContainText(t('cockpit.panelOver'));
      await expect(dialog.getByRole('button', { name: t('cockpit.arrangeSave') })).toBeDisabled();
      await reader.page.screenshot({ path: test.info().outputPath(`faulty-${language}.png`) });
      await reader.page.keyboard.press(language === 'ar' ? 'ArrowLeft' : 'ArrowRight');
      await expect(dialog.getByRole('button', { name: t('cockpit.arrangeSave') })).toBeEnabled();
    });

    await test.step('keyboard removes and resizes, the pointer moves', async () => {
      await panel('orders').focus();
      await reader.page.keyboard.press('Delete');
      await expect(panel('orders')).toHaveCount(0);
      await dialog.getByLabel(t('cockpit.panelAdd')).click();
      await reader.page.getByTitle(t('cockpit.panel.docks'), { exact: true }).click();
      await panel('docks').focus();
      await reader.page.keyboard.press('Shift+ArrowDown');
      const box = await panel('docks').boundingBox();
      const grid = await dialog.locator('.arrange-grid').boundingBox();
      if (!box || !grid) throw new Error('the panel is not there');
      await reader.page.mouse.move(box.x + 20, box.y + 20);
      await reader.page.mouse.down();
      const forward = language === 'ar' ? -1 : 1;
      await reader.page.mouse.move(box.x + 20 + (forward * grid.width * 4) / 24, box.y + 20, { steps: 4 });
      await reader.page.mouse.up();
      await reader.page.screenshot({ path: test.info().outputPath(`arranged-${language}.png`) });
      await dialog.getByRole('button', { name: t('cockpit.arrangeSave') }).click();
      await expect(dialog).toBeHidden();
    });

    const saved = await caller.call(screenLayoutCalls.get, { page, displayOID: oid });
    expect(saved.of).toBe('display');
    expect(saved.wide.some((one) => one.panel === 'orders')).toBe(false);
    expect(saved.wide.find((one) => one.panel === 'docks')).toMatchObject({ column: 10, row: 8, height: 3 });

    await test.step('the display follows without a hand, in each theme and at each size', async () => {
      await expect(wall.locator('.panel-docks')).toBeVisible();
      await expect(wall.locator('.panel-orders')).toHaveCount(0);
      for (const theme of ['dark', 'light'] as const) {
        const { version } = await caller.call(screenLayoutCalls.get, { page, displayOID: oid });
        const { wide, double } = saved;
        const next = { page, displayOID: oid, version, theme, tourEvery: 10, wide, double };
        await caller.call(screenLayoutCalls.save, next);
        await expect(wall.locator('html')).toHaveAttribute('data-theme', theme);
        for (const size of sizes) {
          await wall.setViewportSize(size);
          await expect(wall.locator('.cockpit')).toHaveAttribute(
            'data-shape',
            size.width / size.height > 2.5 ? 'double' : 'wide',
          );
          if (size.height === 1080 && size.width === 3840)
            await expect(wall.locator('.panel-findings .tile-note, .panel-findings .rows')).toBeVisible();
          await wall.screenshot({
            path: test.info().outputPath(`${theme}-${size.width}x${size.height}-${language}.png`),
          });
        }
        await wall.setViewportSize({ width: 1920, height: 1080 });
      }
    });
    await desk.close();
  });
