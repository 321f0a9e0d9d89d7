import { tabId, watchers } from '@eyrie/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccessHolds, AccessStamp } from '../../platform/http/access.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { DockIdentity } from '../dock/index.ts';
import { dockOfStream, videoIdOfStream } from './stream.ts';
import type { VideoServer } from './video.plans.ts';
import { seeViewer } from './video.store.ts';

/** Whether the screen of a display has the picture wall now. */
export type ShowsPictures = (display: Caller) => Promise<boolean>;

/** What it takes to find out who may watch what. */
export interface ViewingDependencies {
  video: VideoServer;
  /** The caller of a request by cookie or header; null when nobody is signed in. */
  callerOf(request: FastifyRequest): Promise<Caller | null>;
  dockInScope(caller: Caller, oid: string): Promise<DockIdentity>;
  showsPictures: ShowsPictures;
  /** Ends a picture when the right to it is lost. */
  access: AccessHolds;
}

const heartbeat = 5_000;

const denials = {
  notSignedIn: { code: 401, message: 'not signed in', reason: 'notSignedIn' },
  notAllowed: { code: 403, message: 'not allowed', reason: 'notAllowed' },
  notFound: { code: 404, message: 'not found', reason: 'notFound' },
  tab: { code: 400, message: 'tab: a name of 8 to 64 characters, once', reason: 'tab' },
  noStream: { code: 404, message: 'no stream', reason: 'noStream' },
  mediaServerGone: { code: 502, message: 'no stream', reason: 'noStream' },
  bFrames: { code: 409, message: 'the stream has B-frames', reason: 'bFrames' },
  h265: { code: 409, message: 'the stream is H.265', reason: 'h265' },
  codec: { code: 409, message: 'the stream is no H.264 that browsers take', reason: 'codec' },
  malformed: { code: 400, message: 'no offer to receive H.264', reason: 'malformed' },
  notOffered: { code: 404, message: 'no WebRTC here', reason: 'notOffered' },
  tooOften: { code: 429, message: 'too many offers', reason: 'busy' },
  busy: { code: 503, message: 'too many viewers', reason: 'busy' },
  gone: { code: 503, message: 'WebRTC is starting again', reason: 'gone' },
} as const satisfies Record<string, { code: number; message: string; reason: string }>;
export type Denial = keyof typeof denials;

export const deny = (reply: FastifyReply, why: Denial): FastifyReply => {
  const { code, message, reason } = denials[why];
  return reply.code(code).send({ code, message, data: { reason } });
};

/** A picture that somebody may look at. */
export interface Viewing {
  stream: string;
  dockOID: string;
  videoId: string;
  caller: Caller;
  /** The window in which it is looked at; null: it was not named. */
  tabId: string | null;
}

/** The window that a request names in its address: null for none, undefined for a name that is none. */
const tabOf = (request: FastifyRequest): string | null | undefined => {
  const { tab } = request.query as { tab?: unknown };
  return tab === undefined ? null : tabId.safeParse(tab).data;
};

/** People by their right; a display by what its screen shows, whatever right somebody gave its account. */
export const mayWatch = async (caller: Caller, showsPictures: ShowsPictures): Promise<boolean> =>
  caller.readOnly === true ? showsPictures(caller) : watchers.some((right) => caller.resources.has(right));

/** @returns null when the caller does not see the dock. @throws whatever kept the question from being answered */
const inScope = async (
  { dockInScope }: ViewingDependencies,
  caller: Caller,
  dockOID: string,
): Promise<DockIdentity | null> => {
  try {
    return await dockInScope(caller, dockOID);
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'notFound') return null;
    throw error;
  }
};

/** The gates in order: the session, the right, the scope. */
export const viewingOf = async (
  deps: ViewingDependencies,
  request: FastifyRequest,
  stream: string,
): Promise<Viewing | Denial> => {
  const dockOID = dockOfStream(stream);
  const caller = await deps.callerOf(request);
  if (!caller) return 'notSignedIn';
  if (!(await mayWatch(caller, deps.showsPictures))) return 'notAllowed';
  const dock = dockOID === null ? null : await inScope(deps, caller, dockOID);
  const videoId = dock && videoIdOfStream(stream, dock);
  if (!dockOID || !videoId) return 'notFound';
  const tab = tabOf(request);
  return tab === undefined ? 'tab' : { stream, dockOID, videoId, caller, tabId: tab };
};

/**
 * Counts a viewer until the returned function is called. A display does not count: it hangs there for weeks, and would
 * have every camera send for as long.
 * @param onEnded is called when the right is lost
 */
export const countViewer = (
  { db, clock, log }: Pick<Runtime, 'db' | 'clock' | 'log'>,
  deps: ViewingDependencies,
  { dockOID, videoId, caller, tabId: tab }: Viewing,
  since: AccessStamp,
  onEnded: () => void,
): (() => void) => {
  const seen = (): void => {
    const viewer = { sessionOID: caller.sessionOID, tabId: tab };
    seeViewer(db, dockOID, videoId, viewer, new Date(clock.wall())).catch((error: unknown) =>
      log.debug({ err: error }, 'viewer not noted'),
    );
  };
  const counts = caller.readOnly !== true;
  const timer = counts ? setInterval(seen, heartbeat) : undefined;
  const letGo = deps.access.hold({
    caller,
    dockOID,
    since,
    allows: async (now) =>
      now !== null &&
      (await mayWatch(now, deps.showsPictures)) &&
      (await inScope(deps, now, dockOID)) !== null,
    end: onEnded,
  });
  if (counts) seen();
  return () => {
    clearInterval(timer);
    letGo();
  };
};
