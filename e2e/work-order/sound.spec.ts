import { workOrderCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

/** Counts how often the page sounds. Whoever drives this browser counts as a person who touches it: here a press does. */
const countSounds = (): void => {
  let sounds = 0;
  let isTouched = false;
  window.addEventListener('pointerdown', () => (isTouched = true), { capture: true });
  Object.defineProperty(navigator, 'userActivation', { get: () => ({ hasBeenActive: isTouched }) });
  Object.defineProperty(window, 'soundsMade', { get: () => sounds });
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...given) {
    sounds += 1;
    start.apply(this, given);
  };
};
/** Tones of one sound. */
const tones = 2;

for (const language of storyLanguages<Language>(languages))
  test(`a new order sounds once that is chosen, in ${language}`, async ({ page, caller }) => {
    await page.addInitScript(countSounds);
    const reader = readerOf(page, language);
    const { t, shown } = reader;
    const made = (): Promise<number> => page.evaluate(() => Number(Reflect.get(window, 'soundsMade')));
    await signInAs(reader, '/AlarmWorksheet');
    const box = page.getByRole('checkbox', { name: t('workOrder.sound') });
    await expect(box).not.toBeChecked();
    const looked = page.waitForResponse((response) => {
      const asked = response.request();
      return asked.url().endsWith(workOrderCalls.query.path) && /"pageSize":10,/.test(asked.postData() ?? '');
    });
    await box.check();
    expect(await made()).toBe(tones);
    await looked;

    const name = `arrived-${language}`;
    await caller.call(workOrderCalls.add, { name, class: 'crack' });
    await expect(page.getByText(shown('workOrder.arrived')).filter({ hasText: name })).toBeVisible();
    expect(await made()).toBe(2 * tones);
    await page.screenshot({ path: test.info().outputPath(`arrived-${language}.png`) });

    await page.reload();
    await expect(box).toBeChecked();
    await expect(page.getByText(t('workOrder.soundWaits'))).toBeVisible();
    await box.uncheck();
    await expect(page.getByText(t('workOrder.soundWaits'))).toBeHidden();
  });
