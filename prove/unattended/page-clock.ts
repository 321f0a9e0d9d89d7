/** The clocks of the page, which stand until they are moved. */
interface PageTime {
  now(): number;
  /** Runs what is due until then, in order, and is there. */
  moveTo(at: number): void;
  /** For the proof itself: the clock and the timer of the machine. */
  realNow(): number;
  realPause(ms: number): Promise<void>;
  /** Keeps so many bytes for good, as a leak does. */
  leak(bytes: number): void;
}
/** What the page asked of the server. */
interface PageWire {
  /** An answer is under way. */
  waits(): boolean;
  /** Repeats the last message of each topic. */
  repeat(): void;
}
/** What the proof moves. */
interface PageClock {
  /** How long an answer may take before time goes on without it, real ms. */
  patience: number;
  /** Docks have gone silent: their last messages are not repeated each second. */
  silent: boolean;
  /** Lets so much time pass, ms; each second waits for what the page has asked of the server. */
  run(ms: number): Promise<void>;
}
export type ClockedPage = typeof globalThis & {
  pageTime: PageTime;
  pageWire: PageWire;
  pageClock: PageClock;
};

/** Stands for every clock of a page before its program begins: wall and monotonic time, timers and frames. */
const standClocks = (): void => {
  interface Timer {
    at: number;
    every: number | null;
    run: () => void;
  }
  const RealDate = Date;
  const realNow = performance.now.bind(performance);
  const realTimeout = globalThis.setTimeout.bind(globalThis);
  const born = RealDate.now();
  const timers = new Map<number, Timer>();
  const kept: Uint8Array[] = [];
  let now = 0;
  let lastId = 0;

  class PageDate extends RealDate {
    constructor(...given: [] | [number]) {
      if (given.length === 0) super(PageDate.now());
      else super(...given);
    }
    static override now(): number {
      return Math.round(born + now);
    }
  }
  const begin = (run: unknown, ms: number, every: number | null, given: unknown[]): number => {
    lastId += 1;
    const call = run as (...values: unknown[]) => void;
    // A timer of nothing that begins itself again must not hold time for ever.
    timers.set(lastId, { at: now + Math.max(1, ms), every, run: () => call(...given) });
    return lastId;
  };
  const end = (id: number | undefined): void => {
    if (id !== undefined) timers.delete(id);
  };
  const nextUntil = (until: number): [number, Timer] | null => {
    let due: [number, Timer] | null = null;
    for (const one of timers) if (one[1].at <= until && (due === null || one[1].at < due[1].at)) due = one;
    return due;
  };
  const pageTime: PageTime = {
    now: () => now,
    realNow,
    realPause: (ms) => new Promise((resolve) => realTimeout(resolve, ms)),
    leak: (bytes) => void kept.push(new Uint8Array(bytes)),
    moveTo(at) {
      for (let due = nextUntil(at); due !== null; due = nextUntil(at)) {
        const [id, timer] = due;
        now = Math.max(now, timer.at);
        if (timer.every === null) timers.delete(id);
        else timer.at += timer.every;
        timer.run();
      }
      now = at;
    },
  };
  AbortSignal.timeout = (ms) => {
    const over = new AbortController();
    begin(() => over.abort(new DOMException('too late', 'TimeoutError')), ms, null, []);
    return over.signal;
  };
  Object.defineProperty(performance, 'now', { value: () => now });
  Object.assign(globalThis, {
    Date: PageDate,
    setTimeout: (run: unknown, ms = 0, ...given: unknown[]) => begin(run, ms, null, given),
    setInterval: (run: unknown, ms = 0, ...given: unknown[]) => begin(run, ms, Math.max(1, ms), given),
    requestAnimationFrame: (run: (at: number) => void) => begin(() => run(now), 16, null, []),
    clearTimeout: end,
    clearInterval: end,
    cancelAnimationFrame: end,
    pageTime,
  });
};

/** Knows when an answer is under way, and repeats what devices report each second: the server publishes in real time. */
const listenToWire = (): void => {
  const realFetch = globalThis.fetch.bind(globalThis);
  const RealSocket = globalThis.WebSocket;
  /** The newest message of each topic, as it came. */
  const newest = new Map<string, ArrayBuffer>();
  const wire = { asked: 0, socket: null as WebSocket | null, socketWaits: false, repeats: false };

  const topicOf = (packet: ArrayBuffer): string | null => {
    const bytes = new Uint8Array(packet);
    if ((bytes[0] ?? 0) >> 4 !== 3) return null;
    let [at, length, scale] = [1, 0, 1];
    for (let more = true; more && at < 5; at += 1, scale *= 128) {
      const digit = bytes[at] ?? 0;
      length += (digit & 127) * scale;
      more = digit > 127;
    }
    // Several packets in one frame are not worth taking apart.
    if (at + length !== bytes.length) return null;
    const letters = (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
    return new TextDecoder().decode(bytes.subarray(at + 2, at + 2 + letters));
  };
  const follow = (socket: WebSocket): void => {
    Object.assign(wire, { socket, socketWaits: true });
    const over = (): void => {
      if (wire.socket === socket) Object.assign(wire, { socket: null, socketWaits: false });
    };
    socket.addEventListener('close', over);
    socket.addEventListener('error', over);
    socket.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (wire.repeats) return;
      wire.socketWaits = false;
      const { data } = event;
      const topic = data instanceof ArrayBuffer ? topicOf(data) : null;
      if (!topic?.startsWith('INFO/')) return;
      // The server goes on in real time: what docks report while they are silent must not arrive either.
      if ((globalThis as ClockedPage).pageClock.silent) event.stopImmediatePropagation();
      else newest.set(topic, (data as ArrayBuffer).slice(0));
    });
  };
  class PageSocket extends RealSocket {
    constructor(...given: ConstructorParameters<typeof WebSocket>) {
      super(...given);
      follow(this);
    }
    override send(data: Parameters<WebSocket['send']>[0]): void {
      wire.socketWaits = true;
      super.send(data);
    }
  }
  const pageWire: PageWire = {
    waits: () => wire.asked > 0 || wire.socketWaits,
    repeat() {
      const { socket } = wire;
      if (socket?.readyState !== RealSocket.OPEN) return;
      wire.repeats = true;
      for (const packet of newest.values())
        socket.dispatchEvent(new MessageEvent('message', { data: packet.slice(0) }));
      wire.repeats = false;
    },
  };
  const pageFetch = async (...given: Parameters<typeof fetch>): Promise<Response> => {
    wire.asked += 1;
    try {
      return await realFetch(...given);
    } finally {
      wire.asked -= 1;
    }
  };
  Object.assign(globalThis, { fetch: pageFetch, WebSocket: PageSocket, pageWire });
};

const moveByHand = (): void => {
  const { pageTime, pageWire } = globalThis as ClockedPage;
  const channel = new MessageChannel();
  /** Lets everything run that waits for its turn and for no clock. */
  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      channel.port1.addEventListener('message', () => resolve(), { once: true });
      channel.port2.postMessage(0);
    });
  channel.port1.start();
  const settle = async (): Promise<void> => {
    const from = pageTime.realNow();
    await turn();
    while (pageWire.waits() && pageTime.realNow() - from < pageClock.patience) await pageTime.realPause(1);
    await turn();
  };
  const pageClock: PageClock = {
    patience: 400,
    silent: false,
    async run(ms) {
      for (const over = pageTime.now() + ms; pageTime.now() < over;) {
        pageTime.moveTo(Math.min(over, pageTime.now() + 1_000));
        if (!pageClock.silent) pageWire.repeat();
        await settle();
      }
    },
  };
  Object.assign(globalThis, { pageClock });
};

/** What a page has to run before its program, in this order, so that its time passes only by `pageClock.run`. */
export const pageClockScripts: readonly (() => void)[] = [standClocks, listenToWire, moveByHand];
