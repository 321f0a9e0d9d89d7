import { afterEach, describe, expect, it, vi } from 'vitest';
import { StreamLoader } from './stream-loader.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A stream at the other end of a connection, and what the player hears of it. */
const opened = (answer: { status: number } = { status: 200 }) => {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  let connection: AbortSignal | undefined;
  vi.stubGlobal('fetch', async (_url: string, { signal }: { signal: AbortSignal }) => {
    connection = signal;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        stream = controller;
        signal.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return new Response(body, answer);
  });
  const loader = new StreamLoader();
  const heard: unknown[] = [];
  loader.onDataArrival = (chunk, at, received) => heard.push([new Uint8Array(chunk).length, at, received]);
  loader.onError = (kind, { code }) => heard.push([kind, code]);
  loader.onComplete = (from, to) => heard.push(['complete', from, to]);
  loader.open({ url: 'http://127.0.0.1/picture.flv' }, { from: 0 });
  return {
    loader,
    heard,
    heardTimes: (times: number) => vi.waitFor(() => expect(heard).toHaveLength(times)),
    send: (bytes: Uint8Array) => stream?.enqueue(bytes),
    breakOff: () => stream?.error(new TypeError('network error')),
    end: () => stream?.close(),
    connected: () => connection?.aborted === false,
  };
};

/** Enough turns for every promise of a stream to have ended. */
const turns = () => new Promise(setImmediate);

describe('a stream that is watched', () => {
  it('arrives in pieces, each by itself', async () => {
    const stream = opened();
    await turns();
    stream.send(new Uint8Array(3));
    stream.send(new Uint8Array(10).subarray(4, 6));
    await stream.heardTimes(2);
    stream.end();
    await stream.heardTimes(3);
    expect(stream.heard).toEqual([
      [3, 0, 3],
      [2, 3, 5],
      ['complete', 0, 4],
    ]);
    expect(stream.loader.isWorking()).toBe(false);
  });

  it('that breaks off is told to the player', async () => {
    const stream = opened();
    await turns();
    stream.send(new Uint8Array(3));
    await stream.heardTimes(1);
    expect(stream.loader.isWorking()).toBe(true);
    stream.breakOff();
    await stream.heardTimes(2);
    expect(stream.heard[1]).toEqual(['EarlyEof', -1]);
  });

  it('that is refused is told with its status', async () => {
    const stream = opened({ status: 403 });
    await stream.heardTimes(1);
    expect(stream.heard).toEqual([['HttpStatusCodeInvalid', 403]]);
    expect(stream.connected()).toBe(false);
  });
});

it('asks for a stream with the headers of its player', async () => {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    asked.push(headers);
    return new Response(null, { status: 403 });
  });
  const loader = new StreamLoader(undefined, { headers: { authToken: 'proof' } });
  loader.open({ url: 'http://127.0.0.1/picture.flv' }, { from: 0 });
  await vi.waitFor(() => expect(asked).toEqual([{ authToken: 'proof' }]));
});

describe('a stream that is put away', () => {
  // A rejection that nobody holds would fail the run of these tests.
  it.each(['before its answer', 'while it arrives'])(
    'ends its connection and says nothing more, %s',
    async (when) => {
      const stream = opened();
      if (when === 'while it arrives') {
        await turns();
        stream.send(new Uint8Array(3));
        await stream.heardTimes(1);
      }
      const before = stream.heard.length;
      stream.loader.destroy();
      await turns();
      expect(stream.connected()).toBe(false);
      expect(stream.heard).toHaveLength(before);
      expect(stream.loader.isWorking()).toBe(false);
    },
  );

  it('stays silent when the connection ends in the same moment', async () => {
    const stream = opened();
    await turns();
    stream.send(new Uint8Array(3));
    await stream.heardTimes(1);
    stream.breakOff();
    stream.loader.destroy();
    await turns();
    expect(stream.heard).toHaveLength(1);
  });
});
