import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { calls } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { until } from '../../testing/caller.ts';
import { fly, oid, server, tabId } from './drc.sticks.fixture.ts';

/** Sticks that are stopped, and that land. */
export function stopSuite(): void {
  it('are locked by the emergency stop until they are centred', async () => {
    const { epoch, relay, page } = await fly();
    page.frame(epoch);
    await until('armed', async () => relay.frames().length, Boolean);
    page.say(JSON.stringify({ kind: 'stop', epoch }));
    await until(
      'stopped',
      async () => relay.heard.at(-1)?.method,
      (method) => method === 'drone_emergency_stop',
    );
    page.frame(epoch, { pitch: 1 });
    await until(
      'dropped',
      async () => page.states.at(-1)?.fault,
      (fault) => fault === 'notCentred',
    );
    page.say(JSON.stringify({ kind: 'stop', epoch: epoch - 1 }));
    page.frame(epoch);
    await until(
      'centred',
      async () => relay.frames().length,
      (count) => count === 2,
    );
    expect(relay.heard.filter(({ method }) => method === 'drone_emergency_stop')).toHaveLength(1);
  });

  it('land the aircraft by two steps of whoever flies, once, and hover where that is stopped', async () => {
    const { epoch, relay, page } = await fly();
    const sent = () => relay.heard.filter(({ method }) => method === 'drc_force_landing').length;
    const step = async (message: object) => {
      const count = page.landings.length;
      page.say(JSON.stringify({ landing: 'force', epoch, ...message }));
      await until(
        'answered',
        async () => page.landings.length,
        (length) => length > count,
      );
      return page.landings.at(-1) ?? { nonce: null, fault: null };
    };
    page.frame(epoch);
    await until('armed', async () => relay.frames().length, Boolean);
    const ask = () => step({ kind: 'askLanding' });
    const land = (nonce: string | null, differs: object = {}) =>
      step({ kind: 'land', nonce: nonce ?? '', ...differs });
    expect(await land('guessed')).toMatchObject({ fault: 'nonceSpent' });
    expect(await step({ kind: 'askLanding', epoch: epoch - 1 })).toMatchObject({ fault: 'otherHolder' });
    const first = await ask();
    expect(await land(first.nonce, { epoch: epoch - 1 })).toMatchObject({ fault: 'otherHolder' });
    expect(await land(first.nonce, { landing: 'emergency' })).toMatchObject({ fault: 'nonceSpent' });
    expect(await land(first.nonce)).toMatchObject({ fault: 'nonceSpent' });
    expect(sent()).toBe(0);

    const { nonce } = await ask();
    expect(await land(nonce)).toMatchObject({ nonce: null, fault: null });
    await until('sent', sent, (count) => count === 1);
    expect(await land(nonce)).toMatchObject({ fault: 'landingRuns' });
    expect(await ask()).toMatchObject({ fault: 'landingRuns' });
    await relay.say('drc_force_landing', { result: 0 });
    await until(
      'answered by the dock',
      async () => page.states.at(-1)?.landing,
      (landing) => landing?.result === 0,
    );
    const frames = relay.frames().length;
    page.frame(epoch);
    await delay(60);
    page.frame(epoch, { pitch: 1 });
    await until(
      'locked',
      async () => page.states.at(-1)?.fault,
      (fault) => fault === 'landing',
    );
    expect(relay.frames()).toHaveLength(frames);

    page.say(JSON.stringify({ kind: 'stop', epoch }));
    await until(
      'stopped',
      () => relay.heard.map(({ method }) => method),
      (methods) => methods.includes('drone_emergency_stop'),
    );
    const stopped = await until(
      'reported',
      () => page.states.at(-1),
      (state) => state?.stop?.count === 1,
    );
    expect(sent()).toBe(1);
    // Silence of the dock is not success, its answer is: until then it may land.
    expect(stopped).toMatchObject({ stop: { result: null, state: 'sent' }, landing: { result: 0 } });
    await relay.say('drone_emergency_stop', { result: 0 });
    await until(
      'confirmed by the dock',
      () => page.states.at(-1),
      (state) => state?.stop?.state === 'accepted' && state.landing === null,
    );
    const rows = await until(
      'both written down',
      async () =>
        server.database.connection.kysely
          .selectFrom('audit_log')
          .select(['action', 'outcome', 'lease_epoch'])
          .where('dock_oid', '=', oid)
          .where('action', 'in', ['drc.land', 'drc.stop'])
          .where('lease_epoch', '=', String(epoch))
          .orderBy('chain_seq')
          .execute(),
      (all) =>
        all
          .slice(-4)
          .map(({ action }) => action)
          .join() === 'drc.land,drc.land,drc.stop,drc.stop',
    );
    expect(rows.slice(-4).map(({ action, outcome }) => [action, outcome])).toEqual([
      ['drc.land', 'authorised'],
      ['drc.land', 'accepted'],
      ['drc.stop', 'sent'],
      ['drc.stop', 'accepted'],
    ]);
  });

  it('stop that a stalled dock does not take is not confirmed, may be pressed again, and is not carried out later', async () => {
    const { epoch, relay, page } = await fly();
    page.frame(epoch);
    await until('armed', async () => relay.frames().length, Boolean);
    const rows = async () =>
      server.database.connection.kysely
        .selectFrom('audit_log')
        .select('outcome')
        .where('action', '=', 'drc.stop')
        .where('lease_epoch', '=', String(epoch))
        .orderBy('chain_seq')
        .execute();
    const before = (await rows()).length;
    // It takes nothing more, and reports nothing more.
    relay.silence();
    (relay.mqtt.stream as unknown as { pause(): void }).pause();
    const known = async () => page.states.at(-1)?.stop;
    page.say(JSON.stringify({ kind: 'stop', epoch }));
    expect(await until('sent', known, Boolean)).toMatchObject({ count: 1, state: 'sent' });
    page.say(JSON.stringify({ kind: 'stop', epoch }));
    expect(await until('sent again', known, (stop) => stop?.count === 2)).toMatchObject({ state: 'sent' });
    expect(await until('not confirmed', known, (stop) => stop?.state !== 'sent')).toMatchObject({
      count: 2,
      result: null,
      state: 'unknown',
    });
    const written = await until(
      'written down',
      rows,
      (all) => all.length >= before + 2 && all.at(-1)?.outcome === 'unknown',
    );
    expect(new Set(written.slice(before).map(({ outcome }) => outcome))).toEqual(
      new Set(['sent', 'unknown']),
    );
  });

  it('that reach nobody do not count as passed, and a stop that reaches nobody has failed', async () => {
    const { epoch, relay, page } = await fly();
    page.frame(epoch);
    await until('armed', async () => relay.frames().length, Boolean);
    relay.silence();
    relay.mqtt.stream.destroy();
    page.say(JSON.stringify({ kind: 'stop', epoch }));
    await until(
      'failed',
      async () => page.states.at(-1)?.stop,
      (stop) => stop?.state === 'failed',
    );
    page.frame(epoch);
    await until(
      'dropped',
      async () => page.states.at(-1),
      (state) => state?.fault === 'notForwarded',
    );
    expect(page.states.at(-1)).toMatchObject({ passed: 1, dropped: 1 });
  });

  it('land no aircraft of a model whose documents have no such landing', async () => {
    const first = await server.addDock('3-1-0');
    await first.dock.topology(true);
    await first.dock.osdParts({ A: { mode_code: 4, drone_in_dock: 0 } });
    await first.dock.droneOsd({ mode_code: 17, elevation: 60 });
    const request = { oid: first.oid, key: randomUUID(), tabId, issuedAt: Date.now() };
    const epoch = await server.takeLease(first.oid, tabId);
    await until(
      'refused by its model',
      async () => {
        const key = randomUUID();
        const asked = { ...request, key, epoch, issuedAt: Date.now() };
        return (await server.call(calls.command.drcEnter, asked)).data?.reason as string;
      },
      (reason) => reason === 'methodMissing',
    );
    expect((await server.call(calls.drc.connect, { oid: first.oid, tabId })).status).toBe(409);
  });
}
