/**
 * Tells what a label may show now. A map draws each character once and keeps the picture, so one that is drawn before
 * its font is here would stay a box: a label waits until the font has all of it, and `redraw` is told when it has.
 */
export const createLabelGate = (
  load: (text: string) => Promise<unknown>,
  redraw: () => void,
): ((label: string) => string) => {
  const asked = new Set<string>();
  const here = new Set<string>();
  return (label) => {
    const missing = [...new Set(label)].filter((character) => !here.has(character));
    const fresh = missing.filter((character) => !asked.has(character));
    if (fresh.length > 0) {
      for (const character of fresh) asked.add(character);
      const arrived = (): void => {
        for (const character of fresh) here.add(character);
        redraw();
      };
      // Without the font, whatever the system has must do.
      load(fresh.join('')).then(arrived, arrived);
    }
    return missing.length === 0 ? label : '';
  };
};
