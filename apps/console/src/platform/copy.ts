/** Where the page may not write to the clipboard, as over plain HTTP, the browser's own order for copying still works. */
const copyByOrder = (value: string): boolean => {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = value;
  field.readOnly = true;
  field.style.cssText = 'position: fixed; opacity: 0';
  document.body.append(field);
  field.select();
  // Out of date, and yet nothing else copies without a secure address.
  const done = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
};

/**
 * Copies a text.
 * @returns whether it is on the clipboard now; if not, the reader has to select and copy it
 */
export async function copyText(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    // Not there, or not permitted.
    return copyByOrder(value);
  }
}
