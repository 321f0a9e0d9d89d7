/** What a story reads and presses in one language. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { obfuscate } from '../../apps/console/src/platform/storage.ts';
import { sessionCalls } from '../../packages/domain/src/index.ts';
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

/** Chooses a language where this browser has chosen none, as the page keeps it; a window that is opened begins on no page. */
const chooseLanguage = (hidden: string): void => {
  if (location.protocol.startsWith('http') && localStorage.getItem('eyrie.language') === null)
    localStorage.setItem('eyrie.language', hidden);
};

/**
 * Comes as a member whose session this browser holds; ends on the page that was wanted. The sign-in page has stories of its
 * own: to load it and fill it in for each of the others takes longer than some of them.
 */
export async function signInAs(
  { page, language }: Pick<Reader, 'page' | 'language'>,
  address = '/',
  { account = 'admin', password: given = password }: SignIn = {},
): Promise<void> {
  await page.addInitScript(chooseLanguage, obfuscate(JSON.stringify(language)));
  const answer = await page.context().request.post(sessionCalls.login.path, {
    data: { account, password: given },
    headers: { 'Accept-Language': language },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  await page.goto(`/#${address}`);
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.locator('.login')).toHaveCount(0);
}

/** Opens a page, chooses the language and signs in by the form; ends on the page that was wanted. */
export async function fillInSignIn(reader: Reader, address = '/', given: SignIn = {}): Promise<void> {
  const { page } = reader;
  await page.goto(`/#${address}`);
  await fillSignIn(reader, given);
  await expect(page.locator('.login')).toHaveCount(0);
  await expect(page.getByRole('main')).toBeVisible();
}
