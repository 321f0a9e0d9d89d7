import { z } from 'zod';
import type { LiveTopic } from './live-topic.ts';
import { liveTopics } from './topics.generated.ts';

export type LiveTopicName = keyof typeof liveTopics;
export type LiveDataOf<N extends LiveTopicName> = z.output<(typeof liveTopics)[N]['data']>;

const topicList: readonly LiveTopic[] = Object.values(liveTopics);

/**
 * On this topic a server that is about to stop asks each connection to move to another one. Its body is empty, and nobody
 * subscribes to it: consoles of earlier releases pass it over.
 */
export const liveMoveTopic = 'eyrie/move';

/**
 * What a console subscribes to after connecting: every topic of its organisation and of its member, but those that only
 * pages have which show their object.
 */
export const consoleSubscriptions = (groupRoot: string, userOID: string): string[] =>
  topicList.flatMap(({ owner, topic, watched }) =>
    watched ? [] : [topic(owner === 'member' ? userOID : groupRoot, '+')],
  );

/** The names of topics that a page subscribes to for as long as it shows their object. */
export type WatchedTopicName = {
  [N in LiveTopicName]: (typeof liveTopics)[N] extends { watched: true } ? N : never;
}[LiveTopicName];

/** What a page subscribes to while it shows this object. */
export const watchSubscription = (name: WatchedTopicName, groupRoot: string, objectOID: string): string =>
  liveTopics[name].topic(groupRoot, objectOID);

/** The codes of the states of which every message counts. */
export const eventCodes: ReadonlySet<string> = new Set(
  topicList.filter(({ event }) => event).map(({ code }) => String(code)),
);

export interface LiveMessage<N extends LiveTopicName = LiveTopicName> {
  name: N;
  objectID: string;
  data: LiveDataOf<N>;
  /** Server wall clock at receipt of the device message, epoch ms. */
  time: number;
}

const byCode: ReadonlyMap<number, LiveTopicName> = new Map(
  (Object.keys(liveTopics) as LiveTopicName[]).map((name) => [liveTopics[name].code, name]),
);

const body = z.object({ objectID: z.string(), code: z.number().int(), data: z.unknown(), time: z.number() });

/** Body text of a live message. `data` travels as JSON text inside the JSON, as consumers of the original expect. */
export const encodeLive = <N extends LiveTopicName>(
  name: N,
  objectID: string,
  data: LiveDataOf<N>,
  time: number,
): string => JSON.stringify({ objectID, code: liveTopics[name].code, data: JSON.stringify(data), time });

/** Decodes a live body; `data` may be an object or the same as JSON text. Null for anything that does not fit. */
export const decodeLive = (payload: string): LiveMessage | null => {
  try {
    const outer = body.safeParse(JSON.parse(payload));
    if (!outer.success) return null;
    const name = byCode.get(outer.data.code);
    if (!name) return null;
    const inner: unknown =
      typeof outer.data.data === 'string' ? JSON.parse(outer.data.data) : outer.data.data;
    const data = liveTopics[name].data.safeParse(inner);
    if (!data.success) return null;
    return { name, objectID: outer.data.objectID, data: data.data as never, time: outer.data.time };
  } catch {
    return null;
  }
};
