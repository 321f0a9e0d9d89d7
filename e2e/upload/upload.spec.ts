import { randomFillSync } from 'node:crypto';
import { uploadCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language, type PhraseId } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

/** Begins as a photo does: more is not looked at here. */
const photo = (name: string, size: number) => {
  const buffer = randomFillSync(Buffer.alloc(size));
  buffer.set([0xff, 0xd8, 0xff, 0xe1]);
  return { name, mimeType: 'image/jpeg', buffer };
};

for (const [turn, language] of storyLanguages<Language>(languages).entries())
  test(`an upload goes on after a reload, in ${language}`, async ({ page }) => {
    const reader = readerOf(page, language);
    const { t, shown } = reader;
    const [large, small] = [photo(`LARGE${turn}.JPG`, 9_500_000), photo(`SMALL${turn}.JPG`, 50_000)];
    // A name within Arabic stands between marks that nobody sees.
    const named = (id: PhraseId, { name }: { name: string }): RegExp =>
      new RegExp(t(id).replace('{name}', `.?${name}.?`));
    await signInAs(reader, '/AchievementDisplay');

    // One part arrives and the next one hangs on its way.
    let parts = 0;
    const address = `**${uploadCalls.chunk.path}`;
    await page.route(address, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      parts += 1;
      return parts === 1 ? route.continue() : undefined;
    });
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: t('upload.files'), exact: true }).focus();
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(large);
    const progress = page.getByRole('progressbar', { name: named('upload.progressOf', large) });
    await expect(page.getByText(t('upload.phase.sending'), { exact: true })).toBeVisible();
    await expect(progress).toHaveAttribute('aria-valuenow', /^(?:1\d|8\d)$/);

    await page.reload();
    await page.unroute(address);
    await expect(page.getByRole('heading', { name: t('upload.unfinished') })).toBeVisible();
    const again = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: named('upload.againOf', large) }).focus();
    await page.keyboard.press('Enter');
    await (await again).setFiles(large);
    await page.getByLabel(t('upload.files'), { exact: true }).last().setInputFiles(small);
    await expect(page.getByText(t('upload.phase.stored'), { exact: true })).toHaveCount(2);
    for (const one of [large, small])
      await expect(page.getByRole('button', { name: named('media.open', one) })).toBeVisible();
    await expect(page.getByRole('heading', { name: t('upload.unfinished') })).toHaveCount(0);

    // What it takes is nearly all that its department may have from now on: everybody who uploads is warned.
    await page.getByRole('tab', { name: t('media.storage'), exact: true }).click();
    const departments = page.getByRole('table', { name: t('media.storageDepartments') });
    const setQuota = async (gigabytes: string): Promise<void> => {
      await departments
        .getByRole('button', { name: shown('media.quotaSetOf') })
        .first()
        .click();
      const quota = page.getByRole('dialog');
      await quota.getByLabel(t('media.quotaGigabytes')).fill(gigabytes);
      await page.screenshot({ path: test.info().outputPath(`quota-${language}.png`) });
      await quota.getByRole('button', { name: t('app.save'), exact: true }).click();
      await expect(quota).toBeHidden();
    };
    await setQuota(`${0.01 * (turn + 1)}`);
    const warning = page.getByRole('status').filter({ hasText: shown('media.quotaNearOf') });
    await expect(warning).toBeVisible();
    await expect(departments).toContainText(t('media.quotaState.near'));
    await page.screenshot({ path: test.info().outputPath(`storage-${language}.png`) });
    await setQuota('');
    await expect(warning).toHaveCount(0);
  });
