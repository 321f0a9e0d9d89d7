import { limits } from '@eyrie/domain';
import {
  configurationOfSets,
  configurationTag,
  wholePictureTag,
  type PictureFormat,
  type PictureFrame,
} from '../../platform/video/index.ts';

/** What is stored at once of a recording: tags of FLV in their order, without a head. */
export interface RecordingPart {
  bytes: Buffer;
  /** Of its first and its last frame, ms since the recording began. */
  firstAt: number;
  lastAt: number;
  /** When the first frame of the recording was sent, epoch ms. */
  startedAt: number;
}

/** One connection to the stream, whose frames have times of their own. */
interface Session {
  first: number;
  /** When its first frame was sent, epoch ms, as far as its frames say it by now. */
  sentAt: number;
  /** When its first frame came. */
  cameAt: number;
  /** A frame came after those that were kept for late comers. */
  flows: boolean;
  /** What `sentAt` was when it began to flow. */
  settledAt: number;
  /** Of its last frame. */
  last: number;
  /** It brings no more frames. */
  over: boolean;
  /** Of its first frame, ms since the recording began; null: not known yet. */
  offset: number | null;
  /** Its frames are stored from here on: what lay before was stored already. */
  joined: boolean;
  frames: { frame: PictureFrame; configuration: Buffer }[];
}

/** Frames that were kept for late comers come at once: after this it is known when they were sent, ms. */
const settle = 500;
/** Times that step back, or run ahead of the clock, by more than this were set anew by whoever sends them, ms. */
const jump = 10_000;

/** Whether the times of a connection no longer belong to the moment at which they began. */
const isSetAnew = (
  { flows, settledAt, cameAt, first, last }: Session,
  { timestamp }: PictureFrame,
  now: number,
): boolean => {
  if (timestamp < last - jump) return true;
  const sentAt = now - (timestamp - first);
  // What is kept for late comers comes before its time.
  return flows ? settledAt - sentAt > jump : cameAt - sentAt > limits.recording.silence;
};

/**
 * Puts frames of one or several connections, one after the other, on the times of one recording. Nothing is moved to close a
 * gap: each frame lies at the moment at which it was sent. What was stored before it came again is left out, up to the next
 * key frame, without which nothing can be decoded.
 */
export class PartCollector {
  #startedAt: number | null;
  #lastAt: number;
  #configuration: Buffer | null = null;
  /** How the last frame that was taken is coded. */
  #coding: Buffer | null = null;
  #changes = 0;
  #sessions: Session[] = [];
  #bytes = 0;

  /** @param startedAt epoch ms of the first frame that is stored; null: none is. @param lastAt of the last one, ms since then */
  constructor(startedAt: number | null, lastAt: number) {
    this.#startedAt = startedAt;
    this.#lastAt = lastAt;
  }

  /** Bytes that wait to be stored. */
  get waiting(): number {
    return this.#bytes;
  }

  /** How often the coding changed between frames that were taken. */
  get changes(): number {
    return this.#changes;
  }

  /** The stream is connected anew. */
  begin(): void {
    this.end();
    this.#configuration = null;
  }

  /** The connection is over. */
  end(): void {
    const last = this.#sessions.at(-1);
    if (last) last.over = true;
  }

  /** @returns false where pictures of this format cannot be stored */
  format({ parameterSets }: Pick<PictureFormat, 'parameterSets'>): boolean {
    this.#configuration = configurationOfSets(parameterSets);
    return this.#configuration !== null;
  }

  /**
   * @param now epoch ms
   * @returns whether the stream flows: what a server kept comes also where nothing more does
   */
  frame(frame: PictureFrame, now: number): boolean {
    const configuration = this.#configuration;
    if (!configuration) return false;
    let session = this.#sessions.at(-1);
    if (session && !session.over && isSetAnew(session, frame, now)) session.over = true;
    if (!session || session.over) {
      if (!frame.key) return false;
      const unplaced = {
        sentAt: Infinity,
        offset: null,
        flows: false,
        settledAt: Infinity,
        over: false,
        joined: false,
        frames: [],
      };
      session = { ...unplaced, first: frame.timestamp, last: frame.timestamp, cameAt: now };
      this.#sessions.push(session);
    }
    // Nothing arrives before it was sent.
    session.sentAt = Math.min(session.sentAt, now - (frame.timestamp - session.first));
    session.last = frame.timestamp;
    session.frames.push({ frame, configuration });
    this.#bytes += frame.units.length;
    if (!session.flows && now - session.cameAt >= settle) {
      session.flows = true;
      session.settledAt = session.sentAt;
    }
    return session.flows;
  }

  /** What has come since the last time; null: nothing whose moment is known. */
  take(): RecordingPart | null {
    const tags: Buffer[] = [];
    let firstAt: number | null = null;
    let written: Buffer | null = null;
    for (const session of this.#sessions) {
      // Old frames alone must not pass for new ones.
      if (!session.flows && session.over) session.frames = [];
      if (!session.flows) continue;
      this.#startedAt ??= Math.round(session.sentAt);
      session.offset ??= Math.round(session.sentAt) - this.#startedAt;
      for (const { frame, configuration } of session.frames) {
        const at = Math.max(0, session.offset + frame.timestamp - session.first);
        if (!session.joined && !(frame.key && at > this.#lastAt)) continue;
        session.joined = true;
        // Two frames of one moment would be one.
        const placed = Math.max(at, this.#lastAt + 1);
        if (written === null || !written.equals(configuration))
          tags.push(configurationTag(configuration, placed));
        written = configuration;
        if (this.#coding && !this.#coding.equals(configuration)) this.#changes += 1;
        this.#coding = configuration;
        tags.push(wholePictureTag(frame.units, frame.key, placed));
        firstAt ??= placed;
        this.#lastAt = placed;
      }
      session.frames = [];
    }
    this.#sessions = this.#sessions.filter(({ over, frames }) => !over || frames.length > 0);
    this.#bytes = this.#sessions
      .flatMap(({ frames }) => frames)
      .reduce((sum, { frame }) => sum + frame.units.length, 0);
    return firstAt === null || this.#startedAt === null
      ? null
      : { bytes: Buffer.concat(tags), firstAt, lastAt: this.#lastAt, startedAt: this.#startedAt };
  }
}
