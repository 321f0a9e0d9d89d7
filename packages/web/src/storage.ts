import type { DisplayChoices, MapSettings, PublicAppearance } from '@eyrie/domain';

/** A sign-out that is still to reach the server. */
export interface SigningOut {
  /** The member's oid; empty: one who had not come further than to a change of password. */
  member: string;
  /** The server could not be asked: it is asked again, and no tab of this browser is the member's any more. */
  isLate: boolean;
}

/** What every page of this origin reads, whichever application it belongs to. Never passwords, tokens or broker secrets. */
export interface SharedStored {
  language: string;
  theme: string;
  systemName: string;
  /** What everybody sees before signing in: the first picture has the right colours. */
  look: PublicAppearance;
  mapConfig: MapSettings;
  display: DisplayChoices;
  /** A member who signed out here, whose session the server has not ended yet; null: there is none. */
  signingOut: SigningOut | null;
}

/** What lasts as long as this tab of the browser, and is no other tab's business. */
export interface SharedForTab {
  /** The origin of tiles for which the page was fetched once more. */
  tileOrigin: string;
}

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

const write = (store: () => Storage, name: string, value: unknown): void =>
  quietly(() => store().setItem(prefix + name, obfuscate(JSON.stringify(value))), undefined);

const read = (store: () => Storage, name: string): unknown =>
  quietly(() => {
    const hidden = store().getItem(prefix + name);
    return hidden === null ? null : JSON.parse(reveal(hidden));
  }, null);

const local = (): Storage => localStorage;
const ofTab = (): Storage => sessionStorage;

/** The browser's own store, the same for every application: only the names that it knows differ. */
export interface Kept<Stored extends SharedStored, ForTab extends SharedForTab> {
  keep: <N extends keyof Stored & string>(name: N, value: Stored[N]) => void;
  /** The kept value, or null when there is none or it cannot be read. Its shape is the caller's to check where it matters. */
  kept: <N extends keyof Stored & string>(name: N) => Stored[N] | null;
  /** Called when another tab of this browser keeps a value; null: it was taken away. */
  onKeptElsewhere: (listener: (name: keyof Stored & string, value: unknown) => void) => void;
  keepForTab: <N extends keyof ForTab & string>(name: N, value: ForTab[N] | null) => void;
  keptForTab: <N extends keyof ForTab & string>(name: N) => ForTab[N] | null;
}

type Shared = Kept<SharedStored, SharedForTab>;

export const keep: Shared['keep'] = (name, value) => write(local, name, value);
export const kept: Shared['kept'] = (name) => read(local, name) as never;
export const onKeptElsewhere: Shared['onKeptElsewhere'] = (listener) =>
  window.addEventListener('storage', ({ key, newValue }) => {
    if (!key?.startsWith(prefix)) return;
    const value: unknown = newValue === null ? null : quietly(() => JSON.parse(reveal(newValue)), null);
    listener(key.slice(prefix.length) as keyof SharedStored, value);
  });
export const keepForTab: Shared['keepForTab'] = (name, value) =>
  value === null ? quietly(() => ofTab().removeItem(prefix + name), undefined) : write(ofTab, name, value);
export const keptForTab: Shared['keptForTab'] = (name) => read(ofTab, name) as never;

/**
 * At sign-out: everything that belongs to the member goes.
 * @param lasting names of what belongs to the browser and stays
 */
export const forgetKept = (lasting: readonly string[]): void =>
  quietly(() => {
    const stays = new Set(lasting.map((name) => prefix + name));
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix) && !stays.has(key)) localStorage.removeItem(key);
    }
    sessionStorage.clear();
  }, undefined);
