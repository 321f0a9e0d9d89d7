import type { DisplayChoices, LayerChange, MapSettings, PublicAppearance } from '@eyrie/domain';

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
export interface Stored {
  language: string;
  theme: string;
  systemName: string;
  /** What everybody sees before signing in: the first picture has the right colours. */
  look: PublicAppearance;
  mapConfig: MapSettings;
  menuFolded: boolean;
  /** Headings of the menu that are folded, by the member's oid. */
  menuGroups: Record<string, readonly string[]>;
  tabs: { path: string; address: string }[];
  menu: string[];
  scene: string[];
  filters: Record<string, string>;
  display: DisplayChoices;
  /** Who is signed in in this browser, known also after the session has ended by itself. */
  signedInAs: { oid: string; account: string; name: string; organisationName: string };
  /** Pages whose tabs come back when the member signs in again; only the pages, not what was looked for on them. */
  tabPages: { member: string; paths: string[] };
  /** By the member's oid and the word of the list. */
  lists: Record<string, KeptList>;
  /** How each member reads coordinates, by the member's oid. */
  coordinateForms: Record<string, string>;
  /** Panels of the route editor that are open. */
  plannerPanels: readonly string[];
  /** What members chose for layers of maps and the server has not confirmed, by the member's oid. */
  layerChanges: Record<string, LayerChange>;
  /** What they chose before the server kept it. */
  layers: Record<string, OldLayers>;
  /** Which key moves which stick; what is read is checked by whoever reads it. */
  stickKeys: Readonly<Record<string, string>>;
  /** The flight by hand that is being recorded as a route. */
  recording: { oid: string; name: string; startedAt: number } | null;
}
export type StoredName = keyof Stored;

/** What lasts as long as this tab of the browser, and is no other tab's business. */
export interface StoredForTab {
  viewAs: { oid: string; name: string };
  /** The origin of tiles for which the page was fetched once more. */
  tileOrigin: string;
}

/** What belongs to the browser and not to the member: it stays after signing out. */
const lasting: readonly StoredName[] = [
  'language',
  'theme',
  'systemName',
  'look',
  'menuGroups',
  'tabPages',
  'lists',
  'coordinateForms',
  'plannerPanels',
  'layerChanges',
  'layers',
];

const prefix = 'eyrie.';
const mask = new TextEncoder().encode('eyrie-local-values');

const masked = (bytes: Uint8Array): Uint8Array =>
  bytes.map((byte, at) => byte ^ (mask[at % mask.length] ?? 0) ^ (at & 0xff));

/** Text that a person leafing through the browser's storage does not read by chance. It hides nothing from an attacker. */
export const obfuscate = (plain: string): string =>
  btoa(Array.from(masked(new TextEncoder().encode(plain)), (byte) => String.fromCodePoint(byte)).join(''));

export const reveal = (hidden: string): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(
    masked(Uint8Array.from(atob(hidden), (letter) => letter.codePointAt(0) ?? 0)),
  );

/** A full or forbidden store must not stop the page: the value is then simply not kept. */
const quietly = <T>(work: () => T, otherwise: T): T => {
  try {
    return work();
  } catch {
    return otherwise;
  }
};

export const keep = <N extends StoredName>(name: N, value: Stored[N]): void =>
  quietly(() => localStorage.setItem(prefix + name, obfuscate(JSON.stringify(value))), undefined);

/** The kept value, or null when there is none or it cannot be read. Its shape is the caller's to check where it matters. */
export const kept = <N extends StoredName>(name: N): Stored[N] | null =>
  quietly(() => {
    const hidden = localStorage.getItem(prefix + name);
    return hidden === null ? null : (JSON.parse(reveal(hidden)) as Stored[N]);
  }, null);

/** Called when another tab of this browser keeps a value; null: it was taken away. */
export const onKeptElsewhere = (listener: (name: StoredName, value: unknown) => void): void =>
  window.addEventListener('storage', ({ key, newValue }) => {
    if (!key?.startsWith(prefix)) return;
    const value: unknown = newValue === null ? null : quietly(() => JSON.parse(reveal(newValue)), null);
    listener(key.slice(prefix.length) as StoredName, value);
  });

export const keepForTab = <N extends keyof StoredForTab>(name: N, value: StoredForTab[N] | null): void =>
  quietly(() => {
    if (value === null) sessionStorage.removeItem(prefix + name);
    else sessionStorage.setItem(prefix + name, obfuscate(JSON.stringify(value)));
  }, undefined);

export const keptForTab = <N extends keyof StoredForTab>(name: N): StoredForTab[N] | null =>
  quietly(() => {
    const hidden = sessionStorage.getItem(prefix + name);
    return hidden === null ? null : (JSON.parse(reveal(hidden)) as StoredForTab[N]);
  }, null);

/** At sign-out: everything that belongs to the member goes. */
export const forgetMember = (): void =>
  quietly(() => {
    const stays = new Set<string>(lasting.map((name) => prefix + name));
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix) && !stays.has(key)) localStorage.removeItem(key);
    }
    sessionStorage.clear();
  }, undefined);
