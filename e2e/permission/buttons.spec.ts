import {
  dockCalls,
  firstRoles,
  flightCalls,
  menuResources,
  resources,
  roleCalls,
  routeCalls,
  sessionCalls,
  type Resource,
} from '../../packages/domain/src/index.ts';
import { buildKmz } from '../../packages/testing/src/index.ts';
import type { Caller } from '../support/calls.ts';
import { storyPages } from '../support/story-pages.ts';
import { expect, test } from '../support/story.ts';
import {
  addPerson,
  addRole,
  administratorOf,
  declarationOf,
  permits,
  signInVisitor,
  type Person,
  type View,
  type Visitor,
} from './visitor.ts';

/** One of everything that has buttons of its own. @returns the dock */
async function addRecords(caller: Caller): Promise<string> {
  const { groupOID } = caller.session;
  const dock = await caller.call(dockCalls.add, {
    name: '按钮机场',
    sn: 'BUTTONDOCK1',
    model: '3-2-0',
    vendor: 'DJI',
    groupOID,
  });
  const file = new File([Uint8Array.from(buildKmz({}))], 'route.kmz');
  const { oid: routeOID } = await caller.call(routeCalls.uploadKmz, { name: '按钮航线', file });
  if (!routeOID) throw new Error('the route was not stored');
  await caller.call(flightCalls.add, {
    routeOID,
    dockOID: dock.oid,
    returnAltitude: 100,
    lostAction: 'return',
    clarity: 'hd',
  });
  return dock.oid;
}

/**
 * Buttons as one list: those of the page, and those of the rows that both see. Where a call is open to everybody on
 * some records, such as one's own session, the record alone decides.
 */
const listed = (view: View, other: View, rights: ReadonlySet<Resource> | null): string[] =>
  view.marks
    .filter(({ call, row }) => {
      const declaration = declarationOf(call);
      if (row !== null && (!other.rows.has(row) || typeof declaration.permission === 'string')) return false;
      return rights === null || permits(declaration, rights);
    })
    .map(({ call, row }) => `${call} ${row ?? ''}`)
    .toSorted();

// Several people and all pages, of which there are more with each room.

/** Pages that everybody looks at; on each of the others one person who may open it does, now this one and now that one. */
const byAll: ReadonlySet<Resource> = new Set(storyPages(menuResources, 6));

/**
 * Who may change nothing shows each button that asks for no right; the operator, who may some of it, each that asks for
 * the right of another call. The proof `languages` brings people of all roles, and each of them to all pages.
 */
test('every role is shown the buttons of exactly those calls that the server would take from it', async ({
  product,
  caller,
  browser,
}) => {
  const dockOID = await addRecords(caller);
  const tree = await caller.call(roleCalls.tree, {});
  const first = (key: keyof typeof firstRoles): Promise<Person> =>
    addPerson(product, caller, key, tree.find((role) => role.firstKey === key) ?? null, firstRoles[key]);
  // Opens every page and may change nothing: what is left then are the buttons that everybody has.
  const onlooker = await addRole(caller, 'onlooker', menuResources);
  const more = process.env['EYRIE_STORY_PEOPLE'] === 'all';
  const people = await Promise.all([
    first('operator'),
    addPerson(product, caller, 'onlooker', onlooker, menuResources),
    ...(more
      ? [
          first('auditor'),
          first('inspector'),
          first('leader'),
          addPerson(product, caller, 'nobody', null, []),
        ]
      : []),
  ]);
  const admin = await signInVisitor(browser, product, administratorOf(resources));
  const visitors = await Promise.all(people.map((person) => signInVisitor(browser, product, person)));
  const seen = new Set<string>();

  const compare = async (visitor: Visitor, address: string, whole: ReadonlyMap<string, View>) => {
    const { account, rights } = visitor.person;
    for (const [tab, view] of await visitor.visit(address)) {
      const where = `${account} on ${address} ${tab}`;
      const all = whole.get(tab);
      if (!all) throw new Error(`${where} sees a tab that the administrator does not`);
      expect.soft(listed(view, all, null), where).toEqual(listed(all, view, rights));
    }
  };
  // A menu resource is the address of its page.
  for (const [at, path] of menuResources.entries()) {
    const address = path === '/PortMonitorSee' ? `${path}?oid=${dockOID}` : path;
    const whole = await admin.visit(address);
    const marks = [...whole.values()].flatMap((view) => view.marks);
    for (const { call } of marks) seen.add(call);
    // Where the administrator is shown no button there is nothing to narrow.
    if (marks.length === 0) continue;
    const allowed = visitors.filter(({ person }) => person.rights.has(path));
    const looking = byAll.has(path) ? allowed : allowed.slice(at % allowed.length).slice(0, 1);
    await Promise.all(looking.map((visitor) => compare(visitor, address, whole)));
  }
  // Where nothing is marked nothing was compared.
  expect(seen.size).toBeGreaterThan(20);
  expect([admin, ...visitors].flatMap(({ faults }) => faults)).toEqual([]);
});

test('a tab whose code and answers are late is compared once its content stands', async ({
  product,
  browser,
}) => {
  const { page, visit } = await signInVisitor(browser, product, administratorOf(resources));
  const late = 'await new Promise((resolve) => setTimeout(resolve, 1_000));\n';
  let held = 0;
  // The script has arrived, and its machine takes long to run it: nothing is under way then.
  await page.route(/\/assets\/sessions-[^/]+\.js$/, async (route) => {
    held += 1;
    const body = late + (await (await route.fetch()).text());
    await route.fulfill({ contentType: 'text/javascript', body });
  });
  await page.route(/\/user\/(sessions|totpGet)\.rest/, async (route) => {
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.fulfill({ response });
  });
  const views = await visit('/personalInfo');
  expect(held).toBe(1);
  const calls = views.get('Sign-in and devices')?.marks.map(({ call }) => call);
  expect(calls).toEqual(
    expect.arrayContaining(
      [sessionCalls.endOthers, sessionCalls.authenticatorBegin].map(
        ({ method, path }) => `${method} ${path}`,
      ),
    ),
  );
});
