/** What a story reads and presses in one language. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { phrases, type Language, type PhraseId } from '../../packages/phrases/src/index.ts';
import { password } from './product.ts';

export interface Reader {
  page: Page;
  language: Language;
  t: (id: PhraseId) => string;
  /** A phrase as it is shown: its values may be anything. */
  shown: (id: PhraseId) => RegExp;
}

export const readerOf = (page: Page, language: Language): Reader => {
  const words = phrases(language);
  const t = (id: PhraseId): string => words[id];
  const escaped = (id: PhraseId): string => t(id).replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  return { page, language, t, shown: (id) => new RegExp(escaped(id).replace(/\{\w+\}/g, '.+')) };
};

/** Chooses the language and signs in; ends on the page that was wanted. */
export async function signInAs({ page, language, t }: Reader, address = '/'): Promise<void> {
  await page.goto(`/#${address}`);
  await page.getByRole('button', { name: t(`language.${language}`) }).click();
  await page.getByLabel(t('login.account')).fill('admin');
  await page.getByLabel(t('login.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click();
  await expect(page.getByRole('main')).toBeVisible();
}
