import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repeatSchedule, taskArrangement } from '@eyrie/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realClock } from '../../platform/clock.ts';
import { silentLog } from '../../platform/log.ts';
import { startCallServer, type Call, type CallAnswer, type CallServer } from '../../testing/call-server.ts';
import { demoLanguages, namedIn } from '../demo-room.ts';
import { DemoBook } from '../demo.book.ts';
import { connectServer } from '../server-calls.ts';
import { demoDocks } from './dock.ts';
import { demoRoutes } from './route.ts';
import { demoTasks, provideTask } from './task.ts';

const oid = '0198a0d4-7a58-7c35-9c35-000000000001';
const [task] = namedIn(demoTasks, 'en');
const [inArabic] = namedIn(demoTasks, 'ar');
if (!task || !inArabic) throw new Error('the demo has no tasks');

let folder: string;
let server: CallServer;
let answers: Record<string, CallAnswer>;
const provide = (given = task) =>
  provideTask(
    {
      calls: connectServer({ server: server.url, account: 'demo', password: () => 'p', log: silentLog }),
      book: new DemoBook(folder),
      clock: realClock,
      log: silentLog,
    },
    given,
  );

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'eyrie-demo-'));
  const book = new DemoBook(folder);
  for (const { key } of demoRoutes) book.putRoute(key, { oid, name: key });
  for (const { prefix } of demoDocks)
    book.putDock(prefix, { oid, sn: `${prefix}1`, droneSn: 'D', secret: 's', name: prefix });
  answers = {
    'login/loginPC': { data: { authToken: 'token', groupOID: 'department' } },
    'uavtask/add': { data: { oid: 'task' } },
    'uavtask/get': { data: { name: task.name } },
    'uavtask/edit': { data: {} },
  };
  server = await startCallServer(({ path }: Call) => answers[path] ?? { status: 404, reason: 'notFound' });
});
afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});
const asked = (path: string) => server.calls.filter((one) => one.path === path);

describe('the tasks of the demo', () => {
  it('are such as the server takes, named in each language, and fly from the dock of their route', async () => {
    for (const one of namedIn(demoTasks, 'zh-CN')) {
      expect(await provide(one)).toBe(true);
      const { body } = server.calls.at(-1) ?? {};
      expect(repeatSchedule.safeParse(body?.['schedule']).error).toBeUndefined();
      expect(taskArrangement.safeParse(body?.['arrangement']).error).toBeUndefined();
      expect(demoRoutes.some(({ key }) => key === one.route)).toBe(true);
      for (const language of demoLanguages) expect(one.names[language].length).toBeLessThanOrEqual(64);
    }
  });

  it('are planned once', async () => {
    expect([await provide(), await provide()]).toEqual([true, true]);
    expect(asked('uavtask/add')).toHaveLength(1);
  });

  it('are called otherwise in another language, and keep the name that a person gave', async () => {
    await provide();
    expect(await provide(inArabic)).toBe(true);
    expect(asked('uavtask/edit').map(({ body }) => body)).toEqual([{ oid: 'task', name: inArabic.name }]);
    answers['uavtask/get'] = { data: { name: 'Mine' } };
    expect(await provide()).toBe(true);
    expect(asked('uavtask/edit')).toHaveLength(1);
  });

  it('stay deleted', async () => {
    await provide();
    answers['uavtask/get'] = { status: 404, reason: 'notFound' };
    expect(await provide(inArabic)).toBe(true);
    expect(asked('uavtask/add')).toHaveLength(1);
    expect(asked('uavtask/edit')).toHaveLength(0);
  });

  it('are left where they are refused, and tried again where there was no answer', async () => {
    answers['uavtask/add'] = { status: 403, reason: 'forbidden' };
    expect(await provide()).toBe('refused');
    answers['uavtask/add'] = { status: 503, reason: 'databaseDown' };
    expect(await provide()).toBeNull();
  });
});
