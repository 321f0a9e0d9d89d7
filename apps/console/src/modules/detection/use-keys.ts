import { useEffect, useRef } from 'react';

const typing =
  'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="dialog"], [role="alertdialog"]';
const pressing = 'button, a[href]';

/** Keys of a page, while nothing is typed and no dialog is open. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(typing) || document.querySelector('[role="alertdialog"]')) return;
      // A button that has the focus is what Enter presses.
      if (event.key === 'Enter' && target?.closest(pressing)) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const run = Object.hasOwn(latest.current, key) ? latest.current[key] : undefined;
      if (!run) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
}
