import {
  drcCalls,
  drcDown,
  type DrcDown,
  type DrcState,
  type DrcUp,
  type LandingAnswer,
  type StickLanding,
  type Sticks,
} from '@eyrie/domain';
import { now } from '../../platform/clock.ts';
import { call } from '../../platform/http.ts';
import { tabId } from '../../platform/tab.ts';

export interface SticksLink {
  /** Sends what was read just now, or drops it: what waits here would be of the past. */
  frame(epoch: number, sticks: Sticks): void;
  stop(epoch: number): void;
  /** First step of a landing where it is, and the second, which spends the nonce of the first. */
  askLanding(epoch: number, landing: StickLanding): void;
  land(epoch: number, landing: StickLanding, nonce: string): void;
  close(): void;
}

export interface SticksLinkListener {
  state(state: DrcState): void;
  landing(answer: LandingAnswer): void;
  refused(message: Extract<DrcDown, { kind: 'refused' }>): void;
  /** The connection is gone, and not because this page closed it. */
  lost(): void;
}

/** A few frames; beyond, the network does not take them. */
const waitingMost = 1_000;

const parsed = (text: unknown): DrcDown | null => {
  try {
    return drcDown.safeParse(JSON.parse(String(text))).data ?? null;
  } catch {
    return null;
  }
};

const socketOf = (path: string, code: string): WebSocket => {
  const url = new URL(path, location.href);
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  url.hash = '';
  url.searchParams.set('code', code);
  return new WebSocket(url);
};

/** Rises over the connections of a page: a gateway drops what has a lower number than the last, whichever brought it. */
let seq = 0;

/** Opens the connection of this tab for sticks. @throws CallRefused, which was shown */
export const openSticksLink = async (oid: string, listener: SticksLinkListener): Promise<SticksLink> => {
  const { path, code } = await call(drcCalls.connect, { oid, tabId });
  const socket = socketOf(path, code);
  let own = false;
  const say = (message: DrcUp): void => {
    if (socket.readyState === WebSocket.OPEN && socket.bufferedAmount <= waitingMost)
      socket.send(JSON.stringify(message));
  };
  socket.addEventListener('message', ({ data }) => {
    const message = parsed(data);
    if (message?.kind === 'ping') say({ kind: 'pong', id: message.id, at: now() });
    else if (message?.kind === 'state') listener.state(message.state);
    else if (message?.kind === 'landing') listener.landing(message.answer);
    else if (message) listener.refused(message);
  });
  socket.addEventListener('close', () => {
    if (!own) listener.lost();
  });
  return {
    frame(epoch, sticks) {
      seq = Math.max(seq + 1, Math.floor(Date.now() / 10));
      say({ kind: 'frame', epoch, seq, at: now(), sticks });
    },
    stop: (epoch) => say({ kind: 'stop', epoch }),
    askLanding: (epoch, landing) => say({ kind: 'askLanding', epoch, landing }),
    land: (epoch, landing, nonce) => say({ kind: 'land', epoch, landing, nonce }),
    close() {
      own = true;
      socket.close();
    },
  };
};
