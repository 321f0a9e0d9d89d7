import { createHash, randomUUID } from 'node:crypto';
import { calls, type UpgradeRecord } from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../testing/caller.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';

interface Sent {
  devices: { sn: string; file_url: string; md5: string; file_size: number; product_version: string }[];
}

describe('the firmware of a dock and its aircraft', () => {
  let server: TestServer;
  let oid: string;
  let sn: string;
  let dock: DockClient;
  let other: DockClient;
  let packages: Record<'dock' | 'foreign', string>;
  const before = '10.01.3202';

  const content = Buffer.from('what the dock is to run');
  const md5 = createHash('md5').update(content).digest('hex');
  const send = async (
    model: string,
    firmware: string,
    more: Record<string, string> = {},
  ): Promise<Answer> => {
    const form = new FormData();
    const fields = { model, firmware, size: String(content.length), md5, ...more };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([new Uint8Array(content)]), 'dock.zip');
    const answer = await fetch(`${server.running.url}${calls.firmware.add.path}`, {
      method: 'POST',
      headers: { authToken: server.token, 'accept-language': 'en' },
      body: form,
    });
    return { status: answer.status, ...((await answer.json()) as Omit<Answer, 'status'>) };
  };
  /** Answers come in order: what was sent before is known then. */
  const heard = (of = dock) => of.request('config', { config_type: 'json', config_scope: 'product' });
  const shows = async (differs: Record<string, unknown> = {}): Promise<void> => {
    await dock.osdParts({ A: differs });
    await heard();
  };
  const reports = async (version: string): Promise<void> => {
    await dock.state({ firmware_version: version, firmware_upgrade_status: 0, compatible_status: 0 });
    await heard();
  };
  const order = async (devices: object[], confirmed = true): Promise<Answer> => {
    const epoch = await server.takeLease(oid);
    const nonce = confirmed ? { nonce: await server.nonceFor(oid, 'ota') } : {};
    return server.call(calls.command.ota, { oid, key: randomUUID(), epoch, ...nonce, devices });
  };
  const ofDock = () => [{ sn, type: 3, firmwareOID: packages.dock }];
  const list = async (): Promise<UpgradeRecord[]> =>
    (await server.call(calls.firmware.upgrades, { oid, pageNum: '1', pageSize: '50' })).data.list;
  const becomes = (state: UpgradeRecord['state']) =>
    until(
      `the upgrade is ${state}`,
      async () => (await list())[0],
      (row) => row?.state === state,
      15_000,
      50,
    );
  const outcome = (commandOID: string, state: 'in_progress' | 'succeeded' | 'failed') =>
    until(
      state,
      async () => (await server.call(calls.command.get, { oid: commandOID })).data.state,
      (now) => now === state,
      10_000,
      50,
    );
  const says = async (bid: string, status: string, more: { result?: number; by?: DockClient } = {}) => {
    const { result = 0, by = dock } = more;
    const progress = { percent: 40, current_step: 'download_firmware' };
    await by.event('ota_progress', { result, output: { status, progress } }, { bid });
    await heard(by);
  };

  beforeAll(async () => {
    server = await startTestServer();
    ({ oid, sn, dock } = await server.addDock());
    ({ dock: other } = await server.addDock());
    packages = {
      dock: (await send('3-2-0', '10.01.9999')).data.oid,
      foreign: (await send('3-1-0', '10.01.9999')).data.oid,
    };
    await dock.wakeDrone();
    await reports(before);
    await shows();
  });
  afterAll(() => server.close());

  it('is taken in only as what it says that it is', async () => {
    expect(await send('3-3-0', '10.02.0000', { size: '7' })).toMatchObject({
      status: 422,
      data: { reason: 'firmwareSize' },
    });
    expect(await send('3-3-0', '10.02.0000', { md5: '0'.repeat(32) })).toMatchObject({
      status: 422,
      data: { reason: 'firmwareSum' },
    });
  });

  it('is not upgraded unless dock and aircraft are at rest, and nothing is sent then', async () => {
    const foreign = [{ sn: other['options'].sn, type: 3, firmwareOID: packages.dock }];
    const cases: readonly [string, Record<string, unknown>, object[]?][] = [
      ['dockBusy', { mode_code: 4 }],
      ['dockBusy', { mode_code: 2 }],
      ['dockBusy', { mode_code: 3 }],
      ['droneNotInDock', { drone_in_dock: 0 }],
      ['upgradeBattery', { drone_charge_state: { capacity_percent: 19, state: 0 } }],
      ['serialDiffers', {}, foreign],
      ['firmwareModel', {}, [{ sn, type: 3, firmwareOID: packages.foreign }]],
      ['firmwareMissing', {}, [{ sn, type: 3, firmwareOID: randomUUID() }]],
    ];
    for (const [reason, differs, devices = ofDock()] of cases) {
      await shows({ ...atRest, ...differs });
      expect([reason, await order(devices)]).toMatchObject([reason, { status: 409, data: { reason } }]);
    }
    await shows(atRest);
    expect(await order(ofDock(), false)).toMatchObject({ data: { reason: 'confirmationMissing' } });
    expect(dock.services('ota_create')).toEqual([]);
    expect(await list()).toEqual([]);
  });

  it('of an aircraft that sleeps is not upgraded', async () => {
    await shows({ ...atRest, sub_device: { device_online_status: 0 } });
    expect(await order([{ sn: `A${sn}`, type: 2 }])).toMatchObject({ data: { reason: 'droneOff' } });
  });

  it('is fetched as it was added, and is new when the dock reports it, not when it says done', async () => {
    await shows(atRest);
    const given = await order(ofDock());
    expect(given.status).toBe(200);
    // The gateway may have seen the upgrade under way before its answer left.
    expect(['accepted', 'in_progress']).toContain(given.data.state);
    const [sent, ...again] = dock.services('ota_create');
    expect(again).toEqual([]);
    const bid = given.data.commandOID as string;
    expect(sent).toMatchObject({
      bid,
      data: {
        devices: [
          { sn, product_version: '10.01.9999', md5, file_size: content.length, firmware_upgrade_type: 3 },
        ],
      },
    });
    if (!sent) throw new Error('nothing was sent');
    const url = (sent.data as Sent).devices[0]?.file_url ?? '';
    expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(content);
    expect((await list())[0]).toMatchObject({
      state: 'ordered',
      before,
      target: '10.01.9999',
      device: 'dock',
    });

    // Of another dock: nothing is believed.
    await says(bid, 'failed', { result: 312_016, by: other });
    await says(bid, 'in_progress');
    expect(await becomes('upgrading')).toMatchObject({ percent: 40, step: 'download' });
    await outcome(bid, 'in_progress');
    // While one is under way there is no second one, and its package stays.
    await shows(atRest);
    expect(await order(ofDock())).toMatchObject({ data: { reason: 'upgradeOpen' } });
    expect(await server.call(calls.firmware.remove, { oids: [packages.dock] })).toMatchObject({
      data: { reason: 'firmwareInUse' },
    });
    await says(bid, 'ok');
    await becomes('checking');
    expect((await server.call(calls.command.get, { oid: bid })).data.state).toBe('in_progress');
    await reports('10.01.9999');
    expect(await becomes('done')).toMatchObject({ after: '10.01.9999', fault: null });
    await outcome(bid, 'succeeded');
    await shows(atRest);
    expect(await order(ofDock())).toMatchObject({ data: { reason: 'firmwareSame' } });
  });

  it('stays the old one when the dock finds another sum, or refuses at once', async () => {
    await reports(before);
    await shows(atRest);
    const bid = (await order(ofDock())).data.commandOID as string;
    await says(bid, 'failed', { result: 312_016 });
    expect(await becomes('failed')).toMatchObject({ fault: 'refused', code: 312_016 });
    await outcome(bid, 'failed');

    await shows(atRest);
    dock.answer('ota_create', { kind: 'reject', code: 312_704 });
    const refused = await order(ofDock()).finally(() => dock.answer('ota_create', { kind: 'ok' }));
    expect(refused.data).toMatchObject({ state: 'rejected', code: 312_704 });
    // The upgrade is written after its order is answered.
    expect(await becomes('failed')).toMatchObject({ fault: 'refused', code: 312_704 });
  });

  it('is new when the link was lost in the middle and the dock comes back with it', async () => {
    await reports(before);
    await shows(atRest);
    const bid = (await order(ofDock())).data.commandOID as string;
    await says(bid, 'in_progress');
    await becomes('upgrading');
    await reports('10.01.9999');
    await becomes('done');
    await outcome(bid, 'succeeded');
  });
});

const atRest = {
  mode_code: 0,
  drone_in_dock: 1,
  drone_charge_state: { capacity_percent: 92, state: 0 },
  sub_device: { device_online_status: 1 },
};
