import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstRoles, sessionCalls, serviceResources, strongPassword } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';

let rooms: TestRooms;
let dataDir: string;

beforeEach(async () => {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-first-'));
});
afterEach(async () => {
  await rooms.close();
  await rm(dataDir, { recursive: true });
});

const login = (account: string, password: string) =>
  rooms.call(sessionCalls.login, { account, password }).then(({ data }) => data);
const passwords = async (): Promise<Map<string, string>> => {
  const lines = (await readFile(join(dataDir, 'initial-admin'), 'utf8')).trim().split('\n');
  return new Map(lines.map((line) => line.split(' ') as [string, string]));
};
const held = async (account: string): Promise<string[]> => {
  const caller = await rooms.session.authenticate(await rooms.tokenOf(account));
  return [...(caller?.resources ?? [])].toSorted();
};

describe('the first start', () => {
  it('makes one administrator with a random password in a private file', async () => {
    const start = await rooms.organisation.ensureFirstOrganisation({ dataDir, demo: false });
    expect(start).toMatchObject({ created: true, accounts: ['admin'] });
    const path = join(dataDir, 'initial-admin');
    expect(start.passwordFile).toBe(path);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const password = (await passwords()).get('admin') ?? '';
    expect(password).toMatch(strongPassword);
    expect(await login('admin', password)).toMatchObject({ mustChange: true, groupRoot: start.groupRoot });
    expect(await held('admin')).toEqual([...firstRoles.administrator, 'platform:operate'].toSorted());
  });

  it('takes the password from the settings, which then holds', async () => {
    const options = { dataDir, demo: false, adminPassword: 'Given-Pass1!' };
    const start = await rooms.organisation.ensureFirstOrganisation(options);
    expect(start.passwordFile).toBeNull();
    const signedIn = await login('admin', 'Given-Pass1!');
    expect(signedIn).not.toHaveProperty('mustChange');
  });

  it('makes the people and the service account of the demo', async () => {
    const start = await rooms.organisation.ensureFirstOrganisation({ dataDir, demo: true });
    expect(start.accounts).toEqual(['admin', 'operator', 'auditor', 'leader']);
    const made = await passwords();
    expect(new Set(made.values()).size).toBe(4);
    for (const [account, password] of made) {
      expect(await login(account, password)).toMatchObject({ mustChange: true });
    }
    for (const account of ['operator', 'auditor', 'leader'])
      expect(await held(account)).not.toContain('platform:operate');
    const path = join(dataDir, 'simulator', 'account');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const service = JSON.parse(await readFile(path, 'utf8')) as { account: string; password: string };
    expect(await login(service.account, service.password)).not.toHaveProperty('mustChange');
    expect(await held('demo')).toEqual([...serviceResources].toSorted());
  });

  it('names a demo in the language of the first person who signs in, and never again', async () => {
    const options = { dataDir, demo: true, demoLanguage: 'zh-CN', demoLanguageOpen: true } as const;
    const { groupRoot } = await rooms.organisation.ensureFirstOrganisation(options);
    const account = async () =>
      JSON.parse(await readFile(join(dataDir, 'simulator', 'account'), 'utf8')) as Record<string, string>;
    expect(await account()).toMatchObject({ language: 'zh-CN', provisional: true });
    await sql`update member set name = '张三' where account = 'leader'`.execute(rooms.db);
    const service = await account();
    await login('demo', service['password'] ?? '');
    expect(await account()).toEqual(service);

    const made = await passwords();
    await rooms.call(
      sessionCalls.login,
      { account: 'admin', password: made.get('admin') ?? '' },
      { language: 'ar' },
    );
    expect(await account()).toEqual({ account: 'demo', password: service['password'], language: 'ar' });
    const names = async () => {
      const { rows } = await sql<{ name: string }>`select name from member where not service
        union all select name from organisation union all select name from department`.execute(rooms.db);
      return new Set(rows.map(({ name }) => name));
    };
    const inArabic = new Set(['المسؤول', 'مشغّل الطيران', 'المدقق', '张三', 'مؤسسة العرض التجريبي']);
    expect(await names()).toEqual(inArabic);
    expect(await rooms.organisation.policyOf(groupRoot)).toMatchObject({ nameChineseOnly: false });

    await rooms.organisation.ensureFirstOrganisation(options);
    await login('operator', made.get('operator') ?? '');
    expect(await names()).toEqual(inArabic);
    expect((await account())['language']).toBe('ar');
  });

  it('leaves a demo in the language that a setting names', async () => {
    await rooms.organisation.ensureFirstOrganisation({ dataDir, demo: true, demoLanguage: 'en' });
    await rooms.call(
      sessionCalls.login,
      { account: 'admin', password: (await passwords()).get('admin') ?? '' },
      { language: 'ar' },
    );
    expect((await rooms.organisation.first())?.name).toBe('Eyrie demo');
  });

  it('happens once, also with two instances at once and on later starts', async () => {
    const options = { dataDir, demo: true };
    const starts = await Promise.all([
      rooms.organisation.ensureFirstOrganisation(options),
      rooms.organisation.ensureFirstOrganisation(options),
    ]);
    expect(starts.filter((start) => start.created)).toHaveLength(1);
    const later = await rooms.organisation.ensureFirstOrganisation(options);
    expect(later).toMatchObject({ created: false, accounts: [] });
    const { rows } = await sql<{ organisations: number; members: number; roles: number }>`select
      (select count(*)::int from organisation) as organisations, (select count(*)::int from member) as members,
      (select count(*)::int from role) as roles`.execute(rooms.db);
    expect(rows[0]).toEqual({ organisations: 1, members: 5, roles: 6 });
    expect(await login('admin', (await passwords()).get('admin') ?? '')).toBeDefined();
  });

  it('gives the service account a new password when its file is gone', async () => {
    await rooms.organisation.ensureFirstOrganisation({ dataDir, demo: true });
    const path = join(dataDir, 'simulator', 'account');
    const before = await readFile(path, 'utf8');
    await rm(path);
    await rooms.organisation.ensureFirstOrganisation({ dataDir, demo: true });
    const after = JSON.parse(await readFile(path, 'utf8')) as { account: string; password: string };
    expect(JSON.stringify(after)).not.toBe(before.trim());
    expect(await login(after.account, after.password)).toBeDefined();
  });

  it('gives no further organisation the right to operate the platform', async () => {
    await rooms.organisation.ensureFirstOrganisation({ dataDir, demo: false });
    const groupRoot = await rooms.seed('second', ['administrator'], 'Flug-4711!');
    await sql`insert into role_resource select oid, 'platform:operate' from role
      where group_root = ${groupRoot} and first_key = 'administrator'`.execute(rooms.db);
    expect(await held('second-administrator')).toEqual([...firstRoles.administrator].toSorted());
  });
});
