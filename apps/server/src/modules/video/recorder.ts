import { limits, type RecordingEnd } from '@eyrie/domain';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { tapStream } from '../../platform/video/index.ts';
import { PartCollector, type RecordingPart } from './recording-parts.ts';
import {
  endRecording,
  isPart,
  keepRecording,
  releaseRecording,
  type ClaimedRecording,
} from './recording.store.ts';
import { partPrefix } from './recording.unnamed.store.ts';
import type { VideoServer } from './video.plans.ts';

const bounds = limits.recording;
/** Bytes that wait while the store or the database is away. */
const waitingMost = bounds.partBytes * 8;

interface RecorderDeps {
  runtime: Pick<Runtime, 'db' | 'serverTime' | 'newOid' | 'log'>;
  instanceId: string;
  objects: Objects;
  video: Pick<VideoServer, 'streams' | 'sourceUrl'>;
  /** Whether the department of a device still has room, and the disk for the films of so many bytes. */
  hasRoom(scope: { groupRoot: string; groupOID: string }, bytes: number): Promise<boolean>;
}

/**
 * One recording while this server has it. It is looked after at even times: connected where its stream arrives, stored in parts,
 * and ended by whoever asks for that or by the first of its bounds.
 */
class Recorder {
  readonly #deps: RecorderDeps;
  readonly #recording: ClaimedRecording;
  readonly #collector: PartCollector;
  #untap: (() => void) | null = null;
  /** Taken, and not known to be listed yet. */
  #part: (RecordingPart & { objectKey: string; size: number }) | null = null;
  #coding = false;
  #lastAt: number;
  #bytes: number;
  #frameAt: number;
  #roomAt = -Infinity;

  constructor(deps: RecorderDeps, recording: ClaimedRecording) {
    this.#deps = deps;
    this.#recording = recording;
    this.#collector = new PartCollector(recording.startedAt, recording.lastAt);
    this.#lastAt = recording.lastAt;
    this.#bytes = recording.bytes;
    this.#frameAt = this.#now();
  }

  /** Whether what waits here to be stored follows on what is stored. @param recording as it is when this server gets it anew */
  follows({ lastAt }: ClaimedRecording): boolean {
    return lastAt === this.#lastAt || lastAt === this.#part?.lastAt;
  }

  /** @param stops the server stops: what has come is stored, and another server goes on. @returns whether it goes on here */
  async look(stops: boolean): Promise<boolean> {
    const { runtime, instanceId } = this.#deps;
    if (!stops) await this.#connect();
    else this.#collector.end();
    const asked = await this.#keep();
    if (asked === undefined) return false;
    if (stops) {
      await releaseRecording(runtime.db, this.#recording.oid, instanceId);
      return false;
    }
    const end = asked ?? (await this.#endBy());
    if (end === null) return true;
    await this.#endWith(end);
    return false;
  }

  close(): void {
    this.#untap?.();
    this.#untap = null;
  }

  /** The store or the database is away: what comes now would fill the memory. A gap is said instead. */
  #hangUp(): void {
    this.close();
    this.#collector.end();
  }

  #now(): number {
    return Math.round(this.#deps.runtime.serverTime());
  }

  async #connect(): Promise<void> {
    const { video } = this.#deps;
    const { stream } = this.#recording;
    if (this.#collector.waiting > waitingMost / 2) {
      // It is the store that is waited for, and not the stream.
      this.#frameAt = this.#now();
      return;
    }
    if (this.#untap || this.#coding || !(await video.streams()).includes(stream)) return;
    const address = await video.sourceUrl(stream);
    this.#collector.begin();
    this.#untap = tapStream(address, {
      format: (format) => {
        if (!this.#collector.format(format)) this.#coding = true;
      },
      frame: (frame) => {
        const now = this.#now();
        if (this.#collector.frame(frame, now)) this.#frameAt = now;
        if (this.#collector.waiting > waitingMost) this.#hangUp();
      },
      ended: (why) => {
        this.#untap = null;
        this.#collector.end();
        if (why === 'coding') this.#coding = true;
      },
    });
  }

  /**
   * Says that this server still has the recording, and stores what has come, or could not be stored before.
   * @returns why its end was asked for, null: it was not; undefined: this server has it no longer
   */
  async #keep(): Promise<RecordingEnd | null | undefined> {
    const { runtime, instanceId, objects } = this.#deps;
    const { oid } = this.#recording;
    const part = (this.#part ??= this.#taken());
    if (part) await objects.put(part.objectKey, part.bytes, { size: part.size });
    const until = new Date(this.#now() + bounds.claim);
    const asked = await keepRecording(runtime.db, oid, { instanceId, until }, part);
    if (part && asked !== undefined) {
      this.#part = null;
      this.#lastAt = part.lastAt;
      this.#bytes += part.size;
    }
    // Another server has it: what came here is no part of it, unless it was listed and only the answer was lost.
    if (part && asked === undefined && !(await isPart(runtime.db, part.objectKey)))
      await objects.delete(part.objectKey);
    return asked;
  }

  /** What has come, under a key of its own: another server may store what came there at the same moment. */
  #taken(): (RecordingPart & { objectKey: string; size: number }) | null {
    const part = this.#collector.take();
    const { groupRoot, oid } = this.#recording;
    const objectKey = `${partPrefix}${groupRoot}/${oid}/${this.#deps.runtime.newOid()}`;
    return part && { ...part, objectKey, size: part.bytes.length };
  }

  /** By which of its bounds it is over; null: by none. */
  async #endBy(): Promise<RecordingEnd | null> {
    if (this.#coding) return 'coding';
    if (this.#lastAt >= bounds.length) return 'length';
    if (this.#bytes >= bounds.bytes) return 'size';
    // With the first one it makes as many files as there may be.
    if (this.#collector.changes >= bounds.filesMost - 1) return 'changes';
    if (this.#now() - this.#frameAt >= bounds.silence) return 'streamGone';
    if (this.#now() - this.#roomAt < bounds.roomEvery) return null;
    this.#roomAt = this.#now();
    return (await this.#deps.hasRoom(this.#recording, this.#bytes)) ? null : 'quota';
  }

  /** What came since the last part is stored first. */
  async #endWith(end: RecordingEnd): Promise<void> {
    const { runtime, instanceId } = this.#deps;
    this.close();
    this.#collector.end();
    // One that waited to be stored, and what came behind it.
    if ((await this.#keep()) === undefined || (await this.#keep()) === undefined) return;
    await endRecording(runtime.db, this.#recording.oid, instanceId, { end, at: new Date(this.#now()) });
  }
}

/** Waits for all of something, and not for ever: the store may keep one of them waiting. */
const waitFor = async (all: readonly Promise<void>[], most: number): Promise<void> => {
  let late: NodeJS.Timeout | undefined;
  const given = new Promise<void>((resolve) => {
    late = setTimeout(resolve, most);
  });
  await Promise.race([Promise.all(all), given]);
  clearTimeout(late);
};

/** Looks after the recordings that this server has. */
export const createRecorders = (deps: RecorderDeps) => {
  const recorders = new Map<string, Recorder>();
  const looks = new Map<Recorder, Promise<void>>();
  const lookAfter = async (oid: string, recorder: Recorder, stops: boolean): Promise<void> => {
    // Another look has ended it, or the one that it was made anew for.
    if (recorders.get(oid) !== recorder) return;
    try {
      if (await recorder.look(stops)) return;
    } catch (error) {
      deps.runtime.log.warn({ err: error, recordingOID: oid }, 'a recording could not be looked after');
      // Its claim ends by itself where it is not renewed; until then this server tries again.
      if (!stops) return;
    }
    recorder.close();
    if (recorders.get(oid) === recorder) recorders.delete(oid);
  };
  /** One look after the other of a recording, whatever those of others wait for. */
  const begin = (oid: string, recorder: Recorder, stops: boolean): Promise<void> => {
    const before = looks.get(recorder);
    if (before && !stops) return before;
    const look = (before ?? Promise.resolve())
      .then(() => lookAfter(oid, recorder, stops))
      .finally(() => {
        if (looks.get(recorder) === look) looks.delete(recorder);
      });
    looks.set(recorder, look);
    return look;
  };
  const lookAtAll = (stops: boolean, most: number): Promise<void> =>
    waitFor(
      [...recorders].map(([oid, recorder]) => begin(oid, recorder, stops)),
      most,
    );
  return {
    /** One that this server has lost and got again goes on with what waits to be stored, where nobody else went on with it. */
    take(recording: ClaimedRecording): void {
      const own = recorders.get(recording.oid);
      if (own?.follows(recording)) return;
      own?.close();
      recorders.set(recording.oid, new Recorder(deps, recording));
    },
    look: (): Promise<void> => lookAtAll(false, bounds.every),
    /** Stores what has come, and lets other servers go on at once. */
    stop: (): Promise<void> => lookAtAll(true, bounds.stopWithin),
  };
};
