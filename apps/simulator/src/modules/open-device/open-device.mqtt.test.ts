import { randomUUID } from 'node:crypto';
import { openMessages, openWelcome, type OpenDeviceUp } from '@eyrie/domain';
import { destination } from '@eyrie/geometry';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startBroker, type Heard, type TestBroker } from '../../testing/broker.ts';
import { patrolAround, startOpenRobot, type OpenRobot, type OpenRobotOptions } from './index.ts';

const sn = 'ROBOT-1';
const base = { lng: 104.06, lat: 30.57 };
let broker: TestBroker;
let robot: OpenRobot;

const topic = (last: string) => `eyrie/v1/${sn}/${last}`;
const on =
  (last: OpenDeviceUp, fields: object = {}) =>
  (heard: Heard) =>
    heard.topic === topic(last) &&
    Object.entries(fields).every(([name, value]) => heard.body[name] === value);
const welcome = (accepted = true, ahead = 0) =>
  broker.publish(
    topic('welcome'),
    openWelcome.parse({
      accepted,
      reason: accepted ? null : 'notRegistered',
      serverTime: Date.now() + ahead,
      heartbeat: 200,
    }),
  );
const order = (name: string, given: object = {}, livesFor = 10_000): string => {
  const id = randomUUID();
  const now = Date.now();
  broker.publish(topic('command'), { id, name, arguments: given, issuedAt: now, expiresAt: now + livesFor });
  return id;
};
const begin = (more: Partial<OpenRobotOptions> = {}) => {
  robot = startOpenRobot({ sn, secret: 'secret', brokerUrl: broker.url, ...base, speed: 20, ...more });
};

beforeEach(async () => {
  broker = await startBroker('secret');
});
afterEach(async () => {
  await robot.stop();
  await broker.stop();
});

it('says hello, waits for its welcome, and then says its state, each message as declared', async () => {
  begin();
  await broker.until('hello', on('hello'));
  expect(broker.heard.map((one) => one.topic)).toEqual([topic('hello')]);
  welcome();
  await broker.until('a third state', on('state', { seq: 2 }));
  await broker.until('alarms', on('alarms'));
  for (const { topic: where, body } of broker.heard)
    expect(openMessages[where.split('/').at(-1) as OpenDeviceUp].safeParse(body).error).toBeUndefined();
});

it('drives where it is ordered to, and says how it goes and ends', async () => {
  begin();
  await broker.until('hello', on('hello'));
  welcome();
  await broker.until('state', on('state'));
  const id = order('goTo', { ...destination(base, 0, 40) });
  expect((await broker.until('ack', on('ack', { id }))).body).toMatchObject({ result: 'accepted' });
  await broker.until('running', on('progress', { id, state: 'running' }));
  await broker.until('done', on('progress', { id, state: 'done' }));
});

it('judges the time of a command by the server, not by itself', async () => {
  begin();
  await broker.until('hello', on('hello'));
  welcome(true, 60_000);
  await broker.until('state', on('state'));
  const late = order('goTo', { ...destination(base, 0, 40) }, 30_000);
  expect((await broker.until('ack', on('ack', { id: late }))).body).toMatchObject({ reason: 'expired' });
  const fresh = order('goTo', { ...destination(base, 0, 1) }, 90_000);
  expect((await broker.until('ack', on('ack', { id: fresh }))).body).toMatchObject({ result: 'accepted' });
});

it('says nothing and does nothing when it is refused', async () => {
  begin();
  await broker.until('hello', on('hello'));
  welcome(false);
  const id = order('goTo', { ...destination(base, 0, 40) });
  expect((await broker.until('ack', on('ack', { id }))).body).toMatchObject({ result: 'rejected' });
  expect(broker.heard.some(on('state'))).toBe(false);
});

it('raises a fault and takes it back', async () => {
  begin();
  await broker.until('hello', on('hello'));
  welcome();
  await broker.until('no alarm', on('alarms'));
  robot.setFault('lidar');
  const raised = await broker.until(
    'alarm',
    (one) => on('alarms')(one) && (one.body.list as unknown[]).length === 1,
  );
  await broker.until('fault', on('state', { mode: 'fault' }));
  robot.setFault(null);
  await broker.until(
    'no alarm any more',
    (one) => one.at >= raised.at && on('alarms')(one) && (one.body.list as unknown[]).length === 0,
  );
});

it('patrols by its own plan, the same for the same seed', async () => {
  expect(patrolAround(base, 'a')).toEqual(patrolAround(base, 'a'));
  expect(patrolAround(base, 'a')).not.toEqual(patrolAround(base, 'b'));
  begin({ patrolEveryMs: 100 });
  await broker.until('hello', on('hello'));
  welcome();
  await broker.until('patrol', on('state', { mode: 'working' }));
  expect(broker.heard.some(on('progress'))).toBe(false);
});
