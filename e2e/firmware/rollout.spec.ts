import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { withSlowPictures } from '../support/slow-pictures.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

const serials: Readonly<Record<Language, string>> = {
  'zh-CN': 'WAVEDOCK1',
  en: 'WAVEDOCK2',
  ar: 'WAVEDOCK3',
};
// A dock is named in Chinese letters alone.
const names: Readonly<Record<Language, string>> = {
  'zh-CN': '分批固件机场甲',
  en: '分批固件机场乙',
  ar: '分批固件机场丙',
};
const versions: Readonly<Record<Language, string>> = {
  'zh-CN': '10.03.0001',
  en: '10.03.0002',
  ar: '10.03.0003',
};

test.use({ waits: true, expectedFaults: withSlowPictures() });

for (const language of storyLanguages<Language>(languages))
  test(`docks are upgraded in waves, in ${language}`, async ({ page, product, caller }) => {
    const sn = serials[language];
    const version = versions[language];
    const place = { name: names[language], sn, droneSn: `AIR${sn}`, lng: 113.95, lat: 22.54 };
    const dock = await startDock(product, caller, place, 20);
    try {
      const reader = readerOf(page, language);
      const { t } = reader;
      await signInAs(reader, `/PortMonitorSee?oid=${dock.oid}`);
      const panel = page.getByRole('region', { name: t('firmware.title'), exact: true });
      await panel.getByRole('button', { name: t('firmware.manage'), exact: true }).click();
      await page.getByRole('button', { name: t('firmware.add'), exact: true }).click();
      const form = page.getByRole('dialog', { name: t('firmware.add'), exact: true });
      await form
        .getByLabel(t('firmware.chooseFile'), { exact: true })
        .and(form.locator('input'))
        .setInputFiles({ name: 'dock.zip', mimeType: 'application/zip', buffer: Buffer.from(version) });
      await form.getByLabel(t('firmware.version')).fill(version);
      await form.getByRole('button', { name: t('app.save'), exact: true }).click();
      await expect(form).toBeHidden();
      await page.keyboard.press('Escape');

      // Package, docks in their order, and how many at a time.
      await panel.getByRole('button', { name: t('firmware.rollouts'), exact: true }).click();
      const dialog = page.getByRole('dialog', { name: t('firmware.rollouts'), exact: true });
      await dialog.getByRole('button', { name: t('firmware.newRollout'), exact: true }).click();
      const asking = page.getByRole('dialog', { name: t('firmware.newRollout'), exact: true });
      await asking.getByLabel(t('firmware.package'), { exact: true }).click();
      await page.locator('.ant-select-item-option').filter({ hasText: version }).click();
      await asking.getByLabel(t('firmware.docks'), { exact: true }).click();
      await page.locator('.ant-select-item-option').filter({ hasText: names[language] }).click();
      await page.screenshot({ path: test.info().outputPath(`rollout-form-${language}.png`) });
      await asking.getByRole('button', { name: t('firmware.begin'), exact: true }).click();
      await expect(asking).toBeHidden();

      // It is complete when the device has reported its version.
      const row = dialog.getByRole('listitem').filter({ hasText: version }).first();
      await expect(row).toContainText(t('firmware.place.ordered'));
      await page.screenshot({ path: test.info().outputPath(`rollout-running-${language}.png`) });
      await expect(row).toContainText(t('firmware.rollout.done'), { timeout: 90_000 });
      await expect(row).toContainText(t('firmware.place.done'));
      await page.screenshot({ path: test.info().outputPath(`rollout-done-${language}.png`) });
    } finally {
      await dock.stop();
    }
  });
