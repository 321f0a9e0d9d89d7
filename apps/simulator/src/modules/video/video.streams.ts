import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { hasVideo, lensesOf, type Capacity } from './live-capacity.ts';
import { faultsSeen, inDemoWorld } from '../world/index.ts';
import {
  sizes,
  type EncoderStart,
  type FromEncoder,
  type Scene,
  type SceneBefore,
  type ToEncoder,
} from './scene.ts';

export interface VideoHost {
  readonly clock: Clock;
  readonly log: Log;
  readonly fallback: string | null;
  capacity(): Capacity;
  scene(videoId: string): SceneBefore;
  /** The next start is refused with this code; missing or null: it is not. */
  fault?(): number | null;
  /** The list of running streams has changed. */
  changed(): void;
}

interface Stream {
  videoId: string;
  quality: number;
  lens: string;
  /** The camera inside of the dock. */
  inside: boolean;
  child: ChildProcess;
  live: boolean;
}

const code = {
  noCamera: 513_002,
  alreadyLive: 513_003,
  badQuality: 513_005,
  startFailed: 513_006,
  noNetwork: 513_010,
  notLive: 513_011,
  lensRefused: 513_012,
  badProtocol: 513_013,
} as const;

const startWaitMs = 4500;
const sceneEveryMs = 200;
const encoder = fileURLToPath(new URL('./encoder-process.ts', import.meta.url));

const textOf = (data: unknown, key: string): string => {
  const value = (data as Record<string, unknown> | null)?.[key];
  return typeof value === 'string' ? value : '';
};
const numberOf = (data: unknown, key: string): number =>
  Number((data as Record<string, unknown> | null)?.[key]);

/** RTMP (1) or WHIP (4), to an address of its kind. */
const protocols = new Map([
  [1, /^rtmp:/],
  [4, /^https?:/],
]);
const pushes = (data: unknown): boolean =>
  protocols.get(numberOf(data, 'url_type'))?.test(textOf(data, 'url')) ?? false;

/** The live pictures of one dock. Each is drawn, encoded and pushed by a process of its own. */
export class VideoStreams {
  private readonly host: VideoHost;
  private readonly streams = new Map<string, Stream>();
  private cancelScenes = () => {};

  constructor(host: VideoHost) {
    this.host = host;
  }

  private sceneOf(videoId: string, lens: string, inside = false): Scene {
    const scene = this.host.scene(videoId);
    const faults = scene.camera === 'drone' ? faultsSeen(scene, scene.repaired) : [];
    return { ...scene, lens, inside, overWorld: inDemoWorld(scene), faults };
  }

  /** Ids of the pictures that run. */
  running(): string[] {
    return [...this.streams.values()].flatMap(({ videoId, live }) => (live ? [videoId] : []));
  }

  /** `live_status`. */
  status(): unknown[] {
    return [...this.streams.values()]
      .filter((stream) => stream.live)
      .map((stream) => ({
        video_id: stream.videoId,
        video_type: stream.lens,
        video_quality: stream.quality,
        status: 1,
        error_status: 0,
      }));
  }

  async start(data: unknown): Promise<number> {
    const videoId = textOf(data, 'video_id');
    const quality = numberOf(data, 'video_quality');
    if (!hasVideo(this.host.capacity(), videoId)) return code.noCamera;
    if (this.streams.has(videoId)) return code.alreadyLive;
    if (!pushes(data)) return code.badProtocol;
    if (!sizes[quality]) return code.badQuality;
    const fault = this.host.fault?.() ?? null;
    if (fault !== null) return fault;
    const stream = this.spawn(videoId, quality, textOf(data, 'url'));
    const result = await this.firstWord(stream);
    if (result !== 0) {
      this.end(videoId);
      return result;
    }
    stream.live = true;
    this.host.changed();
    return 0;
  }

  stop(data: unknown): number {
    return this.end(textOf(data, 'video_id')) ? 0 : code.notLive;
  }

  setQuality(data: unknown): number {
    const stream = this.streams.get(textOf(data, 'video_id'));
    const quality = numberOf(data, 'video_quality');
    if (!stream) return code.notLive;
    if (!sizes[quality]) return code.badQuality;
    stream.quality = quality;
    send(stream, { kind: 'quality', quality });
    this.host.changed();
    return 0;
  }

  changeLens(data: unknown): number {
    const stream = this.streams.get(textOf(data, 'video_id'));
    const lens = textOf(data, 'video_type');
    if (!stream) return code.notLive;
    const { model } = this.host.capacity().drone;
    const lenses = stream.videoId.includes(`/${model.camera}/`) ? lensesOf(model) : ['normal'];
    if (!lenses.includes(lens)) return code.lensRefused;
    stream.lens = lens;
    this.host.changed();
    return 0;
  }

  /** Between the cameras inside and outside of a dock that has both. */
  changeCamera(data: unknown): number {
    const stream = this.streams.get(textOf(data, 'video_id'));
    const position = numberOf(data, 'camera_position');
    if (!stream) return code.notLive;
    const { dockSn, insideCamera } = this.host.capacity();
    const own = dockSn !== null && stream.videoId.startsWith(`${dockSn}/`);
    if (!own || !insideCamera || (position !== 0 && position !== 1)) return code.lensRefused;
    stream.inside = position === 0;
    this.host.changed();
    return 0;
  }

  /** Ends every stream of a device, or all. */
  endAll(sn?: string): void {
    for (const videoId of Array.from(this.streams.keys()))
      if (sn === undefined || videoId.startsWith(`${sn}/`)) this.end(videoId);
  }

  private spawn(videoId: string, quality: number, url: string): Stream {
    const start: EncoderStart = {
      url,
      quality,
      scene: this.sceneOf(videoId, 'normal'),
      fallback: this.host.fallback,
    };
    // The options of a test runner must not reach the encoder, which is plain Node.
    const child = fork(encoder, [JSON.stringify(start)], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const stream: Stream = { videoId, quality, lens: 'normal', inside: false, child, live: false };
    this.streams.set(videoId, stream);
    child.on('error', (error) => this.host.log('videoProcess', { videoId, message: error.message }));
    child.once('exit', () => {
      if (this.streams.get(videoId) === stream) this.end(videoId);
    });
    if (this.streams.size === 1)
      this.cancelScenes = this.host.clock.every(sceneEveryMs, () => this.reportScenes());
    return stream;
  }

  /** Device code of the start: 0 once the media server has taken the stream. */
  private firstWord(stream: Stream): Promise<number> {
    return new Promise((resolve) => {
      const cancel = this.host.clock.after(startWaitMs, () => resolve(code.noNetwork));
      const settle = (result: number) => {
        cancel();
        resolve(result);
      };
      stream.child.once('exit', () => settle(code.startFailed));
      stream.child.on('message', (message: FromEncoder) => {
        if (message.kind === 'publishing') return settle(0);
        this.host.log('videoFailed', {
          videoId: stream.videoId,
          reason: message.reason,
          message: message.message,
        });
        return settle(message.reason === 'network' ? code.noNetwork : code.startFailed);
      });
    });
  }

  private reportScenes() {
    for (const stream of this.streams.values())
      send(stream, { kind: 'scene', scene: this.sceneOf(stream.videoId, stream.lens, stream.inside) });
  }

  private end(videoId: string): boolean {
    const stream = this.streams.get(videoId);
    if (!stream) return false;
    this.streams.delete(videoId);
    send(stream, { kind: 'stop' });
    const { child } = stream;
    const cancel = this.host.clock.after(2000, () => child.kill('SIGKILL'));
    child.once('exit', cancel);
    if (child.exitCode !== null || child.signalCode !== null) cancel();
    if (this.streams.size === 0) this.cancelScenes();
    if (stream.live) this.host.changed();
    return true;
  }
}

function send(stream: Stream, message: ToEncoder) {
  if (stream.child.connected) stream.child.send(message, () => {});
}
