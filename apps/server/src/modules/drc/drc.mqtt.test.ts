import { setTimeout as delay } from 'node:timers/promises';
import { calls, closedStickReport, watchSubscription } from '@eyrie/domain';
import { promised } from '@eyrie/testing';
import { connectAsync } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../testing/caller.ts';
import { openSticks } from '../../testing/drc-clients.ts';
import { readLive } from '../../testing/live-reader.ts';
import {
  closeLinks,
  closeSticksServer,
  closing,
  connect,
  dock,
  fly,
  give,
  oid,
  openSticksServer,
  server,
  shows,
  sn,
  steer,
  tabId,
} from './drc.sticks.fixture.ts';
import { stopSuite } from './drc.stop.suite.fixture.ts';
import { endAccount, hasAccount, saveAccount } from './drc.store.ts';

const centre = { roll: 1024, pitch: 1024, throttle: 1024, yaw: 1024 };

describe('sticks', () => {
  beforeAll(openSticksServer);
  afterEach(closeLinks);
  afterAll(closeSticksServer);

  it('reach the aircraft as they are held, with heartbeats, and one centred frame follows the last', async () => {
    const flown = await fly();
    await steer(flown, 1, 0);
    await steer(flown, 12, 0.5);
    const { relay } = flown;
    await until(
      'silence',
      async () => performance.now() - (relay.heard.at(-1)?.at ?? 0),
      (ms) => ms > 700,
    );
    const frames = relay.frames().map(({ data }) => data?.['pitch']);
    expect(frames[0]).toBe(1024);
    // A machine that stalls makes the server centre once in between.
    expect(new Set(frames)).toEqual(new Set([1024, 1354]));
    expect(frames.filter((pitch) => pitch === 1354).length).toBeGreaterThan(4);
    expect(relay.frames().at(-1)?.data).toEqual(centre);
    const last = relay
      .frames()
      .slice(-2)
      .map(({ at }) => at);
    expect((last[1] ?? 0) - (last[0] ?? 0)).toBeGreaterThan(250);
    const beats = relay.heard.flatMap(({ method }, at) => (method === 'heart_beat' ? [at] : []));
    expect(beats.length).toBeGreaterThan(0);
    expect(beats.every((at) => relay.heard[at - 1]?.method === 'stick_control')).toBe(true);
    // A stick that is held through the silence moves nothing.
    const count = relay.frames().length;
    await steer(flown, 3, 0.5);
    expect(relay.frames()).toHaveLength(count);
    await until(
      'said to whoever flies',
      async () => flown.page.states.at(-1)?.fault,
      (fault) => fault === 'notCentred',
    );
  });

  it('have what the dock reports come to pages that watch it, to no others, and no longer than their link', async () => {
    const who = await server.login();
    const [watching, elsewhere] = [
      await readLive(server.running.url, who),
      await readLive(server.running.url, who),
    ];
    closing.push(watching.stop, elsewhere.stop);
    await watching.watch(watchSubscription('stickReport', who.groupRoot, oid));
    const { epoch, relay } = await fly();
    const around_distances = Array.from({ length: 360 }, (_, degree) => (degree === 90 ? 4_200 : 60_000));
    await relay.say('hsi_info_push', { around_distances, down_distance: 12_000, up_distance: 60_000 });
    await relay.say('osd_info_push', { attitude_head: -90, speed_x: 3, speed_y: 4, gimbal_pitch: -30 });
    await relay.say('delay_info_push', {
      sdr_cmd_delay: 38,
      liveview_delay_list: [{ video_id: 'A/81-0-0/normal-0', liveview_delay_time: 210 }],
    });
    const newest = async () => watching.last('stickReport', oid)?.data ?? null;
    const report = await until('reported', newest, (one) => one !== null && one.delays !== null);
    expect(report).toMatchObject({
      open: true,
      motion: { head: 270, speed: 5 },
      obstacles: { sensing: 'full', up: 60, down: 12 },
      delays: { command: 38, pictures: [{ videoId: 'A/81-0-0/normal-0', ms: 210 }] },
    });
    expect(report?.obstacles?.around?.filter((distance) => distance !== 60)).toEqual([4.2]);
    expect(report?.obstacles?.around?.[18]).toBe(4.2);
    for (const part of [report?.motion, report?.obstacles, report?.delays])
      expect(part?.ageMs).toBeGreaterThanOrEqual(0);
    expect((await give('drcExit', epoch)).status).toBe(200);
    await until('closed', newest, (one) => one?.open === false);
    expect(await newest()).toEqual(closedStickReport);
    expect(elsewhere.heard.filter(({ name }) => name === 'stickReport')).toEqual([]);
  });

  it('end within two seconds of the lease, and the dock is asked to close its link', async () => {
    const flown = await fly();
    await steer(flown, 2, 0);
    const before = dock.services('drc_mode_exit').length;
    await server.call(calls.lease.release, { oid, control: 'flight', tabId, epoch: flown.epoch });
    const lost = performance.now();
    const steering = steer(flown, 20, 0);
    await dock.waitForService('drc_mode_exit', before + 1);
    expect(performance.now() - lost).toBeLessThan(promised(2_000));
    await steering;
    expect(flown.page.states.at(-1)).toMatchObject({ forwarding: false, endedBy: 'controlGone' });
    expect((flown.relay.frames().at(-1)?.at ?? 0) - lost).toBeLessThan(promised(1_500));
    expect(await connect()).toMatchObject({ status: 409, data: { reason: 'controlMissing' } });
  });

  it('of whoever enters at once after another keep their account and their link', async () => {
    const first = await fly();
    await steer(first, 2, 0);
    const exits = dock.services('drc_mode_exit').length;
    await server.call(calls.lease.release, { oid, control: 'flight', tabId, epoch: first.epoch });
    // Meanwhile all that the end of the first brings about has happened.
    dock.answer('drc_mode_enter', { kind: 'late', ms: 900 });
    const second = await fly();
    dock.answer('drc_mode_enter', { kind: 'ok' });
    await steer(second, 1, 0);
    await steer(second, 15, 0.5);
    expect(second.relay.mqtt.connected).toBe(true);
    // On a busy machine a frame may come late: its sticks count again once they were centred.
    await until(
      'the aircraft moves',
      async () => {
        await steer(second, 2, 0);
        await steer(second, 5, 0.5);
        return second.relay.frames().at(-1)?.data?.['pitch'];
      },
      (pitch) => pitch === 1354,
    );
    expect(second.page.states.at(-1)).toMatchObject({ forwarding: true });
    const entered = dock.services('drc_mode_enter').at(-1)?.at ?? 0;
    expect(dock.services('drc_mode_exit').filter(({ at }) => at > entered)).toEqual([]);
    expect(dock.services('drc_mode_exit').length - exits).toBeLessThan(2);
  });

  it('have an account that only the end of their own run takes back', async () => {
    const { kysely } = server.database.connection;
    const [former, present] = [Buffer.from('former'), Buffer.from('present')];
    const dismissed: string[] = [];
    const end = (account: Buffer) =>
      endAccount(kysely, oid, account, async () => void dismissed.push('once'));
    await saveAccount(kysely, oid, former, new Date(Date.now() + 60_000));
    await saveAccount(kysely, oid, present, new Date(Date.now() + 60_000));
    expect(await end(former)).toBe(false);
    expect([await hasAccount(kysely, oid), dismissed]).toEqual([true, []]);
    expect(await end(present)).toBe(true);
    expect([await hasAccount(kysely, oid), dismissed]).toEqual([false, ['once']]);
  });

  it('of an earlier epoch move nothing once a change of control was answered', async () => {
    const flown = await fly();
    await steer(flown, 1, 0);
    const steering = steer(flown, 12, 0.5);
    await until(
      'moving',
      async () => flown.relay.frames().at(-1)?.data?.['pitch'],
      (pitch) => pitch === 1354,
    );
    const nonce = await server.nonceFor(oid, 'leaseOverride');
    const taken = await server.call(calls.lease.override, {
      oid,
      control: 'flight',
      tabId: 'another-tab-of-mine',
      reason: 'somebody else flies',
      nonce,
    });
    const answered = performance.now();
    expect(taken.status).toBe(200);
    await steering;
    const last = flown.relay.frames().at(-1)?.at ?? 0;
    expect(last - answered).toBeLessThan(15);
    expect(flown.page.states.at(-1)).toMatchObject({ forwarding: false, endedBy: 'controlGone' });
    await server.call(calls.lease.release, {
      oid,
      control: 'flight',
      tabId: 'another-tab-of-mine',
      epoch: taken.data.epoch,
    });
  });

  it('stop with the connection of the page, and nothing of it is sent again', async () => {
    const flown = await fly();
    await steer(flown, 1, 0);
    await steer(flown, 3, 1);
    const killed = performance.now();
    flown.page.socket.terminate();
    await until(
      'centred',
      async () => flown.relay.frames().at(-1)?.data,
      (data) => data?.['pitch'] === 1024,
    );
    expect((flown.relay.frames().at(-1)?.at ?? 0) - killed).toBeLessThan(promised(600));
    const count = flown.relay.heard.length;
    await delay(700);
    expect(flown.relay.heard).toHaveLength(count);
  });

  it('come from the connection that their tab opened last', async () => {
    const flown = await fly();
    const page = await openSticks(server.running.url, (await connect()).data.code as string);
    if (!page) throw new Error('the code was not taken');
    closing.push(() => page.socket.terminate());
    await until('its connection before ended', async () => flown.page.closed(), Boolean);
    await until('clocks compared', async () => page.asked(), Boolean);
    page.frame(flown.epoch);
    await until('armed', async () => flown.relay.frames().length, Boolean);
  });

  it('of wrong values, of another epoch and of the past move nothing', async () => {
    const { epoch, relay, page } = await fly();
    page.frame(epoch);
    await until(
      'armed',
      async () => relay.frames().length,
      (count) => count === 1,
    );
    for (const pitch of [1e9, -1e9, '1', null, true])
      page.say(
        JSON.stringify({
          kind: 'frame',
          epoch,
          seq: 900,
          at: performance.now(),
          sticks: { roll: 0, pitch, throttle: 0, yaw: 0 },
        }),
      );
    page.say(
      '{"kind":"frame","epoch":1,"seq":901,"at":1,"sticks":{"roll":NaN,"pitch":0,"throttle":0,"yaw":0}}',
    );
    await until(
      'refused by name',
      async () => page.refused.length,
      (count) => count === 6,
    );
    expect(page.refused.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'sticks.pitch'));
    page.frame(epoch - 1, { pitch: 1 });
    await delay(60);
    page.frame(epoch, { pitch: 1 }, { at: performance.now() - 400 });
    await delay(60);
    page.frame(epoch, { pitch: 1 }, { at: performance.now() + 3_600_000 });
    await delay(60);
    page.frame(epoch, { pitch: 1 }, { seq: 0 });
    await until(
      'all dropped',
      async () => page.states.at(-1)?.dropped ?? 0,
      (count) => count === 4,
    );
    expect(relay.frames().every(({ data }) => data?.['pitch'] === 1024)).toBe(true);
  });

  it('of a page that says a thousand a second end its connection', async () => {
    const { epoch, relay, page } = await fly();
    for (let count = 0; count < 1_000; count += 1) page.frame(epoch);
    await until('closed', async () => page.closed(), Boolean);
    expect(relay.frames().length).toBeLessThan(4);
  });

  stopSuite();

  it('are refused while the dock does not report its aircraft, and end when it stays silent', async () => {
    const flown = await fly();
    await steer(flown, 1, 0);
    flown.relay.silence();
    await delay(600);
    const moving = () => flown.relay.frames().filter(({ data }) => data?.['pitch'] !== 1024).length;
    await steer(flown, 3, 0);
    await steer(flown, 2, 1);
    expect(moving()).toBe(0);
    await until(
      'ended',
      async () => flown.page.states.at(-1)?.endedBy,
      (why) => why === 'linkLost',
    );
  });

  it('are closed by whoever flies', async () => {
    const { epoch, page } = await fly();
    expect(await give('drcExit', epoch)).toMatchObject({ status: 200, data: { state: 'succeeded' } });
    await until(
      'ended',
      async () => page.states.at(-1)?.endedBy,
      (why) => why === 'left',
    );
    expect(await connect()).toMatchObject({
      status: 409,
      message: 'Please ensure the DRC link is established',
    });
  });

  it('need lease, tab and aircraft in flight; a code is good once, and the account for sticks alone', async () => {
    let { epoch } = await fly();
    expect(await connect('another-tab-of-mine')).toMatchObject({ data: { reason: 'controlOtherTab' } });
    const { data } = await connect();
    const first = await openSticks(server.running.url, data.code as string);
    closing.push(() => first?.socket.terminate());
    expect(first).not.toBe(null);
    expect(await openSticks(server.running.url, data.code as string)).toBe(null);
    expect(await openSticks(server.running.url, 'guessed')).toBe(null);
    const info = await server.call(calls.drc.info, { oid });
    expect(info.data).toMatchObject({ holder: { mine: true }, state: { forwarding: true } });

    const order = dock.services('drc_mode_enter').at(-1)?.data;
    const given = (order as { mqtt_broker: { address: string; username: string; password: string } })
      .mqtt_broker;
    const other = await connectAsync(`mqtt://${given.address}`, {
      username: given.username,
      password: given.password,
      clientId: 'one-more',
      reconnectPeriod: 0,
    });
    const gone = new Promise<void>((resolve) => other.once('close', () => resolve()));
    other.publish(`thing/product/${sn}/osd`, '{}');
    await gone;

    await give('drcExit', epoch);
    await until(
      'not in flight',
      async () => {
        // Both last for seconds: a lease, and what the dock reported.
        epoch = await server.takeLease(oid, tabId);
        await shows({ mode_code: 0, elevation: 0 });
        return (await give('drcEnter', epoch)).data?.reason as string;
      },
      (reason) => reason === 'droneNotInFlight',
    );
    await server.call(calls.lease.release, { oid, control: 'flight', tabId, epoch });
    await shows();
    expect((await give('drcEnter', epoch)).status).toBe(409);
  });
});
