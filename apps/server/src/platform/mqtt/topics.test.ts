import { expect, test } from 'vitest';
import { dockTopics, droneTopics, judge, openTopics } from './topics.ts';

const dock = { sn: 'DOCK1', droneSns: new Set(['DRONE1']), open: false };
const robot = { sn: 'ROBOT1', droneSns: new Set<string>(), open: true };

test.each([
  ['thing/product/DOCK1/osd', 'publish', 'allowed'],
  ['thing/product/DOCK1/property/set_reply', 'publish', 'allowed'],
  ['thing/product/DOCK1/drc/up', 'publish', 'allowed'],
  ['sys/product/DOCK1/status', 'publish', 'allowed'],
  ['thing/product/DOCK1/status', 'publish', 'allowed'],
  ['thing/product/DRONE1/status', 'publish', 'denied'],
  ['thing/product/DOCK2/status', 'publish', 'denied'],
  ['thing/product/DRONE1/osd', 'publish', 'allowed'],
  ['thing/product/DOCK1/services', 'publish', 'denied'],
  ['thing/product/DOCK1/events_reply', 'publish', 'denied'],
  ['thing/product/DRONE1/services_reply', 'publish', 'denied'],
  ['sys/product/DOCK2/status', 'publish', 'denied'],
  ['sys/product/DOCK1/status_reply', 'publish', 'denied'],
  ['thing/product/DOCK1/osd/more', 'publish', 'denied'],
  ['thing/product/DOCK1', 'publish', 'denied'],
  ['thing/other/DOCK1/osd', 'publish', 'denied'],
  ['thing/product/a+b/osd', 'publish', 'denied'],
  ['thing/product//osd', 'publish', 'denied'],
  ['other/product/DOCK1/osd', 'publish', 'denied'],
  ['/thing/product/DOCK1/osd', 'publish', 'denied'],
  ['INFO/1/DOCK/1/9005', 'publish', 'denied'],
  ['eyrie/broker/client', 'publish', 'denied'],
  ['$SYS/broker', 'publish', 'denied'],
  ['thing/product/DOCK1/services', 'subscribe', 'allowed'],
  ['thing/product/DRONE1/state_reply', 'subscribe', 'allowed'],
  ['sys/product/DOCK1/status_reply', 'subscribe', 'allowed'],
  ['thing/product/DOCK1/status_reply', 'subscribe', 'allowed'],
  ['thing/product/DOCK2/status_reply', 'subscribe', 'denied'],
  ['thing/product/+/services', 'subscribe', 'denied'],
  ['thing/product/DOCK1/#', 'subscribe', 'denied'],
  ['#', 'subscribe', 'denied'],
  ['thing/product/DOCK1/osd', 'subscribe', 'denied'],
  ['eyrie/broker/client', 'subscribe', 'denied'],
] as const)('%s to %s is %s', (topic, direction, verdict) => {
  expect(judge(topic, direction, dock)).toBe(verdict);
});

test.each([
  ['eyrie/v1/ROBOT1/hello', 'publish', 'allowed'],
  ['eyrie/v1/ROBOT1/state', 'publish', 'allowed'],
  ['eyrie/v1/ROBOT1/ack', 'publish', 'allowed'],
  ['eyrie/v1/ROBOT1/progress', 'publish', 'allowed'],
  ['eyrie/v1/ROBOT1/alarms', 'publish', 'allowed'],
  ['eyrie/v1/ROBOT1/command', 'subscribe', 'allowed'],
  ['eyrie/v1/ROBOT1/welcome', 'subscribe', 'allowed'],
  ['eyrie/v1/ROBOT1/command', 'publish', 'denied'],
  ['eyrie/v1/ROBOT1/welcome', 'publish', 'denied'],
  ['eyrie/v1/ROBOT1/state', 'subscribe', 'denied'],
  ['eyrie/v1/ROBOT1/state/more', 'publish', 'denied'],
  ['eyrie/v2/ROBOT1/state', 'publish', 'denied'],
  ['eyrie/v1/ROBOT2/state', 'publish', 'denied'],
  ['eyrie/v1/ROBOT2/command', 'subscribe', 'denied'],
  ['eyrie/v1/+/command', 'subscribe', 'denied'],
  ['eyrie/v1/ROBOT1/#', 'subscribe', 'denied'],
  ['eyrie/broker/client', 'publish', 'denied'],
  ['eyrie/broker/deadline', 'publish', 'denied'],
  ['thing/product/ROBOT1/osd', 'publish', 'denied'],
  ['thing/product/ROBOT1/services', 'subscribe', 'denied'],
] as const)('%s to %s is %s for a device of the open contract', (topic, direction, verdict) => {
  expect(judge(topic, direction, robot)).toBe(verdict);
});

test('the topics of the open contract are nothing for a dock of the Cloud API', () => {
  expect(judge('eyrie/v1/DOCK1/state', 'publish', dock)).toBe('denied');
  expect(judge('eyrie/v1/DOCK1/command', 'subscribe', dock)).toBe('denied');
});

test('an unknown serial number could be an aircraft, in the topics of one only', () => {
  expect(judge('thing/product/OTHER/osd', 'publish', dock)).toEqual({ drone: 'OTHER' });
  expect(judge('thing/product/OTHER/state_reply', 'subscribe', dock)).toEqual({ drone: 'OTHER' });
  expect(judge('thing/product/OTHER/services', 'subscribe', dock)).toBe('denied');
});

test('every topic that an account is given is allowed in its direction, and in no other', () => {
  const names = (['publish', 'subscribe'] as const).flatMap((direction) =>
    [
      ...dockTopics('DOCK1', direction).map((topic) => [dock, topic] as const),
      ...droneTopics('DRONE1', direction).map((topic) => [dock, topic] as const),
      ...openTopics('ROBOT1', direction).map((topic) => [robot, topic] as const),
    ].map(([whose, topic]) => [whose, topic, direction] as const),
  );
  expect(names.length).toBeGreaterThan(25);
  for (const [whose, topic, direction] of names) {
    expect(judge(topic, direction, whose), topic).toBe('allowed');
    const other = direction === 'publish' ? 'subscribe' : 'publish';
    expect(judge(topic, other, whose), topic).toBe('denied');
  }
  expect(dockTopics('DOCK1', 'publish')).toContain('sys/product/DOCK1/status');
  expect(dockTopics('DOCK1', 'subscribe')).toContain('sys/product/DOCK1/status_reply');
});
