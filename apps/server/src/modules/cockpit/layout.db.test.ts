import {
  screenLayoutCalls,
  factoryLayout,
  type ScreenLayoutRecord,
  type ParsedRequestOf,
} from '@eyrie/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createDisplays } from './display.service.ts';
import { cockpitEndpoints, showsPictures } from './index.ts';

let rooms: TestRooms;
let boss: string;
let stranger: string;
const page = '/CockpitLarge' as const;
const { theme: _theme, ...factory } = factoryLayout[page];
const light = { page, theme: 'light' as const, ...factory };
const dark = { ...light, theme: 'dark' as const };
const wall = { address: '192.0.2.9', userAgent: 'wall' };

const call = async (
  declaration: (typeof screenLayoutCalls)[keyof typeof screenLayoutCalls],
  request: object,
  token = boss,
): Promise<ScreenLayoutRecord> =>
  (await rooms.call(declaration, request, { token, extra: cockpitEndpoints(rooms) }))
    .data as ScreenLayoutRecord;

/** A display of the organisation, and the token with which it is signed in. */
const newDisplay = async (): Promise<{ oid: string; token: string }> => {
  const displays = createDisplays(rooms);
  const { code, token: key } = await displays.begin(wall.address);
  const caller = await rooms.session.authenticate(boss);
  if (!caller) throw new Error('nobody is signed in');
  const { oid } = await displays.pair({ code, name: 'Hall', page }, {
    caller,
    log: rooms.runtime.log,
  } as Parameters<typeof displays.pair>[1]);
  return { oid, token: (await displays.open(key, wall)).authToken ?? '' };
};

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('omega', ['administrator', 'operator'], 'Flug-4711!');
  await rooms.seed('psi', ['administrator'], 'Flug-4711!');
  boss = await rooms.tokenOf('omega-administrator');
  stranger = await rooms.tokenOf('psi-administrator');
});
afterAll(() => rooms.close());

it('comes with the product, is then of the organisation, and of a display before that', async () => {
  const { oid: displayOID, token } = await newDisplay();
  expect(await call(screenLayoutCalls.get, { page }, token)).toMatchObject({ of: 'product', version: 0 });
  await call(screenLayoutCalls.save, { ...light, version: 0 });
  expect(await call(screenLayoutCalls.get, { page }, token)).toMatchObject({
    of: 'organisation',
    theme: 'light',
  });
  await call(screenLayoutCalls.save, { ...dark, displayOID, version: 0 });
  expect(await call(screenLayoutCalls.get, { page }, token)).toMatchObject({ of: 'display', theme: 'dark' });
  // Others of the organisation see theirs as before, another organisation that of the product.
  expect(await call(screenLayoutCalls.get, { page })).toMatchObject({ of: 'organisation', theme: 'light' });
  expect(await call(screenLayoutCalls.get, { page }, stranger)).toMatchObject({ of: 'product' });
  expect(await call(screenLayoutCalls.reset, { page, displayOID, version: 1 })).toMatchObject({
    of: 'organisation',
    version: 2,
  });
  expect(await call(screenLayoutCalls.get, { page }, token)).toMatchObject({ of: 'organisation' });
});

it('is not saved over a version that was not seen, by a stranger, or by who may not', async () => {
  const { oid: displayOID, token } = await newDisplay();
  await call(screenLayoutCalls.save, { ...light, displayOID, version: 0 });
  expect(await reasonOf(call(screenLayoutCalls.save, { ...dark, displayOID, version: 0 }))).toBe('conflict');
  expect(await reasonOf(call(screenLayoutCalls.save, { ...dark, displayOID, version: 1 }, stranger))).toBe(
    'notFound',
  );
  expect(await reasonOf(call(screenLayoutCalls.get, { page, displayOID }, stranger))).toBe('notFound');
  const operator = await rooms.tokenOf('omega-operator');
  expect(await reasonOf(call(screenLayoutCalls.save, { ...dark, version: 1 }, operator))).toBe('notAllowed');
  expect(await reasonOf(call(screenLayoutCalls.save, { ...dark, version: 1 }, token))).toBe('viewOnly');
  // A display that shows another cockpit has no use for it.
  const other = { ...dark, page: '/Cockpit/TotalPerception', displayOID, version: 0 };
  expect(await reasonOf(call(screenLayoutCalls.save, other))).toBe('invalid');
  expect(await call(screenLayoutCalls.get, { page, displayOID })).toMatchObject({
    theme: 'light',
    version: 1,
  });
});

it('lets a display watch pictures while the wall of them stands on its screen, and says when that changes', async () => {
  const { oid: displayOID, token } = await newDisplay();
  const caller = await rooms.session.authenticate(token);
  const person = await rooms.session.authenticate(boss);
  if (!caller || !person) throw new Error('nobody is signed in');
  const shows = (who = caller) => showsPictures(rooms.db, who);
  const changed: string[] = [];
  const stop = rooms.session.onMemberChanged((memberOID) => changed.push(memberOID));
  const pictures = { panel: 'pictures' as const, column: 0, row: 0, width: 12, height: 12 };
  const walled = { ...light, double: [pictures] };
  const save = async (layout: object, of: object = {}) => {
    const { version } = await call(screenLayoutCalls.get, { page, ...of });
    await call(screenLayoutCalls.save, { ...layout, ...of, version });
  };

  await save(light);
  expect(await shows()).toBe(false);
  await save(walled);
  expect(await shows()).toBe(true);
  await expect.poll(() => changed).toContain(caller.memberOID);
  // Whatever stands on a wall, people watch by their own right.
  expect(await shows(person)).toBe(false);
  // Of another cockpit, and of another organisation, it says nothing.
  expect(await shows({ ...caller, resources: new Set(['/Cockpit/TotalPerception']) })).toBe(false);

  changed.length = 0;
  await save(light, { displayOID });
  expect(await shows()).toBe(false);
  await expect.poll(() => changed).toContain(caller.memberOID);
  const { version } = await call(screenLayoutCalls.get, { page, displayOID });
  await call(screenLayoutCalls.reset, { page, displayOID, version });
  expect(await shows()).toBe(true);
  stop();
  await save(light);
});

type Given = ParsedRequestOf<typeof screenLayoutCalls.save>;
const [first, second] = light.wide as [Given['wide'][number], Given['wide'][number]];
it.each([
  ['a panel that there is not', [{ ...first, panel: 'stocks' }], 'wide.0.panel'],
  ['a panel twice', [first, { ...first, row: 4 }], 'wide.1.panel'],
  ['a panel over another one', [first, { ...second, row: 1 }], 'wide.1.column'],
  ['a panel beyond the edge', [{ ...first, column: 20, width: 6 }], 'wide.0.width'],
  ['a panel that is too small', [{ ...first, width: 1 }], 'wide.0.width'],
  ['no panel', [], 'wide'],
])('refuses %s by its field', async (_what, wide, field) => {
  const { version } = await call(screenLayoutCalls.get, { page });
  const saved = call(screenLayoutCalls.save, { ...light, version, wide });
  await expect(saved).rejects.toMatchObject({ reason: 'invalid' });
  const issues = await saved.catch(
    (error: { details: { issues: { path: string }[] } }) => error.details.issues,
  );
  expect((issues as { path: string }[]).map(({ path }) => path)).toContain(field);
});
