import { connect, type Socket } from 'node:net';
import { rtmpHandshake, rtmpMessage, rtmpOpening, rtmpType } from '@eyrie/testing';
import { configurationOf } from '../platform/video/flv-writer.ts';

const configuration = configurationOf(
  Buffer.from('6742c01fda014016e8', 'hex'),
  Buffer.from([0x68, 0xce, 0x3c, 0x80]),
);
/** Between frames, ms, of which every tenth can be decoded without others. */
const every = 50;
const keyEvery = 10;

export interface RtmpCamera {
  /** When each frame was sent, epoch ms, by the number that stands in its last four bytes. */
  readonly sentAt: readonly number[];
  stop(): void;
}

/**
 * Sends numbered frames of H.264 by RTMP that stand for a picture, and connects anew where it is hung up on.
 * @param addressOf where it sends to, for each connection
 */
export const startRtmpCamera = (addressOf: () => string): RtmpCamera => {
  const sentAt: number[] = [];
  const begun = performance.now();
  let over = false;
  let socket: Socket | undefined;
  /** Frames of this connection, which begins with one that can be decoded. */
  let count = 0;
  const publish = (): void => {
    if (over) return;
    const { hostname, port, href } = new URL(addressOf());
    count = 0;
    socket = connect(Number(port), hostname)
      .on('error', () => undefined)
      .on('close', () => setTimeout(publish, 2 * every))
      .resume();
    socket.write(Buffer.concat([rtmpHandshake(), rtmpOpening(href)]));
  };
  const send = (kind: readonly number[], bytes: Buffer): void => {
    const timestamp = Math.round(performance.now() - begun);
    const payload = Buffer.concat([Buffer.from(kind), bytes]);
    socket?.write(rtmpMessage(rtmpType.video, payload, { channel: 4, stream: 1, timestamp }));
  };
  publish();
  const timer = setInterval(() => {
    if (socket?.readyState !== 'open') return;
    if (count === 0) send([0x17, 0, 0, 0, 0], configuration);
    const isKey = count % keyEvery === 0;
    const unit = Buffer.from([0, 0, 0, 5, isKey ? 0x65 : 0x41, 0, 0, 0, 0]);
    unit.writeUInt32BE(sentAt.length, 5);
    send([isKey ? 0x17 : 0x27, 1, 0, 0, 0], unit);
    sentAt.push(Date.now());
    count += 1;
  }, every);
  return {
    sentAt,
    stop(): void {
      over = true;
      clearInterval(timer);
      socket?.destroy();
    },
  };
};
