import { formOf, type CommandMethod, type OrderForm } from '@eyrie/domain';
import { motionOf, type DockLink } from '../dock/index.ts';
import type { Command } from './command.store.ts';

/** What the aircraft did when an order was authorised. What it does later is no outcome of the order without that. */
export interface Before {
  airborne: boolean;
  returning: boolean;
  flyingTo: boolean;
  /** The flight of which the route ran or was paused; null: none. */
  flightOID: string | null;
  paused: boolean;
}

const beforeOf = (link: DockLink, now: number): Before => {
  const { airborne, returning, flyingTo } = motionOf(link, now);
  return {
    airborne,
    returning,
    flyingTo,
    flightOID: link.job?.flightOID ?? null,
    paused: link.job?.status === 'paused',
  };
};

/** As it is kept in the history of the order. */
export const noteBefore = (link: DockLink, now: number): string => JSON.stringify(beforeOf(link, now));

/** Null for an order of which nothing was kept. */
export const readBefore = ({ history }: Pick<Command, 'history'>): Before | null => {
  const note = history.find(({ state }) => state === 'authorised')?.detail;
  return note?.startsWith('{') ? (JSON.parse(note) as Before) : null;
};

/** Null: nobody knows how it was carried out. */
export const formBefore = (method: CommandMethod, before: Before | null): OrderForm | null =>
  before || (method !== 'forceEndJob' && method !== 'hover')
    ? formOf(method, before ?? { airborne: true, returning: false, flyingTo: false })
    : null;
