import { limits, type LiveSource } from '@eyrie/domain';
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

/** A picture that runs; `position` moves on as long as new frames are shown. */
export interface Player {
  position(): number;
  /** True once the stream ended or broke. */
  broken(): boolean;
  close(): void;
}

export interface PictureWire {
  sources(): Promise<readonly LiveSource[]>;
  /** Rejects when it is refused. */
  start(source: LiveSource): Promise<void>;
  /** Where it can be watched; null while it has not arrived. */
  find(source: LiveSource): Promise<{ playUrl: string; label: string } | null>;
  play(playUrl: string): Promise<Player>;
  /** Tells the server that this page does not watch any more. */
  leave(source: LiveSource): void;
}

export interface PictureKeeperOptions {
  wire: PictureWire;
  now: () => number;
  /** Rejects with the signal's reason when it is aborted first. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  onChange: (state: PictureState) => void;
  refusalText: (error: unknown) => string;
}

export interface PictureKeeper {
  choose(choice: CameraChoice): void;
  droneOn(on: boolean): void;
  /** What can be watched changed, or a person does not want to wait. */
  tryNow(): void;
  stop(): void;
}

class Trouble extends Error {
  readonly kind: 'none' | 'late' | 'broken';
  constructor(kind: 'none' | 'late' | 'broken') {
    super(kind);
    this.kind = kind;
  }
}

const picture = limits.picture;
const restart = 'restart';
const hurry = 'hurry';

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

/** Waits longer with each try that came to nothing, ms. */
export const retryDelay = (tries: number): number =>
  Math.min(picture.retryMost, picture.retryFirst * 2 ** Math.max(0, tries - 1));

/** Keeps a live picture running until stopped: finds a camera, starts it, plays it, and begins again when it breaks. */
export const keepPicture = ({
  wire,
  now,
  wait,
  onChange,
  refusalText,
}: PictureKeeperOptions): PictureKeeper => {
  let state = startPicture;
  let choice: CameraChoice = null;
  let drone = false;
  let stopped = false;
  let turn = new AbortController();
  /** Something changed while a picture was being brought up: the choice is looked at again once it runs. */
  let outdated = false;

  const set = (part: Partial<PictureState>): void => {
    if (stopped) return;
    state = { ...state, ...part };
    onChange(state);
  };
  const moveTo = (source: LiveSource): void => {
    if (state.source && state.source.videoId !== source.videoId) wire.leave(state.source);
    set({ source, label: null });
  };
  const arrived = async (source: LiveSource, signal: AbortSignal) => {
    for (const end = now() + picture.findFor; now() < end;) {
      const found = await wire.find(source);
      if (found) return found;
      await wait(picture.findEvery, signal);
    }
    throw new Trouble('late');
  };
  /** Ends only by trouble or by the signal. */
  const watch = async (player: Player, signal: AbortSignal): Promise<never> => {
    let position = player.position();
    let movedAt = now();
    let shown = false;
    for (;;) {
      await wait(picture.watchEvery, signal);
      if (player.broken()) throw new Trouble('broken');
      const next = player.position();
      if (next !== position) {
        if (!shown || state.phase !== 'playing')
          set({ phase: 'playing', tries: 0, trouble: null, nextTryAt: null, stalledSince: null });
        shown = true;
        if (outdated) void reconsider().catch(() => undefined);
        position = next;
        movedAt = now();
        continue;
      }
      const still = now() - movedAt;
      if (still >= (shown ? picture.giveUp : picture.firstFrame))
        throw new Trouble(shown ? 'broken' : 'late');
      if (shown && still >= picture.stalled && state.phase === 'playing')
        set({ phase: 'stalled', stalledSince: movedAt });
    }
  };
  const attempt = async (signal: AbortSignal): Promise<void> => {
    set({ phase: 'looking', nextTryAt: null, stalledSince: null });
    outdated = false;
    const sources = await wire.sources();
    signal.throwIfAborted();
    const source = chooseSource(sources, choice, drone);
    set({ sources });
    if (!source) throw new Trouble('none');
    moveTo(source);
    set({ phase: 'starting' });
    await wire.start(source);
    signal.throwIfAborted();
    set({ phase: 'arriving' });
    const { playUrl, label } = await arrived(source, signal);
    set({ label });
    const player = await wire.play(playUrl);
    try {
      await watch(player, signal);
    } finally {
      player.close();
    }
  };
  const fail = async (error: unknown, signal: AbortSignal): Promise<void> => {
    const tries = state.tries + 1;
    const delay = retryDelay(tries);
    const trouble =
      error instanceof Trouble
        ? { kind: error.kind }
        : { kind: 'refused' as const, message: refusalText(error) };
    set({ phase: 'waiting', tries, trouble, nextTryAt: now() + delay, stalledSince: null });
    await wait(delay, signal).catch(() => undefined);
  };
  const run = async (): Promise<void> => {
    while (!stopped) {
      turn = new AbortController();
      const { signal } = turn;
      try {
        await attempt(signal);
      } catch (error) {
        if (!stopped && !signal.aborted) await fail(error, signal);
      }
    }
  };
  /** While a picture runs, the cameras are looked at again, and it is left only for a better one. */
  const reconsider = async (): Promise<void> => {
    outdated = false;
    const sources = await wire.sources();
    if (stopped) return;
    set({ sources });
    const better = chooseSource(sources, choice, drone);
    if (better && better.videoId !== state.source?.videoId) turn.abort(restart);
  };

  void run();
  return {
    choose(next) {
      if (choice === next) return;
      choice = next;
      turn.abort(restart);
    },
    droneOn(on) {
      if (drone === on) return;
      drone = on;
      this.tryNow();
    },
    tryNow() {
      if (state.phase === 'waiting') turn.abort(hurry);
      else if (state.phase === 'playing' || state.phase === 'stalled')
        void reconsider().catch(() => undefined);
      else outdated = true;
    },
    stop() {
      stopped = true;
      turn.abort(restart);
      if (state.source) wire.leave(state.source);
    },
  };
};
