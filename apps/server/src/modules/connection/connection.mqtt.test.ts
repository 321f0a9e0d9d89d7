import { randomUUID } from 'node:crypto';
import { calls, type ConnectionNeed, type ConnectionStepRecord, type UnusableRecord } from '@eyrie/domain';
import { connectDock } from '@eyrie/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../testing/caller.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

interface Added {
  oid: string;
  sn: string;
  secret: string;
  binding: { organizationId: string; code: string; expiresAt: number };
}

describe('the way of a dock into its organisation', () => {
  let server: TestServer;
  const open: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(async () => {
    for (const dock of open) await dock.close();
    await server.close();
  });

  const register = async (): Promise<Added> => {
    const sn = `W${randomUUID().slice(0, 8).toUpperCase()}`;
    const answer = await server.call(calls.dock.add, {
      name: '接入机场',
      model: '3-2-0',
      sn,
      groupOID: server.groupOID,
      vendor: 'DJI',
      bindByCode: true,
    });
    expect(answer).toMatchObject({ status: 200, data: { bound: false } });
    return { ...answer.data, sn };
  };
  const connect = async ({ sn, secret }: Pick<Added, 'sn' | 'secret'>, line: { clockSkew?: number } = {}) => {
    const dock = await connectDock({ url: server.running.mqtt, sn, secret, droneSn: `A${sn}`, ...line });
    open.push(dock);
    return dock;
  };
  const connection = async (oid: string) => (await server.call(calls.connection.get, { oid })).data;
  const stepShows = (oid: string, step: string, fits: object) =>
    until(
      `${step} ${JSON.stringify(fits)}`,
      async () =>
        ((await connection(oid)).steps as ConnectionStepRecord[]).find((one) => one.step === step) ?? null,
      (one) => one !== null && Object.entries(fits).every(([key, value]) => Reflect.get(one, key) === value),
    );

  it('is lit step by step, from the sign-in to the first telemetry, by a code that works once', async () => {
    const added = await register();
    const { oid, binding } = added;
    expect(await connection(oid)).toMatchObject({
      bound: false,
      steps: [],
      codeExpiresAt: binding.expiresAt,
    });
    const dock = await connect(added);
    await stepShows(oid, 'connect', { outcome: 'done', protocol: 4, code: 0 });
    await stepShows(oid, 'tls', { outcome: 'skipped' });

    // Before it has named its code nothing of it counts.
    await dock.osdParts();
    await dock.start({ code: binding.code.toLowerCase(), organizationId: binding.organizationId });
    for (const step of ['config', 'bindStatus', 'organisationGet', 'organisationBind', 'topology'])
      await stepShows(oid, step, { outcome: 'done' });
    expect((await connection(oid)).steps.some(({ step }: { step: string }) => step === 'telemetry')).toBe(
      false,
    );
    await dock.osdParts();
    await stepShows(oid, 'telemetry', { outcome: 'done', fault: null });
    expect(await connection(oid)).toMatchObject({ bound: true, codeExpiresAt: null });
    expect(await server.call(calls.connection.bindingCode, { oid })).toMatchObject({
      status: 409,
      data: { reason: 'alreadyBound' },
    });
    await until(
      'what came too early',
      async () => (await server.call(calls.deviceMessage.unusable, { oid })).data.list,
      (list: { reason: string; what: string }[]) =>
        list.some(({ reason, what }) => reason === 'notBound' && what === 'osd'),
    );

    await dock.close();
    await stepShows(oid, 'connect', { outcome: 'failed', fault: 'disconnected' });
  });

  it('names a wrong password, and a new one ends the former', async () => {
    const added = await register();
    const { oid, sn, secret } = added;
    await expect(connect({ sn, secret: 'guessed' })).rejects.toThrow('refused');
    await stepShows(oid, 'connect', { outcome: 'failed', fault: 'wrongPassword', code: 4, protocol: 4 });
    const renewed = await server.call(calls.connection.renewSecret, { oid });
    expect(renewed.data).toMatchObject({ sn });
    // The broker, a process of its own, may still have the answer of a moment ago.
    const tried = () =>
      connect({ sn, secret }).then(
        () => 'taken',
        (error: unknown) => String(error),
      );
    expect(await until('the end of the former password', tried, (said) => said !== 'taken')).toContain(
      'refused',
    );
    await connect({ sn, secret: renewed.data.secret });
    await stepShows(oid, 'connect', { outcome: 'done' });
  });

  it('names a wrong organisation, a wrong, an expired and a used code, and answers each with its number', async () => {
    const added = await register();
    const { oid, binding } = added;
    const dock = await connect(added);
    const ask = async (code: string, organizationId = binding.organizationId) =>
      (
        await dock.request('airport_organization_get', {
          device_binding_code: code,
          organization_id: organizationId,
        })
      ).data;
    expect(await ask(binding.code, 'another')).toEqual({ result: 210_234 });
    await stepShows(oid, 'organisationGet', { fault: 'organisationWrong', code: 210_234 });
    expect(await ask('WRONG123')).toEqual({ result: 210_229 });
    await stepShows(oid, 'organisationGet', { fault: 'codeWrong' });

    await server.database.connection.kysely
      .updateTable('binding_code')
      .set({ expires_at: new Date(0) })
      .where('dock_oid', '=', oid)
      .execute();
    expect(await ask(binding.code)).toEqual({ result: 210_230 });
    await stepShows(oid, 'organisationGet', { fault: 'codeExpired' });
    const again = await server.call(calls.connection.bindingCode, { oid });
    expect(await ask(binding.code)).toEqual({ result: 210_229 });
    expect(await ask(again.data.code)).toMatchObject({ result: 0 });
    await stepShows(oid, 'organisationGet', { outcome: 'done' });
  });

  it('tells a clock that is off, and a dock that leaves after it read the licence', async () => {
    const added = await register();
    const { oid, binding } = added;
    const dock = await connect(added, { clockSkew: 41_000 });
    await dock.start({ code: binding.code, organizationId: binding.organizationId });
    await dock.osdParts();
    await stepShows(oid, 'telemetry', { outcome: 'failed', fault: 'clockOff', clockOffset: 41 });

    const other = await register();
    const refusing = await connect(other);
    await refusing.request('config', { config_type: 'json', config_scope: 'product' });
    await stepShows(other.oid, 'config', { outcome: 'done' });
    await refusing.close();
    await stepShows(other.oid, 'config', { outcome: 'failed', fault: 'licenceRefused' });
  });

  it('is put into one file, without a secret', async () => {
    const added = await register();
    const dock = await connect(added);
    await dock.start({ code: added.binding.code, organizationId: added.binding.organizationId });
    const file = await until(
      'messages',
      async () => {
        const answer = await server.call(calls.connection.diagnosis, { oid: added.oid });
        return JSON.stringify(answer.data ?? answer);
      },
      (text) => text.includes('airport_organization_bind') && text.includes('organisationBind'),
    );
    expect(file).toContain('organisationBind');
    expect(file).not.toContain(added.secret);
  });

  it('is asked at the address that docks are given', async () => {
    expect((await server.call(calls.connection.reach, {})).data).toMatchObject({
      scope: 'machine',
      reached: true,
      fault: null,
    });
  });

  it('names a topic that the broker refused, with how often, and a rule that a value breaks', async () => {
    const added = await register();
    const { oid, sn } = added;
    const unusable = async (): Promise<UnusableRecord[]> =>
      (await server.call(calls.deviceMessage.unusable, { oid })).data.list;
    const shows = (what: string, fits: Partial<UnusableRecord>) =>
      until(what, unusable, (list) =>
        list.some(
          (one) =>
            one.what === what &&
            Object.entries(fits).every(([key, value]) => Reflect.get(one, key) === value),
        ),
      );
    const dock = await connect(added);
    await dock.start({ code: added.binding.code, organizationId: added.binding.organizationId });
    await dock.osd('A', { humidity: 'wet', latitude: 191, longitude: 113 });
    await shows('humidity', { reason: 'wrongType', rule: 'number' });
    await shows('latitude', { reason: 'outOfRange', rule: '-90..90', sample: '191' });

    // The broker ends the connection instead of an answer.
    void dock.raw(`thing/product/${sn}/telemetry`, '{}').catch(() => undefined);
    await shows(`thing/product/${sn}/telemetry`, { reason: 'unknownTopic', count: 1 });
    const again = await connect(added);
    void again.raw('thing/product/SOMEBODYELSE/services_reply', '{}').catch(() => undefined);
    await shows('thing/product/SOMEBODYELSE/services_reply', { reason: 'wrongSerial' });
    const { data } = await server.call(calls.connection.get, { oid });
    expect(data.unusable.count).toBeGreaterThanOrEqual(4);
    expect(data.unusable.newest).toMatchObject({ reason: 'wrongSerial' });
  });

  it('says of a dock that is bound here and names another organisation that it is bound elsewhere', async () => {
    const added = await register();
    const { oid, binding } = added;
    const dock = await connect(added);
    await dock.start({ code: binding.code, organizationId: binding.organizationId });
    const named = { device_binding_code: 'ANY', organization_id: randomUUID() };
    const answer = await dock.request('airport_organization_get', named);
    expect(answer.data).toEqual({ result: 210_232 });
    await stepShows(oid, 'organisationGet', { fault: 'otherOrganisation', code: 210_232 });
    // Its own organisation needs no code any more.
    const own = { ...named, organization_id: binding.organizationId };
    expect((await dock.request('airport_organization_get', own)).data).toMatchObject({ result: 0 });
  });

  it('says what a dock needs, and what it is given but for what is shown once', async () => {
    const added = await register();
    const { data } = await server.call(calls.connection.needs, {});
    const states = Object.fromEntries(
      (data.list as ConnectionNeed[]).map(({ need, state }) => [need, state]),
    );
    // A test server stands on its own machine and has no licence.
    expect(states).toMatchObject({ licence: 'missing', brokerAddress: 'missing', dock: 'notChecked' });
    const known = await connection(added.oid);
    expect(known).toMatchObject({
      sn: added.sn,
      organizationId: added.binding.organizationId,
      watched: true,
      unusable: { count: 0, newest: null },
    });
    expect(JSON.stringify(known)).not.toContain(added.secret);
    expect(JSON.stringify(known)).not.toContain(added.binding.code);
  });
});
