/** A server with one dock whose aircraft is in flight, and somebody who flies it by sticks. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { calls } from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import { expect } from 'vitest';
import { until } from '../../testing/caller.ts';
import { openLink, openSticks, type RelayClient, type SticksClient } from '../../testing/drc-clients.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

export const tabId = 'tab-with-the-sticks';
export let server: TestServer;
export let oid: string;
export let sn: string;
export let dock: DockClient;
let reporting: NodeJS.Timeout;
export const closing: (() => unknown)[] = [];

export async function openSticksServer(): Promise<void> {
  server = await startTestServer();
  ({ oid, sn, dock } = await server.addDock());
  await dock.topology(true);
  await shows();
  reporting = setInterval(() => void shows().catch(() => undefined), 1_000);
}
export async function closeLinks(): Promise<void> {
  for (const close of closing.splice(0)) await close();
}
export async function closeSticksServer(): Promise<void> {
  clearInterval(reporting);
  await server.close();
}

export const shows = async (differs: object = {}): Promise<void> => {
  await dock.osdParts({ A: { mode_code: 4, drone_in_dock: 0 } });
  await dock.droneOsd({ mode_code: 17, elevation: 60, ...differs });
};
export const give = (word: 'drcEnter' | 'drcExit', epoch: number | undefined) =>
  server.call(calls.command[word], { oid, key: randomUUID(), tabId, epoch, issuedAt: Date.now() });
export const connect = (tab = tabId) => server.call(calls.drc.connect, { oid, tabId: tab });
const lease = (): Promise<number> => server.takeLease(oid, tabId);

/** Somebody flies: lease, link of the dock, connection of the page. */
export const fly = async (): Promise<{ epoch: number; relay: RelayClient; page: SticksClient }> => {
  const epoch = await lease();
  const relay = await openLink(server, { oid, sn, dock, tabId, epoch });
  closing.push(relay.close);
  const { data, status } = await connect();
  expect(status).toBe(200);
  const page = await openSticks(server.running.url, data.code as string);
  if (!page) throw new Error('the code was not taken');
  closing.push(() => page.socket.terminate());
  await until('clocks compared', async () => page.asked(), Boolean);
  await until(
    'the aircraft heard',
    async () => page.states.at(-1)?.heardAgo ?? null,
    (ms) => ms !== null,
  );
  return { epoch, relay, page };
};
/** Frames ten times a second, as a page sends them. */
export const steer = async (flown: Awaited<ReturnType<typeof fly>>, frames: number, pitch: number) => {
  for (let left = frames; left > 0; left -= 1) {
    flown.page.frame(flown.epoch, { pitch });
    await delay(100);
  }
};
