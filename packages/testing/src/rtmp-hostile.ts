import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { amf, rtmpFrame, rtmpHandshake, rtmpMessage, rtmpOpening, rtmpType } from './rtmp-client.ts';

const command = (payload: Buffer): Buffer => rtmpMessage(rtmpType.command, payload);
const chunkSize = (size: number): Buffer => {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(size);
  return rtmpMessage(rtmpType.setChunkSize, payload, { channel: 2 });
};
const nested = (depth: number): Buffer =>
  Buffer.concat(Array.from({ length: depth }, () => Buffer.from([3, 0, 1, 0x61])));
/** A message of which a first part comes, and then another head that makes it shorter. */
const shrinking = Buffer.concat([
  rtmpMessage(rtmpType.command, Buffer.alloc(128), { length: 200 }),
  Buffer.from([0x43, 0, 0, 0, 0, 0, 10, 0x14]),
  Buffer.alloc(64),
]);

/** What somebody without a signature may send after the handshake, by its name. */
export const hostileRtmp = (victim: string): Record<string, () => Buffer> => {
  const unsigned = victim.split('?')[0] ?? '';
  const forged = `${unsigned}?sign=9999999999-${'0'.repeat(64)}`;
  return {
    'no command at all': () => command(Buffer.alloc(9, 0xff)),
    'a string longer than its message': () => command(Buffer.from([2, 0xff, 0xff, 0x61])),
    'a command cut short': () => command(amf('connect', 1, { app: 'live' }).subarray(0, 20)),
    'an array of four thousand million': () =>
      command(Buffer.concat([amf('connect', 1), Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff])])),
    'objects in objects': () => command(Buffer.concat([amf('connect', 1), nested(1_000)])),
    'connect without an address': () => command(amf('connect', 1, { app: 'live' })),
    'connect to no address': () => command(amf('connect', 1, { app: 'live', tcUrl: '::' })),
    'connect with objects for names': () => command(amf('connect', 1, { app: { a: 1 }, tcUrl: { b: 2 } })),
    'publish before connect': () => command(amf('publish', 3, null, 'a', 'live')),
    'publish of no name': () =>
      Buffer.concat([rtmpOpening(unsigned), command(amf('publish', 3, null, null))]),
    'a chunk size of nothing': () => Buffer.concat([chunkSize(0), command(amf('connect', 1, {}))]),
    'a chunk size beyond all bounds': () => chunkSize(0x7f_ff_ff_ff),
    'a message of sixteen megabytes': () =>
      rtmpMessage(rtmpType.command, Buffer.alloc(100), { length: 0xff_ff_ff }),
    'many chunk streams': () =>
      Buffer.concat(
        Array.from({ length: 60 }, (_, at) =>
          rtmpMessage(rtmpType.command, Buffer.alloc(0), { channel: at + 2, length: 4_000 }),
        ),
      ),
    'a message that shrinks': () => shrinking,
    'video before everything': () => rtmpFrame(0, 0x58),
    'metadata of nothing': () => rtmpMessage(rtmpType.data, Buffer.from([2, 0xff])),
    'video after a publish that is not signed': () =>
      Buffer.concat([rtmpOpening(unsigned), rtmpFrame(0, 0x58), rtmpFrame(100, 0x58)]),
    'video after a publish with a forged signature': () =>
      Buffer.concat([rtmpOpening(forged), rtmpFrame(0, 0x58), rtmpFrame(100, 0x58)]),
    'a request to play': () =>
      Buffer.concat([rtmpOpening(unsigned).subarray(0, 200), command(amf('play', 4, null, 'a'))]),
    'random bytes': () => randomBytes(2_000),
  };
};

/** Sends bytes after the handshake and resolves when the server hangs up, or after `patience` ms: then false. */
export const sendHostile = (port: number, bytes: Buffer, patience = 5_000): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const timer = setTimeout(() => {
      resolve(false);
      socket.destroy();
    }, patience);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(true);
    });
    socket.resume();
    socket.write(Buffer.concat([rtmpHandshake(), bytes]));
  });
