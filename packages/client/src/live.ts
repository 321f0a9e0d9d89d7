import { decodeLive, limits, liveMoveTopic } from '@eyrie/domain';
import type { LiveCredential, LiveMessage } from '@eyrie/domain';
import type { MqttClient } from 'mqtt';
import { createAwake } from './awake.ts';

export type LiveState = 'connecting' | 'up' | 'down';

export interface LiveOptions {
  /** A fresh credential of the signed-in session; asked before every connection, because each one is short-lived. */
  getCredential: () => Promise<LiveCredential>;
  /** Topic filters, all within the own organisation. */
  subscriptions: readonly string[];
  /** A decoded message and the moment it came in, by `now`. */
  onMessage: (message: LiveMessage, receivedAt: number) => void;
  /** `up` only when the server has granted every subscription. */
  onState: (state: LiveState) => void;
  /**
   * The connection stands but the server says nothing, not even when it is asked: the moment of its last word, by
   * `now`; null once it speaks again. Long before the connection itself counts as lost.
   */
  onQuiet?: (lastHeard: number | null) => void;
  /** Monotonic milliseconds: ages must not depend on the wall clock. */
  now: () => number;
  /** Epoch milliseconds, the clock of the machine unless given. Tells only whether the page slept. */
  wall?: () => number;
  /** Nobody sees the page; false unless given. */
  hidden?: () => boolean;
}

export interface Live {
  /** Tries again at once instead of after the pause; for a page that becomes visible. Does nothing while connected. */
  reconnectNow(): void;
  /**
   * Subscribes to one more topic, within the own organisation, until what it gives back is called; also of every later
   * connection. Two that watch one topic share it.
   */
  watch(topic: string): () => void;
  /** Ends the connection for good. */
  stop(): void;
}

const words = new TextDecoder();
const { least, most } = limits.web.mqttMove;

/** The server may name the endpoint by its path alone; the library would then take port 80 whatever the page's is. */
const addressOf = (url: string): string => {
  const address = new URL(url, globalThis.location?.href);
  address.protocol = address.protocol.replace('http', 'ws');
  return address.href;
};

const connect = async (credential: LiveCredential): Promise<MqttClient> => {
  // Loaded when first needed, so that the sign-in page does not carry it.
  const { default: mqtt } = await import('mqtt');
  return mqtt.connect(addressOf(credential.url), {
    protocolVersion: 4,
    clientId: credential.clientId,
    username: credential.account,
    password: credential.password,
    clean: true,
    keepalive: limits.web.mqttKeepalive,
    connectTimeout: limits.web.mqttConnect,
    // Reconnecting is done here: the library would come back with the spent credential.
    reconnectPeriod: 0,
    resubscribe: false,
    // The other kind starts a worker from a blob, which the content security policy forbids.
    timerVariant: 'native',
  });
};

/** Asks a server that says nothing whether it is there, and tells when it does not answer. */
const listenTo = (client: MqttClient, { now, onQuiet }: Pick<LiveOptions, 'now' | 'onQuiet'>): void => {
  const { mqttAskAfter, mqttAnswerWithin } = limits.web;
  let heardAt = now();
  let askedAt: number | null = null;
  let quiet = false;
  const emit = (next: boolean): void => {
    if (next === quiet) return;
    quiet = next;
    onQuiet?.(next ? heardAt : null);
  };
  const hear = (): void => {
    heardAt = now();
    askedAt = null;
    emit(false);
  };
  const timer = setInterval(() => {
    const at = now();
    if (askedAt !== null && at - askedAt >= mqttAnswerWithin) emit(true);
    else if (askedAt === null && client.connected && at - heardAt >= mqttAskAfter) {
      askedAt = at;
      client.sendPing();
    }
  }, mqttAskAfter / 2);
  client.on('packetreceive', hear);
  client.once('close', () => {
    clearInterval(timer);
    emit(false);
  });
};

/** Subscribes once connected and decodes what comes; reports each message, that all is granted, the end of it, and
 * that the server stops. */
const follow = (
  client: MqttClient,
  { subscriptions }: Pick<LiveOptions, 'subscriptions'>,
  watched: () => readonly string[],
  emit: (outcome: LiveMessage | 'up' | 'lost' | 'moves') => void,
): void => {
  client.on('message', (topic, payload) => {
    if (topic === liveMoveTopic) return emit('moves');
    const message = decodeLive(words.decode(payload));
    if (message) emit(message);
  });
  client.on('connect', () => {
    // A topic of one page that is refused must not cost the others their link.
    const also = watched();
    if (also.length > 0) client.subscribe([...also], { qos: 0 });
    client.subscribe([...subscriptions], { qos: 0 }, (error, granted) =>
      emit(error || granted?.some(({ qos }) => qos > 2) ? 'lost' : 'up'),
    );
  });
  client.on('error', () => emit('lost'));
  client.on('close', () => emit('lost'));
};

/** Topics that parts of a page watch, each for as long as one of them does. */
const createWatched = (current: () => MqttClient | null) => {
  const watchers = new Map<string, number>();
  const change = (topic: string, by: 1 | -1): void => {
    const [before, after] = [watchers.get(topic) ?? 0, (watchers.get(topic) ?? 0) + by];
    if (after > 0) watchers.set(topic, after);
    else watchers.delete(topic);
    const client = current();
    // One that connects subscribes to all of them once it has.
    if (!client?.connected) return;
    if (before === 0) client.subscribe(topic, { qos: 0 });
    else if (after === 0) client.unsubscribe(topic);
  };
  return {
    all: (): readonly string[] => [...watchers.keys()],
    watch(topic: string): () => void {
      let watches = true;
      change(topic, 1);
      return () => {
        if (watches) change(topic, -1);
        watches = false;
      };
    },
  };
};

/**
 * Keeps one subscription to the live topics alive until stopped: connects, subscribes, decodes, and 4 s after a loss
 * connects again with a new credential; within a second where the server said that it stops. Bodies that do not decode are passed over.
 */
export function createLive(options: LiveOptions): Live {
  let client: MqttClient | null = null;
  let pause: ReturnType<typeof setTimeout> | null = null;
  let stopped = false;
  let state: LiveState | null = null;
  const watched = createWatched(() => client);

  const emit = (next: LiveState): void => {
    if (stopped || next === state) return;
    state = next;
    options.onState(next);
  };
  const lost = (of: MqttClient | null, after: number = limits.web.mqttReconnect): void => {
    if (stopped || of !== client) return;
    const gone = client;
    client = null;
    gone?.end(true);
    emit('down');
    pause ??= setTimeout(attempt, after);
  };
  const attempt = (): void => {
    pause = null;
    emit('connecting');
    options
      .getCredential()
      .then(connect)
      .then(
        (next) => {
          if (stopped) {
            next.on('error', () => undefined).end(true);
            return;
          }
          client = next;
          follow(next, options, watched.all, (outcome) => {
            if (stopped || next !== client) return;
            if (outcome === 'lost') lost(next);
            // All pages of that server come at once: not in the same moment.
            else if (outcome === 'moves') lost(next, least + Math.random() * (most - least));
            else if (outcome === 'up') emit('up');
            else if (slept()) renew();
            else options.onMessage(outcome, options.now());
          });
          listenTo(next, options);
        },
        () => lost(null),
      );
  };

  /** What the old connection still holds was sent while the page did not run. */
  const renew = (): void => {
    if (stopped || client === null) return;
    const old = client;
    client = null;
    old.end(true);
    if (pause !== null) clearTimeout(pause);
    attempt();
  };
  const slept = createAwake(options);
  const ticking = setInterval(() => {
    if (slept()) renew();
  }, limits.web.awakeEvery);

  attempt();
  return {
    watch: watched.watch,
    reconnectNow() {
      if (stopped || pause === null) return;
      clearTimeout(pause);
      attempt();
    },
    stop() {
      stopped = true;
      clearInterval(ticking);
      if (pause !== null) clearTimeout(pause);
      client?.end(true);
    },
  };
}
