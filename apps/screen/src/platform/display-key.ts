/** The key with which this screen signs in as itself, for as long as nobody revokes it. */
const name = 'eyrie.display';

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
