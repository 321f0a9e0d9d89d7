import { limits } from '@eyrie/domain';
import type { Consent, DockLink } from '../dock/index.ts';

/** Requests whose late answers are still known for what they are. */
const formerMost = 16;

type Asked = Pick<Consent, 'memberOID' | 'memberName' | 'commandOID' | 'epoch' | 'bid'>;

/** The pilot is asked from now on; whatever was agreed before ends. */
export const askConsent = (
  link: DockLink,
  asked: Asked,
  { mono, server }: Record<'mono' | 'server', number>,
) => {
  const { controller } = link;
  if (!controller) return;
  endConsent(link);
  const until = mono + limits.controller.consentWithin;
  controller.consent = { ...asked, state: 'asked', since: server, until };
};

/** Nobody controls from here any more, and nobody waits for an answer. @returns false: nobody did */
export const endConsent = ({ controller }: DockLink): boolean => {
  if (!controller?.consent) return false;
  controller.formerBids = [...controller.formerBids, controller.consent.bid].slice(-formerMost);
  controller.consent = null;
  return true;
};

/**
 * What the pilot answered. An answer to an earlier request, or one that comes when nobody waits for it, is none: a
 * consent that was not waited for must not begin to count at another time.
 * @param bid business id of the message; controllers that do not repeat that of the request mean the one that waits
 * @returns false: it changes nothing
 */
export const answerConsent = (
  { controller }: DockLink,
  answer: 'granted' | 'refused' | 'canceled',
  { bid, server }: { bid: string | null; server: number },
): boolean => {
  const consent = controller?.consent;
  if (!controller || !consent || (bid !== null && controller.formerBids.includes(bid))) return false;
  // A pilot may take back what was agreed, at any time.
  const counts = consent.state === 'asked' || (consent.state === 'granted' && answer !== 'granted');
  if (!counts) return false;
  controller.consent = { ...consent, state: answer, since: server };
  return true;
};

/** The time for an answer is over. @returns false: it is not */
export const expireConsent = ({ controller }: DockLink, mono: number, server: number): boolean => {
  const consent = controller?.consent;
  if (!controller || consent?.state !== 'asked' || mono <= consent.until) return false;
  controller.consent = { ...consent, state: 'noAnswer', since: server };
  return true;
};
