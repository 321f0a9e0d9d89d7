import { randomUUID } from 'node:crypto';
import { calls } from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const tabId = 'tab-of-the-authority';
const payloadIndex = '81-0-0';
const wire = {
  authorityFlight: { control: 'flight', fields: {}, method: 'flight_authority_grab', data: null },
  authorityPayload: {
    control: 'payload',
    fields: { payloadIndex },
    method: 'payload_authority_grab',
    data: { payload_index: payloadIndex },
  },
} as const;
type Word = keyof typeof wire;
const words = Object.keys(wire) as Word[];

describe('a dock that takes flight or payload from whoever has it', () => {
  let server: TestServer;
  let oid: string;
  let dock: DockClient;

  beforeAll(async () => {
    server = await startTestServer();
    ({ oid, dock } = await server.addDock());
    await dock.topology(true);
  });
  afterAll(() => server.close());

  /** Answers come in order: what was sent before is known then. */
  const shows = async (): Promise<void> => {
    await dock.osdParts();
    await dock.droneOsd({ mode_code: 17, cameras: [{ payload_index: payloadIndex, camera_mode: 0 }] });
    await dock.request('config', { config_type: 'json', config_scope: 'product' });
  };
  const take = async (control: 'flight' | 'payload'): Promise<number> =>
    (await server.call(calls.lease.take, { oid, control, tabId })).data['epoch'];
  const give = (word: Word, epoch: number | undefined, fields: object = wire[word].fields) =>
    server.call(calls.command[word], { oid, key: randomUUID(), tabId, epoch, ...fields });

  it.each(words)('%s is asked for once by who has the lease, and its answer is the outcome', async (word) => {
    await shows();
    const { control, method, data } = wire[word];
    expect(await give(word, await take(control))).toMatchObject({
      status: 200,
      data: { state: 'succeeded' },
    });
    expect(dock.services(method).map((service) => service.data)).toEqual([data]);
  });

  it.each(words)('%s is refused without its lease, and nothing is sent', async (word) => {
    await shows();
    const { control, method } = wire[word];
    const before = dock.services(method).length;
    const epoch = await take(control);
    await server.call(calls.lease.release, { oid, control, tabId, epoch });
    expect(await give(word, undefined)).toMatchObject({ status: 409, data: { reason: 'controlMissing' } });
    expect((await give(word, epoch)).status).toBe(409);
    // The lease of the other is none for it.
    const other = control === 'flight' ? 'payload' : 'flight';
    expect((await give(word, await take(other))).status).toBe(409);
    expect(dock.services(method)).toHaveLength(before);
  });

  it.each(words)('%s is refused by the dock in words, and is not known where it is silent', async (word) => {
    const { control, method } = wire[word];
    const before = dock.services(method).length;
    dock.answer(method, { kind: 'reject', code: 319_009 }, { kind: 'drop' });
    await shows();
    expect(await give(word, await take(control))).toMatchObject({ status: 502, data: { state: 'rejected' } });
    await shows();
    expect(await give(word, await take(control))).toMatchObject({ status: 504, data: { state: 'unknown' } });
    expect(dock.services(method)).toHaveLength(before + 2);
  });

  it('takes no payload that the aircraft does not report', async () => {
    await shows();
    const { method } = wire.authorityPayload;
    const before = dock.services(method).length;
    const epoch = await take('payload');
    expect(await give('authorityPayload', epoch, { payloadIndex: '53-0-0' })).toMatchObject({
      status: 409,
      data: { reason: 'cameraMissing' },
    });
    expect(await give('authorityPayload', epoch, { payloadIndex: 'x' })).toMatchObject({ status: 422 });
    expect(dock.services(method)).toHaveLength(before);
  });

  it('takes nothing of an aircraft that is off', async () => {
    await dock.osdParts();
    await dock.topology(false);
    await dock.request('config', { config_type: 'json', config_scope: 'product' });
    const before = dock.services('flight_authority_grab').length;
    expect(await give('authorityFlight', await take('flight'))).toMatchObject({
      status: 409,
      message: 'Please turn on the drone first',
    });
    expect(dock.services('flight_authority_grab')).toHaveLength(before);
  });
});
