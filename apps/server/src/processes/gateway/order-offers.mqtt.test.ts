import { randomUUID } from 'node:crypto';
import { calls, limits, memberMethods, watchSubscription } from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../testing/caller.ts';
import { readLive, type LiveReader } from '../../testing/live-reader.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const tabId = 'tab-of-the-monitor';

describe('what may be ordered of a dock', () => {
  let server: TestServer;
  let oid: string;
  let dock: DockClient;
  let watching: LiveReader;
  let elsewhere: LiveReader;
  let reporting: NodeJS.Timeout;
  let flies = false;

  const shows = async (): Promise<void> => {
    await dock.osdParts({ A: flies ? { mode_code: 4, drone_in_dock: 0 } : {} });
    await dock.droneOsd(flies ? { mode_code: 17, elevation: 60 } : {});
  };
  beforeAll(async () => {
    server = await startTestServer();
    ({ oid, dock } = await server.addDock());
    await dock.topology(true);
    await shows();
    reporting = setInterval(() => void shows().catch(() => undefined), 1_000);
    const who = await server.login();
    watching = await readLive(server.running.url, who);
    elsewhere = await readLive(server.running.url, who);
    await watching.watch(watchSubscription('orderOffers', who.groupRoot, oid));
  });
  afterAll(async () => {
    clearInterval(reporting);
    watching?.stop();
    elsewhere?.stop();
    await server?.close();
  });

  const offered = (method: string): string | null | undefined =>
    watching.last('orderOffers', oid)?.data.orders.find((one) => one.method === method)?.refusedFor;
  const shown = (method: string, reason: string | null) =>
    until(
      `${method} ${reason}`,
      () => offered(method),
      (one) => one === reason,
    );
  const give = async (method: 'flightPause' | 'returnHomeCancel') =>
    server.call(calls.command[method], {
      oid,
      key: randomUUID(),
      tabId,
      epoch: await server.takeLease(oid, tabId),
      issuedAt: Date.now(),
      ...(method === 'returnHomeCancel' ? { nonce: await server.nonceFor(oid, method) } : {}),
    });

  it('comes to the page that shows it, whole, for every order that members give, and to no other page', async () => {
    await shown('flightPause', 'droneNotInFlight');
    const data = watching.last('orderOffers', oid)?.data;
    expect(data?.orders.map(({ method }) => method)).toEqual(memberMethods);
    expect(Math.abs(Date.now() - (data?.at ?? 0))).toBeLessThan(limits.orderOffers.fresh);
    expect(elsewhere.heard.filter(({ name }) => name === 'orderOffers')).toEqual([]);
  });

  it('is what refuses the order, and follows what the aircraft does', async () => {
    await shown('hover', 'droneNotInFlight');
    expect(await give('flightPause')).toMatchObject({ status: 409, data: { reason: 'droneNotInFlight' } });
    flies = true;
    await shown('hover', null);
    await shown('takeOff', 'dockBusy');
    await shown('returnHomeCancel', 'notReturning');
    expect(await give('returnHomeCancel')).toMatchObject({ status: 409, data: { reason: 'notReturning' } });
  });

  it('comes at most once a second, and unchanged with an age that can be believed', async () => {
    const before = watching.heard.length;
    const begun = performance.now();
    const count = (): number =>
      watching.heard.slice(before).filter(({ name }) => name === 'orderOffers').length;
    await until('said again', count, (messages) => messages >= 2, 4 * limits.orderOffers.repeatEvery);
    expect(count()).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - begun) / 1_000));
    const times = watching.heard.flatMap((one) =>
      one.name === 'orderOffers' ? [(one.data as { at: number }).at] : [],
    );
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(times).size).toBe(times.length);
  });
});
