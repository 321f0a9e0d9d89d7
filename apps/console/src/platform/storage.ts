import type { LayerChange } from '@eyrie/domain';
import * as shared from '@eyrie/web/storage';
import type { Kept, SharedForTab, SharedStored } from '@eyrie/web/storage';

export { obfuscate, reveal } from '@eyrie/web/storage';
export type { SigningOut } from '@eyrie/web/storage';

/** Views that a member saved of a list, and which of its columns they chose, by their keys. */
export interface KeptList {
  /** A view from before columns belonged to it has none. */
  views: { name: string; filters: Record<string, string>; columns?: Record<string, boolean> }[];
  columns: Record<string, boolean>;
}

/** What a member chose for layers before choices were kept by the server; what is read may lack any of it. */
export interface OldLayers {
  shown?: Readonly<Record<string, boolean>>;
  opacity?: Readonly<Record<string, number>>;
  order?: readonly string[];
}

/** Everything the console keeps in the browser, by name. Never passwords, tokens or broker secrets. */
export interface Stored extends SharedStored {
  menuFolded: boolean;
  /** Headings of the menu that are folded, by the member's oid. */
  menuGroups: Record<string, readonly string[]>;
  tabs: { path: string; address: string }[];
  menu: string[];
  scene: string[];
  filters: Record<string, string>;
  /** Who is signed in in this browser, known also after the session has ended by itself. */
  signedInAs: { oid: string; account: string; name: string; organisationName: string };
  /** Pages whose tabs come back when the member signs in again; only the pages, not what was looked for on them. */
  tabPages: { member: string; paths: string[] };
  /** By the member's oid and the word of the list. */
  lists: Record<string, KeptList>;
  /** How each member reads coordinates, by the member's oid. */
  coordinateForms: Record<string, string>;
  /** Whether a page sounds when a work order comes, by the member's oid. */
  orderSounds: Record<string, boolean>;
  /** Panels of the route editor that are open. */
  plannerPanels: readonly string[];
  /** What members chose for layers of maps and the server has not confirmed, by the member's oid. */
  layerChanges: Record<string, LayerChange>;
  /** How clouds of points are shown here, by the layer's oid. */
  clouds: Readonly<Record<string, { look: 'colour' | 'class' | 'height'; points: number }>>;
  /** What they chose before the server kept it. */
  layers: Record<string, OldLayers>;
  /** Which key moves which stick; what is read is checked by whoever reads it. */
  stickKeys: Readonly<Record<string, string>>;
  /** How sticks are read, and what was measured of gamepads; checked likewise. */
  stickSettings: object;
  /** Whether what the aircraft reports stands over its live picture. */
  headsUp: boolean;
  /** How pictures of docks are laid out; what is read is checked by whoever reads it. */
  pictures: object;
  /** The flight by hand that is being recorded as a route. */
  recording: { oid: string; name: string; startedAt: number } | null;
}
export type StoredName = keyof Stored;

/** What lasts as long as this tab of the browser, and is no other tab's business. */
export interface StoredForTab extends SharedForTab {
  viewAs: { oid: string; name: string };
}

/** What belongs to the browser and not to the member: it stays after signing out. */
const lasting: readonly StoredName[] = [
  'signingOut',
  'language',
  'theme',
  'systemName',
  'look',
  'menuGroups',
  'tabPages',
  'lists',
  'coordinateForms',
  'orderSounds',
  'plannerPanels',
  'layerChanges',
  'layers',
  'clouds',
  'headsUp',
  'pictures',
];

/** The same store by more names: what keeps one keeps any. */
type Here = Kept<Stored, StoredForTab>;
export const keep: Here['keep'] = shared.keep;
export const kept: Here['kept'] = shared.kept;
export const onKeptElsewhere: Here['onKeptElsewhere'] = shared.onKeptElsewhere;
export const keepForTab: Here['keepForTab'] = shared.keepForTab;
export const keptForTab: Here['keptForTab'] = shared.keptForTab;

/** At sign-out: everything that belongs to the member goes. */
export const forgetMember = (): void => shared.forgetKept(lasting);
