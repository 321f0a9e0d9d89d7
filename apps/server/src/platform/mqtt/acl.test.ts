import type { PublishPacket } from 'aedes';
import { limits } from '@eyrie/domain';
import { describe, expect, it, vi } from 'vitest';
import { aclPlace as place, binding, secret } from './acl.fixture.ts';
import type { DeviceSession } from './presence.ts';
import { machineTime } from './command-deadlines.ts';
import { deadlineTopic, frameLimitTopic } from './topics.ts';

describe('who may sign in', () => {
  it('is a dock with its secret', async () => {
    const { acl } = place();
    expect((await acl.checkSecret('DOCK1', secret))?.oid).toBe('record');
    expect(await acl.checkSecret('DOCK1', Buffer.from('other'))).toBeUndefined();
    expect(await acl.checkSecret('DOCK1', undefined)).toBeUndefined();
    expect(await acl.checkSecret('UNKNOWN', secret)).toBeUndefined();
  });

  it('is nobody whose name is no serial number, whatever stands under it', async () => {
    const { acl, facts } = place();
    facts.found.set('a/b', binding());
    facts.claim = 'waiting';
    expect(await acl.checkSecret('a/b', secret)).toBeUndefined();
    expect(await acl.claimOf('a/b', secret)).toBeNull();
    expect(await acl.claimOf('DOCK1', undefined)).toBeNull();
    expect(await acl.claimOf('DOCK1', secret)).toBe('waiting');
  });

  it('leaves a last message on its own topics, and none that is kept', () => {
    const { acl } = place();
    const will = (topic: string, retain = false) =>
      acl.allowsWill(binding(), { topic, payload: Buffer.from(''), qos: 0, retain });
    expect(will('thing/product/DOCK1/osd')).toBe(true);
    expect(will('thing/product/DOCK1/osd', true)).toBe(false);
    expect(will('thing/product/DOCK2/osd')).toBe(false);
    expect(will('thing/product/DRONE9/osd')).toBe(false);
  });
});

describe('a server', () => {
  it('says what belongs to servers, keeps no message and reaches no inner topic', async () => {
    const { publishes } = place();
    expect(await publishes('server', 'thing/product/DOCK1/services', true)).toBe(
      'thing/product/DOCK1/services said false',
    );
    // Held to what an outside broker lets it: a topic that no role has would be found missing there only.
    for (const topic of ['$SYS/x', 'NEW/topic', ''])
      expect(await publishes('server', topic)).toBe(`not a topic of servers: ${topic}`);
    expect(await publishes('server', 'PILOT/region')).toBe('PILOT/region said false');
    expect(await publishes('broker', '$SYS/x')).toBe('$SYS/x said false');
  });

  it('has a deadline taken note of and not passed on, and an order after its time dropped', async () => {
    const { publishes, facts, did } = place();
    expect(await publishes('server', deadlineTopic)).toBe('$eyrie/dropped  false');
    expect(did).toEqual(['announced']);
    facts.mayPass = false;
    expect(await publishes('server', 'thing/product/DOCK1/services')).toBe('$eyrie/dropped  false');
    expect(did).toEqual(['announced']);
  });

  it('has the limit of a frame taken note of and not passed on, and the frame after its time dropped', async () => {
    const { acl, clients } = place();
    const said = (topic: string, payload: string): Promise<string> =>
      new Promise((resolve) => {
        const packet = { topic, payload, retain: false } as unknown as PublishPacket;
        acl.publish(clients.server, packet, () => resolve(packet.topic));
      });
    const frame = 'thing/product/DOCK1/drc/down';
    const announce = (until: number) => said(frameLimitTopic, JSON.stringify({ sn: 'DOCK1', until }));
    expect(await announce(machineTime() + 1_000)).toBe('$eyrie/dropped');
    expect(await said(frame, '{}')).toBe(frame);
    expect(await announce(machineTime() - 1)).toBe('$eyrie/dropped');
    expect(await said(frame, '{}')).toBe('$eyrie/dropped');
  });

  it('hears what belongs to servers', async () => {
    const { subscribes, forwards } = place();
    expect(await subscribes('server', 'thing/#')).toBe('thing/#');
    for (const topic of ['$SYS/#', '#', '+/x', 'NEW/#'])
      expect(await subscribes('server', topic)).toBe(`not a topic of servers: ${topic}`);
    expect(forwards('server', 'thing/product/DOCK9/osd')).toBe('thing/product/DOCK9/osd');
  });
});

describe('a device', () => {
  it('says and hears what is its own', async () => {
    const { publishes, subscribes, denied } = place();
    expect(await publishes('own', 'thing/product/DOCK1/osd')).toBe('thing/product/DOCK1/osd said false');
    expect(await subscribes('own', 'thing/product/DOCK1/services')).toBe('thing/product/DOCK1/services');
    expect(denied).toEqual([]);
  });

  it('is denied what is another’s, and its connection ends with a notice', async () => {
    const { publishes, subscribes, denied, warned, did } = place();
    expect(await publishes('own', 'thing/product/DOCK1/osd', true)).toBe('not allowed');
    expect(await publishes('own', 'thing/product/DOCK2/services')).toBe('not allowed');
    expect(await subscribes('own', 'thing/#')).toBe('not allowed');
    expect(denied).toEqual(
      [
        ['devicePublish', 'thing/product/DOCK1/osd (retained)'],
        ['devicePublish', 'thing/product/DOCK2/services'],
        ['deviceSubscribe', 'thing/#'],
      ].map(([kind, topic]) => ({ denied: kind, sn: 'DOCK1', address: '192.0.2.7', topic })),
    );
    expect(warned).toHaveLength(3);
    await new Promise((resolve) => setImmediate(resolve));
    expect(did).toEqual([]);
  });

  it('of MQTT 5 reads why before it is disconnected', async () => {
    const { publishes, subscribes, did } = place({ version: 5 });
    expect(await subscribes('own', 'thing/#')).toBe('nothing');
    expect(await publishes('own', 'thing/product/DOCK2/services')).toBe('not allowed');
    await vi.waitFor(() => expect(did).toEqual(['disconnect 135', 'disconnect 135']));
  });

  it('subscribes to so many topics and no more', async () => {
    const most = limits.broker.subscriptions;
    const topic = 'thing/product/DOCK1/services';
    expect(await place({ subscriptions: most - 1 }).subscribes('own', topic)).toBe(topic);
    expect(await place({ subscriptions: most }).subscribes('own', topic)).toBe('not allowed');
  });

  it('that has not signed in does nothing', async () => {
    const { publishes, subscribes, forwards } = place();
    expect(await publishes('stranger', 'thing/product/DOCK1/osd')).toBe('not signed in');
    expect(await subscribes('stranger', 'thing/product/DOCK1/services')).toBe('not signed in');
    expect(forwards('stranger', 'thing/product/DOCK1/services')).toBeNull();
  });

  it('is given only what it may still hear, for its own record, and as long as it takes', () => {
    const { forwards, facts, sent } = place();
    const order = 'thing/product/DOCK1/services';
    expect([forwards('own', order), forwards('own', order, 1)]).toEqual([order, order]);
    expect(sent).toEqual([undefined, 7]);
    expect(forwards('own', 'thing/product/DOCK2/services')).toBeNull();
    facts.isFor = false;
    expect(forwards('own', order)).toBeNull();
    facts.isFor = true;
    facts.prepared = () => null;
    expect(forwards('own', order)).toBeNull();
    expect(sent).toHaveLength(2);
  });
});

describe('a device that speaks for an aircraft which is not known to be its own', () => {
  const topic = 'thing/product/DRONE9/osd';
  const dropped = '$eyrie/dropped  false';

  it('is heard once the aircraft is bound to it', async () => {
    const { publishes, facts, session } = place();
    const bound = binding({ droneSns: new Set(['DRONE9']) });
    facts.found.set('DOCK1', bound);
    expect(await publishes('own', topic)).toBe(`${topic} said false`);
    expect(session.binding).toBe(bound);
  });

  it('is heard where it was bound a moment ago', async () => {
    const { acl, publishes, facts } = place();
    facts.owner = { groupRoot: 'south', handheld: false };
    const bound = binding({ droneSns: new Set(['DRONE9']) });
    vi.spyOn(acl, 'refresh').mockImplementation(async () => {
      facts.present!.binding = bound;
    });
    expect(await publishes('own', topic)).toBe(`${topic} said false`);
  });

  it('is not heard, and not denied, where it is nobody’s', async () => {
    const { publishes, subscribes, denied, did } = place();
    expect(await publishes('own', topic)).toBe(dropped);
    expect(await subscribes('own', 'thing/product/DRONE9/state_reply')).toBe('nothing');
    // Nor is its dock read again for that.
    expect([denied, did]).toEqual([[], []]);
  });

  it.each([
    ['another organisation', { groupRoot: 'north', handheld: true }, {}, 'not allowed'],
    [
      'another organisation, by hand',
      { groupRoot: 'north', handheld: false },
      { handheld: true },
      'not allowed',
    ],
    ['another dock of its own', { groupRoot: 'south', handheld: false }, {}, 'not allowed'],
    ['a pilot’s hand of its own', { groupRoot: 'south', handheld: true }, {}, dropped],
    ['a dock of its own, by hand', { groupRoot: 'south', handheld: false }, { handheld: true }, dropped],
  ] as const)('of %s is judged by whose it is', async (_whose, owner, bound, outcome) => {
    const { publishes, facts } = place({ bound });
    facts.owner = owner;
    expect(await publishes('own', topic)).toBe(outcome);
  });

  it('is dropped while nobody can say whose it is, and a fault in the library is its own', async () => {
    const { publishes, acl, facts, did } = place();
    facts.owner = { groupRoot: 'south', handheld: false };
    vi.spyOn(acl, 'refresh').mockRejectedValue(new Error('away'));
    expect(await publishes('own', topic)).toBe(dropped);
    acl.publish(facts.present!.client, { topic, payload: '' } as PublishPacket, () => {
      throw new Error('of the library');
    });
    await vi.waitFor(() => expect(did).toEqual(['error']));
  });
});

describe('a dock that is read again', () => {
  it('stays with the same record and secret, as it is now', async () => {
    const { acl, facts, session, did } = place();
    const now = binding({ droneSns: new Set(['DRONE2']) });
    facts.found.set('DOCK1', now);
    await acl.refresh('DOCK1');
    expect(session.binding).toBe(now);
    expect(did).toEqual(['forget DOCK1', 'read DOCK1']);
    await acl.refreshAll();
    expect(did.slice(2)).toEqual(['sweep', 'read DOCK1']);
  });

  it.each([
    ['is gone', undefined],
    ['is another record', binding({ oid: 'other' })],
    ['has another secret', binding({ secretHash: Buffer.from('other') })],
  ])('that %s is disconnected', async (_how, now) => {
    const { acl, facts, session, did } = place();
    const before = session.binding;
    if (now) facts.found.set('DOCK1', now);
    else facts.found.delete('DOCK1');
    await acl.refreshAll();
    expect(session.binding).toBe(before);
    expect(did).toEqual(['sweep', 'read DOCK1', 'forget DOCK1', 'close']);
  });

  it('stays while the database is away, which is said once', async () => {
    const { acl, facts, errors, did } = place();
    facts.away = true;
    await acl.refreshAll();
    await acl.refreshAll();
    expect(errors).toHaveLength(1);
    expect(did).not.toContain('close');
    facts.away = false;
    await acl.refreshAll();
    facts.away = true;
    await acl.refreshAll();
    expect(errors).toHaveLength(2);
  });

  it('is left alone where it has gone, or come by another connection', async () => {
    const { acl, facts, did } = place();
    facts.found.clear();
    for (const other of [undefined, { sn: 'DOCK1' } as DeviceSession]) {
      const { present } = facts;
      const reading = acl.refreshAll();
      facts.present = other;
      await reading;
      facts.present = present;
    }
    facts.present = undefined;
    await acl.refreshAll();
    expect(did).not.toContain('close');
  });
});
