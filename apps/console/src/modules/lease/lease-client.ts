import { CallRefused } from '@eyrie/client';
import { limits, type ControlChange, type LeaseView } from '@eyrie/domain';

/** Who controls a dock, as this tab knows it. Moments are on the page's monotonic clock. */
export interface LeaseState {
  /** unknown: not told yet, or no longer while the link is down. held: by another tab, person or session. asking: held, and this tab asked for it. */
  phase: 'unknown' | 'free' | 'mine' | 'held' | 'asking';
  epoch: number;
  /** `self`: this tab. `own`: another tab of the same member. */
  holder: { name: string; self: boolean; own: boolean } | null;
  endsAt: number | null;
  /** Somebody asks this tab for control; silence grants it. */
  asker: { name: string; own: boolean; until: number } | null;
  /** Until when the holder may refuse this tab's ask. */
  askedUntil: number | null;
  /** The last event against this tab's request; shown until the next event. */
  notice:
    | { kind: 'lapsed' }
    | { kind: 'taken'; by: string; own: boolean; reason: string | null }
    | { kind: 'refused'; by: string; own: boolean }
    | null;
  /** A request of this tab is pending. */
  busy: boolean;
}

/** An answer of the server with the moments it was asked for and came in, on the monotonic clock. */
export interface Answered {
  view: LeaseView;
  sentAt: number;
  receivedAt: number;
}

/** The lease calls for one dock and control; each rejects with what the client rejects with. */
export interface LeaseWire {
  get(): Promise<Answered>;
  take(): Promise<Answered>;
  ask(): Promise<Answered>;
  renew(epoch: number): Promise<Answered>;
  release(epoch: number): Promise<unknown>;
  answer(accept: boolean): Promise<Answered>;
  override(reason: string, nonce: string): Promise<Answered>;
  /** Release without waiting, while the page goes. */
  leave(epoch: number): void;
}

export interface LeaseClientOptions {
  tabId: string;
  /** Whose tab this is; null while that is not known. */
  memberOID: () => string | null;
  wire: LeaseWire;
  now: () => number;
  /** Where a moment of the server falls on the monotonic clock. */
  onThisClock: (serverMoment: number) => number;
  onChange: (state: LeaseState) => void;
}

type LeaseChange = NonNullable<ControlChange['lease']>;

export interface LeaseClient {
  state(): LeaseState;
  /** Control is kept only while the page is seen and its link to the server stands. */
  attend(attention: { visible: boolean; linkUp: boolean }): void;
  /** To be called about twice a second. */
  beat(): void;
  heard(change: LeaseChange): void;
  look(): Promise<void>;
  take(): Promise<void>;
  ask(): Promise<void>;
  release(): Promise<void>;
  answer(accept: boolean): Promise<void>;
  override(reason: string, nonce: string): Promise<void>;
  leave(): void;
}

export const unknownLease: LeaseState = {
  phase: 'unknown',
  epoch: -1,
  holder: null,
  endsAt: null,
  asker: null,
  askedUntil: null,
  notice: null,
  busy: false,
};

/** After a renewal that got no answer the next one follows sooner, so that one lost packet does not cost the control. */
const retryEvery = limits.lease.renewEvery / 5;

/** What a message about the lease makes of the state. */
const afterChange = (
  state: LeaseState,
  change: LeaseChange,
  { tabId, memberOID, onThisClock }: Pick<LeaseClientOptions, 'tabId' | 'memberOID' | 'onThisClock'>,
): LeaseState => {
  const isOwn = (oid: string): boolean => oid === memberOID();
  if (change.epoch < state.epoch) return state;
  const wasMine = state.phase === 'mine';
  const mine = change.holder?.tabId === tabId;
  const asking = change.asker?.tabId === tabId;
  const endsAt = change.expiresAt === null ? null : onThisClock(change.expiresAt);
  const base = { ...state, epoch: change.epoch, endsAt, asker: null, askedUntil: null };
  if (!change.holder)
    return { ...base, phase: 'free', holder: null, notice: wasMine ? { kind: 'lapsed' } : state.notice };
  const own = !mine && isOwn(change.holder.oid);
  const holder = { name: change.holder.name, self: mine, own };
  if (mine)
    return {
      ...base,
      phase: 'mine',
      holder,
      notice: null,
      asker: change.asker && {
        name: change.asker.name,
        own: isOwn(change.asker.oid),
        until: onThisClock(change.asker.until),
      },
    };
  const taken = { kind: 'taken', by: change.holder.name, own, reason: change.reason } as const;
  const refused = { kind: 'refused', by: change.holder.name, own } as const;
  return {
    ...base,
    phase: asking ? 'asking' : 'held',
    holder,
    askedUntil: asking && change.asker ? onThisClock(change.asker.until) : null,
    notice: wasMine ? taken : state.phase === 'asking' && !asking ? refused : state.notice,
  };
};

/** What an answer of the server makes of the state; `granted` when the answer says that this tab now holds it. */
const afterAnswer = (
  state: LeaseState,
  { view, sentAt }: Pick<Answered, 'view' | 'sentAt'>,
  granted: boolean,
): LeaseState => {
  if (view.epoch < state.epoch) return state;
  // Counted from the question, not the answer: control must never look longer than it is.
  const endsAt = view.expiresAt === null ? null : sentAt + (view.expiresAt - view.serverTime);
  const base = { ...state, epoch: view.epoch, endsAt, askedUntil: null };
  if (!view.holder) return { ...base, phase: 'free', holder: null, asker: null };
  if (granted)
    return {
      ...base,
      phase: 'mine',
      holder: { name: view.holder.name, self: true, own: false },
      notice: null,
    };
  const stillMine = state.phase === 'mine' && view.epoch === state.epoch;
  const stillAsking = view.asked && state.askedUntil !== null;
  return {
    ...base,
    phase: stillMine ? 'mine' : stillAsking ? 'asking' : 'held',
    holder: { name: view.holder.name, self: stillMine, own: !stillMine && view.holder.mine },
    asker: stillMine ? state.asker : null,
    askedUntil: stillAsking ? state.askedUntil : null,
  };
};

/** Keeps one lease for one tab: takes, renews while the page is attended, tells when it is lost. */
class Client implements LeaseClient {
  readonly #options: LeaseClientOptions;
  #state = unknownLease;
  #attention = { visible: true, linkUp: true };
  #nextCall = 0;
  #calling: Promise<void> | null = null;
  /** How often the page began to attend, and at which of these beginnings it was last looked who has control. */
  #begun = 0;
  #looked = 0;

  constructor(options: LeaseClientOptions) {
    this.#options = options;
  }

  state(): LeaseState {
    return this.#state;
  }

  attend(next: { visible: boolean; linkUp: boolean }): void {
    const before = this.#attention;
    this.#attention = next;
    // Who holds it can change unheard; what this tab holds itself is known until it lapses.
    if (!next.linkUp && this.#state.phase !== 'mine')
      this.#set({ ...this.#state, phase: 'unknown', holder: null, endsAt: null });
    if (next.visible && next.linkUp && !(before.visible && before.linkUp)) {
      this.#nextCall = this.#options.now();
      this.#begun += 1;
    }
  }

  beat(): void {
    const at = this.#options.now();
    const { phase, endsAt } = this.#state;
    if (phase === 'mine' && endsAt !== null && at >= endsAt) {
      this.#lose();
      this.#nextCall = at;
    }
    // What a person asked for decides what is renewed next, if anything.
    if (this.#state.busy) return;
    if (!this.#attention.visible || !this.#attention.linkUp || at < this.#nextCall) return;
    if (this.#state.phase === 'mine') void this.#renew();
    // Messages name nobody's control until they can be received.
    else if (this.#state.phase !== 'free' || this.#looked < this.#begun) void this.look();
  }

  heard(change: LeaseChange): void {
    const before = this.#state.phase;
    this.#set(afterChange(this.#state, change, this.#options));
    // Control that came by an answered ask starts with what is left of it.
    if (this.#state.phase === 'mine' && before !== 'mine') this.#nextCall = this.#options.now();
  }

  look(): Promise<void> {
    return this.#quietly(async () => {
      const begun = this.#begun;
      const answered = await this.#options.wire.get();
      this.#looked = begun;
      this.#set(afterAnswer(this.#state, answered, false));
    });
  }

  take(): Promise<void> {
    return this.#request(async () => afterAnswer(this.#state, await this.#options.wire.take(), true));
  }

  ask(): Promise<void> {
    return this.#request(async () => {
      const answered = await this.#options.wire.ask();
      if (!answered.view.asked) return afterAnswer(this.#state, answered, true);
      const askedUntil = this.#state.askedUntil ?? answered.sentAt + limits.lease.askAnswer;
      return { ...afterAnswer(this.#state, answered, false), phase: 'asking', askedUntil };
    });
  }

  release(): Promise<void> {
    return this.#request(async () => {
      // A renewal overtaken by the release would be refused as if control had been lost.
      await this.#calling;
      const { epoch } = this.#state;
      await this.#options.wire.release(epoch);
      return { ...this.#state, phase: 'free', epoch: epoch + 1, holder: null, endsAt: null, asker: null };
    });
  }

  answer(accept: boolean): Promise<void> {
    return this.#request(async () => {
      const answered = await this.#options.wire.answer(accept);
      return { ...afterAnswer(this.#state, answered, !accept), asker: null };
    });
  }

  override(reason: string, nonce: string): Promise<void> {
    return this.#request(async () =>
      afterAnswer(this.#state, await this.#options.wire.override(reason, nonce), true),
    );
  }

  leave(): void {
    if (this.#state.phase === 'mine') this.#options.wire.leave(this.#state.epoch);
  }

  #set(next: LeaseState): void {
    if (next === this.#state) return;
    this.#state = next;
    this.#options.onChange(next);
  }

  #lose(): void {
    const gone = { phase: 'unknown', holder: null, endsAt: null, asker: null } as const;
    this.#set({ ...this.#state, ...gone, notice: { kind: 'lapsed' } });
  }

  #renew(): Promise<void> {
    return this.#quietly(async () => {
      const answered = await this.#options.wire.renew(this.#state.epoch);
      if (this.#state.phase === 'mine') this.#set(afterAnswer(this.#state, answered, true));
    });
  }

  /** Calls that keep the state true in the background; one at a time. */
  #quietly(work: () => Promise<void>): Promise<void> {
    this.#calling ??= this.#inBackground(work).finally(() => {
      this.#calling = null;
    });
    return this.#calling;
  }

  async #inBackground(work: () => Promise<void>): Promise<void> {
    const { now } = this.#options;
    this.#nextCall = now() + limits.lease.renewEvery;
    try {
      await work();
    } catch (error) {
      const lost = error instanceof CallRefused && error.reason === 'controlLost';
      if (lost && this.#state.phase === 'mine') this.#lose();
      this.#nextCall = Math.min(this.#nextCall, now() + retryEvery);
    }
  }

  /** A request of a person: shown as pending, thrown when refused. */
  async #request(work: () => Promise<LeaseState>): Promise<void> {
    this.#set({ ...this.#state, busy: true, notice: null });
    try {
      const next = await work();
      this.#nextCall = this.#options.now() + limits.lease.renewEvery;
      this.#set({ ...next, busy: false });
    } catch (error) {
      this.#set({ ...this.#state, busy: false });
      void this.look();
      throw error;
    }
  }
}

/** A client that knows nothing yet; `look` asks the server. */
export const createLeaseClient = (options: LeaseClientOptions): LeaseClient => new Client(options);
