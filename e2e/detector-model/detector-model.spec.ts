import sharp from 'sharp';
import { uploadCalls } from '../../packages/domain/src/index.ts';
import { buildHotModel } from '../../packages/testing/src/onnx.builder.ts';
import { signInCaller } from '../support/calls.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { storyLanguages } from '../support/story-languages.ts';
import { expect, test } from '../support/story.ts';

// A manifest that is none is refused.
test.use({ expectedFaults: [/422|400|detectorModel\/add\.rest/] });

const manifestOf = (version: string): string =>
  JSON.stringify({
    name: 'hot spots',
    version,
    family: 'yolov8',
    input: { width: 64, height: 64 },
    classes: [{ name: 'hot', aiType: 'hotSpot' }],
    threshold: 0.6,
  });

/** Of each language its own: the same bytes again are the photo that is there already. */
const greys = { en: '#808080', 'zh-CN': '#848484', ar: '#888888' } as const;
type Language = keyof typeof greys;

/** A grey photo with one red square. */
const redPhoto = (language: Language): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 640, channels: 3, background: greys[language] } })
    .composite([
      {
        input: { create: { width: 80, height: 80, channels: 3, background: '#ff0000' } },
        left: 160,
        top: 240,
      },
    ])
    .jpeg({ quality: 95 })
    .toBuffer();

for (const language of storyLanguages<Language>(['en', 'zh-CN', 'ar']))
  test(`a model is uploaded, tried on a photo and switched on (${language})`, async ({ page, product }) => {
    const { call } = await signInCaller(product.url);
    const name = `hot-${language}.jpg`;
    const file = new File([new Uint8Array(await redPhoto(language))], name, { type: 'image/jpeg' });
    await call(uploadCalls.whole, { file } as unknown as Record<string, never>);
    const reader = readerOf(page, language);
    const { t } = reader;
    await signInAs(reader, '/DetectorModel');
    await page
      .getByRole('button', { name: t('detectorModel.upload'), exact: true })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    const model = { name: 'hot.onnx', mimeType: 'application/octet-stream', buffer: buildHotModel() };
    await dialog.locator('input[type=file]').setInputFiles(model);
    const manifest = dialog.getByLabel(t('detectorModel.manifest'));
    const send = dialog.getByRole('button', { name: t('detectorModel.send'), exact: true });
    await manifest.fill('{}');
    await send.click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await manifest.fill(manifestOf(language));
    await send.click();
    await expect(dialog).toBeHidden();

    const row = page.getByRole('row').filter({ hasText: `hot spots ${language}` });
    await expect(row).toContainText(t('detectorModel.state.ready'));
    const on = row.getByRole('button', { name: t('detectorModel.switchOn') });
    await expect(on).toHaveCount(0);
    await row.getByRole('button', { name: t('detectorModel.tryOut') }).click();
    await dialog.getByLabel(name).check();
    await dialog.getByRole('button', { name: t('detectorModel.tryStart') }).click();
    await expect(dialog.locator('.picture-box')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await on.click();
    await expect(row).toContainText(t('detectorModel.on'));
  });
