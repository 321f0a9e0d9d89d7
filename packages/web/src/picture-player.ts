import { limits } from '@eyrie/domain';

const { picture } = limits;

/** A picture that runs; `position` moves on as long as new frames are shown. */
export interface Player {
  position(): number;
  /** True once the stream ended or broke. */
  broken(): boolean;
  close(): void;
}

/** Why a picture goes by FLV and not by WebRTC. */
export const fallbacks = [
  'unsupported',
  'notOffered',
  'noPath',
  'noPicture',
  'freezes',
  'bFrames',
  'h265',
  'codec',
  'busy',
  'gone',
] as const;
export type Fallback = (typeof fallbacks)[number];
export const isFallback = (value: unknown): value is Fallback => fallbacks.some((one) => one === value);

/** Which way a picture takes to this page. */
export type Way = { kind: 'whep' } | { kind: 'flv'; why: Fallback };

/** A picture does not come by WebRTC; `noStream`: it does not come at all. */
export class WhepFailed extends Error {
  readonly why: Fallback | 'noStream';
  constructor(why: Fallback | 'noStream') {
    super(why);
    this.why = why;
  }
}

/** One that another process may end in silence. */
export interface LinkedPlayer extends Player {
  /** What the server sends to it: `still` none, for its camera sends none; `gone` it is no viewer any more. */
  standing(): Promise<'sending' | 'still' | 'gone'>;
}

/** Of the way, not of the stream: trying it again would cost the same seconds. */
const lasting: ReadonlySet<Fallback> = new Set(['noPath', 'noPicture', 'freezes']);

/** What was found out about the way of a picture, for as long as it is believed. */
export const createWayMemory = (now: () => number) => {
  const known = new Map<string, { why: Fallback; until: number }>();
  return {
    of: (name: string): Fallback | null => {
      const found = known.get(name);
      return found && found.until > now() ? found.why : null;
    },
    note: (name: string, why: Fallback): void => {
      if (lasting.has(why)) known.set(name, { why, until: now() + picture.wayKept });
    },
  };
};
export type WayMemory = ReturnType<typeof createWayMemory>;

export interface BestPlayerOptions {
  /** A reason: this way is closed from the beginning. */
  whep: (() => Promise<LinkedPlayer>) | Fallback;
  flv: () => Promise<Player>;
  onWay: (way: Way) => void;
  /** It had to leave WebRTC. */
  onFallback: (why: Fallback) => void;
  now: () => number;
  /** Rejects with the signal's reason when it is aborted first. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** So that a position by another player is never taken for the same. */
const apart = 1e9;

/** Plays by WebRTC for as long as that works, then by FLV, without the picture being begun anew. */
class BestPlayer implements Player {
  readonly #options: BestPlayerOptions;
  readonly #closing = new AbortController();
  #current: Player | null = null;
  #changes = 0;
  #moving = false;
  #over = false;
  #frozenAt: number[] = [];

  constructor(options: BestPlayerOptions) {
    this.#options = options;
  }

  async begin(): Promise<void> {
    const { whep } = this.#options;
    if (typeof whep === 'string') return this.#toFlv(whep);
    try {
      const player = await whep();
      this.#take(player, { kind: 'whep' });
      void this.#keep(player, whep);
    } catch (error) {
      const why = error instanceof WhepFailed ? error.why : 'noPath';
      if (why === 'noStream') throw error;
      await this.#toFlv(why);
    }
  }

  position(): number {
    return this.#changes * apart + (this.#current?.position() ?? 0);
  }

  broken(): boolean {
    return (
      this.#over || (!this.#moving && this.#changes > 0 && this.#isFlv && (this.#current?.broken() ?? true))
    );
  }

  close(): void {
    this.#closing.abort();
    this.#current?.close();
  }

  #isFlv = false;

  #take(player: Player, way: Way): void {
    this.#current = player;
    this.#isFlv = way.kind === 'flv';
    this.#changes += 1;
    if (this.#closing.signal.aborted) player.close();
    else this.#options.onWay(way);
  }

  async #toFlv(why: Fallback): Promise<void> {
    this.#options.onFallback(why);
    this.#take(await this.#options.flv(), { kind: 'flv', why });
  }

  /** Watches a picture by WebRTC, and brings it back by the best way when it fails. */
  async #keep(first: LinkedPlayer, whep: () => Promise<LinkedPlayer>): Promise<void> {
    const { signal } = this.#closing;
    try {
      for (let player = first; !signal.aborted;) {
        const tooOften = await this.#untilFails(player, signal);
        this.#moving = true;
        player.close();
        if (tooOften) return await this.#toFlv('freezes');
        player = await whep();
        this.#take(player, { kind: 'whep' });
        this.#moving = false;
      }
    } catch (error) {
      if (signal.aborted) return;
      const why = error instanceof WhepFailed ? error.why : 'noPath';
      if (why === 'noStream') this.#over = true;
      else await this.#toFlv(why).catch(() => (this.#over = true));
    } finally {
      this.#moving = false;
    }
  }

  /** Resolves when a picture has to be brought back. @returns whether it froze so often that another way is better */
  async #untilFails(player: LinkedPlayer, signal: AbortSignal): Promise<boolean> {
    const { now, wait } = this.#options;
    let position = player.position();
    let movedAt = now();
    let counted = false;
    for (;;) {
      await wait(picture.freezeEvery, signal);
      const next = player.position();
      if (next !== position) {
        position = next;
        movedAt = now();
        counted = false;
      }
      const frozen = now() - movedAt >= picture.freeze;
      if (!frozen && !player.broken()) continue;
      const standing = player.broken() ? 'gone' : await player.standing();
      // A camera that stands still is not the way's fault.
      if (standing === 'still') continue;
      if (!counted && this.#freezesTooOften()) return true;
      counted = true;
      if (standing === 'gone') return false;
    }
  }

  #freezesTooOften(): boolean {
    const at = this.#options.now();
    this.#frozenAt = [...this.#frozenAt.filter((one) => at - one < picture.freezesWithin), at];
    return this.#frozenAt.length >= picture.freezes;
  }
}

/**
 * Plays a picture the quick way where that works, else the dependable one.
 * @throws WhepFailed with `noStream` when there is nothing to play
 */
export const playBest = async (options: BestPlayerOptions): Promise<Player> => {
  const player = new BestPlayer(options);
  await player.begin();
  return player;
};
