import { randomInt } from 'node:crypto';
import type { Publisher, PublisherOptions } from './rtmp-publisher.ts';

type Library = typeof import('node-datachannel').default;
type Connection = InstanceType<Library['PeerConnection']>;

const payloadType = 102;
const clockRate = 90_000;
/** Of packets that may be asked for again. */
const kept = 1_024;
/** Head of an FLV video tag before its units. */
const headBytes = 5;
const keyEveryMs = 500;

/** Whether RTCP asks for a key frame: PLI or FIR. */
function asksForKey(message: Buffer): boolean {
  for (let at = 0; at + 4 <= message.length; at += 4 * (message.readUInt16BE(at + 2) + 1)) {
    const format = (message[at] ?? 0) & 0x1f;
    if (message[at + 1] === 206 && (format === 1 || format === 4)) return true;
  }
  return false;
}

/** The parameter sets of an AVCDecoderConfigurationRecord, each with its length of four bytes before it. */
function parameterSets(record: Buffer): Buffer {
  const sets: Buffer[] = [];
  let at = 5;
  for (const mask of [0x1f, 0xff]) {
    const count = (record[at] ?? 0) & mask;
    at += 1;
    for (let left = count; left > 0; left -= 1) {
      const size = record.readUInt16BE(at);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(size);
      sets.push(length, record.subarray(at + 2, at + 2 + size));
      at += 2 + size;
    }
  }
  return Buffer.concat(sets);
}

/**
 * Without its own addresses: a server that knows them connects while the library still stores the answer, and its certificate
 * is then compared with none. Addresses of the answer are used after it is stored, and the server learns ours by that.
 */
const withoutAddresses = (sdp: string): string =>
  sdp.replace(/^a=(?:candidate|end-of-candidates).*\r?\n/gm, '');

/** Gives the offer, and returns where the picture is ended. @throws Error when it is refused */
async function signal(url: string, connection: Connection, timeoutMs: number): Promise<URL> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp' },
    body: withoutAddresses(connection.localDescription()?.sdp ?? ''),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await answer.text();
  if (answer.status !== 201) throw new Error(`refused: ${answer.status} ${text}`);
  connection.setRemoteDescription(text, 'answer');
  return new URL(answer.headers.get('location') ?? '', url);
}

function openTrack(library: Library, connection: Connection) {
  const ssrc = randomInt(1, 0xff_ff_ff_ff);
  const media = new library.Video('0', 'SendOnly');
  media.addH264Codec(payloadType, 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f');
  media.addSSRC(ssrc, 'camera', 'camera', 'picture');
  const track = connection.addTrack(media);
  const rtp = new library.RtpPacketizationConfig(ssrc, 'camera', payloadType, clockRate);
  const packetizer = new library.H264RtpPacketizer('Length', rtp);
  const reporter = new library.RtcpSrReporter(rtp);
  const responder = new library.RtcpNackResponder(kept);
  packetizer.addToChain(reporter);
  packetizer.addToChain(responder);
  track.setMediaHandler(packetizer);
  // The library ends the process when what it calls back is collected.
  return { track, rtp, handlers: [media, packetizer, reporter, responder] };
}

/**
 * Sends pictures by WHIP; the bodies of FLV video tags as for RTMP.
 * @throws Error when the server refuses or is silent, or the library does not exist for this system
 */
export async function openWhipPublisher({ url, timeoutMs }: PublisherOptions): Promise<Publisher> {
  const { default: library } = await import('node-datachannel');
  const connection = new library.PeerConnection('camera', { iceServers: [], disableAutoNegotiation: true });
  const { track, rtp, handlers } = openTrack(library, connection);
  const opened = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  // The answer may be late before anybody waits for the connection.
  opened.promise.catch(() => undefined);
  const late = setTimeout(() => opened.reject(new Error('no answer in time')), timeoutMs);
  let sets = Buffer.alloc(0);
  let keyWanted = false;
  let keyAt = -Infinity;
  track.onOpen(() => opened.resolve());
  track.onMessage((message) => {
    if (asksForKey(message) && performance.now() - keyAt > keyEveryMs) keyWanted = true;
  });
  connection.onStateChange((state) => {
    if (state !== 'disconnected' && state !== 'failed' && state !== 'closed') return;
    opened.reject(new Error('connection closed'));
    closed.resolve();
  });
  const end = (): void => {
    connection.close();
    closed.resolve();
    // They outlive what the library may still call back.
    setTimeout(() => handlers.length, 10_000).unref();
  };
  try {
    connection.setLocalDescription('offer');
    const place = await signal(url, connection, timeoutMs);
    await opened.promise;
    return {
      closed: closed.promise,
      wantsKey: () => keyWanted,
      close: () => {
        void fetch(place, { method: 'DELETE' }).catch(() => undefined);
        end();
      },
      video: (body, timestamp) => {
        if (body[1] === 0) {
          sets = Buffer.from(parameterSets(body.subarray(headBytes)));
          return true;
        }
        if (!track.isOpen()) return false;
        const key = body[0] === 0x17;
        if (key) {
          keyWanted = false;
          keyAt = performance.now();
        }
        rtp.timestamp = Math.round(timestamp * (clockRate / 1000)) % 0x1_00_00_00_00;
        const units = body.subarray(headBytes);
        track.sendMessageBinary(key ? Buffer.concat([sets, units]) : units);
        return true;
      },
    };
  } catch (error) {
    end();
    throw error;
  } finally {
    clearTimeout(late);
  }
}
