import {
  commandRules,
  limits,
  linkLevel,
  motionAllowed,
  refusalReasons,
  type CommandMethod,
  type RefusalReason,
} from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { onThisClock } from './server-time.ts';
import type { Latest } from './telemetry.ts';

/** What the server said last of the orders to a link. */
export interface ServerOffers {
  /** By order: why it refuses it, as the id of a text; null: it does not by what the link shows. */
  refusedFor: ReadonlyMap<string, PhraseId | null>;
  /** It holds now. What is old says only what was not offered then. */
  fresh: boolean;
}

const known: ReadonlySet<string> = new Set(refusalReasons);
const isKnown = (reason: string): reason is RefusalReason => known.has(reason);

/** A reason of a later release has no text here yet, and refuses all the same. */
const textOf = (reason: string): PhraseId => (isKnown(reason) ? `refusal.${reason}` : 'monitor.why.server');

/**
 * What the newest message says at a moment of the page's clock. It is as old as the look that it came from: what a server kept
 * for late readers comes in as if it were new.
 */
export const offersAt = (
  { data, receivedAt }: Pick<Latest<'orderOffers'>, 'data' | 'receivedAt'>,
  at: number,
  linkUp: boolean,
): ServerOffers => ({
  refusedFor: new Map(
    data.orders.map(({ method, refusedFor }) => [method, refusedFor === null ? null : textOf(refusedFor)]),
  ),
  fresh: linkUp && Math.max(at - receivedAt, at - onThisClock(data.at)) <= limits.orderOffers.fresh,
});

/** What saves an aircraft, or makes a robot stand still, is taken away neither because nothing is heard nor by one message. */
const saves = (method: CommandMethod): boolean => commandRules[method].withoutLease;

/**
 * Why a link refuses an order by what it shows; null: it does not. The server's word holds while it is fresh. Where it is
 * missing or old, that of the page does, and nothing is offered that the server did not offer last. What saves is withheld
 * only for what the page sees itself.
 * @param own what the page finds by itself
 */
export const reasonOf = (
  method: CommandMethod,
  own: PhraseId | null,
  offers: ServerOffers | null,
): PhraseId | null => {
  const last = offers?.refusedFor.get(method);
  if (!offers || last === undefined) return own;
  // A word that still counts may be of before a take-off.
  if (saves(method)) return offers.fresh && last === null ? null : own;
  return offers.fresh ? last : (own ?? last);
};

/**
 * Why what a page shows of an aircraft says nothing of now; null: it does. Where the server's word is missing or old, no
 * order is offered on it.
 * @param ageMs of its newest osd; null: none came
 */
export const staleReason = (linkUp: boolean, ageMs: number | null): PhraseId | null => {
  if (!linkUp) return 'monitor.why.pageLink';
  return motionAllowed(linkLevel(ageMs)) ? null : 'monitor.why.droneStale';
};
