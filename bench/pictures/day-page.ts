/**
 * The page that the benchmark of a long watch opens: four live pictures by the players of the product. Their frames come
 * from within the page and its clock is moved by hand, so that hours of both pass in minutes.
 */
import { now } from '@eyrie/web/clock';
import { playFlv } from '@eyrie/web/flv-player';
import { wait } from '@eyrie/web/wait';
import { keepWatching, type WatchedPhase } from '@eyrie/web/watched-picture';
import type { ClockedPage } from '../../prove/unattended/page-clock.ts';

const [width, height, frameEvery, group] = [160, 90, 40, 50] as const;
const settings = { pictures: 4, patience: 3_000, tick: 250 } as const;
/** Heads of FLV: of the stream and of one tag, with the length of the tag before. */
const flvHead = Uint8Array.from([0x46, 0x4c, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0]);
const tagHeadBytes = 11;
type Bytes = Uint8Array<ArrayBuffer>;

const { pageTime } = globalThis as ClockedPage;
const realFetch = globalThis.fetch.bind(globalThis);

/** A tag of video, whose time is written when it is sent. */
const tagOf = (first: number, kind: number, data: Bytes): Bytes => {
  const tag = new Uint8Array(tagHeadBytes + 5 + data.length + 4);
  const view = new DataView(tag.buffer);
  tag[0] = 9;
  view.setUint32(0, (9 << 24) | (data.length + 5));
  tag.set([first, kind, 0, 0, 0], tagHeadBytes);
  tag.set(data, tagHeadBytes + 5);
  view.setUint32(tag.length - 4, tag.length - 4);
  return tag;
};
const timed = (tag: Bytes, timestamp: number): Bytes => {
  const view = new DataView(tag.buffer);
  view.setUint32(4, ((timestamp & 0xff_ff_ff) << 8) | ((timestamp >>> 24) & 0xff));
  return tag;
};

/** A group of frames of a picture that moves, which may be repeated for as long as wanted. */
const encodeGroup = async (): Promise<{ configuration: Bytes; frames: Bytes[] }> => {
  const canvas = new OffscreenCanvas(width, height);
  const brush = canvas.getContext('2d', { alpha: false });
  let configuration: Bytes | null = null;
  const frames: Bytes[] = [];
  const faults: DOMException[] = [];
  const encoder = new VideoEncoder({
    error: (fault) => faults.push(fault),
    output: (chunk, meta) => {
      const described = meta?.decoderConfig?.description;
      if (described && !configuration)
        configuration = tagOf(0x17, 0, new Uint8Array(described as ArrayBuffer));
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      frames.push(tagOf(chunk.type === 'key' ? 0x17 : 0x27, 1, data));
    },
  });
  encoder.configure({
    codec: 'avc1.42001e',
    width,
    height,
    bitrate: 100_000,
    latencyMode: 'realtime',
    avc: { format: 'avc' },
  });
  for (let frame = 0; frame < group; frame += 1) {
    if (brush) {
      brush.fillStyle = `hsl(${frame * 7} 60% 45%)`;
      brush.fillRect(0, 0, width, height);
    }
    const picture = new VideoFrame(canvas, { timestamp: frame * frameEvery * 1_000 });
    encoder.encode(picture, { keyFrame: frame === 0 });
    picture.close();
  }
  await encoder.flush();
  encoder.close();
  if (!configuration || frames.length !== group) throw faults[0] ?? new Error(`${frames.length} frames`);
  return { configuration, frames };
};

const { configuration, frames } = await encodeGroup();

/** One picture as a server would send it. */
class Feed {
  #controller: ReadableStreamDefaultController<Bytes> | null = null;
  /** Frames since it began, of all connections to it. */
  sent = 0;
  opened = 0;

  open(signal: AbortSignal | null | undefined): Response {
    this.opened += 1;
    // A connection that begins within a group would show nothing until the next.
    this.sent = Math.ceil(this.sent / group) * group;
    const body = new ReadableStream<Bytes>({
      start: (controller: ReadableStreamDefaultController<Bytes>) => {
        this.#controller = controller;
        controller.enqueue(flvHead.slice());
        controller.enqueue(timed(configuration, this.sent * frameEvery).slice());
      },
      cancel: () => void (this.#controller = null),
    });
    signal?.addEventListener('abort', () => (this.#controller = null), { once: true });
    return new Response(body);
  }

  /** Sends the frames of so many ms. */
  send(ms: number): void {
    for (let left = ms / frameEvery; left > 0; left -= 1, this.sent += 1) {
      const frame = frames[this.sent % group];
      if (frame) this.#controller?.enqueue(timed(frame, this.sent * frameEvery).slice());
    }
  }
}

interface Picture {
  name: string;
  video: HTMLVideoElement;
  feed: Feed;
  /** How often each was reported. */
  phases: Partial<Record<WatchedPhase, number>>;
  figures: number;
}
const pictures = Array.from({ length: settings.pictures }, (_, at): Picture => {
  const video = document.createElement('video');
  video.muted = true;
  document.body.append(video);
  return {
    name: `feed-${at}`,
    video,
    feed: new Feed(),
    phases: {},
    figures: 0,
  };
});
globalThis.fetch = async (asked, init) => {
  const found = pictures.find(({ name }) => typeof asked === 'string' && asked.endsWith(name));
  return found ? found.feed.open(init?.signal) : realFetch(asked, init);
};

const watching = new AbortController();
for (const one of pictures)
  void keepWatching(
    {
      play: () => playFlv(one.video, one.name, () => (one.figures += 1)),
      onPhase: (phase) => (one.phases[phase] = (one.phases[phase] ?? 0) + 1),
      now,
      wait,
    },
    watching.signal,
  );

const channel = new MessageChannel();
channel.port1.start();
/** Lets everything run that waits for its turn and for no clock; a timer would take four milliseconds for it. */
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    channel.port1.addEventListener('message', () => resolve(), { once: true });
    channel.port2.postMessage(0);
  });
const endOf = ({ buffered }: HTMLVideoElement): number =>
  buffered.length === 0 ? 0 : buffered.end(buffered.length - 1);

/** Lets so much time pass, in which every picture receives its frames; it waits until they are there and one is shown. */
const step = async (ms: number): Promise<void> => {
  const before = pictures.map(({ video, feed }) => ({
    end: endOf(video),
    position: video.currentTime,
    opened: feed.opened,
  }));
  for (const { feed } of pictures) feed.send(ms);
  const isThere = ({ video, feed }: Picture, at: number): boolean => {
    const was = before[at];
    if (!was || feed.opened === 0 || feed.opened !== was.opened) return true;
    return video.currentTime !== was.position && endOf(video) - was.end > (ms / 1_000) * 0.9;
  };
  for (const from = pageTime.realNow(); !pictures.every(isThere);) {
    if (pageTime.realNow() - from > settings.patience) break;
    await turn();
  }
  for (let left = ms; left > 0; left -= settings.tick) {
    pageTime.moveTo(pageTime.now() + settings.tick);
    await turn();
  }
};

/** Lets so many hours of the page pass, `by` ms at a time. */
const pass = async (hours: number, by: number): Promise<void> => {
  for (const over = pageTime.now() + hours * 3_600_000; pageTime.now() < over;) await step(by);
};

const standing = (): object => ({
  hours: pageTime.now() / 3_600_000,
  pictures: pictures.map(({ video, feed, phases, figures }) => ({
    frames: feed.sent,
    opened: feed.opened,
    phases,
    figures,
    shown: video.getVideoPlaybackQuality().totalVideoFrames,
    /** Seconds that the browser keeps. */
    kept: video.buffered.length === 0 ? 0 : endOf(video) - video.buffered.start(0),
  })),
});

Object.assign(globalThis, { pass, standing });
document.title = 'ready';
