import { randomUUID } from 'node:crypto';
import { calls } from '@eyrie/domain';
import { connectDock } from '@eyrie/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../testing/caller.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const newSn = (): string => `RC${randomUUID().slice(0, 8).toUpperCase()}`;

describe('a remote controller that signs in', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const connect = (sn: string, more: object = {}) =>
    server.call(calls.remoteController.connect, { sn, model: 'RC Plus 2', ...more });
  const signIn = (sn: string, secret: string) =>
    connectDock({ url: server.running.mqtt, sn, secret, droneSn: `A${sn}` });

  it('is found in the book and may sign in with the password that it was given last', async () => {
    const sn = newSn();
    const first = await connect(sn);
    expect(first).toMatchObject({ status: 200, data: { sn, broker: expect.stringContaining('mqtt') } });
    const { oid, secret } = first.data;
    expect((await server.call(calls.remoteController.get, { oid })).data).toMatchObject({
      sn,
      name: 'RC Plus 2',
      standing: 'found',
    });
    const controller = await signIn(sn, secret);
    const again = await connect(sn);
    expect(again.data).toMatchObject({ oid, sn });
    expect(again.data.secret).not.toBe(secret);
    await until(
      'the former password ends',
      async () => controller.connected,
      (connected) => !connected,
    );
    await controller.close();
    await expect(signIn(sn, secret)).rejects.toThrow('refused');
    await (await signIn(sn, again.data.secret)).close();
  });

  it('is no dock: lists and numbers of docks leave it out', async () => {
    const { oid } = (await connect(newSn())).data;
    const { list } = (await server.call(calls.dock.query, { pageNum: 1, pageSize: 100 })).data;
    expect(list.map((one: { oid: string }) => one.oid)).not.toContain(oid);
  });

  it('is not let in under the serial number of a dock or of a heard aircraft, nor with the model of one', async () => {
    const dock = await server.addDock();
    expect(await connect(dock.sn)).toMatchObject({ status: 409, data: { reason: 'snTaken' } });
    expect(await connect(newSn(), { model: 'Dock 3' })).toMatchObject({
      data: { reason: 'invalid', issues: [{ path: 'model' }] },
    });
  });

  it('signs in no more once it is retired or deleted', async () => {
    const sn = newSn();
    const { oid, secret } = (await connect(sn)).data;
    const controller = await signIn(sn, secret);
    await server.call(calls.remoteController.retire, { oids: [oid] });
    await until(
      'its connection ends',
      async () => controller.connected,
      (connected) => !connected,
    );
    await controller.close();
    await expect(signIn(sn, secret)).rejects.toThrow('refused');
    expect(await connect(sn)).toMatchObject({ status: 409, data: { reason: 'deviceRetired' } });

    await server.call(calls.remoteController.reinstate, { oids: [oid] });
    const back = (await connect(sn)).data;
    expect(back.oid).toBe(oid);
    await (await signIn(sn, back.secret)).close();
    await server.call(calls.remoteController.remove, { oids: [oid] });
    await expect(signIn(sn, back.secret)).rejects.toThrow('refused');
    // Its serial number is that of a new controller now.
    expect((await connect(sn)).data.oid).not.toBe(oid);
  });
});
