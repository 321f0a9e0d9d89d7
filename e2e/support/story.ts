/** What every story stands on: a product of its file, and a page that tolerates no error. */
import { test as base, expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { signInCaller, type Caller } from './calls.ts';
import { withoutGraphics } from './no-graphics.ts';
import { password, startProduct, type Product } from './product.ts';
import { fillInSignIn, readerOf, signInAs } from './reader.ts';

export { expect };

interface StoryParts {
  /** Whether the product starts with its demo organisation. */
  demo: boolean;
  /**
   * Whether maps are drawn. Without a graphics card that takes most of a story's time: only stories that look at the map
   * or act on it ask for it.
   */
  drawnMaps: boolean;
  /** Further `EYRIE_…` variables of the product. */
  settings: Record<string, string>;
  /** A word of files whose stories share a product, as those of one file do: none counts what others may have made. */
  sharing: string | null;
  /** Whether it mostly waits for flights, or for what the product does twice a minute: such a file runs beside two at work. */
  waits: boolean;
  /** One for all stories of a file, and for no other that does not share it. */
  product: Product;
  /** Addresses or messages of faults that the story is about; all others fail it. */
  expectedFaults: RegExp[];
  page: Page;
  /** An administrator without a browser. */
  caller: Caller;
}

type ProductOf = (file: string, demo: boolean, settings: Record<string, string>) => Promise<Product>;

const begin = (demo: boolean, settings: Readonly<Record<string, string>>): Promise<Product> =>
  startProduct({
    EYRIE_DEMO: demo ? 'on' : 'off',
    EYRIE_DEMO_PAST: 'off',
    EYRIE_DEMO_SPEED: '5',
    ...settings,
  });

/**
 * The product of the file whose stories are being told. That of the file before is ended first: workers take files as
 * they come, and a story must not depend on what another file left behind. None is started ahead: one that waits for its
 * story takes a seventh of a processor, and the other workers use the time for which this one waits.
 */
function keepProduct(): { of: ProductOf; end(): Promise<void> } {
  let kept: { for: string; product: Product } | null = null;
  const stopped: Promise<void>[] = [];
  const leave = (): void => {
    if (kept) stopped.push(kept.product.stop());
    kept = null;
  };
  return {
    async end() {
      leave();
      await Promise.all(stopped);
    },
    async of(file, demo, settings) {
      const wanted = `${file} ${demo} ${JSON.stringify(settings)}`;
      if (kept?.for === wanted) return kept.product;
      leave();
      const product = await begin(demo, settings);
      kept = { for: wanted, product };
      return product;
    },
  };
}

/** Requests that the browser itself gives up because their page is left are no faults. */
const givenUp = new Set(['net::ERR_ABORTED']);

/** What the policy of the page stopped is told by the page alone: whoever tries in a `try` leaves no other trace. */
const reportViolations = (): void =>
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    // oxlint-disable-next-line no-console -- said in the page, heard by the story
    console.error(`policy: ${violatedDirective} ${blockedURI} in ${sourceFile}`),
  );

function watchFaults(page: Page, home: string, expected: readonly RegExp[]): string[] {
  const faults: string[] = [];
  const note = (fault: string): void => {
    if (!expected.some((one) => one.test(fault))) faults.push(fault);
  };
  page.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => note(`error: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    if (!givenUp.has(why)) note(`request failed: ${request.url()} ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) note(`${response.status()}: ${response.url()}`);
  });
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (!['data:', 'blob:'].includes(protocol) && hostname !== new URL(home).hostname)
      note(`foreign address: ${request.url()}`);
  });
  return faults;
}

/**
 * Pictures that a story leaves for whoever looks at it are taken where `EYRIE_STORY_PICTURES=1` asks for them: each costs as
 * much as several steps, and no run compares them.
 */
export function takePicturesWhereAsked(page: Page): void {
  if (process.env['EYRIE_STORY_PICTURES'] === '1') return;
  const take = page.screenshot.bind(page);
  page.screenshot = async (options) => (options?.path === undefined ? take(options) : Buffer.alloc(0));
}

export const test = base.extend<StoryParts, { productOf: ProductOf }>({
  demo: [false, { option: true }],
  drawnMaps: [false, { option: true }],
  sharing: [null, { option: true }],
  waits: [false, { option: true }],
  settings: [{}, { option: true }],
  productOf: [
    async ({}, use) => {
      const products = keepProduct();
      await use(products.of);
      await products.end();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  product: [
    async ({ productOf, demo, settings, sharing }, use, { file }) =>
      use(await productOf(sharing ?? file, demo, settings)),
    { timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  expectedFaults: async ({}, use) => use([]),
  page: async ({ page, product, drawnMaps, expectedFaults }, use, info) => {
    const faults = watchFaults(page, product.url, expectedFaults);
    if (!drawnMaps) await page.context().addInitScript(withoutGraphics);
    await page.addInitScript(reportViolations);
    takePicturesWhereAsked(page);
    await use(page);
    if (info.status !== info.expectedStatus || faults.length > 0)
      await info.attach('product', { body: product.lastWords(), contentType: 'text/plain' });
    expect(faults, 'faults seen by the browser').toEqual([]);
  },
  caller: async ({ product }, use) => use(await signInCaller(product.url)),
});

/** Comes as a member whose session this browser holds, in English; ends on the page that was wanted. */
export const signIn = (page: Page, account = 'admin', address = '/', given = password): Promise<void> =>
  signInAs({ page, language: 'en' }, address, { account, password: given });

/** As a person who reads English does it, by the form of the sign-in page; ends on the page that was wanted. */
export const signInByForm = (page: Page, account = 'admin', address = '/'): Promise<void> =>
  fillInSignIn(readerOf(page, 'en'), address, { account });
