/** People who look at every page, and the buttons that each of them is shown. */
import type { Browser, Page } from '@playwright/test';
import {
  allCalls,
  memberCalls,
  roleCalls,
  sessionCalls,
  type CallDeclaration,
  type Resource,
} from '../../packages/domain/src/index.ts';
import { createClient } from '../../packages/client/src/index.ts';
import type { Caller } from '../support/calls.ts';
import { withoutGraphics } from '../support/no-graphics.ts';
import { password as adminPassword, type Product } from '../support/product.ts';
import { expect, signIn } from '../support/story.ts';

const firstPassword = 'Osprey#Nest42';
const ownPassword = 'Story_teller_7';

export interface Person {
  account: string;
  password: string;
  /** What the person's role grants. */
  rights: ReadonlySet<Resource>;
}

export const administratorOf = (rights: readonly Resource[]): Person => ({
  account: 'admin',
  password: adminPassword,
  rights: new Set(rights),
});

/** Makes a member who has changed the first password. @param role null: a member without any */
export async function addPerson(
  product: Product,
  admin: Caller,
  account: string,
  role: { oid: string } | null,
  rights: readonly Resource[],
): Promise<Person> {
  await admin.call(memberCalls.save, {
    account,
    name: account,
    groupOID: admin.session.groupOID,
    password: firstPassword,
    roleOIDs: role ? [role.oid] : [],
  });
  let token: string | null = null;
  const client = createClient({ baseUrl: product.url, token: () => token, language: () => 'en' });
  token = (await client.call(sessionCalls.login, { account, password: firstPassword })).authToken;
  await client.call(memberCalls.changePassword, {
    oldPassword: firstPassword,
    newPassword: ownPassword,
    confirmPassword: ownPassword,
  });
  return { account, password: ownPassword, rights: new Set(rights) };
}

/** A role made for the story. */
export async function addRole(admin: Caller, name: string, rights: readonly Resource[]) {
  const role = await admin.call(roleCalls.save, { name });
  await admin.call(roleCalls.grant, { roleOID: role.oid, resourceOIDs: [...rights] });
  return role;
}

/** Where a button stands: the tab of the page, and the row of the table for those of one record. */
export interface Mark {
  call: string;
  row: string | null;
}
export interface View {
  marks: readonly Mark[];
  rows: ReadonlySet<string>;
}

export interface Visitor {
  person: Person;
  page: Page;
  /** Opens a page; what is shown in each of its tabs, by the tab's name. The page itself stands under the empty name. */
  visit(address: string): Promise<ReadonlyMap<string, View>>;
  faults: string[];
}

/** Resolves when the page has nothing to do by itself. */
const idle = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => void requestIdleCallback(() => resolve(), { timeout: 1_000 })),
  );

/** Counts requests under way. */
function underWay(page: Page): () => number {
  let count = 0;
  page.on('request', () => void (count += 1));
  page.on('requestfinished', () => void (count -= 1));
  page.on('requestfailed', () => void (count -= 1));
  return () => count;
}

const viewOf = async (page: Page): Promise<View> => {
  const { marks, rows } = await page.evaluate(() => ({
    marks: [...document.querySelectorAll<HTMLElement>('[data-call]')].map((one) => ({
      call: one.dataset['call'] ?? '',
      row: one.closest<HTMLElement>('[data-row-key]')?.dataset['rowKey'] ?? null,
    })),
    rows: [...document.querySelectorAll<HTMLElement>('[data-row-key]')].map(
      (one) => one.dataset['rowKey'] ?? '',
    ),
  }));
  return { marks, rows: new Set(rows) };
};

export async function signInVisitor(browser: Browser, product: Product, person: Person): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: product.url });
  // Maps have no buttons of calls.
  await context.addInitScript(withoutGraphics);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`${person.account}: ${error.message}`));
  // "Not now" of a busy machine says nothing about rights: the page is looked at again.
  const notNow: string[] = [];
  page.on('response', (response) => {
    const fault = `${person.account}: ${response.status()} ${response.url()}`;
    if (response.status() === 503) notNow.push(fault);
    else if (response.status() >= 400) faults.push(fault);
  });
  const count = underWay(page);
  /** Nothing under way at several looks in a row, between which the page came to rest. */
  const settled = async (): Promise<void> => {
    let quiet = 0;
    const look = async (): Promise<boolean> => {
      await idle(page);
      // What still loads has no buttons yet. Code that has arrived and not yet run is no request under way.
      const loads = await page.locator('.ey-skeleton, .waiting, .skeleton-page, [aria-busy=true]').count();
      quiet = count() === 0 && loads === 0 ? quiet + 1 : 0;
      return quiet > 3;
    };
    await expect.poll(look, { intervals: [40], timeout: 60_000 }).toBe(true);
  };
  /** Goes to a page whose heading is another than the one that stood there. */
  const open = async (address: string): Promise<void> => {
    if (!page.url().endsWith(`/#${address}`)) {
      await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-left', ''));
      await page.goto(`/#${address}`);
    }
    await page.locator('h1:not([data-left])').first().waitFor({ state: 'attached' });
    await settled();
  };
  await signIn(page, person.account, '/', person.password);

  const look = async (address: string): Promise<ReadonlyMap<string, View>> => {
    await open(address);
    const views = new Map([['', await viewOf(page)]]);
    const tabs = page.getByRole('main').getByRole('tab');
    for (const [at, name] of (await tabs.allInnerTexts()).entries()) {
      await tabs.nth(at).click();
      await expect(tabs.nth(at)).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('main').getByRole('tabpanel').first()).not.toBeEmpty();
      await settled();
      views.set(name, await viewOf(page));
    }
    return views;
  };

  return {
    person,
    page,
    faults,
    async visit(address) {
      notNow.length = 0;
      const views = await look(address);
      if (notNow.length === 0) return views;
      notNow.length = 0;
      await page.reload();
      const again = await look(address);
      faults.push(...notNow);
      return again;
    },
  };
}

/** The declaration that a mark names. */
export function declarationOf(call: string): CallDeclaration {
  const found = allCalls.find((one) => `${one.method} ${one.path}` === call);
  if (!found) throw new Error(`no declaration is marked ${call}`);
  return found;
}

export const permits = ({ permission }: CallDeclaration, rights: ReadonlySet<Resource>): boolean =>
  typeof permission === 'string' || permission.some((one) => rights.has(one));
