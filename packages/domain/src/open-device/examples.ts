import type { z } from 'zod';
import type { openMessages } from './open-device.ts';

const commandId = '0198a6c0-5d3e-7c11-9f0a-3b6f2d9c4e71';
const at = 1_790_000_000_000;

type Examples = { readonly [K in keyof typeof openMessages]: readonly z.input<(typeof openMessages)[K]>[] };

/** One or two real messages of each kind, for those who read the contract. */
export const openExamples: Examples = {
  hello: [
    {
      protocol: 1,
      kind: 'robot',
      at,
      vendor: 'Acme',
      model: 'Rover 2',
      firmware: '2.4.1',
      commands: ['goTo', 'patrol', 'returnToBase', 'stop'],
    },
    {
      protocol: 1,
      kind: 'dock',
      at,
      vendor: 'Acme',
      model: 'Nest 1',
      commands: ['startJob', 'returnHome', 'coverOpen', 'coverClose', 'stop'],
      aircraft: { sn: 'ACME-UAV-7', model: 'Kite' },
    },
  ],
  welcome: [
    { accepted: true, reason: null, serverTime: at + 40, heartbeat: 2_000 },
    { accepted: false, reason: 'notRegistered', serverTime: at + 40, heartbeat: 2_000 },
  ],
  state: [
    {
      at: at + 2_000,
      seq: 1,
      mode: 'working',
      place: { lng: 104.0664, lat: 30.5728, height: 486 },
      heading: 90,
      speed: 1.4,
      percent: 82,
      mileage: 15_230,
      runningTime: 40_120,
      task: { id: commandId, name: 'north fence', percent: 35 },
      queue: [],
    },
    {
      at: at + 2_000,
      seq: 1,
      mode: 'idle',
      place: { lng: 104.0664, lat: 30.5728 },
      dock: { cover: 'closed', aircraftInside: true, wind: 3.1, rainfall: 'none', temperature: 21 },
      aircraft: { airborne: false, percent: 96 },
    },
  ],
  command: [
    {
      id: commandId,
      name: 'goTo',
      arguments: { lng: 104.0669, lat: 30.5731 },
      issuedAt: at + 5_000,
      expiresAt: at + 15_000,
    },
  ],
  ack: [
    { id: commandId, result: 'accepted' },
    { id: commandId, result: 'rejected', reason: 'busy', text: 'a patrol is under way' },
  ],
  progress: [
    { id: commandId, state: 'running', percent: 35 },
    { id: commandId, state: 'done', percent: 100 },
  ],
  alarms: [
    {
      list: [
        {
          code: 'wheel-2',
          level: 1,
          text: { 'zh-CN': '二号轮打滑', en: 'Wheel 2 slips', ar: 'العجلة 2 تنزلق' },
        },
      ],
    },
    { list: [] },
  ],
};
