import { calls } from '@eyrie/domain';
import { connectDock } from '@eyrie/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../testing/caller.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

it('a retired dock is shut out at once, and comes back with its password', async () => {
  const given = { name: '机场', sn: 'DRETIRE002', model: '3-2-0', vendor: 'DJI', groupOID: server.groupOID };
  const { oid, secret } = (await server.call(calls.dock.add, given)).data;
  const at = { url: server.running.mqtt, sn: given.sn, secret, droneSn: 'ARETIRE002' };
  const shown = async () => (await server.call(calls.dock.get, { oid })).data;
  const speak = async (dock: Awaited<ReturnType<typeof connectDock>>): Promise<void> => {
    await dock.start();
    await dock.osdParts();
    await until('online', shown, ({ online }) => online === true, 15_000, 200);
  };
  const live = await connectDock(at);
  await speak(live);

  expect(await server.call(calls.dock.retire, { oids: [oid] })).toMatchObject({ status: 200 });
  expect(await shown()).toMatchObject({ online: false, standing: 'retired' });
  await until(
    'shut out',
    async () => live.connected,
    (connected) => !connected,
  );
  await live.close();
  await expect(connectDock(at)).rejects.toThrow('refused');

  expect(await server.call(calls.dock.reinstate, { oids: [oid] })).toMatchObject({ status: 200 });
  const again = await until('let in', () => connectDock(at).catch(() => null), Boolean, 15_000, 500);
  if (!again) throw new Error('not let in');
  await speak(again);
  expect(await shown()).toMatchObject({ standing: 'inService' });
  await again.close();
});
