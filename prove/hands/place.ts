/** A server as people start it, docks in the air, and people with sticks. */
import { randomUUID } from 'node:crypto';
import { calls } from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import { callAt, signIn, until, type Answer } from '../../apps/server/src/testing/caller.ts';
import {
  openRelay,
  openSticks,
  type RelayClient,
  type SticksClient,
} from '../../apps/server/src/testing/drc-clients.ts';
import { createOperator } from '../../apps/server/src/testing/operator.ts';
import { startServerProcess } from '../../apps/server/src/testing/server-process.ts';
import { openTcpProxy, type TcpProxy } from '../../apps/server/src/testing/tcp-proxy.ts';
import { password } from '../../e2e/support/product.ts';
import type { Proof } from '../proof.ts';

/** Somebody with sticks at one tab. */
export interface Hand {
  token: string;
  tabId: string;
  /** Between the page and its server. */
  way: TcpProxy;
}

export interface HandDock {
  oid: string;
  sn: string;
  dock: DockClient;
  hands: readonly [Hand, Hand];
  relays: RelayClient[];
}

/** Somebody who flies. */
export interface Flown {
  hand: Hand;
  epoch: number;
  page: SticksClient;
}

export const docksAtOnce = 10;
/** Members who fly and look on. Each has ten sessions, and a session eight live connections and two pages with sticks. */
const colleagues = ['second', 'third', 'fourth'];
const sessionsOfEach = 10;

const [firstPassword, ownPassword] = ['Kestrel#Nest42', 'Kestrel_42x'];

/** @returns sessions of another member with every right, after the password of the first one was changed */
const sessionsOf = async (url: string, token: string, groupOID: string, account: string) => {
  const roles = await callAt(url, token, calls.member.grantableRoles);
  const saved = await callAt(url, token, calls.member.save, {
    account,
    name: account,
    password: firstPassword,
    groupOID,
    roleOIDs: (roles.data as { oid: string }[]).map(({ oid }) => oid),
  });
  if (saved.status !== 200) throw new Error(saved.message);
  const restricted = await signIn(url, account, firstPassword);
  const change = { oldPassword: firstPassword, newPassword: ownPassword, confirmPassword: ownPassword };
  const changed = await callAt(url, restricted.token, calls.member.changePassword, change);
  if (changed.status !== 200) throw new Error(changed.message);
  const sessions: Awaited<ReturnType<typeof signIn>>[] = [];
  for (let count = 0; count < sessionsOfEach; count += 1)
    sessions.push(await signIn(url, account, ownPassword));
  return sessions;
};

export const openPlace = async (proof: Proof) => {
  const { onEnd } = proof;
  const server = await startServerProcess({
    EYRIE_DATA_DIR: proof.folder(),
    EYRIE_ADMIN_PASSWORD: password,
    EYRIE_LOG_LEVEL: 'warn',
    EYRIE_PROCESSES: 'all',
  });
  onEnd(() => server.end());
  await server.ready();
  const devices = server.mqtt;
  const port = Number(new URL(server.url).port);
  const { token, groupOID } = await signIn(server.url, 'admin', password);
  const operator = createOperator({ url: server.url, mqtt: devices, token, groupOID });
  onEnd(() => operator.close());

  const members: Awaited<ReturnType<typeof signIn>>[] = [];
  for (const account of colleagues) members.push(...(await sessionsOf(server.url, token, groupOID, account)));
  const tokens = members.slice(0, docksAtOnce).map((one) => one.token);
  let handsMade = 0;
  const handAt = async (name: string): Promise<Hand> => {
    const way = await openTcpProxy('127.0.0.1', port);
    onEnd(() => way.close());
    const own = tokens[handsMade % tokens.length] ?? '';
    handsMade += 1;
    return { way, tabId: `tab-of-dock-${name}`, token: own };
  };
  const docks: HandDock[] = [];
  for (let index = 0; index < docksAtOnce; index += 1) {
    const { oid, sn, dock } = await operator.addDock();
    const hands = [await handAt(`${index}-a`), await handAt(`${index}-b`)] as const;
    await dock.topology(true);
    docks.push({ oid, sn, dock, hands, relays: [] });
  }
  const speak = async ({ dock }: HandDock): Promise<void> => {
    await dock.osdParts({ A: { mode_code: 4, drone_in_dock: 0 } });
    await dock.droneOsd({ mode_code: 17, elevation: 60 });
  };
  const voice = setInterval(() => void Promise.all(docks.map(speak)).catch(() => undefined), 1_000);
  onEnd(() => clearInterval(voice));

  const call = (hand: Hand, declaration: Parameters<typeof callAt>[2], request: Record<string, unknown>) =>
    callAt(server.url, hand.token, declaration, request);
  const nonceOf = async (hand: Hand, oid: string): Promise<string> =>
    (await call(hand, calls.command.challenge, { oid, method: 'leaseOverride' })).data.nonce as string;
  const override = (hand: Hand, oid: string, nonce: string): Promise<Answer> =>
    call(hand, calls.lease.override, {
      oid,
      control: 'flight',
      tabId: hand.tabId,
      reason: 'a proof of hands',
      nonce,
    });
  const leaseOf = async (hand: Hand, oid: string): Promise<number> => {
    const taken = await call(hand, calls.lease.take, { oid, control: 'flight', tabId: hand.tabId });
    if (taken.status === 200) return taken.data.epoch as number;
    const { status, message, data } = await override(hand, oid, await nonceOf(hand, oid));
    if (status !== 200) throw new Error(`override: ${status} ${message}`);
    return data.epoch as number;
  };
  const openPage = async (at: HandDock, hand: Hand): Promise<SticksClient> => {
    const page = await until(
      'a page with sticks',
      async () => {
        const { status, data, message } = await call(hand, calls.drc.connect, {
          oid: at.oid,
          tabId: hand.tabId,
        });
        if (status !== 200) throw new Error(message);
        return openSticks(`http://127.0.0.1:${hand.way.port}`, data.code as string);
      },
      Boolean,
      10_000,
      20,
    );
    if (!page) throw new Error('the code was not taken');
    onEnd(() => page.socket.terminate());
    await until('clocks compared', async () => page.asked(), Boolean, 5_000, 10);
    return page;
  };
  /** Takes control, has the dock open its link, and connects the page. */
  const enter = async (at: HandDock, hand: Hand, given?: number): Promise<Flown> => {
    let epoch = given ?? 0;
    const before = at.dock.services('drc_mode_enter').length;
    await until(
      'a link for sticks',
      async () => {
        if (given === undefined) epoch = await leaseOf(hand, at.oid);
        const order = { oid: at.oid, key: randomUUID(), tabId: hand.tabId, epoch, issuedAt: Date.now() };
        const { status, data, message } = await call(hand, calls.command.drcEnter, order);
        if (status !== 200 || data.state !== 'succeeded') throw new Error(`${status} ${message}`);
        return true;
      },
      Boolean,
      40_000,
      100,
    );
    const order = await at.dock.waitForService('drc_mode_enter', before + 1);
    const latest = at.dock.services('drc_mode_enter').at(-1) ?? order;
    const relay = await openRelay(at.sn, latest.data);
    onEnd(() => relay.close());
    // The broker has ended the one before, whose words would be kept in this process, ten a second of each.
    at.relays.at(-1)?.silence();
    at.relays.push(relay);
    const page = await openPage(at, hand);
    await until(
      'the aircraft heard',
      async () => page.states.at(-1)?.heardAgo ?? null,
      (ms) => ms !== null,
      5_000,
      10,
    );
    return { hand, epoch, page };
  };
  const { url } = server;
  return { pid: server.pid, url, docks, members, call, enter, openPage, nonceOf, override };
};
export type Place = Awaited<ReturnType<typeof openPlace>>;
