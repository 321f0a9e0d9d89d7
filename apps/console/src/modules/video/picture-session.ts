import { limits, type LiveSource } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { Player } from '@eyrie/web/picture-player';
import { retryDelay } from '@eyrie/web/watched-picture';
import type { CameraChoice } from './picture-choice.ts';
import { chooseSource } from './picture-choice.ts';

/** What the live picture is doing. Moments are on the page's monotonic clock. */
export interface PictureState {
  phase: 'looking' | 'starting' | 'arriving' | 'playing' | 'stalled' | 'waiting';
  sources: readonly LiveSource[];
  source: LiveSource | null;
  label: string | null;
  /** Tries since a picture last ran. */
  tries: number;
  nextTryAt: number | null;
  /** Why there is no picture: `none` no camera, `late` it did not arrive, `broken` it ended; or the server's words. */
  trouble: { kind: 'none' | 'late' | 'broken' } | { kind: 'refused'; message: string } | null;
  stalledSince: number | null;
}

/** Where a picture is had: by FLV, and by WebRTC where the server offers that. */
export interface FoundPicture {
  playUrl: string;
  whepUrl: string | null;
  outside?: boolean;
  label: string;
}

export interface PictureWire {
  sources(): Promise<readonly LiveSource[]>;
  /** Rejects when it is refused. `automatic`: nobody pressed anything for it. */
  start(source: LiveSource, automatic: boolean): Promise<void>;
  /** Where it can be watched; null while it has not arrived. */
  find(source: LiveSource): Promise<FoundPicture | null>;
  play(picture: FoundPicture): Promise<Player>;
  /** Tells the server that this page does not watch any more. */
  leave(source: LiveSource): void;
}

export interface PictureSessionOptions {
  wire: PictureWire;
  /** The camera to begin with; null or missing: the page's choice. */
  choice?: CameraChoice;
  now: () => number;
  /** Rejects with the signal's reason when it is aborted first. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  onChange: (state: PictureState) => void;
  refusalText: (error: unknown) => string;
}

export interface PictureSession {
  choose(choice: CameraChoice): void;
  droneOn(on: boolean): void;
  /** What can be watched changed, or a person does not want to wait. */
  tryNow(by?: 'program' | 'person'): void;
  stop(): void;
}

/** What people read of it. */
export const troubleWords = {
  none: 'refusal.noLiveCapability',
  late: 'refusal.noStream',
  broken: 'video.broken',
} as const satisfies Readonly<Record<string, PhraseId>>;

/**
 * Why a picture is not turned to another lens or camera; null: it can be.
 * @param epoch of the lease of the payload; null: this tab does not control it
 * @param device what the device shows against it; null: nothing
 */
export const whyNotTurned = (
  running: boolean,
  epoch: number | null,
  device: PhraseId | null,
): PhraseId | null => {
  if (!running) return 'refusal.noStream';
  return device ?? (epoch === null ? 'refusal.controlMissing' : null);
};

/** Why there is no picture, where the server has refused nothing. */
export class Trouble extends Error {
  readonly kind: 'none' | 'late' | 'broken';
  constructor(kind: 'none' | 'late' | 'broken') {
    super(kind);
    this.kind = kind;
  }
}

const picture = limits.picture;
const restart = 'restart';
const retryNow = 'hurry';

export const startPicture: PictureState = {
  phase: 'looking',
  sources: [],
  source: null,
  label: null,
  tries: 0,
  nextTryAt: null,
  trouble: null,
  stalledSince: null,
};

/** A picture that runs is watched until it breaks off, comes too late, or the signal ends it. */
const watch = async (
  player: Player,
  signal: AbortSignal,
  { now, wait }: Pick<PictureSessionOptions, 'now' | 'wait'>,
  seen: (what: 'moving' | { stalledSince: number }) => void,
): Promise<never> => {
  let position = player.position();
  let movedAt = now();
  let shown = false;
  for (;;) {
    await wait(picture.watchEvery, signal);
    if (player.broken()) throw new Trouble('broken');
    const next = player.position();
    if (next !== position) {
      shown = true;
      position = next;
      movedAt = now();
      seen('moving');
      continue;
    }
    const still = now() - movedAt;
    if (still >= (shown ? picture.giveUp : picture.firstFrame)) throw new Trouble(shown ? 'broken' : 'late');
    if (shown && still >= picture.stalled) seen({ stalledSince: movedAt });
  }
};

/** Keeps a live picture running until stopped: finds a camera, starts it, plays it, and begins again when it breaks. */
class Session implements PictureSession {
  readonly #options: PictureSessionOptions;
  #state = startPicture;
  #choice: CameraChoice = null;
  #drone = false;
  #stopped = false;
  #turn = new AbortController();
  /** Something changed while a picture was being brought up: the choice is looked at again once it runs. */
  #outdated = false;
  /** The next start is what a person pressed a button for. */
  #pressed = false;

  constructor(options: PictureSessionOptions) {
    this.#options = options;
    this.#choice = options.choice ?? null;
  }

  async run(): Promise<void> {
    while (!this.#stopped) {
      this.#turn = new AbortController();
      const { signal } = this.#turn;
      try {
        await this.#attempt(signal);
      } catch (error) {
        if (!this.#stopped && !signal.aborted) await this.#fail(error, signal);
      }
    }
  }

  choose(choice: CameraChoice): void {
    if (this.#choice === choice) return;
    this.#choice = choice;
    this.#pressed = true;
    this.#turn.abort(restart);
  }

  droneOn(on: boolean): void {
    if (this.#drone === on) return;
    this.#drone = on;
    this.tryNow();
  }

  tryNow(by: 'program' | 'person' = 'program'): void {
    const { phase } = this.#state;
    if (phase === 'waiting' && by === 'person') this.#pressed = true;
    if (phase === 'waiting') this.#turn.abort(retryNow);
    else if (phase === 'playing' || phase === 'stalled') this.#reconsider();
    else this.#outdated = true;
  }

  stop(): void {
    this.#stopped = true;
    this.#turn.abort(restart);
    if (this.#state.source) this.#options.wire.leave(this.#state.source);
  }

  #set(part: Partial<PictureState>): void {
    if (this.#stopped) return;
    this.#state = { ...this.#state, ...part };
    this.#options.onChange(this.#state);
  }

  async #attempt(signal: AbortSignal): Promise<void> {
    const { wire } = this.#options;
    this.#set({ phase: 'looking', nextTryAt: null, stalledSince: null });
    this.#outdated = false;
    const sources = await wire.sources();
    signal.throwIfAborted();
    const source = chooseSource(sources, this.#choice, this.#drone);
    this.#set({ sources });
    if (!source) throw new Trouble('none');
    this.#moveTo(source);
    const automatic = !this.#pressed;
    this.#pressed = false;
    await wire.start(source, automatic);
    signal.throwIfAborted();
    this.#set({ phase: 'arriving' });
    const found = await this.#arrived(source, signal);
    this.#set({ label: found.label });
    const player = await wire.play(found);
    try {
      await watch(player, signal, this.#options, (what) => this.#seen(what));
    } finally {
      player.close();
    }
  }

  #moveTo(source: LiveSource): void {
    const before = this.#state.source;
    if (before && before.videoId !== source.videoId) this.#options.wire.leave(before);
    this.#set({ phase: 'starting', source, label: null });
  }

  async #arrived(source: LiveSource, signal: AbortSignal): Promise<FoundPicture> {
    const { wire, now, wait } = this.#options;
    for (const end = now() + picture.findFor; now() < end;) {
      const found = await wire.find(source);
      if (found) return found;
      await wait(picture.findEvery, signal);
    }
    throw new Trouble('late');
  }

  #seen(what: 'moving' | { stalledSince: number }): void {
    const { phase } = this.#state;
    if (what !== 'moving') {
      if (phase === 'playing') this.#set({ phase: 'stalled', ...what });
      return;
    }
    if (phase !== 'playing')
      this.#set({ phase: 'playing', tries: 0, trouble: null, nextTryAt: null, stalledSince: null });
    if (this.#outdated) this.#reconsider();
  }

  async #fail(error: unknown, signal: AbortSignal): Promise<void> {
    const { now, wait, refusalText } = this.#options;
    const tries = this.#state.tries + 1;
    const delay = retryDelay(tries);
    const trouble =
      error instanceof Trouble
        ? { kind: error.kind }
        : { kind: 'refused' as const, message: refusalText(error) };
    this.#set({ phase: 'waiting', tries, trouble, nextTryAt: now() + delay, stalledSince: null });
    await wait(delay, signal).catch(() => undefined);
  }

  /** While a picture runs, the cameras are looked at again, and it is left only for a better one. */
  #reconsider(): void {
    this.#outdated = false;
    const look = async (): Promise<void> => {
      const sources = await this.#options.wire.sources();
      if (this.#stopped) return;
      this.#set({ sources });
      const better = chooseSource(sources, this.#choice, this.#drone);
      if (better && better.videoId !== this.#state.source?.videoId) this.#turn.abort(restart);
    };
    // The next change asks again.
    look().catch(() => undefined);
  }
}

/** Starts keeping a picture; ends with `stop`. */
export const keepPicture = (options: PictureSessionOptions): PictureSession => {
  const session = new Session(options);
  void session.run();
  return session;
};
