import { limits } from '@eyrie/domain';
import { z } from 'zod';
import { Refusal } from '../../platform/http/refusal.ts';
import type { MapShareDeps } from './map-share.deps.ts';
import { shareByOid, touchViewer, type OpenShare } from './map-share.store.ts';

/** `browser`: the mark of the browser that opened it; missing: the release before wrote it. */
const content = z.object({
  share: z.uuid(),
  viewer: z.uuid(),
  until: z.number(),
  browser: z.string().optional(),
});
/** Of the addresses of files. Its share has another name, so that none of them passes for a ticket. */
const addressContent = z.object({
  filesOf: z.uuid(),
  viewer: z.uuid(),
  until: z.number(),
  browser: z.string(),
});

/** A page that was opened, and what it may see now. */
export interface OpenPage {
  share: OpenShare;
  viewer: string;
  /** The mark of its browser; null: it has none. */
  browser: string | null;
}

/** What a page that was opened shows for every question: sealed, so that no server need remember it. */
export const createTickets = ({ runtime, seal }: Pick<MapShareDeps, 'runtime' | 'seal'>) => {
  const closed = async (text: object): Promise<string> =>
    (await seal.close(JSON.stringify(text))).toString('base64url');

  /** What was sealed, as long as it is good. @throws Refusal `shareGone` */
  async function opened<T extends { until: number }>(sealed: string, schema: z.ZodType<T>): Promise<T> {
    const found = await seal
      .open(Buffer.from(sealed, 'base64url'))
      .then((text) => schema.parse(JSON.parse(text)))
      .catch(() => null);
    if (!found || found.until < runtime.serverTime()) throw new Refusal('shareGone');
    return found;
  }

  /** The share as it stands now, and its viewer seen. @throws Refusal `shareGone`, `tooManyRequests` */
  async function standing(oid: string, viewer: string): Promise<OpenShare> {
    const at = new Date(runtime.serverTime());
    const share = await shareByOid(runtime.db, oid, at);
    if (!share) throw new Refusal('shareGone');
    if (!(await touchViewer(runtime.db, share.oid, viewer, at)))
      throw new Refusal('tooManyRequests', { retryAfterSeconds: limits.mapShare.viewerFor / 1000 });
    return share;
  }

  async function page(ticket: string, asking: string | null): Promise<OpenPage> {
    const { share, viewer, browser = null } = await opened(ticket, content);
    // It stands in addresses of tiles, too, which are copied more easily than a cookie.
    if (browser !== null && browser !== asking) throw new Refusal('shareGone');
    return { share: await standing(share, viewer), viewer, browser };
  }

  return {
    make: (share: string, viewer: string, browser: string): Promise<string> =>
      closed({ share, viewer, until: runtime.serverTime() + limits.mapShare.ticketFor, browser }),
    /**
     * The share as it stands now, and its viewer seen.
     * @param asking the mark of the browser that asks; null: it has none
     * @throws Refusal `shareGone`, also for another browser than the one that opened it; `tooManyRequests`
     */
    read: async (ticket: string, asking: string | null): Promise<OpenShare> =>
      (await page(ticket, asking)).share,
    page,
    /** What addresses of files carry until a moment: good in the browser of that page alone. */
    forAddresses: (
      { share, viewer, browser }: { share: string; viewer: string; browser: string },
      until: number,
    ): Promise<string> => closed({ filesOf: share, viewer, until, browser }),
    /** The share of an address that this browser asks for. @throws Refusal `shareGone`, `tooManyRequests` */
    async readAddress(ticket: string, browser: string | null): Promise<OpenShare> {
      const { filesOf, viewer, browser: of } = await opened(ticket, addressContent);
      if (browser === null || browser !== of) throw new Refusal('shareGone');
      return standing(filesOf, viewer);
    },
  };
};
