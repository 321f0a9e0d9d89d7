/** A desk in a proof: a browser in one language, the clock of its computer, and pictures of what it shows. */
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { phrases, type Language, type PhraseId } from '../../packages/phrases/src/index.ts';
import { chromiumArgs, startChromium } from '../../e2e/support/browser.ts';
import { fillSignIn, readerOf } from '../../e2e/support/reader.ts';
import type { Proof } from '../proof.ts';

const minute = 60_000;

/** Each language with what its computer's clock is wrong by, in ms. */
const desks: readonly { language: Language; clock: number; look: 'dark' | 'light' }[] = [
  { language: 'zh-CN', clock: 0, look: 'dark' },
  { language: 'ar', clock: 7 * minute, look: 'light' },
  { language: 'en', clock: -11 * minute, look: 'dark' },
];

/** All of them, or those that EYRIE_PROVE_LANGUAGES names: `ar,en`. */
export const wantedDesks = (): typeof desks => {
  const wanted = process.env['EYRIE_PROVE_LANGUAGES']?.split(',');
  return wanted ? desks.filter(({ language }) => wanted.includes(language)) : desks;
};

/** The text of a language as what is shown: its values may be anything. */
const shown = (language: Language, id: PhraseId): RegExp => {
  const text = phrases(language)[id];
  const escaped = text.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replace(/\{\w+\}/g, '.+');
  return new RegExp(text.includes('{') ? escaped : `(^|\\s)${escaped}\\s*$`);
};

/** Looks again until it is so. @returns after how many ms, null: not in time */
export const within = async (what: () => Promise<boolean>, ms: number): Promise<number | null> => {
  const from = performance.now();
  while (performance.now() - from < ms) {
    if (await what().catch(() => false)) return performance.now() - from;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return null;
};

export const seconds = (ms: number | null): string => (ms === null ? 'never' : `${(ms / 1000).toFixed(1)} s`);

export const openBrowser = async (proof: Proof): Promise<Browser> => {
  // As people's browsers are, which draw bars where something can be scrolled.
  const browser = await startChromium({ args: chromiumArgs, ignoreDefaultArgs: ['--hide-scrollbars'] });
  proof.onEnd(() => browser.close());
  return browser;
};

export interface Desk {
  language: Language;
  page: Page;
  context: BrowserContext;
  /** A phrase as it may be shown. */
  t(id: PhraseId): RegExp;
  /** A phrase as it is written. */
  words(id: PhraseId): string;
  button(id: PhraseId): Locator;
  dialogButton(id: PhraseId): Locator;
  visible(locator: Locator, ms: number): Promise<number | null>;
  /** A promise of this language. */
  promise(held: boolean, what: string, measured: string): void;
  /** Keeps a picture in the folder that EYRIE_PROVE_SHOTS names, if it does. */
  shoot(what: string): Promise<void>;
  /** From the first page of nobody to a session; what comes after is for the caller to look at. */
  signIn(account?: string, password?: string): Promise<void>;
  /** Once signed in: the look of this desk, which the product does not take from the system. */
  applyTheme(): Promise<void>;
}

export interface DeskOptions {
  language: Language;
  /** What the clock of the computer is wrong by, in ms. */
  clock: number;
  look: 'dark' | 'light';
  url: string;
  /** Begins the names of its pictures. */
  name?: string;
}

const picturesOf = (page: Page, begin: string): ((what: string) => Promise<void>) => {
  const folder = process.env['EYRIE_PROVE_SHOTS'];
  let picture = 0;
  return async (what) => {
    picture += 1;
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    await page
      .screenshot({ path: join(folder, `${begin}-${String(picture).padStart(2, '0')}-${what}.png`) })
      .catch(() => undefined);
  };
};

export const openDesk = async (proof: Proof, browser: Browser, options: DeskOptions): Promise<Desk> => {
  const { language, clock, look, url, name } = options;
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: language,
    timezoneId: 'Asia/Shanghai',
  });
  // The clock of the computer at the desk goes wrong; the product judges by its own.
  await context.addInitScript(`(() => {
    const now = Date.now.bind(Date), Real = Date, by = ${clock};
    globalThis.Date = class extends Real {
      constructor(...given) { if (given.length === 0) super(now() + by); else super(...given); }
      static now() { return now() + by; }
    };
  })()`);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const promise: Desk['promise'] = (held, what, measured) =>
    proof.promise(held, `${language}: ${what}`, measured);
  // The library of pictures throws this where nobody hears it when its connection ends while it is put away.
  page.on('pageerror', ({ message, stack }) => {
    if (message !== 'e' || stack) promise(false, 'no error in the page', stack ?? message);
  });
  const t = (id: PhraseId): RegExp => shown(language, id);
  const button = (id: PhraseId): Locator => page.getByRole('button', { name: t(id) }).first();
  const shoot = picturesOf(page, name === undefined ? language : `${language}-${name}`);
  return {
    language,
    page,
    context,
    t,
    words: (id) => phrases(language)[id],
    button,
    dialogButton: (id) =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: t(id) })
        .first(),
    visible: (locator, ms) => within(() => locator.first().isVisible(), ms),
    promise,
    shoot,
    async signIn(account, password) {
      await page.goto(url);
      await shoot('sign-in');
      await fillSignIn(readerOf(page, language), { account, password });
    },
    async applyTheme() {
      if (look === 'light') await button('shell.toLight').click();
    },
  };
};
