import { openDeviceTopic } from '@eyrie/domain';
import { topics } from '@eyrie/dji';
import { describe, expect, it } from 'vitest';
import type { DockLink } from '../dock/index.ts';
import { commandWireOf } from './command.wire.ts';

const cloud = (proved = true): DockLink =>
  ({ dock: { oid: 'own', sn: 'D1', model: 'Dock 2', vendor: 'DJI', kind: 'dock', proved } }) as DockLink;
const own = (commands: readonly string[] | null, proved = true): DockLink =>
  ({
    dock: { oid: 'own', sn: 'R1', model: 'x', vendor: 'own', kind: 'robot', proved },
    open: { hello: commands && { commands } },
  }) as unknown as DockLink;
const encode = (link: DockLink, service: { method: string; data: null; property?: true }) =>
  commandWireOf(link).encode({
    link,
    step: { service, ack: 1_000, bid: null },
    tid: 't',
    bid: 'b',
    issuedAt: 1_000.4,
    expiresAt: 2_000.6,
    now: 1_500,
  });

describe('what a device of the open contract can be ordered', () => {
  it.each([
    ['startJob', ['startJob', 'returnHome'], true],
    ['startJob', ['returnHome'], false],
    ['startJob', null, false],
    // A device may stop, whatever it said of itself.
    ['stop', [], true],
    ['stop', null, true],
    ['flighttask_pause', ['flighttask_pause'], false],
  ] as const)('%s of a device that names %j: %s', (method, commands, has) => {
    const link = own(commands);
    expect(commandWireOf(link).has(link, method)).toBe(has);
  });
});

describe('the topic of an order', () => {
  it('is made from the proved link, for a service, a property and a command', () => {
    const reboot = { method: 'return_home', data: null } as const;
    expect(encode(cloud(), reboot).topic).toBe(topics.services('D1'));
    expect(encode(cloud(), { ...reboot, property: true }).topic).toBe(topics.propertySet('D1'));
    const sent = encode(own(['stop']), { method: 'stop', data: null });
    expect(sent.topic).toBe(openDeviceTopic('R1', 'command'));
    expect(JSON.parse(sent.payload)).toEqual({
      id: 't',
      name: 'stop',
      arguments: {},
      issuedAt: 1_000,
      expiresAt: 2_001,
    });
  });

  it('is made for nobody else', () => {
    expect(() => encode(cloud(false), { method: 'return_home', data: null })).toThrow('notProved');
    expect(() => encode(own(['stop'], false), { method: 'stop', data: null })).toThrow('notProved');
  });
});
