import { randomUUID } from 'node:crypto';
import { detectionCalls, flightCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { addPhoto } from '../support/database.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { storyLanguages } from '../support/story-languages.ts';
import { expect, test } from '../support/story.ts';

test.use({ waits: true });

const size = { width: 400, height: 300 };
const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="#246"/></svg>`;

for (const language of storyLanguages<Language>(languages))
  test(`a picture whose size does not come in time is said to be late, and asked for again, in ${language}`, async ({
    page,
    caller,
    product,
  }) => {
    const [name, mediaOID] = [`late-${language}`, randomUUID()];
    await addPhoto(product, 'admin', mediaOID);
    const detector = { name, model: 'cracks', modelVersion: language, sourceId: 'late' };
    const { oid } = await caller.call(detectionCalls.add, detector);
    const box = { x: 40, y: 30, width: 80, height: 60 };
    const outcome = { sourceId: '1', mediaOID, box, picture: size, class: 'crack', confidence: 0.9 };
    await caller.call(detectionCalls.submit, { oid, outcomes: [outcome] });
    // What is not answered stays open, as on a line that has become silent.
    const spoken = Promise.withResolvers<void>();
    await page.route(`**${flightCalls.preview.path.replace('{id}', mediaOID)}`, async (route) => {
      await spoken.promise;
      // Whoever gave a request up takes no answer.
      await route.fulfill({ contentType: 'image/svg+xml', body: picture }).catch(() => undefined);
    });

    const reader = readerOf(page, language);
    const { t } = reader;
    await signInAs(reader, '/AIReportShowCheck');
    await page
      .getByRole('row')
      .filter({ hasText: name })
      .getByRole('button', { name: t('detection.review'), exact: true })
      .click();
    const late = page.getByRole('alert').filter({ hasText: t('appearance.imageSlow') });
    await expect(late).toBeVisible();
    await expect(page.locator('.picture-box')).toHaveCount(0);
    spoken.resolve();
    await late.getByRole('button', { name: t('app.retry') }).click();
    await expect(page.locator('.picture-box')).toHaveCount(1);
  });
