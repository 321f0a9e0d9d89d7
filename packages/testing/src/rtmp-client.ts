import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** Values of AMF0 as an RTMP client writes them. */
export type Amf = string | number | boolean | null | { readonly [key: string]: Amf };

const amfText = (value: string): Buffer => {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

export const amf = (...values: Amf[]): Buffer =>
  Buffer.concat(
    values.map((value) => {
      if (value === null) return Buffer.from([5]);
      if (typeof value === 'boolean') return Buffer.from([1, value ? 1 : 0]);
      if (typeof value === 'string') return Buffer.concat([Buffer.from([2]), amfText(value)]);
      if (typeof value === 'number') {
        const bytes = Buffer.alloc(9);
        bytes.writeDoubleBE(value, 1);
        return bytes;
      }
      const fields = Object.entries(value).flatMap(([key, inner]) => [amfText(key), amf(inner)]);
      return Buffer.concat([Buffer.from([3]), ...fields, Buffer.from([0, 0, 9])]);
    }),
  );

export const rtmpType = { setChunkSize: 1, video: 9, data: 18, command: 20 } as const;

/** One message as one chunk: short enough for the chunk size that `rtmpOpening` announces. */
export const rtmpMessage = (
  type: number,
  payload: Buffer,
  more: { channel?: number; stream?: number; timestamp?: number; length?: number } = {},
): Buffer => {
  const { channel = 3, stream = 0, timestamp = 0, length = payload.length } = more;
  const head = Buffer.alloc(12);
  head[0] = channel;
  head.writeUIntBE(timestamp, 1, 3);
  head.writeUIntBE(length, 4, 3);
  head[7] = type;
  head.writeUInt32LE(stream, 8);
  return Buffer.concat([head, payload]);
};

/** The first and third part of the plain handshake. */
export const rtmpHandshake = (): Buffer =>
  Buffer.concat([Buffer.from([3]), Buffer.alloc(8), randomBytes(1528), randomBytes(1536)]);

/** Everything up to `publish`, said without waiting for an answer. `stream`: with its signature. */
export const rtmpOpening = (url: string): Buffer => {
  const { host, pathname, search } = new URL(url);
  const [, app = '', name = ''] = pathname.split('/');
  const chunkSize = Buffer.alloc(4);
  chunkSize.writeUInt32BE(60_000);
  return Buffer.concat([
    rtmpMessage(rtmpType.setChunkSize, chunkSize, { channel: 2 }),
    rtmpMessage(
      rtmpType.command,
      amf('connect', 1, { app, type: 'nonprivate', tcUrl: `rtmp://${host}/${app}` }),
    ),
    rtmpMessage(rtmpType.command, amf('createStream', 2, null)),
    rtmpMessage(rtmpType.command, amf('publish', 3, null, `${name}${search}`, 'live'), { stream: 1 }),
  ]);
};

/** One FLV video tag of a picture that nobody can decode: what matters is that its bytes arrive. */
export const rtmpFrame = (timestamp: number, mark = 0, bytes = 2_000): Buffer =>
  rtmpMessage(rtmpType.video, Buffer.concat([Buffer.from([0x17, 1, 0, 0, 0]), Buffer.alloc(bytes, mark)]), {
    channel: 4,
    stream: 1,
    timestamp: timestamp & 0xff_ff_fe,
  });

export interface RtmpPicture {
  socket: Socket;
  closed(): boolean;
  stop(): void;
}

/** Publishes a picture of ten frames a second until it is stopped, or hung up on. */
export const publishPicture = (url: string, mark = 0x41): RtmpPicture => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const begun = performance.now();
  let closed = false;
  socket.on('error', () => undefined).on('close', () => (closed = true));
  socket.resume();
  socket.write(Buffer.concat([rtmpHandshake(), rtmpOpening(url)]));
  const timer = setInterval(
    () => void socket.write(rtmpFrame(Math.round(performance.now() - begun), mark)),
    100,
  );
  socket.once('close', () => clearInterval(timer));
  return { socket, closed: () => closed, stop: () => socket.destroy() };
};
