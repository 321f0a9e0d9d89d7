import { limits, sharedTilePath, type mapShareCalls, type ParsedRequestOf } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import { addressKey, hashToken, newToken } from '../session/index.ts';
import type { MapShareDeps } from './map-share.deps.ts';
import { sharedFile, sharedMediaOf } from './map-share.media.ts';
import { clearGuesses, enterShare, shareByToken, takeGuess, type OpenShare } from './map-share.store.ts';
import { createTickets } from './map-share.ticket.ts';
import { sceneOf, viewOf } from './map-share.view.ts';

/** So many wrong passwords within so many ms close a share to further guesses for as long. */
const wrongMost = 10;
const wrongWithin = 600_000;

/** Only this host sets and reads it, and no script does. */
const browserCookie = '__Host-mapShare';

/** What tells a browser from others, as tickets and addresses carry it: who reads one does not have the cookie by it. */
const markOf = (cookie: string): string => hashToken(cookie).subarray(0, 16).toString('base64url');
type Asking = Pick<CallContext, 'cookie'>;
const browserOf = (context: Asking): string | null => {
  const own = context.cookie(browserCookie);
  return own === undefined ? null : markOf(own);
};
/** The mark of the browser, which keeps one for all shares that it opens. */
const keepBrowser = (context: Pick<CallContext, 'cookie' | 'setCookie'>): string => {
  const found = context.cookie(browserCookie);
  const own = found !== undefined && /^[\w-]{43}$/.test(found) ? found : newToken();
  context.setCookie(browserCookie, own, limits.mapShare.ticketFor / 1_000);
  return markOf(own);
};

/** Runs what concerns one thing one after the other. */
const createTurns = () => {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(oid: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(oid) ?? Promise.resolve();
    const run = before.then(work, work);
    last.set(oid, run);
    try {
      return await run;
    } finally {
      if (last.get(oid) === run) last.delete(oid);
    }
  };
};

/** What people without a session may ask, who hold the link of a share. */
export function outsideCalls(deps: MapShareDeps) {
  const { runtime, passwords, layers } = deps;
  const { db } = runtime;
  const tickets = createTickets(deps);
  const inTurn = createTurns();
  const now = (): Date => new Date(Math.round(runtime.serverTime()));

  async function requirePassword(share: OpenShare, password: string | undefined): Promise<void> {
    if (share.passwordHash === null) return;
    if (password === undefined) throw new Refusal('sharePasswordNeeded');
    const since = new Date(now().getTime() - wrongWithin);
    if (!(await takeGuess(db, share.oid, { most: wrongMost, at: now(), since })))
      throw new Refusal('tooManyRequests', { retryAfterSeconds: wrongWithin / 1000 });
    if (!(await passwords.verify(password, share.passwordHash)))
      throw invalidField('password', 'passwordWrong');
    await clearGuesses(db, share.oid);
  }

  async function open(
    { token, password }: ParsedRequestOf<typeof mapShareCalls.open>,
    context: Pick<CallContext, 'address' | 'cookie' | 'setCookie'>,
  ) {
    const share = await shareByToken(db, hashToken(token), now());
    if (!share) throw new Refusal('shareGone');
    // One after the other: many who know the password are no guesses that come at once.
    await inTurn(share.oid, () => requirePassword(share, password));
    const viewer = runtime.newOid();
    if (!(await enterShare(db, share.oid, { viewer, address: addressKey(context.address), at: now() })))
      throw new Refusal('tooManyRequests', { retryAfterSeconds: limits.mapShare.viewerFor / 1000 });
    const { pcName, menuTheme, menuColor, accentColor, backgroundColor } = await deps.lookOf(share.groupRoot);
    return {
      ticket: await tickets.make(share.oid, viewer, keepBrowser(context)),
      name: share.name,
      expiresAt: share.expiresAt.getTime(),
      look: { pcName, menuTheme, menuColor, accentColor, backgroundColor },
    };
  }

  /** The layer at a place of a share as it stands now. @throws Refusal shareGone, notFound where it has none there */
  async function layerAt(ticket: string, layer: string, context: Asking) {
    const share = await tickets.read(ticket, browserOf(context));
    const oid = share.layerOIDs[Number(layer)];
    if (oid === undefined) throw notFound();
    return { scope: share, oid };
  }

  /** Files with addresses for this browser. @throws Refusal shareGone */
  async function media(ticket: string, context: Asking) {
    const { share, viewer, browser } = await tickets.page(ticket, browserOf(context));
    // One of the release before, which knew no browsers: the page is opened anew.
    if (browser === null) throw new Refusal('shareGone');
    // An address must not outlast its share.
    const until = Math.floor(
      Math.min(runtime.serverTime() + limits.mapShare.addressFor, share.expiresAt.getTime()),
    );
    const own = await tickets.forAddresses({ share: share.oid, viewer, browser }, until);
    return { list: await sharedMediaOf(db, share, own), until };
  }

  type Ask<C extends 'scene' | 'view' | 'tile' | 'file' | 'media' | 'mediaContent'> = ParsedRequestOf<
    (typeof mapShareCalls)[C]
  >;
  return {
    open,
    scene: async ({ ticket }: Ask<'scene'>, context: Asking) =>
      sceneOf(db, await tickets.read(ticket, browserOf(context))),
    async tile({ ticket, layer, ...at }: Ask<'tile'>, context: Asking) {
      const { scope, oid } = await layerAt(ticket, layer, context);
      return layers.tile(scope, oid, at);
    },
    async file({ ticket, layer, ...at }: Ask<'file'>, context: Asking) {
      const { scope, oid } = await layerAt(ticket, layer, context);
      return layers.file(scope, oid, at, { tiles: sharedTilePath.replace('{layer}', layer), range: null });
    },
    media: ({ ticket }: Ask<'media'>, context: Asking) => media(ticket, context),
    async mediaContent({ ticket, media: place, thumbnail }: Ask<'mediaContent'>, context: CallContext) {
      const share = await tickets.readAddress(ticket, browserOf(context));
      return sharedFile(deps, share, { place, thumbnail: thumbnail === 'true', range: context.range });
    },
    view: async ({ ticket, since = 0 }: Ask<'view'>, context: Asking) =>
      viewOf(db, await tickets.read(ticket, browserOf(context)), runtime.serverTime(), since),
  };
}
