let coming: Promise<unknown> | null = null;

/**
 * Makes the whole fonts known to the page, once. Their long lists of slices must not hold up the first picture; the
 * slices themselves come as characters need them.
 */
export const loadFonts = (): Promise<unknown> => {
  coming ??= import('./fonts.ts').catch(() => {
    coming = null;
  });
  return coming;
};
