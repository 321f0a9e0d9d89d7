import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sessionCalls } from '@eyrie/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestRooms, type TestRooms } from '../testing/rooms.ts';

let rooms: TestRooms;
let dataDir: string;
const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));

const eyrie = (...args: string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, EYRIE_DATABASE_URL: rooms.database.url, EYRIE_DATA_DIR: dataDir };
    execFile(process.execPath, [cli, ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out: out.trim(), err: err.trim() }),
    );
  });

beforeAll(async () => {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-cli-'));
  await rooms.organisation.ensureFirstOrganisation({ dataDir, demo: false, adminPassword: 'Given-Pass1!' });
});
afterAll(async () => {
  await rooms.close();
  await rm(dataDir, { recursive: true });
});

describe('eyrie organisation add', () => {
  it('makes an organisation whose administrator can sign in, and only once', async () => {
    const args = ['organisation', 'add', '--name', '南方电网', '--admin', 'south'];
    const { code, out } = await eyrie(...args);
    expect(code).toBe(0);
    const [account = '', password = ''] = out.split(' ');
    const { data } = await rooms.call(sessionCalls.login, { account, password });
    expect(data).toMatchObject({ groupNameCN: '南方电网', mustChange: true });
    expect(await eyrie(...args)).toMatchObject({
      code: 1,
      err: expect.stringContaining('is taken') as string,
    });
  });

  it('says what is missing', async () => {
    expect(await eyrie('organisation', 'add', '--name', 'x')).toMatchObject({
      code: 1,
      err: expect.stringContaining('--admin') as string,
    });
  });
});

describe('eyrie user reset', () => {
  it('gives a new password and ends the member’s sessions in the running server', async () => {
    const token = await rooms.tokenOf('admin');
    const sessionOID = (await rooms.session.authenticate(token))?.sessionOID;
    const ended: string[] = [];
    rooms.session.onEnded((oid) => ended.push(oid));
    const { out } = await eyrie('user', 'reset', '--account', 'ADMIN');
    await vi.waitFor(() => expect(ended).toEqual([sessionOID]), { timeout: 10_000 });
    expect(await rooms.session.authenticate(token)).toBeNull();
    const [account = '', password = ''] = out.split(' ');
    expect((await rooms.call(sessionCalls.login, { account, password })).data).toMatchObject({
      mustChange: true,
    });
  });

  it('knows nobody behind a wrong account', async () => {
    expect(await eyrie('user', 'reset', '--account', 'nobody')).toMatchObject({ code: 1, out: '' });
  });
});
