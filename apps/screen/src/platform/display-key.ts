/** The key with which this screen signs in as itself, for as long as nobody revokes it. */
// Console and screen share the storage of one origin, and `eyrie.display` says there how figures are shown.
const name = 'eyrie.screenKey';

/** Null: this screen is no display, or its browser keeps nothing. */
export const displayKey = (): string | null => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};

/** A browser that keeps nothing shows a new code at its next start. */
export const keepDisplayKey = (key: string): void => {
  try {
    localStorage.setItem(name, key);
  } catch {
    return;
  }
};

export const dropDisplayKey = (): void => {
  try {
    localStorage.removeItem(name);
  } catch {
    return;
  }
};
