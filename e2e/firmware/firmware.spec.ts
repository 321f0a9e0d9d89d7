import { createHash } from 'node:crypto';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { withSlowPictures } from '../support/slow-pictures.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

const serials: Readonly<Record<Language, string>> = {
  'zh-CN': 'WAREDOCK1',
  en: 'WAREDOCK2',
  ar: 'WAREDOCK3',
};
/** Of one dock each: what one language has added the next one finds. */
const versions: Readonly<Record<Language, string>> = {
  'zh-CN': '10.02.0001',
  en: '10.02.0002',
  ar: '10.02.0003',
};

// On a busy machine a picture that the page asks for by itself may be refused once; a wrong sum is refused.
test.use({ expectedFaults: withSlowPictures(/\b422\b.*firmware\/add\.rest/) });

for (const language of storyLanguages<Language>(languages))
  test(`a dock is upgraded with a package that was added, in ${language}`, async ({
    page,
    product,
    caller,
  }) => {
    const sn = serials[language];
    const version = versions[language];
    const place = { name: '固件机场', sn, droneSn: `AIR${sn}`, lng: 113.95, lat: 22.54 };
    const dock = await startDock(product, caller, place, 20);
    try {
      const reader = readerOf(page, language);
      const { t } = reader;
      await signInAs(reader, `/PortMonitorSee?oid=${dock.oid}`);
      const panel = page.getByRole('region', { name: t('firmware.title'), exact: true });
      await expect(panel.getByRole('listitem').first()).toContainText('10.01.2104');

      // A package is what its manufacturer says, or it is not taken in; what was typed stays.
      await panel.getByRole('button', { name: t('firmware.manage'), exact: true }).click();
      await page.getByRole('button', { name: t('firmware.add'), exact: true }).click();
      const form = page.getByRole('dialog', { name: t('firmware.add'), exact: true });
      const buffer = Buffer.from(`firmware in ${language}`);
      await form
        .getByLabel(t('firmware.chooseFile'), { exact: true })
        .and(form.locator('input'))
        .setInputFiles({ name: 'dock.zip', mimeType: 'application/zip', buffer });
      await form.getByLabel(t('firmware.version')).fill(version);
      await form.getByLabel(t('firmware.md5')).fill('0'.repeat(32));
      await form.getByLabel(t('firmware.notes')).fill('Quieter cover');
      await form.getByRole('button', { name: t('app.save'), exact: true }).click();
      const md5 = createHash('md5').update(buffer).digest('hex');
      await expect(form.getByRole('alert')).toContainText(md5);
      await form.getByLabel(t('firmware.md5')).fill(md5);
      await form.getByRole('button', { name: t('app.save'), exact: true }).click();
      await expect(form).toBeHidden();
      const packages = page.getByRole('dialog', { name: t('firmware.packages'), exact: true });
      await expect(packages.getByRole('listitem').filter({ hasText: version })).toContainText(
        t('firmware.sumCompared'),
      );
      await page.screenshot({ path: test.info().outputPath(`packages-${language}.png`) });
      await page.keyboard.press('Escape');
      await expect(packages).toBeHidden();

      // The newest package is chosen; nobody upgrades a dock without control of it, nor without being asked.
      const upgrade = panel.getByRole('button', { name: t('firmware.upgrade'), exact: true });
      await expect(upgrade).toHaveAccessibleDescription(t('refusal.controlMissing'));
      await page.getByRole('button', { name: t('lease.take'), exact: true }).click();
      await expect(page.getByText(reader.shown('lease.mine'))).toBeVisible();
      await expect(upgrade).toHaveAttribute('aria-disabled', 'false');
      await upgrade.click();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText(t('monitor.effect.ota'));
      await question.getByRole('button', { name: t('command.ota'), exact: true }).click();

      // The dock is busy meanwhile, restarts, and is upgraded when it says its version.
      await expect(upgrade).toHaveAttribute('aria-disabled', 'true');
      await expect(panel.getByText(t('firmware.state.done'), { exact: true })).toBeVisible({
        timeout: 90_000,
      });
      await panel.scrollIntoViewIfNeeded();
      await page.screenshot({ path: test.info().outputPath(`upgraded-${language}.png`) });
      await expect(panel.getByRole('listitem').first()).toContainText(version);
    } finally {
      await dock.stop();
    }
  });
