import { departmentCalls, organisationCalls, roleCalls, memberCalls } from '@eyrie/domain';
import type pg from 'pg';
import type { Browser, Page } from '@playwright/test';
import { signInCaller, type Caller } from '../e2e/support/calls.ts';
import { password, startProduct } from '../e2e/support/product.ts';
import { fillSignIn, readerOf } from '../e2e/support/reader.ts';
import { withDatabase, type BenchDatabase } from './database.ts';
import { startBenchChromium } from './chromium.ts';
import { barePeople, fillPeople, sizes } from './people/fill.ts';
import { median, timed, type BenchRow, type Measure } from './row.ts';

const settings = { opens: 7, lists: 15, warm: 3, pageSize: 20, callMs: 15 } as const;
const small = 'small-admin';
/** Of the form in which members choose their own. */
const smallPassword = 'Bench_teller7';

/** An organisation with an administrator and next to nobody, on the same server. */
async function addSmall(url: string, big: Caller): Promise<void> {
  const made = await big.call(organisationCalls.add, { name: '小机构', account: small });
  const first = await signInCaller(url, small, made.password);
  await first.call(memberCalls.changePassword, {
    oldPassword: made.password,
    newPassword: smallPassword,
    confirmPassword: smallPassword,
  });
}

async function signInPage(browser: Browser, url: string, account: string, given: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${url}/#/personalInfo`);
  await fillSignIn(readerOf(page, 'zh-CN'), { account, password: given });
  await page.locator('.login').waitFor({ state: 'detached' });
  return page;
}

/** Milliseconds from the start of loading the page until its first rows stand there. */
async function firstRows(page: Page, address: string, rows: string): Promise<number> {
  await page.evaluate(`location.hash = ${JSON.stringify(address)}`);
  return timed(async () => {
    await page.reload({ waitUntil: 'commit' });
    await page.locator(rows).first().waitFor();
  });
}

interface Screen {
  name: string;
  address: string;
  rows: string;
}
const screens: readonly Screen[] = [
  {
    name: `members of ${sizes.members.toLocaleString('en')} in ${sizes.departments.toLocaleString('en')} departments`,
    address: '/OrganizationStructure',
    rows: '.ant-table-row',
  },
  { name: `${sizes.roles} roles`, address: '/RoleManagement', rows: '.role-tree .role-entry' },
];

async function compareScreens(big: Page, little: Page, bare: number): Promise<BenchRow[]> {
  const found: BenchRow[] = [];
  for (const { name, address, rows } of screens) {
    const ours: number[] = [];
    const peer: number[] = [];
    for (let turn = 0; turn <= settings.opens; turn += 1) {
      const [one, other] = [await firstRows(little, address, rows), await firstRows(big, address, rows)];
      // The first turn fetches what the browser then keeps.
      if (turn > 0) peer.push(one);
      if (turn > 0) ours.push(other);
    }
    const ratio = median(ours) / median(peer);
    found.push({
      row: `first rows on screen after a reload, ${name}, against the page of an organisation of one (bare query ${bare.toFixed(0)} ms)`,
      ours: `${median(ours).toFixed(0)} ms`,
      peer: `${median(peer).toFixed(0)} ms`,
      ratio,
      reach: '≤ 1.3×',
      pass: ratio <= 1.3,
    });
  }
  return found;
}

async function compareLists(big: Caller, pool: pg.Pool): Promise<{ row: BenchRow; bare: number }> {
  const list = () => big.call(departmentCalls.members, { below: true, pageSize: settings.pageSize });
  const bare = () => barePeople(pool, 'admin', settings.pageSize);
  const [listed, counted] = [(await list()).total, await bare()];
  if (listed !== counted) throw new Error(`the lists differ: ${listed} and ${counted}`);
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let turn = 0; turn < settings.warm + settings.lists; turn += 1) {
    const [one, other] = [await timed(bare), await timed(list)];
    if (turn < settings.warm) continue;
    times.bare.push(one);
    times.ours.push(other);
  }
  const [ours, peer] = [median(times.ours), median(times.bare)];
  return {
    bare: peer,
    row: {
      row: `first page of ${sizes.members.toLocaleString('en')} members with roles and count, against the same query bare`,
      ours: `${ours.toFixed(0)} ms`,
      peer: `${peer.toFixed(0)} ms`,
      ratio: ours / peer,
      // A call has a price of its own, which counts where the query is quick.
      reach: `≤ 1.3×, or ≤ ${settings.callMs} ms more`,
      pass: ours / peer <= 1.3 || ours - peer <= settings.callMs,
    },
  };
}

/** What the screens of people cost in a large organisation: the list against bare SQL, the page against a small one. */
export const measure: Measure = () => withDatabase(measureOn);

async function measureOn({ url, pool }: BenchDatabase): Promise<BenchRow[]> {
  const product = await startProduct({ EYRIE_DATABASE_URL: url });
  const browser = await startBenchChromium();
  try {
    const big = await signInCaller(product.url, 'admin', password);
    await addSmall(product.url, big);
    await fillPeople(pool, 'admin');
    const roles = await big.call(roleCalls.matrix, {});
    if (roles.roles.length < sizes.roles) throw new Error(`only ${roles.roles.length} roles`);
    const { row, bare } = await compareLists(big, pool);
    const pages = [
      await signInPage(browser, product.url, 'admin', password),
      await signInPage(browser, product.url, small, smallPassword),
    ] as const;
    return [row, ...(await compareScreens(...pages, bare))];
  } finally {
    await browser.close();
    await product.stop();
  }
}
