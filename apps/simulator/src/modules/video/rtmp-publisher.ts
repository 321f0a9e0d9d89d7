import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { decodeAmf, encodeAmf, type AmfObject, type AmfValue } from './amf.ts';
import { ChunkReader, encodeChunks, messageType, type RtmpMessage } from './rtmp-chunks.ts';

export interface PublisherOptions {
  url: string;
  metadata: AmfObject;
  /** From the first byte to the server's "go ahead", ms. */
  timeoutMs: number;
}

export interface Publisher {
  /** Sends the body of an FLV video tag. False when the line is congested and the frame was left out. */
  video(body: Buffer, timestamp: number): boolean;
  close(): void;
  /** Whether who takes the picture has asked for a key frame that was not sent since. */
  wantsKey?(): boolean;
  /** Resolves when the connection is gone. */
  readonly closed: Promise<void>;
}

const chunkSize = 60_000;
const handshakeSize = 1536;
const windowBytes = 2_500_000;
/** More than this unsent means that the network is too slow; older frames are no use then. */
const congested = 1_000_000;

/** `rtmp://host:port/app/stream?query` in the parts that the protocol wants. @throws TypeError */
export function parseRtmpUrl(address: string): {
  host: string;
  port: number;
  app: string;
  stream: string;
  tcUrl: string;
} {
  const url = new URL(address);
  if (url.protocol !== 'rtmp:') throw new TypeError('not an rtmp address');
  const [app = '', ...rest] = url.pathname.slice(1).split('/');
  const stream = rest.join('/') + url.search;
  const port = url.port ? Number(url.port) : 1935;
  return { host: url.hostname, port, app, stream, tcUrl: `rtmp://${url.host}/${app}` };
}

/** Opens an RTMP connection and is allowed to publish. @throws when the server refuses or is silent */
export async function openPublisher(options: PublisherOptions): Promise<Publisher> {
  const target = parseRtmpUrl(options.url);
  const socket = connect({ host: target.host, port: target.port });
  socket.setNoDelay(true);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const timer = setTimeout(() => socket.destroy(new Error('no answer in time')), options.timeoutMs);
  try {
    const early = await shakeHands(socket);
    const talk = new Conversation(socket, early);
    const stream = await talk.publish(target);
    talk.send(6, {
      type: messageType.data,
      stream,
      timestamp: 0,
      payload: encodeAmf('@setDataFrame', 'onMetaData', options.metadata),
    });
    return {
      closed,
      close: () => talk.end(target.stream, stream),
      video: (payload, timestamp) => {
        if (socket.destroyed || socket.writableLength > congested) return false;
        talk.send(4, { type: messageType.video, stream, timestamp, payload });
        return true;
      },
    };
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** C0 and C1 out, S0 to S2 in, C2 out: the plain handshake. Gives what came after S2. */
function shakeHands(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let gathered = Buffer.alloc(0);
    const fail = (error?: Error) => reject(error ?? new Error('connection closed'));
    const gather = (bytes: Buffer) => {
      gathered = Buffer.concat([gathered, bytes]);
      if (gathered.length < 1 + 2 * handshakeSize) return;
      socket.off('data', gather);
      socket.pause();
      socket.write(gathered.subarray(1, 1 + handshakeSize));
      resolve(gathered.subarray(1 + 2 * handshakeSize));
    };
    socket.once('error', fail);
    socket.once('close', () => fail());
    socket.once('connect', () => {
      const first = Buffer.concat([Buffer.alloc(8), randomBytes(handshakeSize - 8)]);
      socket.write(Buffer.concat([Buffer.from([3]), first]));
    });
    socket.on('data', gather);
  });
}

type Waiting = {
  fits: (name: string, values: AmfValue[]) => boolean;
  take: (values: AmfValue[]) => void;
  fail: (error: Error) => void;
};

class Conversation {
  private readonly socket: Socket;
  private readonly reader = new ChunkReader();
  private waiting: Waiting[] = [];
  private transaction = 0;
  private received = 0;
  private acknowledged = 0;

  constructor(socket: Socket, early: Buffer) {
    this.socket = socket;
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => this.fail(new Error('connection closed')));
    socket.on('data', (bytes) => this.take(bytes));
    this.take(early);
    socket.resume();
  }

  send(channel: number, message: RtmpMessage) {
    this.socket.write(encodeChunks(channel, message, chunkSize));
  }

  /** Connect, create a stream, publish; gives the number of the stream. */
  async publish(target: { app: string; stream: string; tcUrl: string }): Promise<number> {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(chunkSize);
    this.socket.write(
      encodeChunks(2, { type: messageType.setChunkSize, stream: 0, timestamp: 0, payload: size }, 128),
    );
    await this.call('connect', {
      app: target.app,
      type: 'nonprivate',
      flashVer: 'FMLE/3.0 (compatible; Eyrie)',
      tcUrl: target.tcUrl,
    });
    this.command(0, 'releaseStream', null, target.stream);
    this.command(0, 'FCPublish', null, target.stream);
    const created = await this.call('createStream', null);
    const stream = Number(created[3]);
    if (!Number.isInteger(stream)) throw new Error('no stream given');
    const started = this.until((name) => name === 'onStatus');
    this.command(stream, 'publish', null, target.stream, 'live');
    const status = (await started)[3] as AmfObject | undefined;
    if (status?.code !== 'NetStream.Publish.Start')
      throw new Error(`refused: ${JSON.stringify(status?.code ?? null)}`);
    return stream;
  }

  end(name: string, stream: number) {
    if (this.socket.destroyed) return;
    this.command(0, 'FCUnpublish', null, name);
    this.command(0, 'deleteStream', null, stream);
    this.socket.end();
    // A server that does not close its side must not keep the process.
    setTimeout(() => this.socket.destroy(), 500).unref();
  }

  private command(stream: number, name: string, ...values: AmfValue[]): number {
    this.transaction += 1;
    const payload = encodeAmf(name, this.transaction, ...values);
    this.send(3, { type: messageType.command, stream, timestamp: 0, payload });
    return this.transaction;
  }

  private call(name: string, argument: AmfObject | null): Promise<AmfValue[]> {
    const number = this.transaction + 1;
    const answer = this.until(
      (word, values) => (word === '_result' || word === '_error') && values[1] === number,
    );
    this.command(0, name, argument);
    return answer.then((values) => {
      if (values[0] === '_error') throw new Error(`refused: ${JSON.stringify(values[3] ?? null)}`);
      return values;
    });
  }

  private until(fits: Waiting['fits']): Promise<AmfValue[]> {
    return new Promise((take, fail) => this.waiting.push({ fits, take, fail }));
  }

  private take(bytes: Buffer) {
    this.received += bytes.length;
    try {
      for (const message of this.reader.push(bytes)) this.handle(message);
    } catch (error) {
      this.socket.destroy(error instanceof Error ? error : new Error(String(error)));
    }
    if (this.received - this.acknowledged > windowBytes) this.acknowledge();
  }

  private acknowledge() {
    this.acknowledged = this.received;
    const payload = Buffer.alloc(4);
    payload.writeUInt32BE(this.received >>> 0);
    this.send(2, { type: messageType.acknowledgement, stream: 0, timestamp: 0, payload });
  }

  private handle({ type, payload }: RtmpMessage) {
    // A ping is answered with its own number, or the server hangs up.
    if (type === messageType.userControl && payload.length >= 6 && payload.readUInt16BE(0) === 6) {
      const pong = Buffer.from(payload.subarray(0, 6));
      pong.writeUInt16BE(7);
      this.send(2, { type: messageType.userControl, stream: 0, timestamp: 0, payload: pong });
    }
    if (type !== messageType.command) return;
    const values = decodeAmf(payload);
    const name = typeof values[0] === 'string' ? values[0] : '';
    const found = this.waiting.find((one) => one.fits(name, values));
    if (!found) return;
    this.waiting = this.waiting.filter((one) => one !== found);
    found.take(values);
  }

  private fail(error: Error) {
    for (const one of this.waiting.splice(0)) one.fail(error);
  }
}
