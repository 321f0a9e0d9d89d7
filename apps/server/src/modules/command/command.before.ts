import { formOf, type CommandMethod, type OrderForm } from '@eyrie/domain';
import { motionOf, type DockLink } from '../dock/index.ts';
import type { Command } from './command.store.ts';

/** The state of the aircraft when an order was authorised. Only a change from it can be an outcome of the order. */
export interface Before {
  airborne: boolean;
  returning: boolean;
  flyingTo: boolean;
  /** The flight whose route was running or paused; null: none. */
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

/** The text that the history of the order keeps. */
export const noteBefore = (link: DockLink, now: number): string => JSON.stringify(beforeOf(link, now));

/** Null when the order's history has no such text. */
export const readBefore = ({ history }: Pick<Command, 'history'>): Before | null => {
  const note = history.find(({ state }) => state === 'authorised')?.detail;
  return note?.startsWith('{') ? (JSON.parse(note) as Before) : null;
};

/** Null: unknown how the order was carried out. */
export const formBefore = (method: CommandMethod, before: Before | null): OrderForm | null =>
  before || (method !== 'forceEndJob' && method !== 'hover')
    ? formOf(method, before ?? { airborne: true, returning: false, flyingTo: false })
    : null;
