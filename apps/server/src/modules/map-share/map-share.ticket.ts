import { limits } from '@eyrie/domain';
import { z } from 'zod';
import { Refusal } from '../../platform/http/refusal.ts';
import type { MapShareDeps } from './map-share.deps.ts';
import { shareByOid, touchViewer, type OpenShare } from './map-share.store.ts';

const content = z.object({ share: z.uuid(), viewer: z.uuid(), until: z.number() });

/** What a page that was opened shows for every question: sealed, so that no server need remember it. */
export const createTickets = ({ runtime, seal }: Pick<MapShareDeps, 'runtime' | 'seal'>) => ({
  async make(share: string, viewer: string): Promise<string> {
    const until = runtime.serverTime() + limits.mapShare.ticketFor;
    return (await seal.close(JSON.stringify({ share, viewer, until }))).toString('base64url');
  },
  /** The share as it stands now, and its viewer seen. @throws Refusal `shareGone` */
  async read(ticket: string): Promise<OpenShare> {
    const at = runtime.serverTime();
    const opened = await seal
      .open(Buffer.from(ticket, 'base64url'))
      .then((text) => content.parse(JSON.parse(text)))
      .catch(() => null);
    if (!opened || opened.until < at) throw new Refusal('shareGone');
    const share = await shareByOid(runtime.db, opened.share, new Date(at));
    if (!share) throw new Refusal('shareGone');
    if (!(await touchViewer(runtime.db, share.oid, opened.viewer, new Date(at))))
      throw new Refusal('tooManyRequests', { retryAfterSeconds: limits.mapShare.viewerFor / 1000 });
    return share;
  },
});
