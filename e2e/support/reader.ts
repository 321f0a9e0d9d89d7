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

export interface SignIn {
  account?: string;
  password?: string;
}

/** Chooses the language on the sign-in page, fills in its form and sends it; what comes then is for the caller to look at. */
export async function fillSignIn(
  { page, language, t }: Pick<Reader, 'page' | 'language' | 't'>,
  { account = 'admin', password: given = password }: SignIn = {},
): Promise<void> {
  await page.getByRole('button', { name: t(`language.${language}`) }).click();
  await page.getByLabel(t('login.account')).fill(account);
  await page.getByLabel(t('login.password'), { exact: true }).fill(given);
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click();
}

/** Opens a page, chooses the language and signs in by the form; ends on the page that was wanted. */
export async function signInAs(reader: Reader, address = '/', given: SignIn = {}): Promise<void> {
  const { page } = reader;
  await page.goto(`/#${address}`);
  await fillSignIn(reader, given);
  await expect(page.locator('.login')).toHaveCount(0);
  await expect(page.getByRole('main')).toBeVisible();
}
