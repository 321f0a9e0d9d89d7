import { CallRefused } from '@eyrie/client';
import { limits, type ControlChange, type LeaseView } from '@eyrie/domain';

/** Who controls a dock, as this tab knows it. Moments are on the page's monotonic clock. */
export interface LeaseState {
  /** unknown: not told yet. held: by another tab, person or session. asking: held, and this tab asked for it. */
  phase: 'unknown' | 'free' | 'mine' | 'held' | 'asking';
  epoch: number;
  holder: { name: string; self: boolean } | null;
  endsAt: number | null;
  /** Somebody asks this tab for control; silence grants it. */
  asker: { name: string; until: number } | null;
  /** Until when the holder may refuse this tab's ask. */
  askedUntil: number | null;
  /** The last thing that went against this tab's wish; shown until something new happens. */
  notice:
    | { kind: 'lapsed' }
    | { kind: 'taken'; by: string; reason: string | null }
    | { kind: 'refused'; by: string }
    | null;
  /** A wish of this tab is under way. */
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

export interface LeaseKeeperOptions {
  tabId: string;
  wire: LeaseWire;
  now: () => number;
  /** Where a moment of the server falls on the monotonic clock. */
  onThisClock: (serverMoment: number) => number;
  onChange: (state: LeaseState) => void;
}

type LeaseNews = NonNullable<ControlChange['lease']>;

export interface LeaseKeeper {
  state(): LeaseState;
  /** Control is kept only while the page is seen and its link to the server stands. */
  attend(attention: { visible: boolean; linkUp: boolean }): void;
  /** To be called about twice a second. */
  beat(): void;
  heard(news: LeaseNews): void;
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
export const afterNews = (
  state: LeaseState,
  news: LeaseNews,
  tabId: string,
  onThisClock: (serverMoment: number) => number,
): LeaseState => {
  if (news.epoch < state.epoch) return state;
  const wasMine = state.phase === 'mine';
  const mine = news.holder?.tabId === tabId;
  const asking = news.asker?.tabId === tabId;
  const endsAt = news.expiresAt === null ? null : onThisClock(news.expiresAt);
  const base = { ...state, epoch: news.epoch, endsAt, asker: null, askedUntil: null };
  if (!news.holder)
    return { ...base, phase: 'free', holder: null, notice: wasMine ? { kind: 'lapsed' } : state.notice };
  const holder = { name: news.holder.name, self: mine };
  if (mine)
    return {
      ...base,
      phase: 'mine',
      holder,
      notice: null,
      asker: news.asker && { name: news.asker.name, until: onThisClock(news.asker.until) },
    };
  const taken = { kind: 'taken', by: news.holder.name, reason: news.reason } as const;
  const refused = { kind: 'refused', by: news.holder.name } as const;
  return {
    ...base,
    phase: asking ? 'asking' : 'held',
    holder,
    askedUntil: asking && news.asker ? onThisClock(news.asker.until) : null,
    notice: wasMine ? taken : state.phase === 'asking' && !asking ? refused : state.notice,
  };
};

/** What an answer of the server makes of the state; `granted` when the answer says that this tab now holds it. */
export const afterAnswer = (
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
    return { ...base, phase: 'mine', holder: { name: view.holder.name, self: true }, notice: null };
  const stillMine = state.phase === 'mine' && view.epoch === state.epoch;
  return {
    ...base,
    phase: stillMine ? 'mine' : state.phase === 'asking' && view.asked ? 'asking' : 'held',
    holder: { name: view.holder.name, self: stillMine },
    asker: stillMine ? state.asker : null,
    askedUntil: state.phase === 'asking' && view.asked ? state.askedUntil : null,
  };
};

/** Keeps one lease for one tab: takes, renews while the page is attended, tells when it is lost. */
export const createLeaseKeeper = (options: LeaseKeeperOptions): LeaseKeeper => {
  const { tabId, wire, now, onThisClock } = options;
  let state = unknownLease;
  let attention = { visible: true, linkUp: true };
  let nextCall = 0;
  let calling = false;

  const set = (next: LeaseState): void => {
    if (next === state) return;
    state = next;
    options.onChange(state);
  };
  const lose = (): void => {
    set({ ...state, phase: 'unknown', holder: null, endsAt: null, asker: null, notice: { kind: 'lapsed' } });
  };
  /** Calls that keep the state true in the background; one at a time. */
  const quietly = async (work: () => Promise<void>): Promise<void> => {
    if (calling) return;
    calling = true;
    try {
      await work();
    } catch (error) {
      if (error instanceof CallRefused && error.reason === 'controlLost' && state.phase === 'mine') lose();
      nextCall = Math.min(nextCall, now() + retryEvery);
    } finally {
      calling = false;
    }
  };
  const look = () =>
    quietly(async () => {
      nextCall = now() + limits.lease.renewEvery;
      const answered = await wire.get();
      set(afterAnswer(state, answered, false));
    });
  const renew = () =>
    quietly(async () => {
      nextCall = now() + limits.lease.renewEvery;
      const answered = await wire.renew(state.epoch);
      if (state.phase === 'mine') set(afterAnswer(state, answered, true));
    });
  /** A wish of a person: shown as under way, thrown on when refused. */
  const wish = async (work: () => Promise<LeaseState>): Promise<void> => {
    set({ ...state, busy: true, notice: null });
    try {
      const next = await work();
      nextCall = now() + limits.lease.renewEvery;
      set({ ...next, busy: false });
    } catch (error) {
      set({ ...state, busy: false });
      void look();
      throw error;
    }
  };

  return {
    state: () => state,
    attend(next) {
      const back = next.visible && next.linkUp && !(attention.visible && attention.linkUp);
      attention = next;
      if (back) nextCall = now();
    },
    beat() {
      const at = now();
      if (state.phase === 'mine' && state.endsAt !== null && at >= state.endsAt) {
        lose();
        nextCall = at;
      }
      if (!attention.visible || !attention.linkUp || at < nextCall) return;
      if (state.phase === 'mine') void renew();
      else if (state.phase !== 'free') void look();
    },
    heard(news) {
      const before = state.phase;
      set(afterNews(state, news, tabId, onThisClock));
      // Control that came by an answered ask starts with what is left of it.
      if (state.phase === 'mine' && before !== 'mine') nextCall = now();
    },
    look,
    take: () => wish(async () => afterAnswer(state, await wire.take(), true)),
    ask: () =>
      wish(async () => {
        const answered = await wire.ask();
        if (!answered.view.asked) return afterAnswer(state, answered, true);
        const asked = afterAnswer(state, answered, false);
        return {
          ...asked,
          phase: 'asking',
          askedUntil: state.askedUntil ?? answered.sentAt + limits.lease.askAnswer,
        };
      }),
    release: () =>
      wish(async () => {
        const { epoch } = state;
        await wire.release(epoch);
        return { ...state, phase: 'free', epoch: epoch + 1, holder: null, endsAt: null, asker: null };
      }),
    answer: (accept) =>
      wish(async () => {
        const answered = await wire.answer(accept);
        return { ...afterAnswer(state, answered, !accept), asker: null };
      }),
    override: (reason, nonce) =>
      wish(async () => afterAnswer(state, await wire.override(reason, nonce), true)),
    leave() {
      if (state.phase === 'mine') wire.leave(state.epoch);
    },
  };
};
