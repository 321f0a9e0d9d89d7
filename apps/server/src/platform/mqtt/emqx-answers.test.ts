import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSecret } from '../device-secret.ts';
import { freePort } from '../postgres/index.ts';
import type { Unit } from '../runtime.ts';
import { aclPlace, binding, secret } from './acl.fixture.ts';
import type { Denial } from './denials.ts';
import type { DockBinding, SerialOwner } from './directory.ts';
import type { Admission } from './emqx-admissions.ts';
import { createEmqxAnswers, deviceRules } from './emqx-answers.ts';
import { emqxPort } from './emqx-port.ts';
import type { RelayAccount } from './relays.ts';
import { startFakeEmqx, type FakeEmqx } from './emqx.fixture.ts';
import {
  dockPublishes,
  dockSubscribes,
  dronePublishes,
  droneSubscribes,
  judge,
  openTopics,
  serverTopics,
} from './topics.ts';
import type { Direction } from './topics.ts';

interface Device {
  open: boolean;
  handheld: boolean;
  droneSns: Set<string>;
  boundSince: boolean;
}

const password = secret.toString();
const asked = 'x'.repeat(32);

/** What our tables say. */
const facts = {
  found: new Map<string, DockBinding>(),
  owner: null as SerialOwner | null,
  relay: undefined as RelayAccount | undefined,
  claim: null as string | null,
};
const admissions: Admission[] = [];
const denied: Denial[] = [];
const claimsAsked: string[] = [];
const clock = { now: 1_000 };
let fake: FakeEmqx;
let port: Unit;

beforeAll(async () => {
  const at = { host: '127.0.0.1', port: await freePort() };
  const answers = createEmqxAnswers({
    directory: {
      find: async (sn) => facts.found.get(sn),
      forget: () => undefined,
      ownerOf: async () => facts.owner,
      claimOf: async (sn) => {
        claimsAsked.push(sn);
        return facts.claim;
      },
    },
    relayAccount: async () => facts.relay,
    admissions: { record: async (one) => void admissions.push(one) },
    denials: { note: (one) => void denied.push(one), signedIn: () => undefined },
    ownName: 'eyrie',
    mono: () => clock.now,
  });
  const mono = (): number => performance.now();
  port = emqxPort(at, { secret: asked, answers, warn: () => undefined, mono, perSecond: 1_000_000 });
  await port.start();
  fake = await startFakeEmqx({ port: at.port, secret: asked });
});
afterAll(async () => {
  await fake?.stop();
  await port?.stop();
});

const place = (bound?: Partial<DockBinding>): void => {
  facts.found = bound ? new Map([['DOCK1', binding(bound)]]) : new Map();
  facts.owner = null;
  facts.relay = undefined;
  facts.claim = null;
  for (const list of [admissions, denied, claimsAsked]) list.length = 0;
};

describe('the rule of the embedded broker', () => {
  const lasts = [...dockPublishes, ...dockSubscribes, ...dronePublishes, ...droneSubscribes];
  const open = [...openTopics('DOCK1', 'publish'), ...openTopics('DOCK1', 'subscribe')];
  const sn = fc.constantFrom('DOCK1', 'DOCK2', 'DRONE1', 'DRONE9', 'drc.DOCK1', '+', '#', '');
  const topic = fc.oneof(
    fc
      .tuple(
        fc.constantFrom('thing', 'sys', 'INFO', '$SYS', '$share/g/thing'),
        fc.constantFrom('product', 'v1', '+'),
        sn,
        fc.constantFrom(...lasts, 'services/x', '#', '+', ''),
      )
      .map((parts) => parts.join('/')),
    fc.constantFrom(...open, ...open.map((one) => one.replace('DOCK1', 'DOCK2'))),
    fc.constantFrom('thing/#', '#', 'eyrie/broker/client', 'eyrie/cluster/ask', 'sys/product/DOCK1/status'),
    fc.string({ maxLength: 20 }),
  );
  /** The second connection of a dock is null; any other has aircraft at its sign-in, and perhaps one that was bound since. */
  const account: fc.Arbitrary<Device | null> = fc.option(
    fc.record({
      open: fc.boolean(),
      handheld: fc.boolean(),
      droneSns: fc.subarray(['DRONE1', 'DRONE2']).map((some) => new Set(some)),
      boundSince: fc.boolean(),
    }),
  );
  const direction = fc.boolean().map((speaks): Direction => (speaks ? 'publish' : 'subscribe'));
  const owner = fc.option(
    fc.record({ groupRoot: fc.constantFrom('south', 'north'), handheld: fc.boolean() }),
  );

  const embedded = async (
    who: Device | null,
    action: Direction,
    named: string,
    retain: boolean,
  ): Promise<boolean> => {
    const { facts: known, publishes, subscribes } = aclPlace({ bound: who ?? {}, relay: who === null });
    known.found = facts.found;
    known.owner = facts.owner;
    if (action === 'subscribe') return (await subscribes('own', named)) === named;
    return (await publishes('own', named, retain)) === `${named} said false`;
  };

  it('holds at EMQX for every kind of account, every topic and both directions', async () => {
    await fc.assert(
      fc.asyncProperty(
        account,
        owner,
        direction,
        topic,
        fc.boolean(),
        async (who, whose, action, named, retain) => {
          place(who ?? undefined);
          facts.owner = whose;
          if (who === null) facts.relay = { dockOID: 'record', secretHash: hashSecret(password) };
          const username = who === null ? 'drc.DOCK1' : 'DOCK1';
          expect(await fake.connect({ username, password })).toBe(true);
          if (who?.boundSince)
            facts.found.set('DOCK1', binding({ ...who, droneSns: new Set([...who.droneSns, 'DRONE9']) }));
          const expected = await embedded(who, action, named, retain);
          expect(await fake.may(username, action, named, retain)).toBe(expected);
        },
      ),
      { numRuns: 600 },
    );
  });

  it('is asked about no topic that a device uses all the time', async () => {
    place({ droneSns: new Set(['DRONE1']) });
    await fake.connect({ username: 'DOCK1', password });
    const before = fake.asked();
    for (const last of dockPublishes)
      expect(await fake.may('DOCK1', 'publish', `thing/product/DOCK1/${last}`)).toBe(true);
    expect(await fake.may('DOCK1', 'publish', 'thing/product/DRONE1/osd')).toBe(true);
    expect(await fake.may('DOCK1', 'subscribe', 'thing/product/DOCK1/services')).toBe(true);
    expect(fake.asked()).toBe(before);
    expect(await fake.may('DOCK1', 'publish', 'thing/product/DOCK2/osd')).toBe(false);
    expect(fake.asked()).toBe(before + 1);
  });

  it('is what the rules of a sign-in are made by, so that a strange serial number brings none', () => {
    const strange = binding({ droneSns: new Set(['+', 'a/b', 'DRONE1']) });
    const topics = deviceRules(strange).map(({ topic: text }) => text);
    expect(topics).toContain('eq thing/product/DRONE1/osd');
    expect(topics.filter((text) => /\+|a\/b/.test(text))).toEqual([]);
    for (const { topic: text, action } of deviceRules(strange))
      expect(judge(text.slice(3), action, strange)).toBe('allowed');
  });
});

describe('a sign-in', () => {
  it('with the secret is let in, and written down before it is answered', async () => {
    place({ droneSns: new Set(['DRONE1']) });
    expect(await fake.connect({ username: 'DOCK1', password })).toBe(true);
    expect(admissions).toEqual([
      {
        name: 'DOCK1',
        dockOID: 'record',
        secretHash: hashSecret(password),
        relay: false,
        open: false,
        droneSns: ['DRONE1'],
      },
    ]);
    expect(denied).toEqual([]);
  });

  it.each([
    ['another secret', { username: 'DOCK1', password: 'other' }, 'deviceCredentials'],
    ['no account', { username: 'DOCK2', password }, 'deviceCredentials'],
    ['a name that is none', { username: 'a/b', password }, 'deviceCredentials'],
    ['the client id of another', { username: 'DOCK1', password, clientid: 'DOCK2' }, 'deviceIdentifier'],
    ['that of a server', { username: 'DOCK1', password, clientid: 'eyrie-a-1' }, 'deviceIdentifier'],
  ] as const)('with %s is refused and reported', async (_what, device, kind) => {
    place({});
    expect(await fake.connect(device)).toBe(false);
    expect(admissions).toEqual([]);
    expect(denied).toMatchObject([{ denied: kind, sn: device.username, address: '192.0.2.7' }]);
  });

  it('of a dock with the name of a server is refused, whatever stands under it', async () => {
    place({});
    for (const username of ['eyrie-gateway-1-4711', 'eyrie-adopt-1']) {
      facts.found.set(username, binding({ sn: username }));
      expect(await fake.connect({ username, password })).toBe(false);
    }
    // One that only begins alike is no server's.
    facts.found.set('eyriedock', binding({ sn: 'eyriedock' }));
    expect(await fake.connect({ username: 'eyriedock', password })).toBe(true);
  });

  it('of the servers themselves is answered by nobody here', async () => {
    place();
    facts.found.set('eyrie', binding({ sn: 'eyrie' }));
    expect(await fake.connect({ username: 'eyrie', password })).toBe(false);
    expect([denied, admissions]).toEqual([[], []]);
  });

  it('for sticks needs the account of the dock for that, under its own name', async () => {
    place();
    const relay = { username: 'drc.DOCK1', password };
    expect(await fake.connect(relay)).toBe(false);
    facts.relay = { dockOID: 'record', secretHash: hashSecret(password) };
    expect(await fake.connect({ ...relay, clientid: 'DOCK1' })).toBe(false);
    expect(await fake.connect({ ...relay, password: 'other' })).toBe(false);
    expect(admissions).toEqual([]);
    expect(await fake.connect(relay)).toBe(true);
    expect(admissions).toMatchObject([{ name: 'drc.DOCK1', relay: true }]);
  });

  it('by the secret of a record that waits for the serial number says so, once in a while', async () => {
    place({});
    facts.claim = 'waiting';
    clock.now += 60_000;
    for (let count = 0; count < 3; count += 1)
      expect(await fake.connect({ username: 'DOCK1', password: 'of the other' })).toBe(false);
    expect(denied.map(({ claim }) => claim)).toEqual(['waiting', undefined, undefined]);
    clock.now += 10_000;
    await fake.connect({ username: 'DOCK1', password: 'of the other' });
    expect(claimsAsked).toEqual(['DOCK1', 'DOCK1']);
  });
});

describe('a topic', () => {
  it('that is refused is reported, one of an aircraft that is nobody’s is not', async () => {
    place({});
    await fake.connect({ username: 'DOCK1', password });
    expect(await fake.may('DOCK1', 'publish', 'thing/product/DRONE9/osd')).toBe(false);
    expect(denied).toEqual([]);
    expect(await fake.may('DOCK1', 'subscribe', 'thing/#')).toBe(false);
    expect(await fake.may('DOCK1', 'publish', 'thing/product/DOCK1/osd', true)).toBe(false);
    expect(denied).toEqual([
      { denied: 'deviceSubscribe', sn: 'DOCK1', address: '192.0.2.7', topic: 'thing/#' },
      {
        denied: 'devicePublish',
        sn: 'DOCK1',
        address: '192.0.2.7',
        topic: 'thing/product/DOCK1/osd (retained)',
      },
    ]);
  });
});

it('lets the servers use at EMQX what they use at the other brokers', () => {
  const acl = readFileSync(new URL('../../../../../deploy/emqx/eyrie-acl.conf', import.meta.url), 'utf8');
  const [, list = ''] = /^\{allow, \{username, "eyrie"\}, all, \[(.*)\]\}\.$/m.exec(acl) ?? [];
  expect(list.split(', ').map((text) => text.replaceAll('"', ''))).toEqual([...serverTopics]);
});
