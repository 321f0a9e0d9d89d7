import { EventEmitter } from 'node:events';
import { limits, type DrcDown } from '@eyrie/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import type { WebSocket } from '../../platform/http/web-sockets.ts';
import type { DrcHeard, DrcSaid } from './drc.channel.ts';
import { DrcConnection } from './drc.connection.ts';
import { flownLink, flownRun, handClock, type HandClock } from './drc.fixture.ts';
import { stateOf } from './drc.run.ts';

/** The end of a socket to a page, as the library gives it. */
class PageSocket extends EventEmitter {
  bufferedAmount = 0;
  closed: number | 'terminated' | null = null;
  readonly sent: DrcDown[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text) as DrcDown);
  }
  close(code: number): void {
    this.closed = code;
  }
  terminate(): void {
    this.closed = 'terminated';
  }
}

const pass = { dockOID: 'dock', sessionOID: 's', tabId: 'tab' };
const from = { ...pass, memberOID: 'm' };
/** Of the clock of the page, ahead of that of the server. */
const pageAhead = 777_000;
const serverAhead = 5_000_000;

let clock: HandClock;
let socket: PageSocket;
let connection: DrcConnection;
let forwarded: DrcSaid[];
let gone: DrcConnection[];
beforeEach(() => {
  clock = handClock();
  socket = new PageSocket();
  forwarded = [];
  gone = [];
  connection = new DrcConnection(socket as unknown as WebSocket, {
    pass,
    memberOID: 'm',
    clock,
    serverTime: () => clock.mono() + serverAhead,
    say: (one) => void forwarded.push(one),
    gone: (one) => void gone.push(one),
  });
});

const fromPage = (message: unknown): void =>
  void socket.emit('message', Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)));
const answers = (id = 1): void => fromPage({ kind: 'pong', id, at: clock.mono() + pageAhead });
const sticks = { roll: 0, pitch: 1, throttle: 0, yaw: 0 };
const frame = (differs: object = {}) => ({
  kind: 'frame',
  epoch: 7,
  seq: 1,
  at: clock.mono() + pageAhead,
  sticks,
  ...differs,
});

describe('a page that flies', () => {
  it('is asked for its clock at once, and again when it is time', () => {
    expect(socket.sent).toEqual([{ kind: 'ping', id: 1 }]);
    connection.compareClocks();
    expect(socket.sent.at(-1)).toEqual({ kind: 'ping', id: 2 });
  });

  it('has its frames passed on with whose they are, and when they were read by the time of the server', () => {
    answers();
    clock.to(40);
    const readAt = clock.mono();
    const read = frame();
    clock.to(100);
    fromPage(read);
    expect(forwarded).toEqual([
      {
        kind: 'frame',
        ...from,
        epoch: 7,
        frame: { epoch: 7, seq: 1, at: read.at, sticks },
        readAt: readAt + serverAhead,
      },
    ]);
  });

  it('whose clock nobody knows moves nothing', () => {
    fromPage(frame());
    expect(forwarded).toEqual([]);
    answers(9);
    fromPage(frame());
    expect(forwarded).toEqual([]);
  });

  it('stops, and orders a landing, under its own name', () => {
    fromPage({ kind: 'stop', epoch: 7 });
    fromPage({ kind: 'land', epoch: 7, landing: 'force', nonce: 'n' });
    expect(forwarded).toEqual([
      { kind: 'stop', ...from, epoch: 7 },
      { kind: 'land', ...from, epoch: 7, landing: 'force', nonce: 'n' },
    ]);
  });

  it('is answered with field and range where it says what it cannot, and none of it goes on', () => {
    answers();
    fromPage(frame({ sticks: { ...sticks, pitch: 1e9 } }));
    fromPage(frame({ sticks: { ...sticks, roll: -1e9 } }));
    fromPage(frame({ sticks: { ...sticks, yaw: '1' } }));
    fromPage('{');
    expect(socket.sent.slice(1)).toEqual([
      { kind: 'refused', field: 'sticks.pitch', least: null, most: limits.drc.sticks.beyond },
      { kind: 'refused', field: 'sticks.roll', least: -limits.drc.sticks.beyond, most: null },
      { kind: 'refused', field: 'sticks.yaw', least: null, most: null },
      { kind: 'refused', field: '', least: null, most: null },
    ]);
    expect(forwarded).toEqual([]);
  });

  it('that says more than pages say is ended; each second counts anew', () => {
    const { mostPerSecond } = limits.drc;
    for (let count = 0; count < mostPerSecond; count += 1) fromPage({ kind: 'stop', epoch: 7 });
    clock.to(1_000);
    for (let count = 0; count < mostPerSecond; count += 1) fromPage({ kind: 'stop', epoch: 7 });
    expect([socket.closed, forwarded.length]).toEqual([null, 2 * mostPerSecond]);
    clock.to(1_999);
    fromPage({ kind: 'stop', epoch: 7 });
    expect([socket.closed, forwarded.length]).toEqual([1008, 2 * mostPerSecond]);
    clock.to(9_000);
    fromPage({ kind: 'stop', epoch: 7 });
    expect(forwarded).toHaveLength(2 * mostPerSecond);
  });

  it('is idle once it has received no frame for so long, whatever else comes', () => {
    const { lost } = limits.drc;
    clock.to(lost);
    expect(connection.isIdle()).toBe(false);
    answers();
    fromPage({ kind: 'stop', epoch: 7 });
    clock.to(lost + 1);
    expect(connection.isIdle()).toBe(true);
    fromPage(frame());
    expect(connection.isIdle()).toBe(false);
  });
});

describe('how the forwarding stands', () => {
  const state = stateOf(flownRun(flownLink()), null, 0);
  const heard = (differs: Partial<DrcHeard> = {}): void =>
    connection.heard({ ...pass, state, answer: null, ...differs });

  it('goes to the tab that flies, and an answer to it after that', () => {
    heard();
    const answer = { landing: 'force', nonce: 'n', fault: null } as const;
    heard({ answer });
    expect(socket.sent.slice(1).map(({ kind }) => kind)).toEqual(['state', 'state', 'landing']);
    expect(socket.sent.at(-1)).toEqual({ kind: 'landing', answer });
    expect(socket.sent[1]).toEqual({ kind: 'state', state: JSON.parse(JSON.stringify(state)) as unknown });
  });

  it.each(['dockOID', 'sessionOID', 'tabId'] as const)('of another %s does not', (key) => {
    heard({ [key]: 'other' });
    expect(socket.sent).toHaveLength(1);
  });

  it('is not kept for a page that does not read', () => {
    socket.bufferedAmount = 10_000;
    heard();
    expect(socket.sent).toHaveLength(2);
    socket.bufferedAmount = 10_001;
    heard();
    expect(socket.sent).toHaveLength(2);
  });
});

describe('the end of a connection', () => {
  it('is sent once, and nothing comes or goes after it', () => {
    connection.end();
    expect(socket.closed).toBe(1008);
    socket.closed = null;
    connection.end();
    expect(socket.closed).toBe(null);
    fromPage({ kind: 'stop', epoch: 7 });
    connection.compareClocks();
    expect([forwarded.length, socket.sent.length]).toEqual([0, 1]);
  });

  it('waits for no peer that does not read', () => {
    socket.bufferedAmount = 1;
    connection.end();
    expect(socket.closed).toBe('terminated');
  });

  it('by the page is reported, once it is over', () => {
    socket.emit('error', new Error('reset'));
    expect(gone).toEqual([]);
    socket.emit('close');
    expect(gone).toEqual([connection]);
    fromPage({ kind: 'stop', epoch: 7 });
    expect(forwarded).toEqual([]);
  });
});
